#include "diagnose/fold.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include <fmt/format.h>

#include "base/check.h"
#include "diagnose/availability.h"
#include "diagnose/fold_card.h"
#include "diagnose/model_size.h"
#include "diagnose/pod_hours.h"

namespace arable::diagnose {
namespace {

using model::Quantity;

// What a server tells of the memory that it takes and needs.
struct ServerMemory {
    std::optional<double> fraction;
    float kv_most = -1.0F;
};

// What the third pass wants to know of one pod.
struct FoldedPod {
    std::vector<PodHour> hours;
    std::vector<bool> quantity_seen;
    ServerMemory memory;
};

Interval life_of(const model::Pod& pod, const Interval& window) {
    const Time begin = pod.created ? std::max(*pod.created, window.begin) : window.begin;
    return {begin, pod.ended ? std::min(*pod.ended, window.end) : window.end};
}

Result<FoldedPod> fold_pod(model::PodIx ix, const model::Timeline& timeline, const series::SignalReader& reader,
                           const Policy& policy) {
    ARABLE_TRY(signals, reader.read({static_cast<std::uint8_t>(model::SubjectKind::pod), ix.value}));
    FoldedPod out;
    out.quantity_seen.resize(static_cast<std::size_t>(Quantity::kQuantityCount), false);
    for (const series::Signal& signal : signals) {
        if (signal.quantity < out.quantity_seen.size() && !signal.samples.empty())
            out.quantity_seen[signal.quantity] = true;
    }
    const Holding holding{.step = policy.step, .instant = timeline.instant};
    out.hours = pod_hours(ix, signals, life_of(timeline.pods[ix.at()], timeline.window), timeline.window, holding);
    if (const auto* fraction = find_signal(signals, Quantity::memory_fraction);
        fraction != nullptr && !fraction->samples.empty()) {
        out.memory.fraction = fraction->samples.back().value;
    }
    for (const PodHour& hour : out.hours) {
        if (hour.kv_use.known()) out.memory.kv_most = std::max(out.memory.kv_most, hour.kv_most);
    }
    return out;
}

// Runs job(0) … job(count - 1) on `threads` threads; the first error by number wins.
template <class T, class Job>
Result<std::vector<T>> spread(std::size_t count, unsigned threads, const Job& job) {
    std::vector<Result<T>> results(count);
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++) results[i] = job(i);
    };
    std::vector<std::jthread> crew;
    for (unsigned t = 1; t < threads && t < count; ++t) crew.emplace_back(work);
    work();
    crew.clear();
    std::vector<T> values;
    values.reserve(count);
    for (Result<T>& result : results) {
        if (!result) return tl::unexpected(result.error());
        values.push_back(std::move(*result));
    }
    return values;
}

void mark_seen(std::vector<bool>& seen, const std::vector<bool>& more) {
    for (std::size_t i = 0; i < more.size(); ++i) {
        if (more[i]) seen[i] = true;
    }
}

void append_card(FoldedCard&& card, Folded& out) {
    const auto first = static_cast<std::uint32_t>(out.lanes.size());
    for (Run& run : card.runs) run.lane += first;
    for (HourShare& share : card.hours) share.lane += first;
    for (ClaimProfile& profile : card.profiles) profile.lane += first;
    out.lanes.insert(out.lanes.end(), card.lanes.begin(), card.lanes.end());
    out.runs.insert(out.runs.end(), card.runs.begin(), card.runs.end());
    out.hours.append(card.hours);
    out.claims.insert(out.claims.end(), card.profiles.begin(), card.profiles.end());
    if (card.stuck) out.stuck.push_back(*card.stuck);
    out.gaps.insert(out.gaps.end(), card.gaps.begin(), card.gaps.end());
    out.gpu_presence_ms.push_back(card.presence_ms);
    out.gpu_unusable_ms.push_back(card.unusable_ms);
    out.presence_ms += card.presence_ms;
    out.unusable_mig_ms += card.unusable_ms;
    for (const auto& [hour, ms] : card.unusable_hours) {
        out.unusable_week_ms[week_hour(out.window.begin + hours(hour))] += ms;
    }
    mark_seen(out.quantity_seen, card.quantity_seen);
    std::uint64_t quantities = 0;
    for (std::size_t q = 0; q < card.quantity_seen.size(); ++q)
        if (card.quantity_seen[q]) quantities |= std::uint64_t{1} << q;
    out.gpu_quantities.push_back(quantities);
}

void add_needs(Folded& out, const model::Timeline& timeline, const std::vector<ServerMemory>& by_pod) {
    for (ClaimProfile& profile : out.claims) {
        const model::PodIx pod = timeline.claims[profile.claim.at()].pod;
        if (!pod.known() || profile.memory_total <= 0.0F) continue;
        const ServerMemory& told = by_pod[pod.at()];
        if (!told.fraction) continue;
        profile.memory_fraction = static_cast<float>(*told.fraction);
        if (told.kv_most < 0.0F) continue;
        const double reserved = *told.fraction * static_cast<double>(profile.memory_total);
        const auto weights = weights_per_card(timeline, timeline.pods[pod.at()]);
        const auto need = needed_memory(reserved, weights, static_cast<double>(told.kv_most));
        if (need) profile.need_memory = static_cast<float>(*need);
    }
}

void widen_sampled(const FoldedCard& card, Folded& out) {
    if (!card.sampled) return;
    if (!out.sampled) out.sampled = card.sampled;
    out.sampled =
        Interval{std::min(out.sampled->begin, card.sampled->begin), std::max(out.sampled->end, card.sampled->end)};
}

Duration median_of(std::vector<Duration> intervals) {
    if (intervals.empty()) return {};
    const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>((intervals.size() - 1) / 2);
    std::ranges::nth_element(intervals, middle);
    return *middle;
}

void add_gaps(Folded& out, const PlacedClaims& placed, std::int64_t unknown_ms, std::int64_t unknown_gpus) {
    if (unknown_ms > 0) {
        out.gaps.push_back({.kind = model::Gap::Kind::missing_samples,
                            .subject = "GPUs",
                            .message = text("claimed time without enough telemetry to tell idle from busy"),
                            .count = unknown_gpus,
                            .gpu_time = {unknown_ms}});
    }
    if (std::ranges::any_of(placed.unsure, [](const IntervalSet& set) { return !set.empty(); })) {
        out.gaps.push_back(
            {.kind = model::Gap::Kind::assumption,
             .subject = "claims",
             .message = text("claims known by count only were given devices lowest id first; which device "
                             "they held, and what they did on it, is not known")});
    }
    if (placed.unplaced > 0) {
        out.gaps.push_back({.kind = model::Gap::Kind::conflict,
                            .subject = "claims",
                            .message = text("devices claimed that their node was not seen to have; left out"),
                            .count = placed.unplaced});
    }
}

struct Unknown {
    std::int64_t ms = 0;
    std::int64_t gpus = 0;
};

// In batches, so that what was folded is held once and not beside its copy in `out`.
constexpr std::size_t kBatch = 128;

Result<Unknown> fold_cards(const model::Timeline& timeline, const PlacedClaims& placed,
                           const series::SignalReader& signals, const Policy& policy, Folded& out) {
    Unknown unknown;
    const auto refusing = refusing_times(timeline, refusals(timeline, policy.detectors.node));
    std::vector<Duration> intervals;
    const std::size_t gpus = timeline.gpus.size();
    for (std::size_t first = 0; first < gpus; first += kBatch) {
        ARABLE_TRY(cards, (spread<FoldedCard>(std::min(kBatch, gpus - first), policy.threads, [&](std::size_t i) {
                       return fold_card(model::GpuIx::of(first + i), timeline, placed, refusing, signals, policy);
                   })));
        for (FoldedCard& card : cards) {
            if (card.sample_interval.ms > 0) intervals.push_back(card.sample_interval);
            widen_sampled(card, out);
            unknown.ms += card.unknown_ms;
            unknown.gpus += card.unknown_ms > 0 ? 1 : 0;
            append_card(std::exchange(card, {}), out);
        }
    }
    out.sample_interval = median_of(std::move(intervals));
    return unknown;
}

// By PodIx.
Result<std::vector<ServerMemory>> fold_pods(const model::Timeline& timeline, const series::SignalReader& signals,
                                            const Policy& policy, Folded& out) {
    std::vector<ServerMemory> servers;
    const std::size_t count = timeline.pods.size();
    servers.reserve(count);
    for (std::size_t first = 0; first < count; first += kBatch) {
        ARABLE_TRY(pods, (spread<FoldedPod>(std::min(kBatch, count - first), policy.threads, [&](std::size_t i) {
                       return fold_pod(model::PodIx::of(first + i), timeline, signals, policy);
                   })));
        for (const FoldedPod& pod : pods) {
            out.pod_hours.append(pod.hours);
            mark_seen(out.quantity_seen, pod.quantity_seen);
            servers.push_back(pod.memory);
        }
    }
    return servers;
}

}  // namespace

Result<Folded> fold(const model::Timeline& timeline, const series::SignalReader& signals, const Policy& policy) {
    ARABLE_CHECK(policy.step.ms > 0);
    const PlacedClaims placed = place_claims(timeline);
    Folded out;
    out.window = timeline.window;
    ARABLE_TRY(unknown, fold_cards(timeline, placed, signals, policy, out));
    ARABLE_TRY(servers, fold_pods(timeline, signals, policy, out));
    add_needs(out, timeline, servers);
    std::ranges::sort(out.claims, {}, [](const ClaimProfile& p) { return std::pair(p.claim, p.lane); });
    add_gaps(out, placed, unknown.ms, unknown.gpus);
    return out;
}

}  // namespace arable::diagnose
