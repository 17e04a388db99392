#include "estate/activity.h"

#include <algorithm>
#include <cmath>

#include "estate/shapes.h"

namespace arable::estate {
namespace {

std::uint64_t mix(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

// Keeps a value away from a threshold, where an honest audit could fall on either side.
double away_from(double x, double threshold, double band) {
    if (x <= threshold - band || x >= threshold + band) return x;
    return x < threshold ? threshold - band : threshold + band;
}

bool office_hours(Time t) {
    const std::int64_t day = t.ms / days(1).ms;
    const std::int64_t weekday = (day + 3) % 7;  // 1970-01-01 was a Thursday; 0 = Monday
    const std::int64_t hour = t.ms / hours(1).ms % 24;
    return weekday < 5 && hour >= 9 && hour < 19;
}

// Share of full load, above 1 when more is asked than can be served.
double load(const Process& p, Duration age, Time t) {
    const std::uint64_t lump = static_cast<std::uint64_t>(t.ms / minutes(30).ms);
    switch (p.pattern) {
        case Pattern::never:
            return 0.0;
        case Pattern::steady:
            return 1.0;
        case Pattern::lumps:
            return drawn(p.key, lump) < p.duty ? 1.0 : 0.0;
        case Pattern::office:
            return office_hours(t) && drawn(p.key, lump) < p.duty ? 1.0 : 0.0;
        case Pattern::traffic:
            return p.duty * arrival_shape(p.shape, t);
    }
    static_cast<void>(age);
    return 0.0;
}

void serve(const Process& p, double demand, Activity& a) {
    const double served = std::min(demand, 1.0);
    a.demand = demand;
    a.running = p.server.most_running * served;
    a.waiting = p.server.backlog * std::max(0.0, demand - 1.0);
    a.kv = std::min(1.0, p.server.kv_base + p.server.kv_span * served);
}

// A straggler's first card computes, the others wait for it.
void wait_for_first(Activity& a, int rank) {
    a.engine = 0.97;
    if (rank == 0) {
        a.sm = std::max(a.sm, 0.62);
        a.tensor = 0.2;
    } else {
        a.sm = 0.18;
        a.tensor = 0.02;
    }
}

}  // namespace

double drawn(std::uint64_t key, std::uint64_t a, std::uint64_t b) {
    return static_cast<double>(mix(mix(mix(key) ^ a) ^ b) >> 11) * 0x1.0p-53;
}

Activity activity(const Process& p, int rank, Duration age, Time t) {
    Activity a;
    a.memory_mib = p.empty_mib;
    if (rank >= p.used_ranks || age < p.load_after || age >= p.empty_after) return a;
    a.loaded = true;
    a.memory_mib = p.memory_mib;
    const double demand = load(p, age, t);
    if (p.server.on) serve(p, demand, a);
    const double l = std::min(demand, 1.0);
    if (l <= 0.0) return a;
    const std::uint64_t block = static_cast<std::uint64_t>(t.ms / kBlock.ms);
    const double wobble = 1.0 + 0.08 * (drawn(p.key, block, 77) - 0.5);  // +-4 % between blocks
    const double x = l * wobble;
    a.engine = away_from(std::min(0.99, p.engine * x), 0.05, 0.012);
    a.sm = std::min(a.engine, p.sm * x);
    a.tensor = std::min(a.sm, p.tensor * x);
    a.dram = away_from(std::min(0.95, p.dram * x), 0.50, 0.04);
    a.pcie_rx = p.pcie_rx * x;
    a.pcie_tx = p.pcie_tx * x;
    a.nvlink = p.nvlink * x;
    a.throttled = p.throttled;
    a.clock = p.clock;
    if (a.engine < 0.05) a.throttled = 0.0;
    if (p.stall == Stall::synchronisation) wait_for_first(a, rank);
    return a;
}

}  // namespace arable::estate
