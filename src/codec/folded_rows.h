#pragma once
// Which fields the rows of Folded have: an allow-list, one function a row (rows.h). Inside `codec` only.

#include <bit>
#include <cmath>
#include <cstdint>

#include "codec/rows.h"
#include "diagnose/folded.h"

namespace arable::codec {

template <class Columns>
void pass(Columns& c, Interval& span) {
    c.number(span.begin.ms);
    c.number(span.end.ms, span.begin.ms);
}

// Known for as long as `expected`, as a rule.
template <class Columns>
void pass(Columns& c, diagnose::Mean& mean, std::int64_t expected) {
    c.number(mean.known_ms, expected);
    c.real(mean.value);
}
// As a rule equal to the same quantity over another time.
template <class Columns>
void pass(Columns& c, diagnose::Mean& mean, std::int64_t expected, const diagnose::Mean& like) {
    c.number(mean.known_ms, expected);
    c.real(mean.value, like.value);
}

template <class Columns>
void pass(Columns& c, diagnose::Lane& lane) {
    c.number(lane.gpu.value);
    int instance = lane.instance ? *lane.instance : -1;
    c.number(instance);
    c.must(instance >= -1);
    lane.instance.reset();
    if (instance >= 0) lane.instance = instance;
    c.number(lane.uncovered);
    c.number(lane.slices);
    pass(c, lane.during);
}

template <class Columns>
void pass(Columns& c, diagnose::Run& run) {
    c.number(run.lane);
    pass(c, run.span);
    c.number(run.state);
    c.number(run.claim.value);
}

// Parts that are seldom other than 0 first; the last one is what the rest leaves of the hour.
template <class Columns>
void pass_parts(Columns& c, diagnose::HourShare& h) {
    std::int64_t total = h.unavailable_ms + h.used_unclaimed_ms + h.ghost_ms + h.free_ms + h.unknown_ms +
                         h.starting_ms + h.empty_ms + h.loaded_ms + h.computing_ms + h.bandwidth_rest_ms +
                         h.other_rest_ms;
    c.number(total);
    std::int64_t rest = total;
    for (std::int64_t* part : {&h.unavailable_ms, &h.used_unclaimed_ms, &h.ghost_ms, &h.unknown_ms, &h.starting_ms,
                               &h.empty_ms, &h.free_ms, &h.loaded_ms}) {
        c.number(*part);
        rest = minus(rest, *part);
    }
    c.real(h.sm.value);
    const double computing = static_cast<double>(h.sm.value) * static_cast<double>(rest);
    c.number(h.computing_ms, std::fabs(computing) < 1e15 ? std::llround(computing) : 0);
    c.number(h.bandwidth_rest_ms);
    c.number(h.other_rest_ms, minus(minus(rest, h.computing_ms), h.bandwidth_rest_ms));
}

template <class Columns>
void pass(Columns& c, diagnose::HourShare& h) {
    c.number(h.lane);
    c.number(h.hour);
    c.number(h.claim.value);
    pass_parts(c, h);
    c.number(h.engine_only);
    c.number(h.util_only);
    const std::int64_t active = plus(plus(h.computing_ms, h.bandwidth_rest_ms), h.other_rest_ms);
    const std::int64_t claimed = plus(plus(plus(active, h.loaded_ms), plus(h.empty_ms, h.starting_ms)), h.unknown_ms);
    c.number(h.sm.known_ms, active);
    for (diagnose::Mean* mean :
         {&h.engine, &h.tensor, &h.dram, &h.power, &h.sm_clock, &h.pcie_rx, &h.pcie_tx, &h.nvlink, &h.throttled})
        pass(c, *mean, active);
    pass(c, h.memory_used, claimed);
    c.real(h.memory_most, h.memory_used.value);
    pass(c, h.engine_all, claimed, h.engine);
    pass(c, h.sm_all, claimed, h.sm);
    pass(c, h.dram_all, claimed, h.dram);
    c.number(h.engine_flips);
    c.number(h.engine_pairs);
}

template <class Columns>
void pass(Columns& c, diagnose::PodHour& h) {
    c.number(h.pod.value);
    c.number(h.hour);
    c.number(h.from_ms);
    c.number(h.to_ms);
    const std::int64_t lived = static_cast<std::int64_t>(h.to_ms) - h.from_ms;
    for (diagnose::Mean* mean :
         {&h.cpu_cores, &h.cpu_throttled, &h.cpu_pressure, &h.io_pressure, &h.running, &h.waiting, &h.kv_use,
          &h.request_rate, &h.prompt_rate, &h.output_rate, &h.ttft, &h.latency})
        pass(c, *mean, lived);
    c.real(h.kv_most, h.kv_use.value);
    c.real(h.waiting_first);
    c.real(h.waiting_last, h.waiting_first);
    c.number(h.waiting_span_ms);
}

template <class Columns>
void pass(Columns& c, diagnose::ClaimProfile& p) {
    c.number(p.claim.value);
    c.number(p.lane);
    c.number(p.known_ms);
    for (float* value : {&p.engine_p95, &p.sm_p50, &p.sm_p95, &p.dram_p95, &p.duty, &p.memory_most, &p.memory_total,
                         &p.memory_fraction, &p.need_memory})
        c.real(*value);
}

template <class Columns>
void pass(Columns& c, diagnose::StuckCard& s) {
    c.number(s.gpu.value);
    c.number(s.length.ms);
    c.number(s.stretches);
    for (double* value : {&s.watts, &s.memory_used}) {
        auto bits = std::bit_cast<std::int64_t>(*value);
        c.number(bits);
        *value = std::bit_cast<double>(bits);
    }
}

}  // namespace arable::codec
