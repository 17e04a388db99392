#include "diagnose/lane_signals.h"

#include <algorithm>

#include "diagnose/lanes.h"

namespace arable::diagnose {
namespace {

using model::Quantity;

// Sum of the values of several signals at the first time at which all are there.
std::optional<double> sum_at_first(const series::Signal* a, const series::Signal* b) {
    if (a == nullptr || b == nullptr) return std::nullopt;
    for (std::size_t i = 0, j = 0; i < a->samples.size() && j < b->samples.size();) {
        if (a->samples[i].time == b->samples[j].time) return a->samples[i].value + b->samples[j].value;
        if (a->samples[i].time < b->samples[j].time) {
            ++i;
        } else {
            ++j;
        }
    }
    return std::nullopt;
}

std::optional<double> known_memory(const Lane& lane, const model::Gpu& gpu, const CardFacts& card) {
    if (!card.memory) return std::nullopt;
    const auto whole = static_cast<double>(card.memory->value);
    if (!lane.instance) return whole;
    const model::Layout* layout = layout_at(gpu, lane.during.begin);
    if (layout == nullptr || card.product == nullptr || !card.product->mig) return std::nullopt;
    for (const model::MigInstance& instance : layout->instances) {
        if (instance.id != *lane.instance) continue;
        for (const model::MigProfile& profile : card.product->mig->profiles) {
            if (profile.name == instance.profile && profile.memory.value > 0) {
                return static_cast<double>(profile.memory.value);
            }
        }
        if (instance.memory_slices > 0 && card.product->mig->memory_slices > 0) {
            return whole * instance.memory_slices / card.product->mig->memory_slices;
        }
    }
    return std::nullopt;
}

std::optional<double> memory_total(const Lane& lane, const model::Gpu& gpu, const CardFacts& card,
                                   std::span<const series::Signal> signals, int part) {
    if (const auto* total = find_signal(signals, Quantity::memory_total, part);
        total != nullptr && !total->samples.empty()) {
        return std::ranges::max(total->samples, {}, &series::Sample::value).value;
    }
    const auto* used = find_signal(signals, Quantity::memory_used, part);
    if (auto sum = sum_at_first(used, find_signal(signals, Quantity::memory_free, part))) {
        const auto* reserved = find_signal(signals, Quantity::memory_reserved, part);
        if (reserved != nullptr && !reserved->samples.empty()) *sum += reserved->samples.front().value;
        return sum;
    }
    return known_memory(lane, gpu, card);
}

}  // namespace

const series::Signal* find_signal(std::span<const series::Signal> signals, Quantity quantity, int part) {
    const auto wanted = std::pair(static_cast<std::uint16_t>(quantity), part);
    const auto order = [](const series::Signal& s) { return std::pair(s.quantity, static_cast<int>(s.part)); };
    const auto it = std::ranges::lower_bound(signals, wanted, {}, order);
    return it != signals.end() && order(*it) == wanted ? &*it : nullptr;
}

Duration Holding::of(const series::Signal& signal) const {
    const Duration hold = series::hold_of(signal.median_interval);
    return instant || hold.ms <= 0 ? std::max(hold, step) : hold;
}

Track track_of(const series::Signal* signal, const Holding& holding) {
    if (signal == nullptr) return {};
    return {signal->samples, holding.of(*signal)};
}

LaneSignals lane_signals(const Lane& lane, const model::Gpu& gpu, const CardFacts& card,
                         std::span<const series::Signal> signals) {
    LaneSignals out;
    if (lane.uncovered) return out;
    const int part = lane.instance ? *lane.instance : -1;
    out.engine = find_signal(signals, Quantity::engine_active, part);
    out.sm = find_signal(signals, Quantity::sm_active, part);
    out.tensor = find_signal(signals, Quantity::tensor_active, part);
    out.dram = find_signal(signals, Quantity::dram_active, part);
    const bool mig = lane.slices > 0;
    if (!mig) out.util = find_signal(signals, Quantity::gpu_util, part);
    out.memory = find_signal(signals, Quantity::memory_used, part);
    out.memory_total = memory_total(lane, gpu, card, signals, part);
    const auto* free = find_signal(signals, Quantity::memory_free, part);
    if (out.memory == nullptr && free != nullptr && out.memory_total) {
        out.derived_memory = *free;
        for (series::Sample& s : out.derived_memory.samples) s.value = std::max(0.0, *out.memory_total - s.value);
    }
    for (const auto* s : {out.engine, out.sm, out.util, out.memory}) {
        if (s != nullptr) out.sample_interval = std::max(out.sample_interval, s->median_interval);
    }
    return out;
}

}  // namespace arable::diagnose
