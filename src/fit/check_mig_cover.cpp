#include "fit/check_mig_cover.h"

#include <fmt/format.h>

#include <algorithm>

namespace arable::fit {
namespace {

std::string gpu_fault(const MigPool& pool, const MigGpu& gpu) {
    if (gpu.whole) return gpu.instances.empty() ? "" : "is whole and cut at once";
    if (gpu.instances.empty()) return "serves nobody";
    if (pool.geometry == nullptr) return "has no MIG";
    std::vector<model::MigPlacement> placements;
    for (const MigInstance& instance : gpu.instances) {
        if (instance.profile >= pool.geometry->profiles.size()) return "has a profile that does not exist";
        placements.push_back({pool.geometry->profiles[instance.profile].name, instance.start});
    }
    const auto legal = model::check_layout(*pool.geometry, placements);
    return legal ? "" : legal.error().message;
}

}  // namespace

std::string fault_of(std::span<const MigPool> pools, std::span<const MigItem> items, const MigCover& cover) {
    std::vector<std::int64_t> served(items.size(), 0), used(pools.size(), 0);
    bool is_accepted = true;
    const auto serve = [&](std::uint32_t item, const MigChoice& choice) {
        is_accepted = is_accepted && item < items.size() &&
                      std::ranges::find(items[item].accepts, choice) != items[item].accepts.end();
        if (item < items.size()) ++served[item];
    };
    std::int64_t cost = 0;
    for (std::size_t i = 0; i < cover.gpus.size(); ++i) {
        const MigGpu& gpu = cover.gpus[i];
        if (gpu.pool >= pools.size()) return fmt::format("GPU {} is of no pool", i);
        if (const std::string fault = gpu_fault(pools[gpu.pool], gpu); !fault.empty())
            return fmt::format("GPU {}: {}", i, fault);
        ++used[gpu.pool];
        cost += pools[gpu.pool].cost;
        if (gpu.whole) serve(*gpu.whole, {.pool = gpu.pool, .profile = {}});
        for (const MigInstance& instance : gpu.instances)
            serve(instance.item, {.pool = gpu.pool, .profile = instance.profile});
    }
    if (!is_accepted) return "an item has what it does not accept";
    for (std::size_t i = 0; i < pools.size(); ++i) {
        if (pools[i].gpus && used[i] > *pools[i].gpus) return fmt::format("pool {} has no {} GPUs", i, used[i]);
    }
    const bool has_cover =
        cover.answer.status == solve::CoverStatus::optimal || cover.answer.status == solve::CoverStatus::feasible;
    if (!has_cover) return cover.gpus.empty() ? "" : "GPUs are given where there should be none";
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (served[i] != items[i].count)
            return fmt::format("item {} wants {} and has {}", i, items[i].count, served[i]);
    }
    return cost == cover.answer.cost ? "" : "the cost is not that of the GPUs";
}

}  // namespace arable::fit
