#include "sources/kube_times.h"

#include <gtest/gtest.h>

namespace arable::sources {
namespace {

std::string pod(const std::string& name, const std::string& created) {
    return R"({"kind":"Pod","metadata":{"namespace":"ml","name":")" + name + R"(","creationTimestamp":")" + created +
           R"("}},)";
}

std::vector<kube::Objects> dumps() {
    std::string items = pod("odd", "2099-05-01T00:00:00Z") + pod("ancient", "1970-01-01T00:00:00Z");
    for (int i = 10; i < 28; ++i) items += pod("p" + std::to_string(i), "2026-02-" + std::to_string(i) + "T00:00:00Z");
    items.pop_back();
    return {*kube::parse_objects(R"({"kind":"List","items":[)" + items + "]}")};
}

const std::vector<std::string> kNames{"pods.json"};

TEST(KubeTimes, OneObjectOfTheFarFutureDatesNothing) {
    std::vector<kube::Objects> files = dumps();
    ASSERT_EQ(format_rfc3339(*files[0].latest), "2099-05-01T00:00:00Z");
    const auto gaps = settle_times(files, kNames, std::nullopt);
    EXPECT_EQ(format_rfc3339(*files[0].latest), "2026-02-27T00:00:00Z");
    EXPECT_EQ(files[0].pods.size(), 19U);  // the old one stays
    ASSERT_EQ(gaps.size(), 1U);
    EXPECT_EQ(gaps[0].subject, "pods.json");
    EXPECT_NE(gaps[0].message.english().find("Pod ml/odd: 2099-05-01T00:00:00Z"), std::string::npos)
        << gaps[0].message.english();
}

TEST(KubeTimes, WhatOtherInputsSayGoesFirst) {
    std::vector<kube::Objects> files = dumps();
    const Time future = *parse_rfc3339("2099-06-01T00:00:00Z");
    EXPECT_TRUE(settle_times(files, kNames, Interval{future - days(396), future + days(366)}).empty());
    EXPECT_EQ(files[0].pods.size(), 20U);
}

TEST(KubeTimes, DumpsWithinAYearAreLeftAlone) {
    std::vector<kube::Objects> files{
        *kube::parse_objects(R"({"kind":"List","items":[)" + pod("a", "2024-01-01T00:00:00Z") +
                             pod("b", "2024-12-01T00:00:00Z").substr(0, 0) +
                             R"({"kind":"Pod","metadata":{"name":"c","creationTimestamp":"2024-12-01T00:00:00Z"}}]})")};
    EXPECT_TRUE(settle_times(files, kNames, std::nullopt).empty());
    EXPECT_EQ(files[0].pods.size(), 2U);
}

}  // namespace
}  // namespace arable::sources
