#include "diagnose/pool_waits.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "base/apportion.h"

namespace arable::diagnose {
namespace {

constexpr std::array<std::int64_t, 9> kBuys{1, 8, 16, 32, 64, 128, 256, 512, 1024};
constexpr std::int64_t kMostGpus = 1'000'000;  // of one pool: input is hostile, sums must not overflow

struct Stretch {
    Interval span;
    std::int64_t total = 0, running = 0, pending = 0;
};

// The points of one pool as stretches within the window.
std::vector<Stretch> stretches(const model::PoolHistory& pool, const Interval& window) {
    std::vector<Stretch> found;
    const Duration longest{pool.interval.ms > 0 ? pool.interval.ms * 5 / 2 : window.length().ms};
    for (std::size_t i = 0; i < pool.points.size(); ++i) {
        const model::PoolPoint& point = pool.points[i];
        if (std::min({point.total, point.running, point.pending}) < 0) continue;
        if (std::max({point.total, point.running, point.pending}) > kMostGpus) continue;
        Time end = point.time + longest;
        if (i + 1 < pool.points.size()) end = std::min(end, pool.points[i + 1].time);
        const Interval span = intersect({point.time, end}, window);
        if (span.empty()) continue;
        Stretch* last = found.empty() ? nullptr : &found.back();
        if (last != nullptr && last->span.end == span.begin && last->total == point.total &&
            last->running == std::min(point.running, point.total) && last->pending == point.pending) {
            last->span.end = span.end;
            continue;
        }
        // A pool cannot run more than it has: its total counts (the reader says so in a gap).
        const std::int64_t running = std::min(point.running, point.total);
        found.push_back({.span = span, .total = point.total, .running = running, .pending = point.pending});
    }
    return found;
}

class PoolSweep {
  public:
    explicit PoolSweep(const model::Timeline& timeline) : timeline_(timeline), n_(timeline.pools.size()) {
        for (const model::PoolHistory& pool : timeline.pools) {
            tracks_.push_back(stretches(pool, timeline.window));
            Wait wait;
            wait.name = pool.pool;
            wait.spec_known = true;
            outcome_.waits.push_back(wait);
            outcome_.accounts.push_back({.pool = pool.pool, .uncovered_ms = timeline.window.length().ms});
        }
        removed_.assign(kBuys.size(), 0);
        outcome_.week.resize(kWeekHours);
    }

    PoolOutcome run() {
        const std::vector<Time> times = cuts();
        std::vector<std::size_t> at(n_, 0);
        std::vector<const Stretch*> now(n_);
        for (std::size_t t = 0; t + 1 < times.size(); ++t) {
            for (std::size_t p = 0; p < n_; ++p) {
                const auto& track = tracks_[p];
                while (at[p] < track.size() && track[at[p]].span.end <= times[t]) ++at[p];
                const bool covered = at[p] < track.size() && track[at[p]].span.begin <= times[t];
                now[p] = covered ? &track[at[p]] : nullptr;
            }
            judge({times[t], times[t + 1]}, now);
        }
        return finish();
    }

  private:
    std::vector<Time> cuts() const {
        std::vector<Time> times;
        for (const auto& track : tracks_) {
            for (const Stretch& s : track) {
                times.push_back(s.span.begin);
                times.push_back(s.span.end);
            }
        }
        std::ranges::sort(times);
        times.erase(std::unique(times.begin(), times.end()), times.end());
        return times;
    }

    void judge(const Interval& span, const std::vector<const Stretch*>& now) {
        std::vector<std::int64_t> own(n_, 0);
        std::vector<std::int64_t> rest(n_, 0);
        std::vector<std::int64_t> idle(n_, 0);
        for (std::size_t p = 0; p < n_; ++p) {
            if (now[p] == nullptr) continue;
            idle[p] = std::max<std::int64_t>(now[p]->total - now[p]->running, 0);
            own[p] = std::min(now[p]->pending, idle[p]);
            idle[p] -= own[p];
            rest[p] = now[p]->pending - own[p];
        }
        const std::int64_t wanted = std::accumulate(rest.begin(), rest.end(), std::int64_t{0});
        const std::int64_t spare = std::accumulate(idle.begin(), idle.end(), std::int64_t{0});
        const std::vector<std::int64_t> none(n_, 0);
        const std::int64_t crossing = std::min(wanted, spare);
        const auto gated = crossing > 0 ? apportion(crossing, rest) : none;
        const auto lent = crossing > 0 ? apportion(crossing, idle) : none;
        const std::int64_t ms = span.length().ms;
        std::int64_t pending = 0;
        std::int64_t running = 0;
        for (std::size_t p = 0; p < n_; ++p) {
            if (now[p] == nullptr) continue;
            PoolAccount& account = outcome_.accounts[p];
            account.running_ms += now[p]->running * ms;
            account.fragmented_ms += own[p] * ms;
            account.constrained_ms += lent[p] * ms;
            account.no_demand_ms += (idle[p] - lent[p]) * ms;
            account.uncovered_ms -= ms;
            pending += now[p]->pending;
            running += now[p]->running;
            note(p, span, own[p], gated[p], rest[p] - gated[p]);
        }
        const std::int64_t own_all = std::accumulate(own.begin(), own.end(), std::int64_t{0});
        add_gpus(outcome_.week, span, AccountClass::unknown, running);
        add_gpus(outcome_.week, span, AccountClass::free_fragmented, own_all);
        add_gpus(outcome_.week, span, AccountClass::free_constrained, crossing);
        add_gpus(outcome_.week, span, AccountClass::free_no_demand, spare - crossing);
        for (std::size_t k = 0; k < kBuys.size(); ++k) removed_[k] += std::min(kBuys[k], pending) * ms;
    }

    void note(std::size_t pool, const Interval& span, std::int64_t own, std::int64_t gated, std::int64_t real) {
        const std::int64_t all = own + gated + real;
        if (all == 0) return;
        Wait& wait = outcome_.waits[pool];
        const std::int64_t ms = span.length().ms;
        wait.gpus_milli = std::max(wait.gpus_milli, all * 1000);
        wait.gpu_ms += all * ms;
        wait.by_cause[static_cast<std::size_t>(WaitCause::fragmented)] += own * ms;
        wait.by_cause[static_cast<std::size_t>(WaitCause::gated)] += gated * ms;
        wait.by_cause[static_cast<std::size_t>(WaitCause::real)] += real * ms;
        WaitSpan next{.span = span, .cause = WaitCause::real, .detail = {}, .gpus_milli = all * 1000};
        if (gated >= own && gated >= real) {
            next.cause = WaitCause::gated;
            next.detail = {.kind = WaitDetail::Kind::idle_elsewhere};
        } else if (own >= real) {
            next.cause = WaitCause::fragmented;
            next.detail = {.kind = WaitDetail::Kind::idle_in_pool};
        }
        WaitSpan* const last = wait.spans.empty() ? nullptr : &wait.spans.back();
        if (last != nullptr && last->span.end == span.begin && last->cause == next.cause &&
            last->gpus_milli == next.gpus_milli) {
            last->span.end = span.end;
        } else {
            wait.spans.push_back(next);
        }
    }

    PoolOutcome finish() {
        std::int64_t waited = 0;
        for (PoolAccount& account : outcome_.accounts) {
            account.paid_ms =
                account.running_ms + account.fragmented_ms + account.constrained_ms + account.no_demand_ms;
        }
        for (const Wait& wait : outcome_.waits) waited += wait.gpu_ms;
        std::erase_if(outcome_.waits, [](const Wait& w) { return w.gpu_ms == 0; });
        for (std::size_t k = 0; k < kBuys.size() && waited > 0; ++k) {
            outcome_.buy.push_back({.product = "", .added = kBuys[k], .removed_ms = removed_[k]});
            if (removed_[k] == waited) break;
        }
        return std::move(outcome_);
    }

    const model::Timeline& timeline_;
    std::size_t n_;
    std::vector<std::vector<Stretch>> tracks_;
    std::vector<std::int64_t> removed_;
    PoolOutcome outcome_;
};

}  // namespace

PoolOutcome judge_pools(const model::Timeline& timeline) {
    if (timeline.pools.empty() || timeline.window.empty()) return {};
    return PoolSweep(timeline).run();
}

}  // namespace arable::diagnose
