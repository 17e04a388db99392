#include "solve/cover.h"

#include <algorithm>
#include <set>
#include <utility>

#include "solve/cover_columns.h"
#include "solve/cover_search.h"
#include "solve/serve.h"

namespace arable::solve {
namespace {

void write_bins(const CoverProblem& problem, const CoverColumns& columns, const std::vector<std::int64_t>& bins,
                CoverAnswer& answer) {
    std::vector<std::int64_t> supply(problem.slot_kinds, 0), demand;
    for (std::size_t j = 0; j < bins.size(); ++j) {
        if (bins[j] == 0) continue;
        const CoverColumn& column = columns.columns[j];
        answer.bins.push_back({.kind = column.kind, .configuration = column.configuration, .count = bins[j]});
        for (std::size_t q = 0; q < supply.size(); ++q) supply[q] += bins[j] * column.slots[q];
    }
    for (const ItemKind& item : problem.items) demand.push_back(item.demand);
    const Service service = serve(problem, demand, supply);
    for (std::uint32_t p = 0; p < problem.items.size(); ++p) {
        for (std::size_t e = 0; e < problem.items[p].accepts.size(); ++e) {
            const std::int64_t count = service.taken[p][e];
            if (count > 0) answer.served.push_back({.item = p, .slot = problem.items[p].accepts[e], .count = count});
        }
    }
    std::ranges::sort(answer.served, {}, [](const Serving& serving) { return std::pair(serving.item, serving.slot); });
}

// Items that the proof of infeasibility gives a price.
std::vector<std::uint32_t> priced_items(const CoverProof& proof) {
    std::set<std::uint32_t> items;
    for (const ProofNode& node : proof.nodes) {
        for (std::uint32_t p = 0; p < node.prices.items.size(); ++p) {
            if (!node.split && node.prices.items[p] > 0) items.insert(p);
        }
    }
    return {items.begin(), items.end()};
}

CoverAnswer solve(const CoverProblem& problem, const CoverBudget& budget) {
    const CoverColumns columns = columns_of(problem);
    CoverSearch search(problem, columns, budget);
    CoverAnswer answer = search.run();
    if (search.best()) write_bins(problem, columns, *search.best(), answer);
    if (answer.status == CoverStatus::infeasible) answer.short_items = priced_items(answer.proof);
    return answer;
}

// Leaves out of the short items, last first, all without which the rest still cannot be served.
CoverAnswer narrowed(CoverProblem problem, CoverAnswer answer, const CoverBudget& budget) {
    for (std::size_t p = problem.items.size(); p-- > 0;) {
        const std::int64_t demand = std::exchange(problem.items[p].demand, 0);
        if (demand == 0) continue;
        CoverAnswer without = solve(problem, budget);
        if (without.status == CoverStatus::infeasible) {
            answer = std::move(without);
        } else {
            problem.items[p].demand = demand;
        }
    }
    return answer;
}

}  // namespace

Result<CoverAnswer> cover(const CoverProblem& problem, const CoverBudget& budget) {
    if (const auto done = check(problem); !done) return tl::unexpected(done.error());
    CoverAnswer answer = solve(problem, budget);
    if (answer.status == CoverStatus::infeasible) answer = narrowed(problem, std::move(answer), budget);
    return answer;
}

}  // namespace arable::solve
