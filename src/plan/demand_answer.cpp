#include "plan/demand_answer.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/core.h>

namespace arable::plan {
namespace {

// Writes the nodes of one packing.
class Writer {
  public:
    Writer(const Demand& demand, const DemandProblem& problem, Plan& plan)
        : demand_(demand), problem_(problem), plan_(plan), nodes_(problem.types.size(), 0) {}

    void write(const solve::PackedBin& bin) {
        for (std::int64_t copy = 0; copy < bin.copies; ++copy) {
            node_ = fmt::format("{}-{}", problem_.types[bin.type].name, ++nodes_[bin.type]);
            cuts_.clear();
            shared_.clear();
            for (const solve::PackedItem& packed : bin.items)
                for (std::int64_t i = 0; i < packed.count; ++i) place(bin, packed);
            for (const int gpu : shared_) plan_.layouts.push_back({.node = node_, .gpu = gpu, .shared = true});
            for (auto& [gpu, instances] : cuts_) {
                std::ranges::sort(instances, {}, &model::MigPlacement::start);
                plan_.layouts.push_back({.node = node_, .gpu = gpu, .instances = std::move(instances)});
            }
        }
    }
    const std::vector<std::int64_t>& nodes() const { return nodes_; }

  private:
    void place(const solve::PackedBin& bin, const solve::PackedItem& packed) {
        const solve::ItemClass& item = problem_.pack.items[packed.item];
        Placement placement{.item = demand_.items[problem_.items[packed.item]].name, .node = node_};
        const int first = static_cast<int>(packed.unit.value_or(0));
        switch (item.inner) {
            case solve::Inner::none:
                break;
            case solve::Inner::whole:
                for (std::uint32_t u = 0; u < item.units; ++u) placement.gpus.push_back(first + static_cast<int>(u));
                break;
            case solve::Inner::part:
                placement.gpus = {first};
                placement.share = Share{item.part[0], item.part[1]};
                shared_.insert(first);
                break;
            case solve::Inner::slot:
                placement.gpus = {first};
                take_instance(bin, first, item.slot, placement);
                break;
        }
        plan_.placements.push_back(std::move(placement));
    }

    // The next instance of this profile that the unit's layout has and that nobody took yet.
    void take_instance(const solve::PackedBin& bin, int unit, std::uint32_t slot, Placement& placement) {
        const auto& layout = problem_.types[bin.type].menu[*bin.layouts[static_cast<std::size_t>(unit)]];
        std::vector<model::MigPlacement>& taken = cuts_[unit];
        for (const model::MigPlacement& instance : layout) {
            const bool used = std::ranges::any_of(taken, [&](const auto& t) { return t.start == instance.start; });
            if (used || instance.profile != problem_.slots[slot]) continue;
            taken.push_back(instance);
            placement.profile = instance.profile;
            placement.start = instance.start;
            return;
        }
    }

    const Demand& demand_;
    const DemandProblem& problem_;
    Plan& plan_;
    std::vector<std::int64_t> nodes_;  // named so far, by type
    std::string node_;
    std::map<int, std::vector<model::MigPlacement>> cuts_;  // by GPU of the node
    std::set<int> shared_;
};

// The largest free part of a GPU that some item of the same group could still take.
std::int64_t most_memory_left(const solve::PackProblem& pack, const solve::Packing& packing, std::uint32_t group) {
    std::int64_t most = 0;
    for (const solve::PackedBin& bin : packing.bins) {
        const solve::BinType& type = pack.types[bin.type];
        std::map<std::uint32_t, std::int64_t> left;
        std::set<std::uint32_t> other;
        for (std::uint32_t u = 0; u < type.units; ++u) left[u] = type.unit_capacity[0];
        for (const solve::PackedItem& packed : bin.items) {
            const solve::ItemClass& item = pack.items[packed.item];
            if (!packed.unit || item.inner == solve::Inner::none) continue;
            if (item.inner == solve::Inner::part && item.group == group) {
                left[*packed.unit] -= item.part[0] * packed.count;
                continue;
            }
            const std::uint32_t units = item.inner == solve::Inner::whole ? item.units : 1;
            for (std::uint32_t u = 0; u < units; ++u) other.insert(*packed.unit + u);
        }
        for (const auto& [unit, free] : left)
            if (!other.contains(unit)) most = std::max(most, free);
    }
    return most;
}

// What an empty node of the best kind lacks for one of these.
Text shortage_of(const DemandProblem& problem, const solve::ItemClass& item) {
    std::vector<Text> best;
    bool any = false;
    for (std::size_t t = 0; t < problem.pack.types.size(); ++t) {
        if (!item.allowed.empty() && !item.allowed[t]) continue;
        const solve::BinType& type = problem.pack.types[t];
        std::vector<Text> lacks;
        const auto lack = [&](std::int64_t needs, std::int64_t has, auto words) {
            if (needs > has) lacks.push_back(words(needs, has));
        };
        lack(item.size[0], type.capacity[0],
             [](std::int64_t needs, std::int64_t has) { return text("{} of {} milli-CPU", has, needs); });
        lack(item.size[1], type.capacity[1],
             [](std::int64_t needs, std::int64_t has) { return text("{} of {} MiB of host memory", has, needs); });
        if (item.inner == solve::Inner::whole)
            lack(item.units, type.units,
                 [](std::int64_t needs, std::int64_t has) { return text("{} of {} GPUs", has, needs); });
        if (item.inner == solve::Inner::part) {
            lack(1, type.units, [](std::int64_t needs, std::int64_t has) { return text("{} of {} GPUs", has, needs); });
            lack(item.part[0], type.unit_capacity[0], [](std::int64_t needs, std::int64_t has) {
                return text("{} of {} MiB of one GPU's memory", has, needs);
            });
        }
        if (!any || lacks.size() < best.size()) best = std::move(lacks);
        any = true;
    }
    return joined(best, ", ", ", ");
}

Text reason_of(const DemandProblem& problem, const solve::Packing& packing, const solve::LeftOut& left) {
    const solve::ItemClass& item = problem.pack.items[left.item];
    switch (left.reason) {
        case solve::LeftReason::no_type:
            return text("no node of the fleet can be used for it");
        case solve::LeftReason::too_large: {
            const Text lacks = shortage_of(problem, item);
            if (lacks.empty()) return text("no empty node of the fleet holds one of it");
            return text("no empty node of the fleet holds one of it; the nearest has {}", lacks);
        }
        case solve::LeftReason::limit:
        case solve::LeftReason::not_worthwhile:
            break;
    }
    if (item.inner == solve::Inner::part && item.part[0] > 0) {
        const std::int64_t left_over = most_memory_left(problem.pack, packing, item.group);
        if (left_over < item.part[0])
            return text("all nodes that there are are full: short by {} MiB on the emptiest GPU",
                        item.part[0] - left_over);
    }
    return text("all nodes that there are are full");
}

// One kind of node alone: what is proven of its price is proven of its number, too.
void bound_of(const DemandProblem& problem, const solve::Packing& packing, Bound& bound) {
    bound.kind = problem.by_money ? "money" : "gpus";
    if (!packing.left_out.empty()) {
        const bool all_fit = std::ranges::all_of(packing.left_out, [](const solve::LeftOut& left) {
            return left.reason == solve::LeftReason::no_type || left.reason == solve::LeftReason::too_large;
        });
        if (!all_fit) return;  // the bound is of nodes and of work left out together
    }
    (problem.by_money ? bound.micros_per_hour : bound.gpus) = packing.bound;
    if (problem.pack.types.size() != 1 || problem.pack.types[0].cost <= 0) return;
    const std::int64_t cost = problem.pack.types[0].cost;
    const std::int64_t nodes = (packing.bound + cost - 1) / cost;
    bound.nodes = nodes;
    bound.gpus = nodes * problem.pack.types[0].units;
    if (problem.by_money) bound.micros_per_hour = nodes * cost;
}

}  // namespace

Plan plan_of(const Demand& demand, DemandProblem problem, const solve::Packing& packing) {
    Plan plan;
    Writer writer(demand, problem, plan);
    for (const solve::PackedBin& bin : packing.bins) writer.write(bin);
    Totals totals{.micros_per_hour = 0};
    for (std::size_t t = 0; t < problem.types.size(); ++t) {
        const std::int64_t nodes = writer.nodes()[t];
        const auto& price = demand.fleet[problem.types[t].row].micros_per_hour;
        totals.nodes += nodes;
        totals.gpus += nodes * problem.pack.types[t].units;
        if (nodes > 0 && !price) totals.micros_per_hour.reset();
        if (totals.micros_per_hour && price) *totals.micros_per_hour += nodes * *price;
    }
    plan.as_is = totals;
    bound_of(problem, packing, plan.bound);
    for (const solve::LeftOut& left : packing.left_out)
        problem.refused.push_back(
            {demand.items[problem.items[left.item]].name, left.count, reason_of(problem, packing, left)});
    plan.refused = std::move(problem.refused);
    plan.assumptions = std::move(problem.assumptions);
    return plan;
}

std::optional<double> gap_of(std::optional<std::int64_t> value, std::optional<std::int64_t> bound) {
    if (!value || !bound) return std::nullopt;
    return *value <= *bound ? 0.0 : static_cast<double>(*value - *bound) / static_cast<double>(*value);
}

}  // namespace arable::plan
