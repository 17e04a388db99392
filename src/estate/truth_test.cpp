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

}  // namespace
}  // namespace arable::estate
