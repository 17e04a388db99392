#include "codec/check_folded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>
#include <unordered_map>

namespace arable::codec {
namespace {

using diagnose::Folded;
using diagnose::HourShare;
using diagnose::Mean;

constexpr std::int64_t kHourMs = 3'600'000;
constexpr int kMostSlices = 64;

bool in(std::int64_t v, std::int64_t least, std::int64_t most) { return least <= v && v <= most; }
bool is_mean(const Mean& mean) { return std::isfinite(mean.value) && mean.known_ms <= kHourMs; }

class Check {
  public:
    Check(const Folded& folded, const model::Timeline& timeline) : f_(folded), t_(timeline) {
        const Time first = floor_to(t_.window.begin, arable::hours(1));
        most_hour_ = (t_.window.end - first).ms / kHourMs;
    }

    void head() {
        must(f_.window == t_.window, "its window is not the Timeline's");
        must(f_.gpu_presence_ms.size() == t_.gpus.size() && f_.gpu_unusable_ms.size() == t_.gpus.size() &&
                 f_.gpu_quantities.size() == t_.gpus.size(),
             "it has not a number for each GPU");
        must(in(f_.sample_interval.ms, 0, arable::days(3660).ms), "its sample interval is none");
        // One scrape alone has no length.
        must(!f_.sampled || (f_.sampled->begin <= f_.sampled->end && within(*f_.sampled, t_.window)),
             "its samples are outside of the window");
        const auto quantities = static_cast<unsigned>(model::Quantity::kQuantityCount);
        for (const std::uint64_t bits : f_.gpu_quantities) must(bits >> quantities == 0, "no such quantity");
    }
    void lanes() {
        for (std::size_t i = 0; i < f_.lanes.size(); ++i) {
            const diagnose::Lane& lane = f_.lanes[i];
            must(lane.gpu.known() && lane.gpu.at() < t_.gpus.size(), "lane", i, "no such GPU");
            must(in(lane.slices, 0, kMostSlices) && !lane.during.empty(), "lane", i, "it is none");
            must(within(lane.during, t_.window), "lane", i, "it is outside of the window");
            must(i == 0 || in_order(f_.lanes[i - 1], lane), "lane", i, "it is not in order");
        }
    }
    void runs() {
        for (std::size_t i = 0; i < f_.runs.size(); ++i) {
            const diagnose::Run& run = f_.runs[i];
            must(run.lane < f_.lanes.size() && leads(run.claim), "run", i, "no such lane or claim");
            must(!run.span.empty() && run.state <= diagnose::PieceState::active, "run", i, "it is none");
            must(i == 0 || in_order(f_.runs[i - 1], run), "run", i, "it is not in order");
            if (!fault_.empty()) return;
            must(within(run.span, f_.lanes[run.lane].during), "run", i, "it is outside of its lane");
            holder(run.claim, run.lane, "run", i);
        }
    }
    void hours() {
        std::vector<std::int64_t> of_gpu(t_.gpus.size(), 0);
        const HourShare* before = nullptr;
        for (std::size_t i = 0; i < f_.hours.size() && fault_.empty(); ++i) {
            const HourShare& h = f_.hours[i];
            must(before == nullptr || in_order(*before, h), "hour", i, "it is not in order");
            before = &h;
            must(h.lane < f_.lanes.size() && leads(h.claim) && in(h.hour, 0, most_hour_), "hour", i,
                 "no such lane, claim or hour");
            const std::int64_t all = sum_of(h, i);
            must(means_of(h), "hour", i, "a mean is none");
            if (!fault_.empty()) break;
            const diagnose::Lane& lane = f_.lanes[h.lane];
            const Time begin = floor_to(t_.window.begin, arable::hours(1)) + arable::hours(h.hour);
            must(!intersect(lane.during, {begin, begin + arable::hours(1)}).empty(), "hour", i,
                 "it is outside of its lane");
            holder(h.claim, h.lane, "hour", i);
            must(add_to_card(lane.gpu, h.hour, all) <= kHourMs, "hour", i, "its card has more than an hour of it");
            of_gpu[lane.gpu.at()] += all;
        }
        sums(of_gpu);
    }
    void pod_hours() {
        const diagnose::PodHour* before = nullptr;
        for (std::size_t i = 0; i < f_.pod_hours.size() && fault_.empty(); ++i) {
            const diagnose::PodHour& h = f_.pod_hours[i];
            must(before == nullptr || in_order(*before, h), "pod hour", i, "it is not in order");
            before = &h;
            must(h.pod.known() && h.pod.at() < t_.pods.size() && in(h.hour, 0, most_hour_), "pod hour", i,
                 "no such pod or hour");
            must(h.from_ms <= h.to_ms && h.to_ms <= kHourMs && h.waiting_span_ms <= kHourMs, "pod hour", i, "its life");
            for (const Mean* mean :
                 {&h.cpu_cores, &h.cpu_throttled, &h.cpu_pressure, &h.io_pressure, &h.running, &h.waiting, &h.kv_use,
                  &h.request_rate, &h.prompt_rate, &h.output_rate, &h.ttft, &h.latency})
                must(is_mean(*mean), "pod hour", i, "a mean is none");
            must(std::isfinite(h.kv_most) && std::isfinite(h.waiting_first) && std::isfinite(h.waiting_last),
                 "pod hour", i, "a number is none");
        }
    }
    void claims() {
        for (std::size_t i = 0; i < f_.claims.size(); ++i) {
            const diagnose::ClaimProfile& p = f_.claims[i];
            must(p.claim.known() && leads(p.claim) && p.lane < f_.lanes.size(), "profile", i, "no such claim or lane");
            must(i == 0 || in_order(f_.claims[i - 1], p), "profile", i, "it is not in order");
            if (!fault_.empty()) return;
            holder(p.claim, p.lane, "profile", i);
            must(in(p.known_ms, 0, t_.window.length().ms), "profile", i, "its time");
            for (const float value : {p.engine_p95, p.sm_p50, p.sm_p95, p.dram_p95, p.duty, p.memory_most,
                                      p.memory_total, p.memory_fraction, p.need_memory})
                must(std::isfinite(value), "profile", i, "a number is none");
        }
        for (std::size_t i = 0; i < f_.stuck.size(); ++i) {
            const diagnose::StuckCard& s = f_.stuck[i];
            must(s.gpu.known() && s.gpu.at() < t_.gpus.size() && (i == 0 || in_order(f_.stuck[i - 1], s)), "stuck card",
                 i, "it is not in order");
            must(in(s.length.ms, 0, t_.window.length().ms) && s.stretches >= 0 && std::isfinite(s.watts) &&
                     std::isfinite(s.memory_used),
                 "stuck card", i, "a number is none");
        }
    }

    Result<Done> result() const {
        if (fault_.empty()) return Done{};
        return fail(ErrorCode::invalid_input, fault_);
    }

  private:
    bool leads(model::ClaimIx claim) const { return !claim.known() || claim.at() < t_.claims.size(); }
    static bool within(const Interval& part, const Interval& whole) {
        return whole.begin <= part.begin && part.end <= whole.end;
    }

    // Both lead somewhere.
    void holder(model::ClaimIx ix, std::uint32_t lane, std::string_view what, std::size_t i) {
        if (!ix.known()) return;
        const model::Claim& claim = t_.claims[ix.at()];
        const model::GpuIx card = f_.lanes[lane].gpu;
        must(!claim.gpu.known() || claim.gpu == card, what, i, "its claim is of another card");
        must(claim.gpu.known() || claim.node == t_.gpus[card.at()].node, what, i, "its claim is of another node");
    }

    // What the rows so far give of this hour of the card. Those of one card follow each other.
    std::int64_t add_to_card(model::GpuIx card, std::int32_t hour, std::int64_t ms) {
        if (card != card_) card_hours_.clear();
        card_ = card;
        return card_hours_[hour] += ms;
    }

    std::int64_t sum_of(const HourShare& h, std::size_t i) {
        std::int64_t all = 0;
        const auto add = [&](std::int64_t part) {
            must(in(part, 0, kHourMs), "hour", i, "a part is none");
            if (fault_.empty()) all += part;
        };
        for (const std::int64_t part : {h.unavailable_ms, h.used_unclaimed_ms, h.ghost_ms, h.free_ms, h.unknown_ms})
            add(part);
        std::int64_t held = 0;
        for (const std::int64_t part :
             {h.starting_ms, h.empty_ms, h.loaded_ms, h.computing_ms, h.bandwidth_rest_ms, h.other_rest_ms}) {
            add(part);
            held = std::max(held, part);
        }
        must(h.claim.known() || held == 0, "hour", i, "nobody holds it");
        must(all <= kHourMs, "hour", i, "it is longer than an hour");
        return all;
    }
    static bool means_of(const HourShare& h) {
        for (const Mean* mean : {&h.engine, &h.sm, &h.tensor, &h.dram, &h.power, &h.sm_clock, &h.pcie_rx, &h.pcie_tx,
                                 &h.nvlink, &h.throttled, &h.memory_used, &h.engine_all, &h.sm_all, &h.dram_all})
            if (!is_mean(*mean)) return false;
        return std::isfinite(h.memory_most);
    }
    void sums(const std::vector<std::int64_t>& of_gpu) {
        std::int64_t presence = 0;
        std::int64_t unusable = 0;
        for (std::size_t g = 0; g < of_gpu.size() && fault_.empty(); ++g) {
            const std::int64_t paid = f_.gpu_presence_ms[g];
            must(in(paid, 0, t_.window.length().ms) && in(f_.gpu_unusable_ms[g], 0, paid), "GPU", g, "its time");
            must(of_gpu[g] + f_.gpu_unusable_ms[g] == paid, "GPU", g, "its hours do not add up to its presence");
            presence += paid;
            unusable += f_.gpu_unusable_ms[g];
        }
        for (const std::int64_t ms : f_.unusable_week_ms) must(in(ms, 0, unusable), "its week is none");
        if (!fault_.empty()) return;
        const auto week = std::accumulate(f_.unusable_week_ms.begin(), f_.unusable_week_ms.end(), std::int64_t{0});
        must(presence == f_.presence_ms && unusable == f_.unusable_mig_ms && week == unusable,
             "its sums are not those of its GPUs");
    }

    void must(bool holds, std::string_view what) {
        if (!holds && fault_.empty()) fault_ = what;
    }
    void must(bool holds, std::string_view what, std::size_t i, std::string_view why) {
        if (!holds && fault_.empty()) fault_ = fmt::format("{} {}: {}", what, i + 1, why);
    }

    const Folded& f_;
    const model::Timeline& t_;
    std::int64_t most_hour_ = 0;
    model::GpuIx card_;
    std::unordered_map<std::int32_t, std::int64_t> card_hours_;  // milliseconds of card_, by hour
    std::string fault_;
};

}  // namespace

bool in_order(const diagnose::Lane& before, const diagnose::Lane& after) {
    const auto key = [](const diagnose::Lane& l) { return std::tuple(l.gpu, l.during.begin, l.instance); };
    return key(before) < key(after);
}
bool in_order(const diagnose::Run& before, const diagnose::Run& after) {
    if (before.lane != after.lane) return before.lane < after.lane;
    return before.span.begin < after.span.begin && before.span.end <= after.span.begin;
}
bool in_order(const HourShare& before, const HourShare& after) {
    return std::tie(before.lane, before.hour, before.claim) < std::tie(after.lane, after.hour, after.claim);
}
bool in_order(const diagnose::PodHour& before, const diagnose::PodHour& after) {
    return std::tie(before.pod, before.hour) < std::tie(after.pod, after.hour);
}
bool in_order(const diagnose::ClaimProfile& before, const diagnose::ClaimProfile& after) {
    return std::tie(before.claim, before.lane) < std::tie(after.claim, after.lane);
}
bool in_order(const diagnose::StuckCard& before, const diagnose::StuckCard& after) { return before.gpu < after.gpu; }

Result<Done> check_folded(const Folded& folded, const model::Timeline& timeline) {
    Check check(folded, timeline);
    check.head();
    if (check.result()) {
        check.lanes();
    }
    if (check.result()) {
        check.runs();
    }
    if (check.result()) {
        check.hours();
        check.pod_hours();
        check.claims();
    }
    return check.result();
}

}  // namespace arable::codec
