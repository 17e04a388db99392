#pragma once
// Collects the causes of one unit's waiting over time and turns them into exact GPU-milliseconds.

#include <cstdint>
#include <string>
#include <vector>

#include "diagnose/wait_units.h"
#include "diagnose/waits.h"

namespace arable::diagnose {

class WaitLedger {
  public:
    explicit WaitLedger(const WaitUnit& unit) : unit_(&unit) {}

    // `milli` thousandths of a GPU waited during `span` for this cause. Spans come in ascending order.
    void add(Interval span, std::int64_t milli, WaitCause cause, const WaitDetail& detail);
    // The row of the report: gpu_ms is the sum of milli x ms / 1000, rounded to the nearest; causes are its parts by
    // largest remainder, so that they add up exactly.
    Wait finish(const model::Timeline& timeline) const;

  private:
    const WaitUnit* unit_;
    std::vector<WaitSpan> spans_;
    std::vector<std::int64_t> milli_ms_ = std::vector<std::int64_t>(kWaitCauses, 0);
    std::int64_t most_milli_ = 0;
};

// A request's size in thousandths of a GPU; never below 0, at most a million GPUs (input is hostile).
// At most kMostPodMilli; added up over a gang at most kMostMilli: keeps every product with a time inside 64 bits,
// whatever an object asks.
inline constexpr std::int64_t kMostPodMilli = 10'000'000;  // 10,000 GPUs
inline constexpr std::int64_t kMostMilli = 100'000'000;    // 100,000 GPUs
std::int64_t milli_of(const model::PodSpec& spec);

}  // namespace arable::diagnose
