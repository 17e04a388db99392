#include "solve/least_moves.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace arable::solve {
namespace {

bool fits(const Amounts& size, const Amounts& room) {
    for (std::size_t d = 0; d < size.size(); ++d) {
        if (size[d] > 0 && size[d] > room[d]) return false;
    }
    return true;
}

void add(Amounts& to, const Amounts& amount, std::int64_t sign) {
    for (std::size_t d = 0; d < to.size(); ++d) to[d] += sign * amount[d];
}

bool allowed(const std::vector<bool>& bins, std::size_t bin) { return bins.empty() || bins[bin]; }

std::int64_t first_of(const Amounts& amounts) { return amounts.empty() ? 0 : amounts[0]; }

using Cost = std::pair<std::int64_t, std::int64_t>;  // moves, size moved along dimension 0

// Takes items off one bin directly to others, largest first as far as needed, each to where it fits best.
class Direct {
  public:
    explicit Direct(const MoveProblem& problem) : problem_(problem) {}

    std::optional<MovePlan> best() const {
        std::optional<MovePlan> found;
        Cost cost;
        for (std::size_t bin = 0; bin < problem_.room.size(); ++bin) {
            if (!allowed(problem_.newcomer_allowed, bin)) continue;
            for (const bool largest_first : {true, false}) {
                auto plan = empty_for(bin, largest_first);
                if (!plan) continue;
                const Cost own{static_cast<std::int64_t>(plan->moves.size()), moved(*plan)};
                if (found && own >= cost) continue;
                cost = own;
                found = std::move(plan);
            }
        }
        return found;
    }

  private:
    std::int64_t moved(const MovePlan& plan) const {
        std::int64_t sum = 0;
        for (const Move& move : plan.moves) sum += first_of(problem_.items[move.item].size);
        return sum;
    }

    std::optional<MovePlan> empty_for(std::size_t bin, bool largest_first) const {
        std::vector<Amounts> room = problem_.room;
        std::vector<std::uint32_t> here;
        for (std::uint32_t i = 0; i < problem_.items.size(); ++i) {
            if (problem_.items[i].bin == bin) here.push_back(i);
        }
        std::ranges::stable_sort(here, [&](std::uint32_t a, std::uint32_t b) {
            const std::int64_t x = first_of(problem_.items[a].size);
            const std::int64_t y = first_of(problem_.items[b].size);
            return largest_first ? x > y : x < y;
        });
        MovePlan plan{.moves = {}, .bin = static_cast<std::uint32_t>(bin)};
        for (const std::uint32_t item : here) {
            if (fits(problem_.newcomer, room[bin])) break;
            if (!helps(item, room[bin])) continue;
            const auto to = best_bin(item, bin, room);
            if (!to) continue;
            add(room[*to], problem_.items[item].size, -1);
            add(room[bin], problem_.items[item].size, 1);
            plan.moves.push_back({item, static_cast<std::uint32_t>(bin), static_cast<std::uint32_t>(*to)});
        }
        if (!fits(problem_.newcomer, room[bin])) return std::nullopt;
        return plan;
    }

    bool helps(std::uint32_t item, const Amounts& room) const {
        for (std::size_t d = 0; d < room.size(); ++d) {
            if (problem_.newcomer[d] > room[d] && problem_.items[item].size[d] > 0) return true;
        }
        return false;
    }

    std::optional<std::size_t> best_bin(std::uint32_t item, std::size_t from, const std::vector<Amounts>& room) const {
        std::optional<std::size_t> best;
        for (std::size_t to = 0; to < room.size(); ++to) {
            const bool open = to != from && allowed(problem_.items[item].allowed, to);
            if (!open || !fits(problem_.items[item].size, room[to])) continue;
            if (!best || first_of(room[to]) < first_of(room[*best])) best = to;
        }
        return best;
    }

    const MoveProblem& problem_;
};

// Iterative deepening over the number of moves. Of two moves that don't depend on each other only the order by item is
// tried, and a branch ends when no bin can be emptied enough with the moves left.
class Deepening {
  public:
    Deepening(const MoveProblem& problem, std::int64_t budget)
        : problem_(problem), room_(problem.room), moved_(problem.items.size(), false), budget_(budget) {}

    // Searches plans of exactly `depth` moves that cost less than `best`; false: gave up.
    bool search(std::int64_t depth, std::optional<MovePlan>& best, std::optional<Cost>& cost) {
        best_ = &best;
        cost_ = &cost;
        depth_ = depth;
        descend(depth, 0);
        return budget_ >= 0;
    }

  private:
    std::int64_t fewest_left(std::size_t bin) const {
        std::int64_t most = 0;
        for (std::size_t d = 0; d < room_[bin].size(); ++d) {
            std::int64_t lacking = problem_.newcomer[d] > 0 ? problem_.newcomer[d] - room_[bin][d] : 0;
            if (lacking <= 0) continue;
            std::vector<std::int64_t> sizes;
            for (std::size_t i = 0; i < problem_.items.size(); ++i) {
                if (problem_.items[i].bin == bin && !moved_[i]) sizes.push_back(problem_.items[i].size[d]);
            }
            std::ranges::sort(sizes, std::greater<>{});
            std::int64_t n = 0;
            for (const std::int64_t size : sizes) {
                if (lacking <= 0) break;
                lacking -= size;
                ++n;
            }
            if (lacking > 0) return INT64_MAX;
            most = std::max(most, n);
        }
        return most;
    }

    // What must at least still be moved: the amount that the best bin lacks.
    std::int64_t least_size_left() const {
        std::int64_t least = INT64_MAX;
        for (std::size_t bin = 0; bin < room_.size(); ++bin) {
            if (!allowed(problem_.newcomer_allowed, bin)) continue;
            least = std::min(least, std::max<std::int64_t>(first_of(problem_.newcomer) - first_of(room_[bin]), 0));
        }
        return least == INT64_MAX ? 0 : least;
    }

    bool reachable(std::int64_t left) const {
        for (std::size_t bin = 0; bin < room_.size(); ++bin) {
            if (allowed(problem_.newcomer_allowed, bin) && fewest_left(bin) <= left) return true;
        }
        return false;
    }

    void accept(std::int64_t size) {
        if (*cost_ && Cost{depth_, size} >= **cost_) return;
        for (std::size_t bin = 0; bin < room_.size(); ++bin) {
            if (!allowed(problem_.newcomer_allowed, bin) || !fits(problem_.newcomer, room_[bin])) continue;
            *cost_ = Cost{depth_, size};
            *best_ = MovePlan{.moves = path_, .bin = static_cast<std::uint32_t>(bin)};
            return;
        }
    }

    void descend(std::int64_t left, std::int64_t size) {
        if (--budget_ < 0) return;
        if (*cost_ && Cost{depth_, size + least_size_left()} >= **cost_) return;
        if (left == 0) return accept(size);
        if (!reachable(left)) return;
        for (std::uint32_t item = 0; item < problem_.items.size() && budget_ >= 0; ++item) {
            if (moved_[item]) continue;
            const std::uint32_t from = problem_.items[item].bin;
            for (std::uint32_t to = 0; to < room_.size() && budget_ >= 0; ++to) {
                if (to == from || !allowed(problem_.items[item].allowed, to)) continue;
                if (!fits(problem_.items[item].size, room_[to])) continue;
                if (!path_.empty() && item < path_.back().item && to != path_.back().from) continue;
                step(item, from, to, left, size);
            }
        }
    }

    void step(std::uint32_t item, std::uint32_t from, std::uint32_t to, std::int64_t left, std::int64_t size) {
        const Amounts& amounts = problem_.items[item].size;
        add(room_[to], amounts, -1);
        add(room_[from], amounts, 1);
        moved_[item] = true;
        path_.push_back({item, from, to});
        descend(left - 1, size + first_of(amounts));
        path_.pop_back();
        moved_[item] = false;
        add(room_[from], amounts, -1);
        add(room_[to], amounts, 1);
    }

    const MoveProblem& problem_;
    std::vector<Amounts> room_;
    std::vector<bool> moved_;
    std::vector<Move> path_;
    std::int64_t budget_;
    std::int64_t depth_ = 0;
    std::optional<MovePlan>* best_ = nullptr;
    std::optional<Cost>* cost_ = nullptr;
};

}  // namespace

std::optional<MovePlan> least_moves(const MoveProblem& problem, std::int64_t budget) {
    std::optional<MovePlan> best = Direct(problem).best();
    std::optional<Cost> cost;
    if (best) {
        std::int64_t size = 0;
        for (const Move& move : best->moves) size += first_of(problem.items[move.item].size);
        cost = Cost{static_cast<std::int64_t>(best->moves.size()), size};
    }
    Deepening search(problem, budget);
    const auto most = static_cast<std::int64_t>(problem.items.size());
    bool complete = true;
    for (std::int64_t depth = 0; depth <= most && complete; ++depth) {
        if (cost && depth > cost->first) break;
        complete = search.search(depth, best, cost);
    }
    if (best) best->proven = complete;
    return best;
}

}  // namespace arable::solve
