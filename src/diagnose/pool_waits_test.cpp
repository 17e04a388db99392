#include "diagnose/pool_waits.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <zlib.h>

#include "diagnose/decompose.h"

namespace arable::diagnose {
namespace {

std::int64_t of(const Wait& wait, WaitCause cause) { return wait.by_cause[static_cast<std::size_t>(cause)]; }

model::Timeline two_pools() {
    model::Timeline timeline;
    timeline.window = {Time{0}, Time{600'000}};
    timeline.pools = {{.pool = "a", .points = {{Time{0}, 8, 6, 5}, {Time{60'000}, 8, 8, 0}}, .interval = minutes(1)},
                      {.pool = "b", .points = {{Time{0}, 4, 2, 0}, {Time{60'000}, 4, 4, 3}}, .interval = minutes(1)}};
    return timeline;
}

TEST(PoolWaits, EachIdleGpuIsUsedOnce) {
    // First minute: a has 2 idle and 5 pending, b 2 idle: 2 fragmented, 2 gated, 1 real. Then, for 2.5 minutes (no
    // later point): nothing idle, 3 pending in b: real.
    const PoolOutcome outcome = judge_pools(two_pools());
    ASSERT_EQ(outcome.waits.size(), 2U);
    EXPECT_EQ(of(outcome.waits[0], WaitCause::fragmented), 2 * 60'000);
    EXPECT_EQ(of(outcome.waits[0], WaitCause::gated), 2 * 60'000);
    EXPECT_EQ(of(outcome.waits[0], WaitCause::real), 60'000);
    EXPECT_EQ(of(outcome.waits[1], WaitCause::real), 3 * 150'000);
    EXPECT_EQ(outcome.waits[0].spans.front().cause, WaitCause::gated);
    const PoolAccount& b = outcome.accounts[1];
    EXPECT_EQ(b.constrained_ms, 2 * 60'000);
    EXPECT_EQ(b.no_demand_ms, 0);
    EXPECT_EQ(b.running_ms, 2 * 60'000 + 4 * 150'000);
    EXPECT_EQ(b.paid_ms, 4 * 210'000);
    EXPECT_EQ(b.uncovered_ms, 600'000 - 210'000);
    ASSERT_EQ(outcome.buy.size(), 2U);
    EXPECT_EQ(outcome.buy[0].removed_ms, 60'000 + 150'000);
    EXPECT_EQ(outcome.buy[1].removed_ms, 5 * 60'000 + 3 * 150'000);
}

TEST(PoolWaits, NegativeNumbersCoverNoTime) {
    model::Timeline timeline = two_pools();
    timeline.pools[0].points[0].running = -1;
    const PoolOutcome outcome = judge_pools(timeline);
    EXPECT_EQ(outcome.accounts[0].paid_ms, 8 * 150'000);
}

// Columns total_gpu_num, running_gpu_num and pending_gpu_num of a minute table that begins 2020-05-01.
model::PoolHistory read_pool(const std::filesystem::path& path) {
    const std::string file = path.filename().string();
    model::PoolHistory pool{.pool = file.substr(0, file.find('.')), .points = {}, .interval = minutes(1)};
    gzFile input = gzopen(path.c_str(), "rb");
    std::array<char, 256> line{};
    std::int64_t minute = -1;
    while (input != nullptr && gzgets(input, line.data(), static_cast<int>(line.size())) != nullptr) {
        long long total = 0, running = 0, pending = 0;
        long long jobs[3];
        if (minute >= 0) {
            const int read = std::sscanf(line.data() + 20, "%lld,%lld,%lld,%lld,%lld,%lld", &jobs[0], &jobs[1],
                                         &jobs[2], &total, &running, &pending);
            if (read == 6) pool.points.push_back({Time{minute * 60'000}, total, running, pending});
        }
        ++minute;
    }
    gzclose(input);
    return pool;
}

TEST(PoolWaits, OfTheHeliosMonthHardlyAnyWaitingIsARealShortage) {
    model::Timeline timeline;
    for (const auto& entry : std::filesystem::directory_iterator("tests/captures/helios-earth-vc")) {
        if (entry.path().filename().string().starts_with("vc")) timeline.pools.push_back(read_pool(entry.path()));
    }
    std::ranges::sort(timeline.pools, {}, &model::PoolHistory::pool);
    ASSERT_EQ(timeline.pools.size(), 16U);
    timeline.window = {Time{0}, Time{std::int64_t{44'640} * 60'000}};
    Folded nothing;
    const WaitOutcome outcome = decompose_waits(timeline, nothing, Policy{});
    ASSERT_TRUE(outcome.waits.known);
    // GPU-minutes, from the files by an independent program.
    constexpr std::int64_t kMinute = 60'000;
    const auto cause = [&](WaitCause c) { return outcome.waits.by_cause[static_cast<std::size_t>(c)] / kMinute; };
    EXPECT_EQ(outcome.waits.gpu_ms, 2'740'297 * kMinute);
    EXPECT_EQ(cause(WaitCause::fragmented), 483'640);
    EXPECT_EQ(cause(WaitCause::gated), 2'244'723);
    EXPECT_EQ(cause(WaitCause::real), 11'934);
    PoolAccount all;
    for (const PoolAccount& account : outcome.pools) {
        all.paid_ms += account.paid_ms;
        all.running_ms += account.running_ms;
        all.no_demand_ms += account.no_demand_ms;
        EXPECT_EQ(account.uncovered_ms, 0);
    }
    EXPECT_EQ(all.paid_ms, std::int64_t{856} * 44'640 * kMinute);
    EXPECT_EQ(all.running_ms, 25'486'357 * kMinute);
    EXPECT_EQ(all.no_demand_ms, 9'997'120 * kMinute);
    ASSERT_EQ(outcome.waits.buy.size(), 8U);
    EXPECT_EQ(outcome.waits.buy[1].added, 8);
    EXPECT_EQ(outcome.waits.buy[1].removed_ms, 318'708 * kMinute);
    EXPECT_EQ(outcome.waits.buy[7].removed_ms, outcome.waits.gpu_ms);  // 512 more GPUs
}

}  // namespace
}  // namespace arable::diagnose
