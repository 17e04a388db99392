#include "diagnose/metrics_table.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "base/check.h"
#include "diagnose/demand.h"
#include "diagnose/hour_features.h"

namespace arable::diagnose {
namespace {

constexpr std::size_t at(AccountClass c) { return static_cast<std::size_t>(c); }

// One line of the table while it is added up.
struct Level {
    Account account;
    Average engine, sm;
    double used = 0.0, used_of = 0.0;      // bytes x ms
    double needed = 0.0, needed_of = 0.0;  // bytes x ms

    FourMetrics row(const char* level, std::string name) const {
        FourMetrics row;
        row.level = level;
        row.name = std::move(name);
        row.gpu_ms = account.total();
        row.computing_ms = account.classes[at(AccountClass::productive)];
        row.computing_low_ms = account.computing_low_ms;
        row.known_ms = row.gpu_ms - account.classes[at(AccountClass::unknown)];
        row.engine_mean = engine.value();
        row.sm_mean = sm.value();
        if (used_of > 0.0) row.memory_used_share = used / used_of;
        if (needed_of > 0.0) row.memory_needed_share = needed / needed_of;
        return row;
    }
};

// Means and memory of one claimed share, for every level that it is part of.
void measure(Level& level, const HourShare& share, const ClaimProfile* profile) {
    if (share.engine_all.known()) level.engine.add(share.engine_all);
    if (share.sm_all.known()) level.sm.add(share.sm_all);
    if (profile == nullptr || profile->memory_total <= 0.0F || !share.memory_used.known()) return;
    const double ms = share.memory_used.known_ms;
    const double of = static_cast<double>(profile->memory_total) * ms;
    level.used += static_cast<double>(share.memory_used.value) * ms;
    level.used_of += of;
    // Where no server tells what it needs, what is held stands for it.
    const bool told = profile->need_memory >= 0.0F;
    level.needed += static_cast<double>(told ? profile->need_memory : share.memory_used.value) * ms;
    level.needed_of += of;
}

void add_requests(FourMetrics& row, const Requests& requests) {
    row.requests_per_s = requests.per_second();
    row.latency_s = requests.latency();
    row.ttft_s = requests.ttft();
    row.output_tokens_per_s = requests.output_tokens_per_second();
}

struct Levels {
    Level estate;
    std::map<std::string, Level> pools, namespaces;
    std::vector<Level> workloads, gpus;
};

Levels add_up_levels(const model::Timeline& timeline, const Folded& folded, const Accounts& accounts,
                     std::span<const WorkloadView> views) {
    Levels levels;
    levels.estate.account = accounts.estate;
    levels.workloads.resize(accounts.workloads.size());
    levels.gpus.resize(accounts.gpus.size());
    std::vector<Level*> pool_of;
    for (std::size_t g = 0; g < accounts.gpus.size(); ++g) {
        levels.gpus[g].account = accounts.gpus[g];
        pool_of.push_back(&levels.pools[pool_name(timeline, timeline.gpus[g])]);
        pool_of.back()->account.add(accounts.gpus[g].classes, accounts.gpus[g].computing_low_ms);
    }
    std::vector<Level*> namespace_of(accounts.workloads.size(), nullptr);
    for (std::size_t w = 0; w < accounts.workloads.size(); ++w) {
        levels.workloads[w].account = accounts.workloads[w];
        const bool known = w < views.size();
        if (!known && accounts.workloads[w].total() == 0) continue;
        namespace_of[w] = &levels.namespaces[known ? namespace_name(timeline, views[w].cluster, views[w].ns)
                                                   : std::string(kUnknownHolder)];
        namespace_of[w]->account.add(accounts.workloads[w].classes, accounts.workloads[w].computing_low_ms);
    }
    for (std::size_t i = 0; i < folded.hours.size(); ++i) {
        const HourShare& share = folded.hours[i];
        const std::uint32_t owner = accounts.owner[i];
        if (owner == Accounts::kNoOwner) continue;
        const auto key = [](const ClaimProfile& p) { return std::pair(p.claim, p.lane); };
        const auto profile = std::ranges::lower_bound(folded.claims, std::pair(share.claim, share.lane), {}, key);
        const bool found = profile != folded.claims.end() && key(*profile) == std::pair(share.claim, share.lane);
        const std::size_t gpu = folded.lanes[share.lane].gpu.at();
        for (Level* level :
             {&levels.estate, pool_of[gpu], &levels.gpus[gpu], &levels.workloads[owner], namespace_of[owner]}) {
            if (level != nullptr) measure(*level, share, found ? &*profile : nullptr);
        }
    }
    return levels;
}

// Takes the waits of one row out of those that are still to be shown.
template <class Key>
std::optional<std::int64_t> taken(std::map<Key, std::int64_t>& waits, const Key& key, bool known) {
    if (!known) return std::nullopt;
    const auto it = waits.find(key);
    if (it == waits.end()) return 0;
    const std::int64_t ms = it->second;
    waits.erase(it);
    return ms;
}

// Those who waited and never held a GPU.
void add_waiter(std::vector<FourMetrics>& table, const char* level, std::string name, std::int64_t wait_ms) {
    table.push_back(Level{}.row(level, std::move(name)));
    table.back().wait_gpu_ms = wait_ms;
}

void check_waits(const std::vector<FourMetrics>& table, const Waits& waits, const Demand& demand) {
    if (!waits.known) return;
    std::int64_t of_pools = 0;
    for (const auto& [pool, ms] : demand.pool_wait_ms) of_pools += ms;
    for (const std::string_view level : {"namespace", "workload"}) {
        std::int64_t sum = of_pools;
        for (const FourMetrics& row : table)
            if (row.level == level && row.wait_gpu_ms) sum += *row.wait_gpu_ms;
        ARABLE_CHECK(sum == waits.gpu_ms);
    }
}

void check_levels(const std::vector<FourMetrics>& table, std::int64_t paid) {
    std::int64_t pools = 0;
    std::int64_t gpus = 0;
    for (const FourMetrics& row : table) {
        if (row.level == "pool") pools += row.gpu_ms;
        if (row.level == "gpu") gpus += row.gpu_ms;
        ARABLE_CHECK(row.computing_ms <= row.known_ms && row.known_ms <= row.gpu_ms);
    }
    ARABLE_CHECK(pools == paid && gpus == paid);
}

}  // namespace

std::string pool_name(const model::Timeline& timeline, const model::Gpu& gpu) {
    std::string pool;
    if (gpu.node.known()) pool = timeline.nodes[gpu.node.at()].pool;
    if (pool.empty()) pool = kNoPool;
    return timeline.clusters.size() > 1 ? gpu.cluster + "/" + pool : pool;
}

std::vector<FourMetrics> four_metrics(const model::Timeline& timeline, const Folded& folded, const Accounts& accounts,
                                      std::span<const WorkloadView> views, const Waits& waits) {
    const Levels levels = add_up_levels(timeline, folded, accounts, views);
    const Demand demand = demand_of(timeline, folded, waits);
    std::vector<FourMetrics> table;
    table.push_back(levels.estate.row("estate", ""));
    if (waits.known) table.back().wait_gpu_ms = waits.gpu_ms;
    add_requests(table.back(), demand.estate);
    for (const auto& [name, level] : levels.pools) {
        table.push_back(level.row("pool", name));
        const auto it = demand.pool_wait_ms.find(name);
        if (it != demand.pool_wait_ms.end()) table.back().wait_gpu_ms = it->second;
    }
    auto first = static_cast<std::ptrdiff_t>(table.size());
    const auto sort_rows = [&] {
        std::stable_sort(table.begin() + first, table.end(),
                         [](const FourMetrics& a, const FourMetrics& b) { return a.name < b.name; });
        first = static_cast<std::ptrdiff_t>(table.size());
    };
    auto of_namespaces = demand.namespace_wait_ms;
    for (const auto& [name, level] : levels.namespaces) {
        table.push_back(level.row("namespace", name));
        if (name == kUnknownHolder) continue;
        table.back().wait_gpu_ms = taken(of_namespaces, name, waits.known);
        if (const auto it = demand.namespaces.find(name); it != demand.namespaces.end())
            add_requests(table.back(), it->second);
    }
    for (const auto& [name, ms] : of_namespaces) add_waiter(table, "namespace", name, ms);
    sort_rows();
    auto of_waiters = demand.waiter_wait_ms;
    for (std::size_t w = 0; w < levels.workloads.size(); ++w) {
        const bool known = w < views.size();
        if (!known && levels.workloads[w].account.total() == 0) continue;
        table.push_back(levels.workloads[w].row("workload", known ? views[w].full_name() : kUnknownHolder));
        if (!known) continue;
        table.back().wait_gpu_ms = taken(of_waiters, WaiterName{views[w].cluster, views[w].full_name()}, waits.known);
        if (const auto it = demand.workloads.find(views[w].workload); it != demand.workloads.end())
            add_requests(table.back(), it->second);
    }
    for (const auto& [name, ms] : of_waiters) add_waiter(table, "workload", name.second, ms);
    sort_rows();
    for (std::size_t g = 0; g < levels.gpus.size(); ++g)
        table.push_back(levels.gpus[g].row("gpu", timeline.gpus[g].name));
    sort_rows();
    check_levels(table, folded.presence_ms);
    check_waits(table, waits, demand);
    return table;
}

}  // namespace arable::diagnose
