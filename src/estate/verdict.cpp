#include "estate/verdict.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

namespace arable::estate {
namespace {

constexpr double kHour = 3.6e6;
constexpr double kBand = 0.10;

// Comparisons with a threshold moved by the dead band: `side` +1 asks harder, -1 softer.
struct Ruler {
    double side = 1.0;
    bool at_least(double x, double threshold) const { return x >= threshold * (1.0 + side * kBand); }
    bool at_most(double x, double threshold) const { return x <= threshold * (1.0 - side * kBand); }
    bool share_at_least(double part, double whole, double share) const {
        return whole > 0.0 && at_least(part / whole, share);
    }
    bool share_at_most(double part, double whole, double share) const {
        return whole > 0.0 && at_most(part / whole, share);
    }
};

struct Case {
    const WorkloadFacts& f;
    const Workload& w;
    Ruler r;
    bool hours_where(double least, const std::function<bool(const HourFacts&)>& holds) const {
        const auto n =
            std::ranges::count_if(f.hours, [&](const HourFacts& h) { return h.active_ms > 0.0 && holds(h); });
        return r.at_least(static_cast<double>(n), least);
    }
};

double mean(double sum, const HourFacts& h) { return sum / h.active_ms; }

bool claimed_empty(const Case& c) {
    return !c.w.notebook && c.r.share_at_least(c.f.empty, c.f.claimed, 0.25) && c.r.at_least(c.f.empty, 2 * kHour);
}
bool loaded_idle(const Case& c) {
    return !c.w.notebook && c.r.share_at_least(c.f.loaded, c.f.claimed, 0.50) && c.r.at_least(c.f.loaded, 2 * kHour);
}
bool idle_notebook(const Case& c) {
    return c.w.notebook && c.r.at_least(c.f.claimed, 2 * kHour) && c.r.share_at_most(c.f.active, c.f.claimed, 0.10);
}
bool kv_over_reserved(const Case& c) {
    if (!c.f.serving) return false;
    std::vector<double> most;
    for (const HourFacts& h : c.f.hours) {
        if (h.server_ms > 0.0) most.push_back(h.kv_most);
    }
    const auto busy = std::ranges::count_if(c.f.hours, [](const HourFacts& h) { return h.running > 0.0; });
    if (most.empty() || !c.r.at_least(static_cast<double>(busy), 6)) return false;
    std::ranges::sort(most);
    return c.r.at_most(most[(most.size() - 1) * 95 / 100], 0.30);
}
bool small_model(const Case& c) {
    return c.f.one_whole_card && c.f.card_mib >= 40'000 && c.r.share_at_most(c.f.memory_most, c.f.card_mib, 0.25) &&
           c.r.share_at_least(c.f.active, c.f.claimed, 0.05) && c.r.at_least(c.f.claimed, 4 * kHour);
}
bool near_oom(const Case& c) {
    if (c.f.ooms) return true;
    // Memory cannot pass 100 %: the band is half as wide on this side.
    return !c.f.serving && c.f.memory_share_most >= (c.r.side > 0 ? 0.96 : 0.94);
}
bool data_starvation(const Case& c) {
    return !c.f.serving && c.f.stall == Stall::starvation && c.hours_where(4, [](const HourFacts&) { return true; });
}
bool straggler(const Case& c) {
    return c.f.stall == Stall::synchronisation && c.hours_where(4, [](const HourFacts&) { return true; });
}
bool throttling(const Case& c) {
    return c.hours_where(4, [&](const HourFacts& h) { return c.r.at_least(mean(h.throttled, h), 0.20); });
}
bool pcie_limited(const Case& c, const HourFacts& h) {
    return c.r.at_least(std::max(mean(h.rx, h), mean(h.tx, h)), 0.6 * c.f.link);
}
bool launch_bound(const Case& c) {
    if (c.f.stall == Stall::synchronisation || !c.r.at_least(c.f.cores_per_gpu, 0.9)) return false;
    return c.hours_where(4, [&](const HourFacts& h) {
        return c.r.at_least(mean(h.engine, h), 0.40) && c.r.at_most(mean(h.sm, h), 0.25) &&
               c.r.at_most(mean(h.dram, h), 0.30) && !pcie_limited({c.f, c.w, {-c.r.side}}, h);
    });
}
bool pcie_bound(const Case& c) {
    return c.hours_where(4, [&](const HourFacts& h) { return pcie_limited(c, h) && c.r.at_most(mean(h.sm, h), 0.30); });
}
bool bandwidth_bound(const Case& c) {
    return c.hours_where(4, [&](const HourFacts& h) {
        return c.r.at_least(mean(h.dram, h), 0.50) && c.r.at_most(mean(h.tensor, h), 0.20);
    });
}
bool low_traffic(const Case& c) {
    if (!c.f.serving || !c.r.at_least(c.f.claimed, 12 * kHour)) return false;
    double ms = 0.0, running = 0.0, waiting = 0.0;
    for (const HourFacts& h : c.f.hours) {
        ms += h.server_ms;
        running += h.running;
        waiting += h.waiting;
    }
    return running > 0.0 && c.r.share_at_most(running, ms, 2.0) && c.r.share_at_most(waiting, ms, 0.5) &&
           c.r.share_at_most(c.f.engine_all, c.f.claimed, 0.15);
}
bool queue_saturated(const Case& c) {
    if (!c.f.serving) return false;
    return std::ranges::any_of(c.f.hours, [&](const HourFacts& h) {
        return h.server_ms > 0.0 && c.r.at_least(h.waiting / h.server_ms, 10) && c.r.at_least(h.waiting, 2 * h.running);
    });
}

struct Rule {
    std::string_view kind;
    bool (*holds)(const Case&);
    bool memory = false;  // rests on the memory or activity of one tenant alone: not judged on shared cards
};
constexpr std::array<Rule, 14> kRules{{
    {"claimed-empty", claimed_empty, true},
    {"loaded-idle", loaded_idle, true},
    {"idle-notebook", idle_notebook, true},
    {"kv-over-reserved", kv_over_reserved},
    {"small-model-big-card", small_model},
    {"near-oom", near_oom, true},
    {"data-starvation", data_starvation, true},
    {"straggler", straggler, true},
    {"throttling", throttling, true},
    {"cpu-launch-bound", launch_bound, true},
    {"pcie-bound", pcie_bound, true},
    {"bandwidth-bound", bandwidth_bound, true},
    {"low-traffic", low_traffic, true},
    {"queue-saturated", queue_saturated},
}};

bool rivals(const WorkloadFacts& f) { return std::min(f.empty, f.loaded) >= 0.8 * std::max(f.empty, f.loaded); }

// A workload gets at most one of claimed-empty and loaded-idle: the larger extent.
void choose_larger(const WorkloadFacts& f, Verdicts& v) {
    const auto has = [&](std::string_view kind) {
        return std::ranges::find(v.kinds, kind) != v.kinds.end() ||
               std::ranges::find(v.ambiguous, kind) != v.ambiguous.end();
    };
    if (!has("claimed-empty") || !has("loaded-idle")) return;
    if (rivals(f)) {
        std::erase(v.kinds, "claimed-empty");
        std::erase(v.kinds, "loaded-idle");
        v.ambiguous.insert(v.ambiguous.end(), {"claimed-empty", "loaded-idle"});
        return;
    }
    const std::string_view smaller = f.empty > f.loaded ? "loaded-idle" : "claimed-empty";
    std::erase(v.kinds, smaller);
    v.ambiguous.emplace_back(smaller);
}

}  // namespace

Verdicts judge(const WorkloadFacts& facts, const Workload& workload) {
    Verdicts v;
    if (facts.claimed <= 0.0) return v;
    for (const Rule& rule : kRules) {
        const bool softer = rule.holds({facts, workload, {-1.0}});
        if (!softer) continue;
        const bool harder = rule.holds({facts, workload, {1.0}});
        const bool sure = harder && !(rule.memory && facts.shared);
        (sure ? v.kinds : v.ambiguous).emplace_back(rule.kind);
    }
    // What a preallocating server really needs is known from its own figures only.
    if (facts.serving) v.ambiguous.emplace_back("small-model-big-card");
    choose_larger(facts, v);
    return v;
}

}  // namespace arable::estate
