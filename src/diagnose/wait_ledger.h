#pragma once
// Collects the causes of one unit's waiting over time and turns them into exact GPU-milliseconds.

#include <array>
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
    __extension__ using Wide = __int128;  // a unit may wait for a long window with very many GPUs
    std::array<Wide, kWaitCauses> milli_ms_{};
    std::int64_t most_milli_ = 0;
};

// A request's size in thousandths of a GPU: from 0 to kMostPodMilli, whatever an object asks (input is hostile). What
// waits of one unit at one time is at most kMostMilli.
inline constexpr std::int64_t kMostPodMilli = 10'000'000;  // 10,000 GPUs
inline constexpr std::int64_t kMostMilli = 100'000'000;    // 100,000 GPUs
std::int64_t milli_of(const model::PodSpec& spec);

}  // namespace arable::diagnose
