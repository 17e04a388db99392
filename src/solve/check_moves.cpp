#include "solve/check_moves.h"

#include <set>

namespace arable::solve {

std::string fault_of(const MoveProblem& problem, const MovePlan& plan) {
    // What stands where, as sums over items, so that nothing of the search's own bookkeeping is trusted.
    std::vector<std::uint32_t> where;
    for (const MovableItem& item : problem.items) where.push_back(item.bin);
    std::vector<Amounts> capacity = problem.room;
    for (const MovableItem& item : problem.items) {
        for (std::size_t d = 0; d < item.size.size(); ++d) capacity[item.bin][d] += item.size[d];
    }
    const auto used = [&](std::size_t bin, std::size_t d) {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < where.size(); ++i) sum += where[i] == bin ? problem.items[i].size[d] : 0;
        return sum;
    };
    std::set<std::uint32_t> moved;
    for (const Move& move : plan.moves) {
        if (move.item >= where.size() || move.to >= capacity.size()) return "a move names what does not exist";
        if (where[move.item] != move.from) return "an item is not where its move begins";
        if (move.from == move.to) return "a move leads nowhere";
        if (!moved.insert(move.item).second) return "an item moves twice";
        const MovableItem& item = problem.items[move.item];
        if (!item.allowed.empty() && !item.allowed[move.to]) return "an item goes where it may not";
        where[move.item] = move.to;
        for (std::size_t d = 0; d < item.size.size(); ++d) {
            if (item.size[d] > 0 && used(move.to, d) > capacity[move.to][d]) return "a step over-fills a bin";
        }
    }
    if (plan.bin >= capacity.size()) return "the newcomer has no bin";
    if (!problem.newcomer_allowed.empty() && !problem.newcomer_allowed[plan.bin])
        return "the newcomer may not go there";
    for (std::size_t d = 0; d < problem.newcomer.size(); ++d) {
        if (problem.newcomer[d] > 0 && used(plan.bin, d) + problem.newcomer[d] > capacity[plan.bin][d]) {
            return "the newcomer does not fit";
        }
    }
    return "";
}

}  // namespace arable::solve
