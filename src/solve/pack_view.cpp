#include "solve/pack_view.h"

#include <algorithm>

namespace arable::solve {
namespace {

bool at_most(const Amounts& size, const Amounts& room) {
    for (std::size_t d = 0; d < size.size(); ++d) {
        if (size[d] > room[d]) return false;
    }
    return true;
}

bool allowed(const ItemClass& item, std::uint32_t t) { return item.allowed.empty() || item.allowed[t]; }

bool fits_empty(const BinType& type, const ItemClass& item) {
    if (!at_most(item.size, type.capacity)) return false;
    if (item.inner == Inner::none) return true;
    if (item.inner == Inner::whole) return item.units <= type.units;
    if (type.units == 0) return false;
    if (item.inner == Inner::part) return at_most(item.part, type.unit_capacity);
    return std::ranges::any_of(type.layouts,
                               [&](const Amounts& slots) { return item.slot < slots.size() && slots[item.slot] > 0; });
}

}  // namespace

PackView view_of(const PackProblem& problem) {
    PackView view{.problem = &problem};
    view.items.resize(problem.types.size());
    for (const BinType& type : problem.types) view.dearest = std::max(view.dearest, type.cost);
    for (std::uint32_t i = 0; i < problem.items.size(); ++i) {
        const ItemClass& item = problem.items[i];
        std::vector<std::uint32_t> types;
        std::int64_t dearest = 0;
        for (std::uint32_t t = 0; t < problem.types.size(); ++t) {
            if (!allowed(item, t)) continue;
            dearest = std::max(dearest, problem.types[t].cost);
            if (problem.types[t].limit == 0 || !fits_empty(problem.types[t], item)) continue;
            types.push_back(t);
            if (item.count > 0) view.items[t].push_back(i);
        }
        view.demand.push_back(types.empty() ? 0 : item.count);
        view.skip_cost.push_back(item.skip_cost.value_or(dearest + 1));
        view.dearest = std::max(view.dearest, view.skip_cost.back());
        view.types.push_back(std::move(types));
    }
    return view;
}

std::vector<LeftOut> left_out(const PackView& view, const std::vector<std::int64_t>& unpacked,
                              const std::vector<std::int64_t>& used) {
    const PackProblem& problem = *view.problem;
    std::vector<LeftOut> out;
    for (std::uint32_t i = 0; i < problem.items.size(); ++i) {
        if (unpacked[i] == 0) continue;
        LeftReason reason = LeftReason::limit;
        if (view.types[i].empty()) {
            bool any = false;
            for (std::uint32_t t = 0; t < problem.types.size(); ++t) {
                any = any || (allowed(problem.items[i], t) && problem.types[t].limit != 0);
            }
            reason = any ? LeftReason::too_large : LeftReason::no_type;
        } else if (std::ranges::any_of(view.types[i], [&](std::uint32_t t) {
                       return !problem.types[t].limit || used[t] < *problem.types[t].limit;
                   })) {
            reason = LeftReason::not_worthwhile;
        }
        out.push_back({.item = i, .count = unpacked[i], .reason = reason});
    }
    return out;
}

}  // namespace arable::solve
