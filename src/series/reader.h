#pragma once
// The port through which diagnosis reads numbers: all signals of one subject at a time, so that memory never grows
// with the number of samples. Series does not know what subjects and quantities mean; `model/quantity.h` does.

#include <compare>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "series/sample.h"

namespace arable::series {

// kind: model::SubjectKind; index: position in the vector of the model that the kind names.
struct Subject {
    std::uint8_t kind = 0;
    std::uint32_t index = 0;
    friend auto operator<=>(const Subject&, const Subject&) = default;
};

// One quantity of one subject (or of one part of it) over the whole window, in its declared base unit.
struct Signal {
    std::uint16_t quantity = 0;  // model::Quantity
    std::int32_t part = -1;      // MIG GPU-instance id, or -1: the whole subject
    // Ascending times, no time twice, no NaN, no blank marker. Counters are as read (resets not removed).
    std::vector<Sample> samples;
    // Median distance of neighbouring samples; 0 when there are fewer than two.
    Duration median_interval;
};

// A sample stands until the next one, at most 2.5 x the median interval of its series (docs/definitions.md §3); then a
// gap begins.
constexpr Duration hold_of(Duration median_interval) { return {median_interval.ms * 5 / 2}; }

class SignalReader {
  public:
    virtual ~SignalReader() = default;
    // Signals sorted by (quantity, part), each at most once. A subject without signals gives an empty vector.
    // Safe to call from several threads at once.
    virtual Result<std::vector<Signal>> read(Subject subject) const = 0;
};

}  // namespace arable::series
