#include <gtest/gtest.h>

#include <fmt/format.h>

#include "estate/generate.h"

namespace arable::estate {
namespace {

std::int64_t sum(const std::map<std::string, std::int64_t>& parts) {
    std::int64_t all = 0;
    for (const auto& [name, ms] : parts) all += ms;
    return all;
}

void print(const Truth& t) {
    fmt::print("{} seed {}: {} GPUs\n", t.kind, t.seed, t.gpus);
    for (const auto& [name, ms] : t.accounting) {
        if (ms > 0) fmt::print("  {:20} {:6.2f} %\n", name, 100.0 * double(ms) / double(t.gpu_ms));
    }
    for (const auto& [name, ms] : t.waits) {
        if (ms > 0)
            fmt::print("  wait {:15} {:6.2f} % of {:.0f} GPU-h\n", name, 100.0 * double(ms) / double(t.wait_gpu_ms),
                       double(t.wait_gpu_ms) / 3.6e6);
    }
    std::map<std::string, int> n;
    for (const TruthFinding& f : t.findings) ++n[f.kind];
    for (const TruthFinding& f : t.ambiguous) ++n["  ? " + f.kind];
    for (const auto& [kind, count] : n) fmt::print("  {} x {}\n", kind, count);
}

TEST(Truth, AddsUpToPresenceExactly) {
    for (const std::string_view kind : kinds()) {
        const auto estate = build({.kind = std::string(kind), .seed = 1});
        ASSERT_TRUE(estate.has_value());
        const Truth t = truth(*estate);
        EXPECT_EQ(sum(t.accounting), t.gpu_ms);
        EXPECT_EQ(sum(t.waits), t.wait_gpu_ms);
        EXPECT_GE(t.gpus, 64);
        print(t);
    }
}

// Together the estates must show every class and every kind of finding often enough to measure an audit by.
TEST(Truth, CoversEveryClassAndEveryKindOfFinding) {
    std::map<std::string, int> estates_with;
    std::map<std::string, int> subjects;
    for (const std::string_view kind : kinds()) {
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            const Truth t = truth(*build({.kind = std::string(kind), .seed = seed}));
            for (const auto& [cls, ms] : t.accounting) estates_with[cls] += ms * 50 >= t.gpu_ms ? 1 : 0;
            for (const TruthFinding& f : t.findings) ++subjects[f.kind];
        }
    }
    for (const auto& [cls, n] : estates_with) EXPECT_GE(n, 2) << cls;
    EXPECT_EQ(estates_with.size(), 16U);
    for (const auto& [kind, n] : subjects) EXPECT_GE(n, 10) << kind;
    EXPECT_EQ(subjects.size(), 27U);
    for (const auto& [kind, n] : subjects) fmt::print("{:22} {}\n", kind, n);
}

// 8 nodes x 8 cards, all taken by jobs from begin to end: the figures follow from the blocks.
TEST(Truth, CountsARealShortageOfTrainingCards) {
    const Truth t = truth(*build({.kind = "training", .seed = 1}));
    EXPECT_EQ(t.gpu_ms, 64 * days(7).ms);
    EXPECT_EQ(t.accounting.at("free.no-demand"), 0);
    EXPECT_EQ(t.waits.at("real"), t.wait_gpu_ms);
    // One exporter is silent for a quarter of the window: 8 of 64 cards x 0.25.
    EXPECT_NEAR(static_cast<double>(t.accounting.at("unknown")) / static_cast<double>(t.gpu_ms), 0.03125, 1e-4);
}

}  // namespace
}  // namespace arable::estate
