#include "diagnose/pool_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/figures.h"

namespace arable::diagnose {
namespace {

void add_class(Audit& audit, AccountClass c, std::int64_t ms) {
    audit.accounting[static_cast<std::size_t>(c)].gpu_ms += ms;
}

FourMetrics row_of(const PoolAccount& pool, const Waits& waits) {
    FourMetrics row;
    row.level = "pool";
    row.name = pool.pool;
    row.gpu_ms = pool.paid_ms;
    // Idle GPUs are known not to compute; what running ones do is not known.
    row.known_ms = pool.paid_ms - pool.running_ms;
    for (const Wait& wait : waits.waits) {
        const bool of_pool = !wait.gang.known() && !wait.pod.known() && wait.name == pool.pool;
        if (of_pool) row.wait_gpu_ms = wait.gpu_ms;
    }
    if (!row.wait_gpu_ms) row.wait_gpu_ms = std::int64_t{0};  // its table says that nothing was pending
    return row;
}

std::int64_t most_gpus(const model::PoolHistory& history) {
    std::int64_t most = 0;
    for (const model::PoolPoint& point : history.points) most = std::max(most, point.total);
    return most;
}

Figure share(std::int64_t part, std::int64_t whole) {
    return {fmt::format("{:.1f} %", whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0)};
}

// Without cards only placement can be judged.
void judge(Audit& audit, std::span<const PoolAccount> pools) {
    PoolAccount all;
    for (const PoolAccount& pool : pools) {
        all.paid_ms += pool.paid_ms;
        all.fragmented_ms += pool.fragmented_ms;
        all.constrained_ms += pool.constrained_ms;
        all.no_demand_ms += pool.no_demand_ms;
    }
    for (StepVerdict& step : audit.steps) {
        if (step.step != Step::placement) {
            step.verdict = text("Not judged: a pool table counts GPUs in use, not what runs on them.");
            continue;
        }
        step.verdict = text(
            "{} of the paid time GPUs were free while jobs of their own pool waited, {} while only jobs of other pools "
            "waited, {} while nobody did; {} about {} GPU-hours.",
            share(all.fragmented_ms, all.paid_ms), share(all.constrained_ms, all.paid_ms),
            share(all.no_demand_ms, all.paid_ms),
            plural(static_cast<std::int64_t>(step.findings.size()), "{} finding", "{} findings"),
            Figure{format_gpu_hours({all.fragmented_ms + all.constrained_ms})});
        step.gpu_ms = all.fragmented_ms + all.constrained_ms;
    }
}

}  // namespace

void add_pools(Audit& audit, const model::Timeline& timeline, std::span<const PoolAccount> pools) {
    if (pools.empty()) return;
    for (const model::PoolHistory& history : timeline.pools) {
        const std::int64_t most = most_gpus(history);
        audit.capacity.gpus += most;
        audit.capacity.by_product.emplace_back(fmt::format("(pool {})", history.pool), most);
    }
    audit.capacity.clusters = std::max<std::int64_t>(audit.capacity.clusters, 1);
    std::int64_t paid = 0;
    std::int64_t running = 0;
    std::vector<FourMetrics> rows;
    for (const PoolAccount& pool : pools) {
        add_class(audit, AccountClass::unknown, pool.running_ms);
        add_class(audit, AccountClass::free_fragmented, pool.fragmented_ms);
        add_class(audit, AccountClass::free_constrained, pool.constrained_ms);
        add_class(audit, AccountClass::free_no_demand, pool.no_demand_ms);
        paid += pool.paid_ms;
        running += pool.running_ms;
        rows.push_back(row_of(pool, audit.waits));
    }
    audit.capacity.gpu_ms += paid;
    for (FourMetrics& row : audit.metrics) {
        if (row.level != "estate") continue;
        row.gpu_ms += paid;
        row.known_ms += paid - running;
    }
    const auto after = std::find_if(audit.metrics.begin(), audit.metrics.end(),
                                    [](const FourMetrics& m) { return m.level != "estate" && m.level != "pool"; });
    audit.metrics.insert(after, rows.begin(), rows.end());
    audit.pools_only = timeline.gpus.empty();
    for (const PoolAccount& pool : pools) audit.pools_silent.ms = std::max(audit.pools_silent.ms, pool.uncovered_ms);
    if (audit.pools_only) judge(audit, pools);
    audit.claim_sources.push_back(plural(static_cast<std::int64_t>(pools.size()), "pool tables: {} pool, totals only",
                                         "pool tables: {} pools, totals only"));
    audit.cannot_say.push_back(
        text("What running GPUs did is not known: a pool table counts GPUs in use, not activity; add the metrics of a "
             "GPU exporter."));
    if (!audit.pools_only) return;
    audit.cannot_say.push_back(
        text("Why jobs waited beside free GPUs of their own pool is inferred from totals: a pool table names no nodes "
             "and no job sizes, so too few GPUs on one node is the likely cause, not an observed one; add node and "
             "pod objects."));
    audit.cannot_say.push_back(text("Prices cannot be applied: a pool table names no nodes or instance types."));
}

std::vector<model::Gap> silent_pools(const model::Timeline& timeline, std::span<const PoolAccount> pools) {
    std::vector<model::Gap> gaps;
    for (const PoolAccount& pool : pools) {
        if (pool.uncovered_ms == 0) continue;
        gaps.push_back(
            {.kind = model::Gap::Kind::missing_samples,
             .subject = "pool " + pool.pool,
             .message = text("its table says nothing for {} of the {}: what its GPUs did then, and what waited for "
                             "them, is in no figure",
                             duration_text({pool.uncovered_ms}), duration_text(timeline.window.length())),
             .count = 1,
             .gpu_time = {}});
    }
    return gaps;
}

}  // namespace arable::diagnose
