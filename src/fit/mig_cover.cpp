#include "fit/mig_cover.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "model/mig_layouts.h"
#include "model/mig_starts.h"

namespace arable::fit {
namespace {

constexpr std::int64_t kMostGpus = 1'000'000;

// A pool with what its GPUs can be: each distinct choice of some item is a slot kind of the covering problem.
struct Lattice {
    model::MigLayouts layouts;
    model::MigStarts starts;
    std::vector<model::MigCounts> configurations;  // maximal; the whole GPU, if wanted, comes after them
    bool has_whole = false;
};

using SlotOf = std::map<MigChoice, std::uint32_t>;

Result<SlotOf> slots_of(std::span<const MigPool> pools, std::span<const MigItem> items) {
    SlotOf slots;
    for (const MigItem& item : items) {
        for (const MigChoice& choice : item.accepts) {
            const auto* geometry = choice.pool < pools.size() ? pools[choice.pool].geometry : nullptr;
            const bool exists = geometry != nullptr && (!choice.profile || *choice.profile < geometry->profiles.size());
            if (!exists) return fail(ErrorCode::invalid_input, fmt::format("pool {} has no such profile", choice.pool));
            slots.try_emplace(choice, 0);
        }
    }
    std::uint32_t next = 0;
    for (auto& [choice, slot] : slots) slot = next++;
    return slots;
}

Result<Lattice> lattice_of(const MigPool& pool, std::uint32_t index, const SlotOf& slots) {
    std::vector<bool> wanted(pool.geometry == nullptr ? 0 : pool.geometry->profiles.size(), false);
    bool has_whole = false;
    for (const auto& [choice, slot] : slots) {
        if (choice.pool != index) continue;
        if (choice.profile) wanted[*choice.profile] = true;
        has_whole = has_whole || !choice.profile;
    }
    ARABLE_TRY(layouts,
               model::MigLayouts::of(pool.geometry == nullptr ? model::MigGeometry{} : *pool.geometry, wanted));
    model::MigStarts starts(layouts);
    auto configurations = model::maximal_counts(layouts);
    return Lattice{.layouts = std::move(layouts),
                   .starts = std::move(starts),
                   .configurations = std::move(configurations),
                   .has_whole = has_whole};
}

solve::CoverProblem problem_of(std::span<const MigPool> pools, std::span<const MigItem> items, const SlotOf& slots,
                               const std::vector<Lattice>& lattices) {
    solve::CoverProblem problem{.slot_kinds = static_cast<std::uint32_t>(slots.size()), .bins = {}, .items = {}};
    for (std::uint32_t i = 0; i < pools.size(); ++i) {
        solve::BinKind kind{.configurations = {}, .cost = pools[i].cost, .limit = pools[i].gpus};
        for (const model::MigCounts& counts : lattices[i].configurations) {
            solve::SlotCounts of_slots(slots.size(), 0);
            for (const auto& [choice, slot] : slots) {
                if (choice.pool == i && choice.profile) of_slots[slot] = counts[*choice.profile];
            }
            kind.configurations.push_back(std::move(of_slots));
        }
        if (lattices[i].has_whole) {
            kind.configurations.emplace_back(slots.size(), 0).at(slots.at({.pool = i, .profile = {}})) = 1;
        }
        problem.bins.push_back(std::move(kind));
    }
    for (const MigItem& item : items) {
        solve::ItemKind wanted{.demand = item.count, .accepts = {}};
        for (const MigChoice& choice : item.accepts) wanted.accepts.push_back(slots.at(choice));
        std::ranges::sort(wanted.accepts);
        const auto twice = std::ranges::unique(wanted.accepts);
        wanted.accepts.erase(twice.begin(), twice.end());
        problem.items.push_back(std::move(wanted));
    }
    return problem;
}

// Hands the items that were given a slot kind to one GPU after the other.
class Hand {
  public:
    Hand(const solve::CoverAnswer& answer, const SlotOf& slots) : slots_(slots), waiting_(slots.size()) {
        for (const solve::Serving& serving : answer.served) {
            waiting_[serving.slot].push_back({serving.item, serving.count});
        }
    }

    std::optional<std::uint32_t> next(const MigChoice& choice) {
        const auto slot = slots_.find(choice);
        if (slot == slots_.end() || waiting_[slot->second].empty()) return std::nullopt;
        auto& [item, count] = waiting_[slot->second].front();
        const std::uint32_t taken = item;
        if (--count == 0) waiting_[slot->second].pop_front();
        return taken;
    }

  private:
    const SlotOf& slots_;
    std::vector<std::deque<std::pair<std::uint32_t, std::int64_t>>> waiting_;
};

MigGpu gpu_of(const Lattice& lattice, const solve::BinCount& bin, Hand& hand) {
    MigGpu gpu{.pool = bin.kind, .instances = {}, .whole = {}};
    if (bin.configuration >= lattice.configurations.size()) {
        gpu.whole = hand.next({.pool = bin.kind, .profile = {}});
        return gpu;
    }
    const model::MigCounts& most = lattice.configurations[bin.configuration];
    model::MigCounts counts(most.size(), 0);
    std::vector<std::deque<std::uint32_t>> items(most.size());
    for (std::uint32_t profile = 0; profile < most.size(); ++profile) {
        while (counts[profile] < most[profile]) {
            const auto item = hand.next({.pool = bin.kind, .profile = profile});
            if (!item) break;
            items[profile].push_back(*item);
            ++counts[profile];
        }
    }
    const auto layout = lattice.starts.arrange(counts);  // part of a legal layout, so legal
    const auto places = lattice.layouts.slots();
    for (std::size_t i = 0; layout && i < places.size(); ++i) {
        if ((lattice.layouts.mask(*layout) >> i & 1U) == 0) continue;
        auto& waiting = items[places[i].profile];
        gpu.instances.push_back({.profile = places[i].profile, .start = places[i].start, .item = waiting.front()});
        waiting.pop_front();
    }
    std::ranges::sort(gpu.instances, {}, &MigInstance::start);
    return gpu;
}

}  // namespace

std::vector<MigChoice> named(std::span<const MigPool> pools, std::string_view profile) {
    std::vector<MigChoice> choices;
    const auto name = model::parse_mig_profile(profile);
    for (std::uint32_t i = 0; name && i < pools.size(); ++i) {
        if (pools[i].geometry == nullptr) continue;
        const model::MigProfile* found = pools[i].geometry->find(*name);
        if (found == nullptr) continue;
        choices.push_back(
            {.pool = i, .profile = static_cast<std::uint32_t>(found - pools[i].geometry->profiles.data())});
    }
    return choices;
}

std::vector<MigChoice> holding(std::span<const MigPool> pools, const model::MigNeed& need) {
    std::vector<MigChoice> choices;
    for (std::uint32_t i = 0; i < pools.size(); ++i) {
        if (pools[i].geometry == nullptr) continue;
        for (const std::uint32_t profile : model::profiles_for(*pools[i].geometry, need).sure) {
            choices.push_back({.pool = i, .profile = profile});
        }
    }
    return choices;
}

Result<MigCover> cover_mig(std::span<const MigPool> pools, std::span<const MigItem> items,
                           const solve::CoverBudget& budget) {
    ARABLE_TRY(slots, slots_of(pools, items));
    std::vector<Lattice> lattices;
    for (std::uint32_t i = 0; i < pools.size(); ++i) {
        ARABLE_TRY(lattice, lattice_of(pools[i], i, slots));
        lattices.push_back(std::move(lattice));
    }
    ARABLE_TRY(answer, solve::cover(problem_of(pools, items, slots, lattices), budget));
    MigCover cover{.gpus = {}, .answer = std::move(answer)};
    std::int64_t gpus = 0;
    for (const solve::BinCount& bin : cover.answer.bins) gpus += bin.count;
    if (gpus > kMostGpus) return fail(ErrorCode::limit, fmt::format("{} GPUs, at most {} are listed", gpus, kMostGpus));
    Hand hand(cover.answer, slots);
    for (const solve::BinCount& bin : cover.answer.bins) {
        for (std::int64_t i = 0; i < bin.count; ++i) {
            MigGpu gpu = gpu_of(lattices[bin.kind], bin, hand);
            if (gpu.whole || !gpu.instances.empty()) cover.gpus.push_back(std::move(gpu));
        }
    }
    return cover;
}

}  // namespace arable::fit
