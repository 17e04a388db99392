#include "diagnose/hour_features.h"

#include <gtest/gtest.h>

#include "diagnose/demand.h"

namespace arable::diagnose {
namespace {

constexpr std::uint32_t kMinute = 60'000;

PodHour served(double rate, std::uint32_t from_minute, std::uint32_t to_minute, std::int32_t hour = 0) {
    PodHour pod;
    pod.hour = hour;
    pod.from_ms = from_minute * kMinute;
    pod.to_ms = to_minute * kMinute;
    pod.request_rate = {.value = static_cast<float>(rate), .known_ms = pod.to_ms - pod.from_ms};
    return pod;
}

TEST(Together, AddsPodsOfOneTimeAndNotThoseThatFollowEachOther) {
    const auto of = [](std::initializer_list<PodHour> pods) {
        Together together;
        for (const PodHour& pod : pods) together.add(pod, pod.request_rate);
        return together.value();
    };
    EXPECT_DOUBLE_EQ(*of({served(2.0, 0, 60), served(3.0, 0, 60)}), 5.0);
    EXPECT_DOUBLE_EQ(*of({served(2.0, 0, 30), served(2.0, 30, 60)}), 2.0);
    EXPECT_DOUBLE_EQ(*of({served(2.0, 0, 40), served(2.0, 20, 60)}), 80.0 * 2.0 / 60.0);
    EXPECT_DOUBLE_EQ(*of({served(4.0, 10, 20)}), 4.0);  // a pod of ten minutes was as busy as it was
    EXPECT_FALSE(of({}));
}

TEST(Together, ARateThatIsNotKnownIsNoZero) {
    Together together;
    PodHour pod = served(2.0, 0, 60);
    pod.request_rate = {};
    together.add(pod, pod.request_rate);
    EXPECT_FALSE(together.value());
}

TEST(Requests, OfReplacedPodsAreThoseOfOne) {
    Requests requests;
    requests.add(served(6.0, 0, 60, 0));
    requests.add(served(6.0, 0, 30, 1));
    requests.add(served(6.0, 30, 60, 1));
    EXPECT_DOUBLE_EQ(*requests.per_second(), 6.0);
}

}  // namespace
}  // namespace arable::diagnose
