#include "solve/check_cover.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace arable::solve {
namespace {

__extension__ using Wide = __int128;

// A sum that remembers that it did not fit; 128 bits are far more than an honest answer needs.
class Sum {
  public:
    void add(Wide a, Wide b = 1) {
        Wide product = 0;
        broken_ = broken_ || __builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(value_, product, &value_);
    }
    bool fits() const { return !broken_; }
    Wide value() const { return value_; }

  private:
    Wide value_ = 0;
    bool broken_ = false;
};

// ---- What is there ----

std::string bins_fault(const CoverProblem& problem, const CoverAnswer& answer) {
    Sum cost;
    std::vector<Sum> of_kind(problem.bins.size());
    for (std::size_t i = 0; i < answer.bins.size(); ++i) {
        const BinCount& bin = answer.bins[i];
        if (bin.kind >= problem.bins.size()) return "a bin is of a kind that does not exist";
        const BinKind& kind = problem.bins[bin.kind];
        if (bin.configuration >= kind.configurations.size()) return "a bin has a configuration that does not exist";
        if (bin.count <= 0) return "a number of bins is not positive";
        if (i > 0 && std::pair(answer.bins[i - 1].kind, answer.bins[i - 1].configuration) >=
                         std::pair(bin.kind, bin.configuration)) {
            return "the bins are not in order";
        }
        cost.add(bin.count, kind.cost);
        of_kind[bin.kind].add(bin.count);
        if (kind.limit && of_kind[bin.kind].value() > *kind.limit)
            return "there are more bins of a kind than its limit";
    }
    return cost.fits() && cost.value() == answer.cost ? "" : "the cost is not that of the bins";
}

std::string served_fault(const CoverProblem& problem, const CoverAnswer& answer) {
    std::vector<Sum> spare(problem.slot_kinds), served(problem.items.size());
    for (const BinCount& bin : answer.bins) {
        const SlotCounts& slots = problem.bins[bin.kind].configurations[bin.configuration];
        for (std::size_t q = 0; q < spare.size(); ++q) spare[q].add(bin.count, slots[q]);
    }
    for (std::size_t i = 0; i < answer.served.size(); ++i) {
        const Serving& serving = answer.served[i];
        if (serving.item >= problem.items.size() || serving.slot >= spare.size()) {
            return "an item or slot is named that does not exist";
        }
        if (serving.count <= 0) return "a number of served items is not positive";
        if (i > 0 &&
            std::pair(answer.served[i - 1].item, answer.served[i - 1].slot) >= std::pair(serving.item, serving.slot)) {
            return "the served items are not in order";
        }
        const auto& accepts = problem.items[serving.item].accepts;
        if (std::ranges::find(accepts, serving.slot) == accepts.end())
            return "an item is in a slot that it does not accept";
        spare[serving.slot].add(-serving.count);
        served[serving.item].add(serving.count);
    }
    for (const Sum& slots : spare) {
        if (!slots.fits() || slots.value() < 0) return "more items are in slots of a kind than there are";
    }
    for (std::size_t p = 0; p < served.size(); ++p) {
        if (!served[p].fits() || served[p].value() != problem.items[p].demand)
            return "an item kind is not served in full";
    }
    return "";
}

// ---- What is proven ----

struct Range {
    Wide least = 0;
    std::optional<Wide> most;
    void at_most(Wide value) { most = most ? std::min(*most, value) : value; }
    void at_least(Wide value) { least = std::max(least, value); }
};

// How many bins a node of the proof speaks of: all that its ancestors' splits left it.
struct Box {
    std::vector<Range> kinds;
    std::vector<std::vector<Range>> configurations;
};

struct Judge {
    const CoverProblem& problem;
    const CoverAnswer& answer;
    std::string fault = {};
    std::vector<bool> seen = {};

    std::string refuse(std::string why) {
        if (fault.empty()) fault = std::move(why);
        return fault;
    }

    bool is_wanted(std::size_t slot) const {
        return std::ranges::any_of(problem.items, [&](const ItemKind& item) {
            return item.demand > 0 && std::ranges::find(item.accepts, slot) != item.accepts.end();
        });
    }

    // A configuration may be left out for one of its kind that holds at least as many of all wanted slots.
    std::string stand_ins_fault() const {
        const StandIns& all = answer.proof.stands_for;
        if (all.size() != problem.bins.size()) return "stand-ins are not given for every kind";
        for (std::size_t k = 0; k < all.size(); ++k) {
            const auto& configurations = problem.bins[k].configurations;
            if (all[k].size() != configurations.size()) return "stand-ins are not given for every configuration";
            for (std::size_t c = 0; c < all[k].size(); ++c) {
                const std::uint32_t other = all[k][c];
                if (other >= configurations.size() || all[k][other] != other) return "a stand-in is left out itself";
                for (std::size_t q = 0; q < problem.slot_kinds; ++q) {
                    if (configurations[other][q] < configurations[c][q] && is_wanted(q)) {
                        return "a stand-in holds less than what it stands for";
                    }
                }
            }
        }
        return "";
    }

    // What is wrong with the prices themselves.
    std::string prices_fault(const CoverPrices& prices) const {
        if (prices.items.size() != problem.items.size() || prices.slots.size() != problem.slot_kinds ||
            prices.kinds.size() != problem.bins.size()) {
            return "prices are not given for everything";
        }
        if (prices.denominator <= 0) return "a denominator is not positive";
        if (std::ranges::any_of(prices.slots, [](std::int64_t price) { return price < 0; }))
            return "a slot's price is negative";
        for (std::size_t p = 0; p < problem.items.size(); ++p) {
            if (prices.items[p] < 0) return "an item's price is negative";
            for (const std::uint32_t slot : problem.items[p].accepts) {
                if (prices.items[p] > prices.slots[slot]) return "an item is dearer than a slot that it accepts";
            }
        }
        return "";
    }

    // The bound times the denominator; absent: the prices prove nothing.
    std::optional<Wide> worth(const CoverPrices& prices, const Box& box) const {
        Sum total;
        for (std::size_t p = 0; p < problem.items.size(); ++p) {
            total.add(prices.items[p], problem.items[p].demand);
        }
        for (std::size_t k = 0; k < problem.bins.size(); ++k) {
            const Range& bins = box.kinds[k];
            if (prices.kinds[k] > 0 && !bins.most) return std::nullopt;
            total.add(prices.kinds[k], prices.kinds[k] > 0 ? -*bins.most : -bins.least);
            for (std::size_t c = 0; c < problem.bins[k].configurations.size(); ++c) {
                if (answer.proof.stands_for[k][c] != c) continue;
                Sum left;  // what a bin costs beyond the worth of its slots
                left.add(prices.of_nothing ? 0 : problem.bins[k].cost, prices.denominator);
                left.add(prices.kinds[k]);
                for (std::size_t q = 0; q < problem.slot_kinds; ++q) {
                    left.add(prices.slots[q], -problem.bins[k].configurations[c][q]);
                }
                const Range& range = box.configurations[k][c];
                if (!left.fits() || (left.value() < 0 && !range.most)) return std::nullopt;
                total.add(left.value(), left.value() < 0 ? *range.most : range.least);
            }
        }
        return total.fits() ? std::optional(total.value()) : std::nullopt;
    }

    // Walks the tree; the least cost that some leaf allows, absent when all of them show that nothing is feasible.
    std::optional<Wide> least_cost(std::uint32_t at, Box box) {
        const auto& nodes = answer.proof.nodes;
        if (at >= nodes.size() || seen[at]) {
            refuse("the proof is not a tree");
            return std::nullopt;
        }
        seen[at] = true;
        const ProofNode& node = nodes[at];
        if (!node.split) return leaf_cost(node.prices, box);
        const CoverPart& part = node.part;
        if (part.kind >= box.kinds.size() || part.configuration.value_or(0) >= box.configurations[part.kind].size()) {
            refuse("the proof splits what does not exist");
            return std::nullopt;
        }
        if (node.at_most <= at || node.above <= at) {
            refuse("the proof is not a tree");
            return std::nullopt;
        }
        Box above = box;
        const auto range_of = [&](Box& of) -> Range& {
            return part.configuration ? of.configurations[part.kind][*part.configuration] : of.kinds[part.kind];
        };
        range_of(box).at_most(node.most);
        range_of(above).at_least(Wide{node.most} + 1);
        const auto low = least_cost(node.at_most, std::move(box));
        const auto high = least_cost(node.above, std::move(above));
        if (!low || !high) return low ? low : high;
        return std::min(*low, *high);
    }

    std::optional<Wide> leaf_cost(const CoverPrices& prices, const Box& box) {
        if (const std::string wrong = prices_fault(prices); !wrong.empty()) {
            refuse(wrong);
            return std::nullopt;
        }
        const auto value = worth(prices, box);
        if (prices.of_nothing) {
            if (!value || *value <= 0) refuse("a leaf does not show that nothing is feasible");
            return std::nullopt;
        }
        if (!value) {
            refuse("a leaf's prices prove nothing");
            return std::nullopt;
        }
        return std::max<Wide>(up_to_unit(*value, prices.denominator), 0);
    }

    // Every cover costs a whole number of the greatest common divisor of all costs.
    Wide up_to_unit(Wide value, Wide denominator) const {
        std::int64_t unit = 0;
        for (const BinKind& kind : problem.bins) unit = std::gcd(unit, kind.cost);
        const Wide step = denominator * std::max<std::int64_t>(unit, 1);
        const Wide units = value / step + (value % step > 0 ? 1 : 0);
        return units * std::max<std::int64_t>(unit, 1);
    }

    Box whole_box() const {
        Box box;
        for (const BinKind& kind : problem.bins) {
            box.kinds.push_back({.least = 0, .most = {}});
            if (kind.limit) box.kinds.back().at_most(*kind.limit);
            box.configurations.emplace_back(kind.configurations.size());
        }
        return box;
    }

    std::string linear_fault() const {
        const CoverPrices& root = answer.proof.nodes.front().prices;
        if (answer.linear_bottom <= 0 || answer.linear_top < 0) return "the linear bound is no fraction";
        if (answer.linear_top == 0) return "";
        if (root.of_nothing || !prices_fault(root).empty()) return "the linear bound is not that of the root";
        const auto value = worth(root, whole_box());
        Sum claimed, proven;
        claimed.add(answer.linear_top, root.denominator);
        proven.add(value.value_or(0), answer.linear_bottom);
        const bool holds = claimed.fits() && proven.fits() && value && claimed.value() <= proven.value();
        return holds ? "" : "the linear bound is not that of the root";
    }

    std::string proof_fault() {
        if (answer.proof.nodes.empty()) return "there is no proof";
        if (std::string wrong = stand_ins_fault(); !wrong.empty()) return wrong;
        seen.assign(answer.proof.nodes.size(), false);
        const auto proven = least_cost(0, whole_box());
        if (!fault.empty()) return fault;
        if (std::ranges::find(seen, false) != seen.end()) return "a part of the proof hangs nowhere";
        if (answer.status == CoverStatus::infeasible) return proven ? "the proof does not exclude every cover" : "";
        if (!proven) return "the proof excludes every cover";
        if (*proven < answer.bound) return "the bound is not proven";
        return linear_fault();
    }
};

std::string status_fault(const CoverProblem& problem, const CoverAnswer& answer) {
    const bool has_cover = answer.status == CoverStatus::optimal || answer.status == CoverStatus::feasible;
    if (!has_cover && (!answer.bins.empty() || !answer.served.empty() || answer.cost != 0)) {
        return "bins are given where there should be none";
    }
    if (answer.bound < 0) return "the bound is negative";
    if (answer.status == CoverStatus::optimal && answer.cost != answer.bound)
        return "optimal, but cost and bound differ";
    if (answer.status == CoverStatus::feasible && answer.cost <= answer.bound)
        return "not optimal, but there is no gap";
    const bool gave_up = answer.status == CoverStatus::feasible || answer.status == CoverStatus::unknown;
    if (gave_up && answer.hit == CoverLimit::none) return "no limit was hit, and yet nothing is decided";
    const auto& items = answer.short_items;
    if ((answer.status == CoverStatus::infeasible) == items.empty())
        return "items are short, or infeasible without any";
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i] >= problem.items.size() || (i > 0 && items[i - 1] >= items[i]))
            return "the short items are not in order";
    }
    return "";
}

}  // namespace

std::string fault_of(const CoverProblem& problem, const CoverAnswer& answer) {
    if (std::string fault = status_fault(problem, answer); !fault.empty()) return fault;
    if (answer.status == CoverStatus::optimal || answer.status == CoverStatus::feasible) {
        if (std::string fault = bins_fault(problem, answer); !fault.empty()) return fault;
        if (std::string fault = served_fault(problem, answer); !fault.empty()) return fault;
    }
    // That a part of the items cannot be served is more than that all of them cannot.
    CoverProblem judged = problem;
    for (std::size_t p = 0; p < judged.items.size() && answer.status == CoverStatus::infeasible; ++p) {
        if (!std::ranges::binary_search(answer.short_items, p)) judged.items[p].demand = 0;
    }
    return Judge{.problem = judged, .answer = answer}.proof_fault();
}

}  // namespace arable::solve
