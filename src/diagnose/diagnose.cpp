#include "diagnose/diagnose.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "base/check.h"
#include "diagnose/accounting.h"
#include "diagnose/cannot_say.h"
#include "diagnose/catalogue.h"
#include "diagnose/curable.h"
#include "diagnose/decompose.h"
#include "diagnose/fold.h"
#include "diagnose/metrics_table.h"
#include "diagnose/pool_tables.h"
#include "diagnose/tables.h"
#include "diagnose/verdicts.h"
#include "diagnose/week.h"

namespace arable::diagnose {
namespace {

WindowFacts window_facts(const model::Timeline& timeline, const Folded& folded) {
    WindowFacts facts{.window = timeline.window,
                      .asked = timeline.asked,
                      .found = timeline.window.length(),
                      .instant = timeline.instant,
                      .sample_interval = folded.sample_interval};
    facts.downsampled = folded.sample_interval > minutes(5);
    return facts;
}

void add_gaps(Audit& audit, const model::Timeline& timeline, const Folded& folded, std::span<const PoolAccount> pools) {
    audit.gaps = timeline.gaps;
    audit.gaps.insert(audit.gaps.end(), folded.gaps.begin(), folded.gaps.end());
    for (model::Gap& gap : silent_pools(timeline, pools)) audit.gaps.push_back(std::move(gap));
    // Stuck counters and silence overlap in what they leave unknown: the class itself is the sum.
    audit.gap_gpu_ms = audit.accounting[static_cast<std::size_t>(AccountClass::unknown)].gpu_ms;
}

void add_holders(Audit& audit, const model::Timeline& timeline) {
    std::set<model::PodIx> holders;
    for (const model::Claim& claim : timeline.claims)
        if (claim.pod.known()) holders.insert(claim.pod);
    audit.holders_seen = !holders.empty();
    audit.holders = static_cast<std::int64_t>(holders.size());
    audit.holders_unspecified =
        std::ranges::count_if(holders, [&](model::PodIx pod) { return !timeline.pods[pod.at()].spec.spec_known; });
}

// One instant says nothing of an hour of the week.
void add_week(Audit& audit, const Folded& folded, const Accounts& accounts, const WeekTimes& pools) {
    if (audit.window.instant) return;
    audit.week = week_times(folded, accounts);
    for (std::size_t h = 0; h < pools.size(); ++h) {
        for (std::size_t c = 0; c < kAccountClasses; ++c) audit.week[h][c] += pools[h][c];
    }
}

// `pools_ms`: GPU-time that no card stands for.
void check_sums(const Audit& audit, std::int64_t pools_ms) {
    std::int64_t classes = 0;
    std::int64_t gpus = 0;
    std::int64_t waits = 0;
    std::int64_t week = 0;
    for (const ClassAmount& amount : audit.accounting) classes += amount.gpu_ms;
    for (const GpuRow& row : audit.gpus) gpus += row.gpu_ms;
    gpus += pools_ms;
    for (const Wait& wait : audit.waits.waits) waits += wait.gpu_ms;
    for (const ClassTimes& hour : audit.week) week += std::accumulate(hour.begin(), hour.end(), std::int64_t{0});
    ARABLE_CHECK(classes == audit.capacity.gpu_ms);
    ARABLE_CHECK(gpus == audit.capacity.gpu_ms);
    ARABLE_CHECK(!audit.waits.known || waits == audit.waits.gpu_ms);
    ARABLE_CHECK(audit.week.empty() || week == audit.capacity.gpu_ms);
}

}  // namespace

Result<Study> study(const model::Timeline& timeline, const series::SignalReader& signals, const Policy& policy) {
    ARABLE_TRY(folded, fold(timeline, signals, policy));
    return study(timeline, std::move(folded), policy);
}

Study study(const model::Timeline& timeline, Folded folded, const Policy& policy) {
    std::vector<WorkloadView> views = workload_views(timeline, folded);
    WaitOutcome waiting = decompose_waits(timeline, folded, policy);
    std::vector<Stall> stalled = stalls(timeline, folded, policy);
    Accounts accounts = account(timeline, folded, stalled, waiting.marks, views, policy);
    const std::vector<Tenant> tenants = tenants_of(timeline, folded, views, policy);
    CurableSplit split = split_curable(folded, accounts, tenants, judge_tenants(timeline, tenants));
    return Study{.folded = std::move(folded),
                 .views = std::move(views),
                 .waiting = std::move(waiting),
                 .stalled = std::move(stalled),
                 .accounts = std::move(accounts),
                 .split = std::move(split)};
}

Audit audit_of(const model::Timeline& timeline, const Study& study, const Policy& policy) {
    const auto& [folded, views, waiting, stalled, accounts, split] = study;
    Audit out;
    out.clusters = timeline.clusters;
    out.window = window_facts(timeline, folded);
    out.capacity = capacity_of(timeline, folded);
    out.accounting = class_amounts(accounts, split);
    out.computing_low_ms = accounts.estate.computing_low_ms;
    for (const model::Quantity q :
         {model::Quantity::engine_active, model::Quantity::sm_active, model::Quantity::gpu_util}) {
        out.activity_seen = out.activity_seen || folded.quantity_seen[static_cast<std::size_t>(q)];
    }
    out.computing_is_range = accounts.estate.is_range;
    out.metrics = four_metrics(timeline, folded, accounts, views, waiting.waits);
    out.findings = detect({timeline, folded, stalled, waiting.waits, waiting.marks, policy, views});
    add_curable(out.findings, views, split);
    add_holders(out, timeline);
    out.steps = step_verdicts(out.findings, accounts,
                              {.activity = out.activity_seen,
                               .holders = out.holders_seen,
                               .waits = waiting.waits.seen,
                               .instant = out.window.instant});
    out.workloads = workload_rows(timeline, folded, accounts, views, split);
    out.gpus = gpu_rows(timeline, folded, accounts);
    add_week(out, folded, accounts, waiting.pools_week);
    out.edits = edit_needs(views, split);
    out.forbidden = forbidden_rules(split);
    out.claim_sources = claim_sources(timeline, folded);
    out.waits = waiting.waits;
    out.cannot_say = cannot_say(timeline, folded, out);
    add_pools(out, timeline, waiting.pools);
    out.sources = timeline.sources;
    out.inputs_named = timeline.inputs_named;
    add_gaps(out, timeline, folded, waiting.pools);
    std::int64_t pools_ms = 0;
    for (const PoolAccount& pool : waiting.pools) pools_ms += pool.paid_ms;
    check_sums(out, pools_ms);
    return out;
}

Result<Audit> audit(const model::Timeline& timeline, const series::SignalReader& signals, const Policy& policy) {
    ARABLE_TRY(studied, study(timeline, signals, policy));
    return audit_of(timeline, studied, policy);
}

}  // namespace arable::diagnose
