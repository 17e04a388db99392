// The fewest GPUs for random lists of MIG instances, with starts and proof, tables included: one product, and three
// products at prices of their own.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "base/rng.h"
#include "fit/mig_cover.h"
#include "model/mig_table.h"

namespace {

using arable::fit::MigItem;
using arable::fit::MigPool;
using arable::model::MigFamily;

struct Demand {
    std::vector<MigPool> pools;
    std::vector<MigItem> items;
};

Demand demand_of(arable::Rng& rng, const std::vector<arable::model::MigGeometry>& geometries, std::int64_t instances) {
    Demand demand;
    for (const auto& geometry : geometries) {
        demand.pools.push_back({.geometry = &geometry, .cost = rng.integer(500'000, 4'000'000), .gpus = {}});
    }
    while (instances > 0) {
        const std::int64_t count = std::min(instances, rng.integer(1, 120));
        const auto need = arable::gibibytes(rng.integer(1, 60));
        demand.items.push_back({.count = count, .accepts = holding(demand.pools, {.memory = need})});
        if (rng.chance(0.7)) {
            const auto& profiles = geometries.front().profiles;
            const auto profile = static_cast<std::uint32_t>(rng.integer(0, 5));
            demand.items.back().accepts = named(demand.pools, profiles[profile].name);
        }
        instances -= count;
    }
    return demand;
}

void cover(benchmark::State& state, const std::vector<MigFamily>& families) {
    std::vector<arable::model::MigGeometry> geometries;
    for (const MigFamily family : families) geometries.push_back(arable::model::mig_geometry(family));
    arable::Rng rng(7);
    std::vector<Demand> demands;
    for (int i = 0; i < 200; ++i) demands.push_back(demand_of(rng, geometries, 1000));
    std::size_t next = 0;
    double unproven = 0, slowest = 0;
    for (auto _ : state) {
        const Demand& demand = demands[next++ % demands.size()];
        const auto start = std::chrono::steady_clock::now();
        const auto result = cover_mig(demand.pools, demand.items);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        slowest = std::max(slowest, took.count());
        unproven += result && result->answer.status == arable::solve::CoverStatus::feasible ? 1 : 0;
    }
    state.counters["slowest_ms"] = slowest;
    state.counters["unproven"] = benchmark::Counter(unproven, benchmark::Counter::kAvgIterations);
}

BENCHMARK_CAPTURE(cover, one_product_1000, {MigFamily::h100_80})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(cover, three_products_1000, {MigFamily::h100_80, MigFamily::a100_80, MigFamily::a30})
    ->Unit(benchmark::kMillisecond);

}  // namespace
