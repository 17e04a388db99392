#include "diagnose/buy.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace arable::diagnose {
namespace {

struct Release {
    Time time;
    std::size_t node = 0;
    std::int64_t milli = 0;
    friend bool operator>(const Release& a, const Release& b) {
        return std::tie(a.time, a.node, a.milli) > std::tie(b.time, b.node, b.milli);
    }
};

class Replay {
  public:
    Replay(std::span<const QueuedGang> gangs, std::int64_t added, std::int64_t node_gpus, Time window_end)
        : gangs_(gangs), window_end_(window_end) {
        for (std::int64_t left = added; left > 0; left -= node_gpus) free_.push_back(std::min(left, node_gpus) * 1000);
        for (const std::int64_t node : free_) total_ += node;
    }

    std::int64_t run() {
        std::vector<std::pair<Time, std::size_t>> arrivals;
        for (std::size_t g = 0; g < gangs_.size(); ++g) {
            if (!gangs_[g].curable.empty()) arrivals.emplace_back(gangs_[g].curable.front().begin, g);
        }
        std::ranges::sort(arrivals);
        std::size_t next = 0;
        while (next < arrivals.size() || (!waiting_.empty() && !releases_.empty())) {
            Time now = kEndOfTime;
            if (next < arrivals.size()) now = arrivals[next].first;
            if (!releases_.empty()) now = std::min(now, releases_.top().time);
            for (; !releases_.empty() && releases_.top().time <= now; releases_.pop()) {
                free_[releases_.top().node] += releases_.top().milli;
                spare_ += releases_.top().milli;
            }
            for (; next < arrivals.size() && arrivals[next].first <= now; ++next) insert(arrivals[next].second);
            start_all(now);
        }
        return removed_;
    }

  private:
    void insert(std::size_t gang) {
        const auto earlier = [&](std::size_t a, std::size_t b) {
            return std::tie(gangs_[a].created, a) < std::tie(gangs_[b].created, b);
        };
        waiting_.insert(std::ranges::upper_bound(waiting_, gang, earlier), gang);
    }

    void start_all(Time now) {
        std::erase_if(waiting_, [&](std::size_t g) { return gangs_[g].scheduled <= now || start(gangs_[g], now); });
    }

    bool start(const QueuedGang& gang, Time now) {
        std::int64_t asked = 0;
        for (const std::int64_t member : gang.members) asked += member;
        if (asked > total_ + spare_) return false;
        std::vector<std::int64_t> free = free_;
        std::vector<std::pair<std::size_t, std::int64_t>> seats;
        for (const std::int64_t member : gang.members) {
            const auto node = std::ranges::find_if(free, [&](std::int64_t f) { return f >= member; });
            if (node == free.end()) return false;
            *node -= member;
            seats.emplace_back(static_cast<std::size_t>(node - free.begin()), member);
        }
        free_ = std::move(free);
        const Time end = std::min(std::min(now + Duration{gang.ran_ms}, gang.scheduled), window_end_);
        for (const auto& [node, milli] : seats) {
            spare_ -= milli;
            releases_.push({end, node, milli});
        }
        std::int64_t ms = 0;
        for (const Interval& span : gang.curable) ms += intersect(span, {now, window_end_}).length().ms;
        removed_ += std::min(ms * gang.milli / 1000, gang.curable_ms);
        return true;
    }

    std::span<const QueuedGang> gangs_;
    Time window_end_;
    std::vector<std::int64_t> free_;  // by new node
    std::int64_t total_ = 0;
    std::int64_t spare_ = 0;  // free now - total
    std::vector<std::size_t> waiting_;
    std::priority_queue<Release, std::vector<Release>, std::greater<>> releases_;
    std::int64_t removed_ = 0;
};

}  // namespace

bool cured_by_buying(WaitCause cause) { return cause >= WaitCause::stranded; }

std::int64_t removed_by(std::span<const QueuedGang> gangs, std::int64_t added, std::int64_t node_gpus,
                        Time window_end) {
    if (added <= 0 || node_gpus <= 0) return 0;
    return Replay(gangs, added, node_gpus, window_end).run();
}

std::vector<BuyPoint> buy_curve(const std::string& product, std::span<const QueuedGang> gangs, std::int64_t node_gpus,
                                Time window_end, std::int64_t most) {
    std::int64_t curable = 0;
    for (const QueuedGang& gang : gangs) curable += gang.curable_ms;
    std::vector<BuyPoint> curve;
    if (curable == 0) return curve;
    std::int64_t best = 0;
    for (std::int64_t k = 1; k <= most; k = k == 1 ? 8 : k * 2) {
        best = std::max(best, removed_by(gangs, k, k == 1 ? 1 : node_gpus, window_end));
        curve.push_back({.product = product, .added = k, .removed_ms = best});
        if (best == curable) break;
    }
    return curve;
}

}  // namespace arable::diagnose
