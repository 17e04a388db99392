#include "diagnose/broken.h"

#include <algorithm>

#include "diagnose/pieces.h"

namespace arable::diagnose {
namespace {

using model::Quantity;
using series::Signal;

bool tells_activity(const Signal& signal) {
    const auto quantity = static_cast<Quantity>(signal.quantity);
    if (quantity == Quantity::gpu_util) return signal.part < 0;
    return quantity == Quantity::engine_active || quantity == Quantity::sm_active;
}

IntervalSet zero_times(const Signal& signal, const Holding& holding) {
    std::vector<Interval> zero;
    const Duration hold = holding.of(signal);
    for (std::size_t i = 0; i < signal.samples.size();) {
        if (signal.samples[i].value != 0.0) {
            ++i;
            continue;
        }
        const std::size_t first = i;
        while (i < signal.samples.size() && signal.samples[i].value == 0.0) ++i;
        const Time end = i < signal.samples.size() ? std::min(signal.samples[i].time, signal.samples[i - 1].time + hold)
                                                   : signal.samples[i - 1].time + hold;
        zero.push_back({signal.samples[first].time, end});
    }
    return normalise(std::move(zero));
}

// Power and held memory of the card over ascending intervals.
class Contradiction {
  public:
    Contradiction(std::span<const Signal> signals, const CardFacts& card, const Thresholds& thresholds,
                  const Holding& holding)
        : busy_watts_(card.busy_watts), power_(track_of(find_signal(signals, Quantity::power), holding)) {
        std::optional<double> whole;
        if (card.memory) whole = static_cast<double>(card.memory->value);
        empty_ = empty_limit(whole, thresholds);
        for (const Signal& signal : signals) {
            if (static_cast<Quantity>(signal.quantity) != Quantity::memory_used) continue;
            (signal.part < 0 ? whole_ : parts_).push_back(track_of(&signal, holding));
        }
    }

    std::optional<StuckTime> over(const Interval& interval) {
        const auto watts = power_.mean(interval);
        double used = 0.0;
        // A parent printed next to its instances is not added to them.
        for (Track& track : parts_.empty() ? whole_ : parts_) {
            if (const auto mean = track.mean(interval)) used += *mean;
        }
        if (!watts || *watts < busy_watts_ || used <= empty_) return std::nullopt;
        return StuckTime{interval, *watts, used};
    }

  private:
    double busy_watts_;
    double empty_ = 0.0;
    Track power_;
    std::vector<Track> whole_, parts_;
};

std::vector<StuckTime> busy_hours(const Interval& zero, Contradiction& check, Duration least) {
    std::vector<StuckTime> runs;
    for (Time t = zero.begin; t < zero.end;) {
        const Interval hour{t, std::min(zero.end, floor_to(t, hours(1)) + hours(1))};
        if (const auto stuck = check.over(hour)) {
            if (!runs.empty() && runs.back().during.end == t) {
                const auto before = static_cast<double>(runs.back().during.length().ms);
                const auto now = static_cast<double>(hour.length().ms);
                runs.back().watts = (runs.back().watts * before + stuck->watts * now) / (before + now);
                runs.back().memory_used = std::max(runs.back().memory_used, stuck->memory_used);
                runs.back().during.end = hour.end;
            } else {
                runs.push_back(*stuck);
            }
        }
        t = hour.end;
    }
    std::erase_if(runs, [&](const StuckTime& run) { return run.during.length() < least; });
    return runs;
}

// An instance that has memory but no activity series may be the one that draws the power.
bool all_parts_measured(std::span<const Signal> signals) {
    return std::ranges::all_of(signals, [&](const Signal& memory) {
        if (static_cast<Quantity>(memory.quantity) != Quantity::memory_used || memory.part < 0) return true;
        return std::ranges::any_of(signals,
                                   [&](const Signal& s) { return tells_activity(s) && s.part == memory.part; });
    });
}

}  // namespace

std::vector<StuckTime> stuck_times(std::span<const Signal> card_signals, const CardFacts& card, const Policy& policy,
                                   const Holding& holding, const Interval& window) {
    const Duration least = hours(policy.detectors.counter.hours);
    IntervalSet zero{window};
    bool any = false;
    for (const Signal& signal : card_signals) {
        if (!tells_activity(signal) || signal.samples.empty()) continue;
        any = true;
        zero = intersect(zero, zero_times(signal, holding));
    }
    std::vector<StuckTime> stuck;
    if (!any || find_signal(card_signals, Quantity::power) == nullptr || !all_parts_measured(card_signals))
        return stuck;
    Contradiction whole(card_signals, card, policy.thresholds, holding);
    Contradiction hourly(card_signals, card, policy.thresholds, holding);
    for (const Interval& interval : zero) {
        if (interval.length() < least) continue;
        if (const auto found = whole.over(interval)) {
            stuck.push_back(*found);
        } else {
            const auto runs = busy_hours(interval, hourly, least);
            stuck.insert(stuck.end(), runs.begin(), runs.end());
        }
    }
    return stuck;
}

}  // namespace arable::diagnose
