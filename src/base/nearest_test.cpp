#include "base/nearest.h"

#include <gtest/gtest.h>

#include <vector>

namespace arable {
namespace {

const std::vector<std::string> kWords{"audit", "explain", "generate"};

TEST(Nearest, IsTheWordWithTheFewestEdits) {
    EXPECT_EQ(nearest("audti", kWords), "audit");
    EXPECT_EQ(nearest("explan", kWords), "explain");
}

TEST(Nearest, IsNothingWhenNoWordIsNearEnough) {
    EXPECT_EQ(nearest("plan", kWords), "");
    EXPECT_EQ(nearest("audit", {}), "");
}

TEST(Nearest, OfTwoThatAreEquallyNearIsTheFirst) {
    EXPECT_EQ(nearest("pod-3", std::vector<std::string>{"pod-1", "pod-2"}), "pod-1");
}

}  // namespace
}  // namespace arable
