#include "solve/check_packing.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "solve/wide.h"

namespace arable::solve {
namespace {

// What one inner unit is seen to hold.
struct UnitUse {
    std::int64_t whole = 0;
    std::vector<Wide> parts;
    std::set<std::uint32_t> groups;
    std::map<std::uint32_t, std::int64_t> slots;
};

bool is_allowed(const ItemClass& item, std::uint32_t type) { return item.allowed.empty() || item.allowed[type]; }

class Judge {
  public:
    Judge(const PackProblem& problem, const Packing& packing) : problem_(problem), packing_(packing) {}

    std::string fault() {
        placed_.assign(problem_.items.size(), 0);
        std::vector<Wide> used(problem_.types.size(), 0);
        Wide cost = 0;
        for (std::size_t b = 0; b < packing_.bins.size(); ++b) {
            const PackedBin& bin = packing_.bins[b];
            if (bin.type >= problem_.types.size()) return fmt::format("bins[{}] is of no type", b);
            if (bin.copies <= 0) return fmt::format("bins[{}] has {} copies", b, bin.copies);
            if (bin.items.empty()) return fmt::format("bins[{}] is empty", b);
            if (std::string fault = fault_of_bin(bin); !fault.empty()) return fmt::format("bins[{}]: {}", b, fault);
            used[bin.type] += bin.copies;
            cost += Wide{bin.copies} * problem_.types[bin.type].cost;
        }
        for (std::size_t t = 0; t < used.size(); ++t) {
            const auto& limit = problem_.types[t].limit;
            if (limit && used[t] > *limit) return fmt::format("more bins of type {} than the {} there are", t, *limit);
        }
        if (cost != packing_.cost) return "the cost is not that of the bins";
        return fault_of_rest(used);
    }

  private:
    std::string fault_of_bin(const PackedBin& bin) {
        const BinType& type = problem_.types[bin.type];
        std::vector<Wide> sums(type.capacity.size(), 0);
        std::vector<UnitUse> units(type.units);
        for (UnitUse& unit : units) unit.parts.assign(type.unit_capacity.size(), 0);
        for (const PackedItem& packed : bin.items) {
            if (packed.item >= problem_.items.size()) return "holds an item of no class";
            const ItemClass& item = problem_.items[packed.item];
            if (packed.count <= 0) return fmt::format("holds {} of class {}", packed.count, packed.item);
            if (!is_allowed(item, bin.type)) return fmt::format("class {} may not be here", packed.item);
            for (std::size_t d = 0; d < sums.size(); ++d) sums[d] += Wide{packed.count} * item.size[d];
            if (std::string fault = enter(item, packed, units); !fault.empty()) return fault;
            placed_[packed.item] += Wide{packed.count} * bin.copies;
        }
        for (std::size_t d = 0; d < sums.size(); ++d) {
            if (sums[d] > type.capacity[d]) return fmt::format("holds more than its capacity[{}]", d);
        }
        if (!bin.layouts.empty() && bin.layouts.size() != units.size()) return "layouts are not one for each unit";
        for (std::size_t u = 0; u < units.size(); ++u) {
            const auto layout = bin.layouts.empty() ? std::nullopt : bin.layouts[u];
            if (std::string fault = fault_of_unit(type, units[u], layout); !fault.empty()) {
                return fmt::format("unit {} {}", u, fault);
            }
        }
        return "";
    }

    static std::string enter(const ItemClass& item, const PackedItem& packed, std::vector<UnitUse>& units) {
        if (item.inner == Inner::none) return packed.unit ? "an item that needs no unit names one" : "";
        if (!packed.unit) return "an item that needs a unit names none";
        const std::size_t first = *packed.unit;
        const std::size_t width = item.inner == Inner::whole ? item.units : 1;
        if (first + width > units.size()) return "an item is in a unit that is not there";
        switch (item.inner) {
            case Inner::none:
                break;
            case Inner::whole:
                for (std::size_t u = first; u < first + width; ++u) units[u].whole += packed.count;
                break;
            case Inner::part:
                for (std::size_t e = 0; e < item.part.size(); ++e) {
                    units[first].parts[e] += Wide{packed.count} * item.part[e];
                }
                units[first].groups.insert(item.group);
                break;
            case Inner::slot:
                units[first].slots[item.slot] += packed.count;
                break;
        }
        return "";
    }

    static std::string fault_of_unit(const BinType& type, const UnitUse& unit, std::optional<std::uint32_t> layout) {
        const int modes = (unit.whole > 0) + !unit.groups.empty() + !unit.slots.empty();
        if (modes > 1) return "is held whole, shared and cut at once";
        if (unit.whole > 1) return "is held whole by several items";
        if (unit.groups.size() > 1) return "is shared by several groups";
        for (std::size_t e = 0; e < unit.parts.size(); ++e) {
            if (unit.parts[e] > type.unit_capacity[e]) return fmt::format("holds more than its unit_capacity[{}]", e);
        }
        if (unit.slots.empty()) return layout ? "has a layout and no slot in use" : "";
        if (!layout) return "is cut by no layout";
        if (*layout >= type.layouts.size()) return "is cut by a layout that its type lacks";
        const Amounts& slots = type.layouts[*layout];
        for (const auto& [kind, count] : unit.slots) {
            if (kind >= slots.size() || count > slots[kind]) return fmt::format("has too few slots of kind {}", kind);
        }
        return "";
    }

    // Whether one item fits into an empty bin of the type, by the definition of a bin.
    bool alone(const ItemClass& item, const BinType& type) const {
        for (std::size_t d = 0; d < type.capacity.size(); ++d) {
            if (item.size[d] > type.capacity[d]) return false;
        }
        if (item.inner == Inner::none) return true;
        if (item.inner == Inner::whole) return item.units <= type.units;
        if (type.units == 0) return false;
        if (item.inner == Inner::part) {
            for (std::size_t e = 0; e < item.part.size(); ++e) {
                if (item.part[e] > type.unit_capacity[e]) return false;
            }
            return true;
        }
        return std::ranges::any_of(
            type.layouts, [&](const Amounts& slots) { return item.slot < slots.size() && slots[item.slot] > 0; });
    }

    std::string fault_of_rest(const std::vector<Wide>& used) {
        std::vector<std::int64_t> left(problem_.items.size(), 0);
        Wide skipped = 0;
        for (const LeftOut& out : packing_.left_out) {
            if (out.item >= left.size() || out.count <= 0) return "what is left out is of no class, or nothing";
            if (left[out.item] != 0) return fmt::format("class {} is left out twice", out.item);
            left[out.item] = out.count;
            if (reason_for(out.item, used) != out.reason) return fmt::format("class {} has another reason", out.item);
            if (out.reason == LeftReason::no_type || out.reason == LeftReason::too_large) continue;
            skipped += Wide{out.count} * cost_of_skipping(problem_.items[out.item]);
        }
        for (std::size_t i = 0; i < left.size(); ++i) {
            if (placed_[i] + left[i] == problem_.items[i].count) continue;
            return fmt::format("class {}: packed and left out are not all there are", i);
        }
        return skipped == packing_.skip_cost ? "" : "skip_cost is not that of the items left out";
    }

    std::int64_t cost_of_skipping(const ItemClass& item) const {
        if (item.skip_cost) return *item.skip_cost;
        std::int64_t dearest = 0;
        for (std::uint32_t t = 0; t < problem_.types.size(); ++t) {
            if (is_allowed(item, t)) dearest = std::max(dearest, problem_.types[t].cost);
        }
        return dearest + 1;
    }

    LeftReason reason_for(std::uint32_t i, const std::vector<Wide>& used) const {
        bool any = false;
        bool large_enough = false;
        bool free = false;
        for (std::uint32_t t = 0; t < problem_.types.size(); ++t) {
            const BinType& type = problem_.types[t];
            if (!is_allowed(problem_.items[i], t) || type.limit == 0) continue;
            any = true;
            if (!alone(problem_.items[i], type)) continue;
            large_enough = true;
            free = free || !type.limit || used[t] < *type.limit;
        }
        if (!any) return LeftReason::no_type;
        if (!large_enough) return LeftReason::too_large;
        return free ? LeftReason::not_worthwhile : LeftReason::limit;
    }

    const PackProblem& problem_;
    const Packing& packing_;
    std::vector<Wide> placed_;
};

}  // namespace

std::string fault_of(const PackProblem& problem, const Packing& packing) { return Judge(problem, packing).fault(); }

}  // namespace arable::solve
