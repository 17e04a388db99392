#include "kube/documents.h"

#include <gtest/gtest.h>

namespace arable::kube {
namespace {

std::vector<std::string> names(std::string_view text, std::int64_t* bad = nullptr) {
    std::vector<std::string> all;
    const auto stats = each_object(
        text, [&](const Value& v) { all.push_back(v["kind"].text() + "/" + v["metadata"]["name"].scalar()); });
    if (!stats) return {"error: " + stats.error().message};
    if (bad != nullptr) *bad = stats->bad;
    return all;
}

TEST(Documents, ReadAListOfListsInJson) {
    EXPECT_EQ(names(R"({"kind":"List","items":[{"kind":"Node","metadata":{"name":"a"}},
        {"kind":"PodList","items":[{"kind":"Pod","metadata":{"name":"p"}}]}]})"),
              (std::vector<std::string>{"Node/a", "Pod/p"}));
}

TEST(Documents, ReadSeveralJsonDocumentsAndKeepThoseBeforeABrokenOne) {
    std::int64_t bad = 0;
    EXPECT_EQ(names(R"({"kind":"Node","metadata":{"name":"a"}}
{"kind":"Node","metadata":{"name":"b"}}
{"kind":"Node","metadata":)",
                    &bad),
              (std::vector<std::string>{"Node/a", "Node/b"}));
    EXPECT_EQ(bad, 1);
    EXPECT_TRUE(names("{\"kind\":").front().starts_with("error: "));
}

TEST(Documents, ReadYamlDocumentsWithQuotedNumbersAsText) {
    EXPECT_EQ(names("---\nkind: Node\nmetadata: {name: \"12\"}\n---\n---\nkind: List\nitems:\n- kind: Pod\n  "
                    "metadata:\n    name: p\n"),
              (std::vector<std::string>{"Node/12", "Pod/p"}));
}

TEST(Documents, CountWhatIsNoObject) {
    std::int64_t bad = 0;
    EXPECT_EQ(names(R"([{"kind":"Node","metadata":{"name":"a"}}, 7, {"x":1}])", &bad),
              (std::vector<std::string>{"Node/a"}));
    EXPECT_EQ(bad, 2);
}

TEST(Documents, RefuseBombs) {
    EXPECT_TRUE(names(std::string(100'000, '[')).front().starts_with("error: "));
    EXPECT_TRUE(names("a: " + std::string(10'000, '[')).front().starts_with("error: "));
    std::string bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
    for (int i = 1; i < 10; ++i) {
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
        for (int k = 0; k < 10; ++k) bomb += "*a" + std::to_string(i - 1) + (k < 9 ? "," : "");
        bomb += "]\n";
    }
    EXPECT_TRUE(names(bomb).front().starts_with("error: "));
    EXPECT_TRUE(names("").front().starts_with("error: "));
    EXPECT_TRUE(names("kind: [unclosed").front().find("line") != std::string::npos);
}

}  // namespace
}  // namespace arable::kube
