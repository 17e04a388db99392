#include "diagnose/subject_names.h"

#include <gtest/gtest.h>

namespace arable::diagnose {
namespace {

const std::vector<std::vector<Naming>> kPods{{{"a", "ml/chat-0", {"chat-0"}, 0},
                                              {"a", "ml/chat-1", {"chat-1"}, 1},
                                              {"b", "ml/chat-1", {"chat-1"}, 2},
                                              {"a", "ml/train", {"train"}, 3},
                                              {"a", "ml/train-2", {"train-2"}, 4},
                                              {"a", "web/chat-0", {"chat-0"}, 5},
                                              {"a", "web/twice", {"twice"}, 6},
                                              {"a", "web/twice", {"twice"}, 7}}};

std::string problem(std::string_view name, std::string_view cluster = "") {
    const auto found = look_up(kPods, "pod", name, cluster);
    return found ? "" : found.error().message;
}

std::vector<std::uint32_t> found(std::string_view name, std::string_view cluster = "") {
    return look_up(kPods, "pod", name, cluster).value_or(std::vector<std::uint32_t>{});
}

TEST(LookUp, FindsFullNamesBeforeOthersAndThoseBeforeBeginnings) {
    EXPECT_EQ(found("ml/chat-0"), std::vector<std::uint32_t>{0});
    EXPECT_EQ(found("train"), std::vector<std::uint32_t>{3});  // train-2 only begins so
    EXPECT_EQ(found("train-"), std::vector<std::uint32_t>{4});
    EXPECT_EQ(found("web/ch"), std::vector<std::uint32_t>{5});
}

TEST(LookUp, TakesThingsOfOneFullNameAsOne) {
    EXPECT_EQ(found("web/twice"), (std::vector<std::uint32_t>{6, 7}));
    EXPECT_EQ(found("tw"), (std::vector<std::uint32_t>{6, 7}));
}

TEST(LookUp, ShowsCandidatesAsPeopleKnowThem) {
    const std::vector<std::vector<Naming>> cards{
        {{"", "1f0a", {"gpu-1f0a", "n1/0"}, 0, "n1/0 (1f0a)"}, {"", "1f0b", {"gpu-1f0b", "n1/1"}, 1, "n1/1 (1f0b)"}}};
    EXPECT_EQ(look_up(cards, "gpu", "1f", "").error().message,
              "gpu '1f' fits several: n1/0 (1f0a), n1/1 (1f0b); name one of them");
    EXPECT_EQ(look_up(cards, "gpu", "gpu-1f0c", "").error().message,
              "there is no gpu 'gpu-1f0c' in the input; did you mean n1/0 (1f0a), n1/1 (1f0b)?");
    EXPECT_EQ(look_up(cards, "gpu", "gpu-1f0b", "").value(), std::vector<std::uint32_t>{1});
}

TEST(LookUp, NamesTheCandidatesOfANameThatFitsSeveral) {
    EXPECT_EQ(problem("chat-0"), "pod 'chat-0' fits several: ml/chat-0, web/chat-0; name one of them");
    EXPECT_EQ(problem("ml/chat-1"),
              "pod 'ml/chat-1' fits several: ml/chat-1 (cluster a), ml/chat-1 (cluster b); name one of them with "
              "--cluster");
    EXPECT_EQ(found("ml/chat-1", "b"), std::vector<std::uint32_t>{2});
}

TEST(LookUp, NamesTheNearestOfANameThatFitsNone) {
    EXPECT_EQ(problem("ml/chta-0"), "there is no pod 'ml/chta-0' in the input; did you mean ml/chat-0, ml/chat-1?");
    EXPECT_EQ(problem("entirely-other"),
              "there is no pod 'entirely-other' in the input; arable audit --format json lists what there is");
    EXPECT_EQ(problem("ml/chat-1", "c"), "there is no pod in cluster 'c'");
    EXPECT_EQ(problem(""), "an empty name is no pod");
}

TEST(LookUp, TellsHowManyCandidatesItDoesNotName) {
    std::vector<std::vector<Naming>> many(1);
    for (std::uint32_t i = 0; i < 15; ++i) many[0].push_back({"", "ml/pod-" + std::to_string(100 + i), {}, i});
    const auto none = look_up(many, "pod", "ml/", "");
    ASSERT_FALSE(none.has_value());
    EXPECT_NE(none.error().message.find("ml/pod-109 and 5 more"), std::string::npos) << none.error().message;
}

TEST(LookUp, PrefersTheEarlierOfTwoLists) {
    const std::vector<std::vector<Naming>> lists{{{"", "ml/a", {}, 0}}, {{"", "ml/a", {}, 9}, {"", "ml/b", {}, 8}}};
    EXPECT_EQ(*look_up(lists, "wait", "ml/a", ""), std::vector<std::uint32_t>{0});
    EXPECT_EQ(*look_up(lists, "wait", "ml/b", ""), std::vector<std::uint32_t>{8});
}

}  // namespace
}  // namespace arable::diagnose
