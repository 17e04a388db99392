#include "solve/cover_search.h"

#include <algorithm>

#include "solve/serve.h"

namespace arable::solve {
namespace {

Rational fraction_of(const Rational& value) { return value - Rational(value.floor()); }

std::int64_t cost_of(const CoverColumns& columns, const std::vector<std::int64_t>& bins) {
    std::int64_t cost = 0;
    for (std::size_t j = 0; j < bins.size(); ++j) cost += columns.columns[j].cost * bins[j];
    return cost;
}

}  // namespace

bool CoverSearch::is_served(const std::vector<std::int64_t>& bins) const {
    std::vector<std::int64_t> supply(problem_.slot_kinds, 0), demand;
    for (std::size_t j = 0; j < bins.size(); ++j) {
        for (std::size_t q = 0; q < supply.size(); ++q) supply[q] += bins[j] * columns_.columns[j].slots[q];
    }
    for (const ItemKind& item : problem_.items) demand.push_back(item.demand);
    return serve(problem_, demand, supply).unserved == 0;
}

// Nothing better than what is known can come from here.
bool CoverSearch::is_closed(std::uint32_t node) const {
    return scores_[node].impossible || (best_ && scores_[node].least >= best_cost_);
}

void CoverSearch::offer(std::vector<std::int64_t> bins) {
    const std::int64_t cost = cost_of(columns_, bins);
    if (best_ && cost >= best_cost_) return;
    best_ = std::move(bins);
    best_cost_ = cost;
}

// Rounds every number of bins up, then takes away what is not needed, dearest first.
void CoverSearch::round_up(const std::vector<Rational>& fractions) {
    std::vector<std::int64_t> bins, total(problem_.bins.size(), 0);
    for (std::size_t j = 0; j < fractions.size(); ++j) {
        bins.push_back(fractions[j].ceil());
        total[columns_.columns[j].kind] += bins.back();
    }
    std::vector<std::size_t> dearest;
    for (std::size_t j = 0; j < bins.size(); ++j) {
        if (bins[j] > 0) dearest.push_back(j);
    }
    std::ranges::stable_sort(
        dearest, [&](std::size_t a, std::size_t b) { return columns_.columns[a].cost > columns_.columns[b].cost; });
    for (const std::size_t j : dearest) {
        while (bins[j] > 0) {
            --bins[j];
            if (!is_served(bins)) {
                ++bins[j];
                break;
            }
            --total[columns_.columns[j].kind];
        }
    }
    for (std::size_t k = 0; k < total.size(); ++k) {
        if (total[k] > problem_.bins[k].limit.value_or(total[k])) return;
    }
    offer(std::move(bins));
}

// Notes what the solved relaxation proves of its node. False: nothing more can be learnt from it.
bool CoverSearch::judge(const Open& open, DualSimplex::Outcome outcome) {
    Score& score = scores_[open.node];
    if (outcome == DualSimplex::Outcome::too_large) hit_ = CoverLimit::arithmetic;
    if (outcome == DualSimplex::Outcome::stopped) hit_ = CoverLimit::steps;
    if (outcome == DualSimplex::Outcome::too_large || outcome == DualSimplex::Outcome::stopped) return false;
    const bool impossible = outcome == DualSimplex::Outcome::infeasible;
    auto prices = open.relaxation.prices(impossible);
    if (!prices) {
        hit_ = CoverLimit::arithmetic;
        return !impossible;
    }
    nodes_[open.node].prices = std::move(*prices);
    score.impossible = impossible;
    if (!impossible) score.least = std::max(score.least, open.relaxation.value().ceil());
    if (open.node == 0 && !impossible) root_value_ = open.relaxation.value();
    return !impossible;
}

void CoverSearch::visit(Open open) {
    if (is_closed(open.node)) return;
    if (!judge(open, open.relaxation.solve(budget_.steps))) return;
    const std::vector<Rational> bins = open.relaxation.bins();
    if (std::ranges::all_of(bins, [](const Rational& value) { return value.is_whole(); })) {
        std::vector<std::int64_t> whole;
        for (const Rational& value : bins) whole.push_back(value.top());
        offer(std::move(whole));
        return;
    }
    if (!is_closed(open.node)) round_up(bins);
    if (!is_closed(open.node)) split(std::move(open), bins);
}

// On the number of bins of a kind where that is broken, else on the configuration with the largest fraction. The side
// with more bins is looked into first: it is the one that ends in a cover.
void CoverSearch::split(Open open, const std::vector<Rational>& bins) {
    std::vector<Rational> totals(problem_.bins.size());
    for (std::size_t j = 0; j < bins.size(); ++j) {
        totals[columns_.columns[j].kind] = totals[columns_.columns[j].kind] + bins[j];
    }
    CoverPart part;
    Rational value(0);
    for (std::uint32_t k = 0; k < totals.size(); ++k) {
        if (totals[k].fits() && fraction_of(totals[k]) > fraction_of(value)) {
            part.kind = k;
            value = totals[k];
        }
    }
    for (std::size_t j = 0; j < bins.size() && (value.is_whole() || part.configuration); ++j) {
        if (!(fraction_of(bins[j]) > fraction_of(value))) continue;
        part = {.kind = columns_.columns[j].kind, .configuration = columns_.columns[j].configuration};
        value = bins[j];
    }
    const auto first = static_cast<std::uint32_t>(nodes_.size());
    ProofNode& node = nodes_[open.node];
    node.split = true;
    node.part = part;
    node.most = value.floor();
    node.at_most = first;
    node.above = first + 1;
    const ProofNode child{.prices = node.prices, .split = false, .part = {}};
    const Score score = scores_[open.node];
    nodes_.insert(nodes_.end(), 2, child);
    scores_.insert(scores_.end(), 2, score);
    open_.push_back({.relaxation = open.relaxation, .node = first});
    open_.back().relaxation.require_at_most(part, value.floor());
    open_.push_back({.relaxation = std::move(open.relaxation), .node = first + 1});
    open_.back().relaxation.require_at_least(part, value.floor() + 1);
}

// The least that any leaf allows.
std::int64_t CoverSearch::open_bound() const {
    std::optional<std::int64_t> bound;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (!nodes_[i].split && !scores_[i].impossible)
            bound = std::min(bound.value_or(scores_[i].least), scores_[i].least);
    }
    return best_ ? std::min(bound.value_or(best_cost_), best_cost_) : bound.value_or(0);
}

// The tree without what lies below nodes that prove the bound by themselves.
CoverProof CoverSearch::shortest_proof(std::int64_t bound) const {
    CoverProof proof{.stands_for = columns_.stands_for, .nodes = {}};
    std::deque<std::uint32_t> from{0};
    for (; !from.empty(); from.pop_front()) {
        const std::uint32_t old = from.front();
        ProofNode node = nodes_[old];
        const bool enough = scores_[old].impossible || (best_ && scores_[old].least >= bound);
        node.split = node.split && !enough;
        if (node.split) {
            from.push_back(node.at_most);
            from.push_back(node.above);
            const auto last = static_cast<std::uint32_t>(proof.nodes.size() + from.size());
            node.at_most = last - 2;
            node.above = last - 1;
        }
        proof.nodes.push_back(std::move(node));
    }
    return proof;
}

CoverAnswer CoverSearch::run() {
    const CoverPrices nothing{.items = std::vector<std::int64_t>(problem_.items.size(), 0),
                              .slots = std::vector<std::int64_t>(problem_.slot_kinds, 0),
                              .kinds = std::vector<std::int64_t>(problem_.bins.size(), 0)};
    nodes_.push_back({.prices = nothing, .split = false, .part = {}});
    scores_.push_back({});
    open_.push_back({.relaxation = CoverRelaxation(problem_, columns_), .node = 0});
    for (std::int64_t visited = 0; !open_.empty() && hit_ == CoverLimit::none; ++visited) {
        if (visited >= budget_.nodes) hit_ = CoverLimit::nodes;
        Open next = std::move(open_.back());
        open_.pop_back();
        if (visited < budget_.nodes) visit(std::move(next));
    }
    CoverAnswer answer{.hit = hit_};
    const std::int64_t bound = open_bound();
    answer.bound = bound * columns_.unit;
    answer.cost = best_ ? best_cost_ * columns_.unit : 0;
    const Rational linear = root_value_ * Rational(columns_.unit);
    if (linear.fits()) {
        answer.linear_top = linear.top();
        answer.linear_bottom = linear.bottom();
    }
    answer.status = best_ ? (bound == best_cost_ ? CoverStatus::optimal : CoverStatus::feasible) : CoverStatus::unknown;
    if (!best_ && hit_ == CoverLimit::none) answer.status = CoverStatus::infeasible;
    answer.proof = shortest_proof(bound);
    return answer;
}

}  // namespace arable::solve
