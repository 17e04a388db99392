#include "solve/serve.h"

#include <algorithm>
#include <deque>

namespace arable::solve {
namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

// Ford and Fulkerson's method, shortest paths first (Edmonds, Karp 1972), on the graph items -> slots.
class Flow {
  public:
    Flow(const CoverProblem& problem, std::span<const std::int64_t> demand, std::span<const std::int64_t> supply)
        : problem_(problem), left_(demand.begin(), demand.end()), spare_(supply.begin(), supply.end()) {
        for (const ItemKind& item : problem.items) service_.taken.emplace_back(item.accepts.size(), 0);
    }

    Service run() {
        for (std::size_t p = 0; p < left_.size(); ++p) {
            for (std::size_t e = 0; e < problem_.items[p].accepts.size(); ++e) {
                move(p, e, std::min(left_[p], spare_[problem_.items[p].accepts[e]]));
            }
        }
        while (const auto slot = reach()) augment(*slot);
        for (std::size_t p = 0; p < left_.size(); ++p) {
            service_.unserved += left_[p];
            if (item_from_[p] != kNowhere) service_.short_items.push_back(static_cast<std::uint32_t>(p));
        }
        return std::move(service_);
    }

  private:
    void move(std::size_t item, std::size_t edge, std::int64_t count) {
        service_.taken[item][edge] += count;
        left_[item] -= count;
        spare_[problem_.items[item].accepts[edge]] -= count;
    }

    // Walks from all items that still want a slot; absent when no spare slot can be reached.
    std::optional<std::size_t> reach() {
        item_from_.assign(left_.size(), kNowhere);        // the slot whose item would make way, or itself at a start
        slot_from_.assign(spare_.size(), {kNowhere, 0});  // the item and its edge that would take the slot
        std::deque<std::size_t> items;
        for (std::size_t p = 0; p < left_.size(); ++p) {
            if (left_[p] == 0) continue;
            item_from_[p] = spare_.size();
            items.push_back(p);
        }
        for (; !items.empty(); items.pop_front()) {
            const std::size_t p = items.front();
            for (std::size_t e = 0; e < problem_.items[p].accepts.size(); ++e) {
                const std::size_t q = problem_.items[p].accepts[e];
                if (slot_from_[q].first != kNowhere) continue;
                slot_from_[q] = {p, e};
                if (spare_[q] > 0) return q;
                for (std::size_t other = 0; other < left_.size(); ++other) {
                    if (item_from_[other] != kNowhere || held(other, q) == 0) continue;
                    item_from_[other] = q;
                    items.push_back(other);
                }
            }
        }
        return std::nullopt;
    }

    std::size_t edge_to(std::size_t item, std::size_t slot) const {
        const auto& accepts = problem_.items[item].accepts;
        return static_cast<std::size_t>(std::ranges::find(accepts, slot) - accepts.begin());
    }

    std::int64_t held(std::size_t item, std::size_t slot) const {
        const std::size_t edge = edge_to(item, slot);
        return edge < service_.taken[item].size() ? service_.taken[item][edge] : 0;
    }

    // Along the path that ends at `slot`: each item on it takes the slot before it and gives up the one it came from.
    void augment(std::size_t slot) {
        std::int64_t most = spare_[slot];
        std::size_t item = slot_from_[slot].first;
        for (; item_from_[item] != spare_.size(); item = slot_from_[item_from_[item]].first) {
            most = std::min(most, held(item, item_from_[item]));
        }
        most = std::min(most, left_[item]);
        for (std::size_t q = slot;;) {
            const auto [taker, edge] = slot_from_[q];
            move(taker, edge, most);
            q = item_from_[taker];
            if (q == spare_.size()) return;
            move(taker, edge_to(taker, q), -most);
        }
    }

    const CoverProblem& problem_;
    std::vector<std::int64_t> left_;   // by item: not yet served
    std::vector<std::int64_t> spare_;  // by slot kind
    std::vector<std::size_t> item_from_;
    std::vector<std::pair<std::size_t, std::size_t>> slot_from_;
    Service service_;
};

}  // namespace

Service serve(const CoverProblem& problem, std::span<const std::int64_t> demand, std::span<const std::int64_t> supply) {
    return Flow(problem, demand, supply).run();
}

}  // namespace arable::solve
