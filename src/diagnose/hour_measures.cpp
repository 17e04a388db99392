#include "diagnose/hour_measures.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace arable::diagnose {
namespace {

using model::Quantity;
using series::Sample;
using series::Signal;

// Neighbouring pieces of one hour, one set of holders and one kind (active or merely claimed).
struct Stretch {
    Interval span;
    std::size_t entry = 0;
    bool active = false;
};

bool is_claimed(PieceState state) {
    return state == PieceState::unknown || state == PieceState::starting || state == PieceState::empty ||
           state == PieceState::loaded || state == PieceState::active;
}

std::vector<Stretch> stretches_of(std::span<const HourEntry> entries, std::span<const Piece> pieces,
                                  const Interval& window) {
    std::vector<Stretch> stretches;
    std::size_t first = 0;  // first entry of the hour
    for (const Piece& piece : pieces) {
        const std::int32_t hour = hour_of(piece.span.begin, window);
        while (entries[first].hour < hour) ++first;
        if (!is_claimed(piece.state)) continue;
        std::size_t entry = first;
        while (entries[entry].holders != piece.holders) ++entry;
        const bool active = piece.state == PieceState::active;
        if (!stretches.empty() && stretches.back().entry == entry && stretches.back().active == active &&
            stretches.back().span.end == piece.span.begin) {
            stretches.back().span.end = piece.span.end;
        } else {
            stretches.push_back({piece.span, entry, active});
        }
    }
    return stretches;
}

// NVML clocks event reasons that slow a card down: software power cap, hardware slowdown, software and hardware
// thermal slowdown, hardware power brake.
bool slowed(double reasons) {
    constexpr std::uint64_t kSlow = 0x4U | 0x8U | 0x20U | 0x40U | 0x80U;
    if (!(reasons >= 0.0) || reasons >= 9.0e15) return false;
    return (static_cast<std::uint64_t>(reasons) & kSlow) != 0;
}

class Measurer {
  public:
    Measurer(std::vector<HourEntry>& entries, std::span<const Stretch> stretches, const Holding& holding)
        : entries_(entries), stretches_(stretches), holding_(holding) {}

    void add(Feature feature, const Signal* signal, bool active_only) {
        if (signal != nullptr) add(feature, track_of(signal, holding_), active_only);
    }

    void add(Feature feature, Track track, bool active_only) {
        if (!track.exists()) return;
        for (const Stretch& stretch : stretches_) {
            if (active_only && !stretch.active) continue;
            const auto mean = track.mean_known(stretch.span);
            if (!mean) continue;
            entries_[stretch.entry].sums[static_cast<std::size_t>(feature)].add(mean->value, mean->known);
        }
    }

    // Largest sample inside each claimed stretch; its mean where no sample lies inside.
    void add_most(const Signal* memory) {
        if (memory == nullptr) return;
        auto at = memory->samples.begin();
        Track track = track_of(memory, holding_);
        for (const Stretch& stretch : stretches_) {
            float& most = entries_[stretch.entry].memory_most;
            while (at != memory->samples.end() && at->time < stretch.span.begin) ++at;
            bool inside = false;
            for (; at != memory->samples.end() && at->time < stretch.span.end; ++at) {
                most = std::max(most, static_cast<float>(at->value));
                inside = true;
            }
            if (inside) continue;
            if (const auto mean = track.mean(stretch.span)) most = std::max(most, static_cast<float>(*mean));
        }
    }

    // Sawtooth of the engine: pairs of neighbouring samples of active time that swing between < 20 % and > 80 %.
    void add_flips(const Signal* engine) {
        if (engine == nullptr) return;
        const Duration hold = holding_.of(*engine);
        std::size_t i = 1;
        const auto& samples = engine->samples;
        for (const Stretch& stretch : stretches_) {
            while (i < samples.size() && samples[i].time < stretch.span.begin) ++i;
            for (; i < samples.size() && samples[i].time < stretch.span.end; ++i) {
                if (!stretch.active || samples[i].time - samples[i - 1].time > hold) continue;
                const auto [low, high] = std::minmax(samples[i - 1].value, samples[i].value);
                HourEntry& entry = entries_[stretch.entry];
                ++entry.engine_pairs;
                if (low < 0.2 && high > 0.8) ++entry.engine_flips;
            }
        }
    }

  private:
    std::vector<HourEntry>& entries_;
    std::span<const Stretch> stretches_;
    Holding holding_;
};

void add_throttling(Measurer& measurer, std::span<const Signal> card, const Holding& holding) {
    if (const Signal* reasons = find_signal(card, Quantity::clock_event_reasons)) {
        std::vector<Sample> slow = reasons->samples;
        for (Sample& sample : slow) sample.value = slowed(sample.value) ? 1.0 : 0.0;
        measurer.add(Feature::throttled, Track(slow, holding.of(*reasons)), true);
        return;
    }
    // Seconds throttled per second, by power or by heat: of the two counters the larger rate at each time, where they
    // were read together; else the counter that rose more.
    const Signal* counter = nullptr;
    std::vector<Sample> share;
    double most = -1.0;
    for (const Quantity quantity : {Quantity::power_violation, Quantity::thermal_violation}) {
        const Signal* signal = find_signal(card, quantity);
        if (signal == nullptr || signal->samples.size() < 2) continue;
        std::vector<Sample> rates = rates_of(signal->samples);
        double sum = 0.0;
        for (Sample& sample : rates) sum += sample.value = std::min(sample.value, 1.0);
        const bool together = std::ranges::equal(share, rates, {}, &Sample::time, &Sample::time);
        if (together) {
            for (std::size_t i = 0; i < rates.size(); ++i) share[i].value = std::max(share[i].value, rates[i].value);
        } else if (sum > most) {
            share = std::move(rates);
            counter = signal;
            most = sum;
        }
    }
    if (counter != nullptr) measurer.add(Feature::throttled, rate_track(share, counter->samples), true);
}

// Both directions together, at the times at which the first is read and the second holds.
std::vector<Sample> sum_of(const Signal& a, const Signal& b, Duration hold_of_b) {
    std::vector<Sample> sum;
    std::size_t j = 0;
    for (const Sample& sample : a.samples) {
        while (j + 1 < b.samples.size() && b.samples[j + 1].time <= sample.time) ++j;
        const bool holds =
            !b.samples.empty() && b.samples[j].time <= sample.time && sample.time - b.samples[j].time < hold_of_b;
        if (holds) sum.push_back({sample.time, sample.value + b.samples[j].value});
    }
    return sum;
}

void add_links(Measurer& measurer, std::span<const Signal> card, const Holding& holding) {
    measurer.add(Feature::pcie_rx, find_signal(card, Quantity::pcie_rx), true);
    measurer.add(Feature::pcie_tx, find_signal(card, Quantity::pcie_tx), true);
    const Signal* rx = find_signal(card, Quantity::nvlink_rx);
    const Signal* tx = find_signal(card, Quantity::nvlink_tx);
    if (rx != nullptr && tx != nullptr) {
        const std::vector<Sample> both = sum_of(*rx, *tx, holding.of(*tx));
        measurer.add(Feature::nvlink, Track(both, holding.of(*rx)), true);
    } else {
        measurer.add(Feature::nvlink, rx != nullptr ? rx : tx, true);
    }
}

}  // namespace

void measure_hours(std::vector<HourEntry>& entries, std::span<const Piece> pieces, const Lane& lane,
                   const LaneSignals& signals, std::span<const Signal> card_signals, const Holding& holding,
                   const Interval& window) {
    const std::vector<Stretch> stretches = stretches_of(entries, pieces, window);
    if (stretches.empty()) return;
    Measurer measurer(entries, stretches, holding);
    measurer.add(Feature::engine, signals.engine, true);
    measurer.add(Feature::sm, signals.sm, true);
    measurer.add(Feature::tensor, signals.tensor, true);
    measurer.add(Feature::dram, signals.dram, true);
    measurer.add(Feature::engine_all, signals.engine, false);
    measurer.add(Feature::sm_all, signals.sm, false);
    measurer.add(Feature::dram_all, signals.dram, false);
    measurer.add(Feature::memory_used, signals.memory_used(), false);
    measurer.add_most(signals.memory_used());
    measurer.add_flips(signals.engine != nullptr ? signals.engine : signals.util);
    measurer.add(Feature::power, find_signal(card_signals, Quantity::power), true);
    measurer.add(Feature::sm_clock, find_signal(card_signals, Quantity::sm_clock), true);
    add_throttling(measurer, card_signals, holding);
    if (!lane.instance) add_links(measurer, card_signals, holding);
}

}  // namespace arable::diagnose
