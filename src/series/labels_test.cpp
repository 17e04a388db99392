#include "series/labels.h"

#include <gtest/gtest.h>

namespace arable::series {
namespace {

TEST(Labels, AreSortedAndTheFirstOfARepeatedNameStays) {
    const auto labels = make_labels("up", {{"pod", "p"}, {"gpu", "0"}, {"pod", "q"}});
    ASSERT_EQ(labels.labels.size(), 2U);
    EXPECT_EQ(labels.labels[0].name, "gpu");
    EXPECT_EQ(labels.get("pod"), "p");
}

TEST(Labels, AnEmptyValueIsAnAbsentLabel) {
    const auto labels = make_labels("up", {{"pod", ""}, {"gpu", "0"}});
    EXPECT_EQ(labels.labels.size(), 1U);
    EXPECT_EQ(labels.get("pod"), "");
    EXPECT_EQ(labels, make_labels("up", {{"gpu", "0"}}));
}

TEST(Labels, GetAnswersNothingBeforeBetweenAndAfterKnownNames) {
    const auto labels = make_labels("up", {{"b", "1"}, {"d", "2"}});
    EXPECT_EQ(labels.get("a"), "");
    EXPECT_EQ(labels.get("b"), "1");
    EXPECT_EQ(labels.get("c"), "");
    EXPECT_EQ(labels.get("d"), "2");
    EXPECT_EQ(labels.get("e"), "");
}

TEST(Labels, TextEscapesBackslashQuoteAndNewline) {
    EXPECT_EQ(to_text(make_labels("a:b", {{"x", "q\"u\\o\nte"}, {"a", "1"}})), "a:b{a=\"1\",x=\"q\\\"u\\\\o\\nte\"}");
    EXPECT_EQ(to_text(make_labels("up", {})), "up");
    EXPECT_EQ(to_text(make_labels("", {{"a", "b"}})), "{a=\"b\"}");
}

TEST(Labels, TextQuotesNamesOutsideTheClassicAlphabet) {
    EXPECT_EQ(to_text(make_labels("a.b", {{"k8s.pod", "p"}, {"x", "y"}})), "{\"a.b\",\"k8s.pod\"=\"p\",x=\"y\"}");
    EXPECT_EQ(to_text(make_labels("9a", {})), "{\"9a\"}");
}

}  // namespace
}  // namespace arable::series
