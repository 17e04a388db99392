#include "codec/check_folded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>

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
        must(!f_.sampled ||
                 (!f_.sampled->empty() && f_.sampled->begin >= t_.window.begin && f_.sampled->end <= t_.window.end),
             "its samples are outside of the window");
        const auto quantities = static_cast<unsigned>(model::Quantity::kQuantityCount);
        for (const std::uint64_t bits : f_.gpu_quantities) must(bits >> quantities == 0, "no such quantity");
    }
    void lanes() {
        const auto key = [](const diagnose::Lane& l) { return std::tuple(l.gpu, l.during.begin, l.instance); };
        for (std::size_t i = 0; i < f_.lanes.size(); ++i) {
            const diagnose::Lane& lane = f_.lanes[i];
            must(lane.gpu.known() && lane.gpu.at() < t_.gpus.size(), "lane", i, "no such GPU");
            must(in(lane.slices, 0, kMostSlices) && !lane.during.empty(), "lane", i, "it is none");
            must(i == 0 || key(f_.lanes[i - 1]) <= key(lane), "lane", i, "it is not in order");
        }
    }
    void runs() {
        for (std::size_t i = 0; i < f_.runs.size(); ++i) {
            const diagnose::Run& run = f_.runs[i];
            must(run.lane < f_.lanes.size() && leads(run.claim), "run", i, "no such lane or claim");
            must(!run.span.empty() && run.state <= diagnose::PieceState::active, "run", i, "it is none");
            must(run.span.begin >= t_.window.begin && run.span.end <= t_.window.end, "run", i, "it is outside");
            const bool follows = i == 0 || f_.runs[i - 1].lane < run.lane ||
                                 (f_.runs[i - 1].lane == run.lane && f_.runs[i - 1].span.end <= run.span.begin);
            must(follows, "run", i, "it is not in order");
        }
    }
    void hours() {
        std::vector<std::int64_t> of_gpu(t_.gpus.size(), 0);
        std::tuple<std::uint32_t, std::int32_t, model::ClaimIx> before;
        for (std::size_t i = 0; i < f_.hours.size() && fault_.empty(); ++i) {
            const HourShare& h = f_.hours[i];
            const std::tuple now(h.lane, h.hour, h.claim);
            must(i == 0 || before < now, "hour", i, "it is not in order");
            before = now;
            must(h.lane < f_.lanes.size() && leads(h.claim) && in(h.hour, 0, most_hour_), "hour", i,
                 "no such lane, claim or hour");
            const std::int64_t all = sum_of(h, i);
            must(means_of(h), "hour", i, "a mean is none");
            if (fault_.empty()) of_gpu[f_.lanes[h.lane].gpu.at()] += all;
        }
        sums(of_gpu);
    }
    void pod_hours() {
        std::pair<model::PodIx, std::int32_t> before;
        for (std::size_t i = 0; i < f_.pod_hours.size() && fault_.empty(); ++i) {
            const diagnose::PodHour& h = f_.pod_hours[i];
            const std::pair now(h.pod, h.hour);
            must(i == 0 || before < now, "pod hour", i, "it is not in order");
            before = now;
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
            must(i == 0 || std::pair(f_.claims[i - 1].claim, f_.claims[i - 1].lane) < std::pair(p.claim, p.lane),
                 "profile", i, "it is not in order");
            must(in(p.known_ms, 0, t_.window.length().ms), "profile", i, "its time");
            for (const float value : {p.engine_p95, p.sm_p50, p.sm_p95, p.dram_p95, p.duty, p.memory_most,
                                      p.memory_total, p.memory_fraction, p.need_memory})
                must(std::isfinite(value), "profile", i, "a number is none");
        }
        for (std::size_t i = 0; i < f_.stuck.size(); ++i) {
            const diagnose::StuckCard& s = f_.stuck[i];
            must(s.gpu.known() && s.gpu.at() < t_.gpus.size() && (i == 0 || f_.stuck[i - 1].gpu < s.gpu), "stuck card",
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
    std::string fault_;
};

}  // namespace

Result<Done> check_folded(const Folded& folded, const model::Timeline& timeline) {
    Check check(folded, timeline);
    check.head();
    if (check.result()) {
        check.lanes();
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
