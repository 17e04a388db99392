#include "diagnose/evidence_events.h"

#include <algorithm>
#include <map>

#include "model/quantity.h"

namespace arable::diagnose {
namespace {

// How many of some spans hold, at each time at which that changes.
class Count {
  public:
    void add(const Interval& span) {
        if (span.empty()) return;
        ++change_[span.begin];
        --change_[span.end];
    }
    std::vector<series::Sample> samples() const {
        std::vector<series::Sample> out;
        std::int64_t now = 0;
        for (const auto& [time, change] : change_) {
            if (change == 0) continue;
            now += change;
            out.push_back({time, static_cast<double>(now)});
        }
        return out;
    }

  private:
    std::map<Time, std::int64_t> change_;
};

}  // namespace

std::vector<series::Sample> members_waiting(const DetectorInput& input, const model::Gang& gang) {
    Count count;
    for (const model::PodIx ix : gang.pods) {
        const model::Pod& pod = input.timeline.pods[ix.at()];
        if (!pod.created) continue;
        Time until = pod.ended.value_or(input.timeline.window.end);
        if (pod.scheduled) until = std::min(until, *pod.scheduled);
        count.add(intersect({*pod.created, until}, input.timeline.window));
    }
    return count.samples();
}

std::vector<series::Sample> marked_lanes(const DetectorInput& input, std::span<const model::GpuIx> gpus,
                                         std::string_view cause) {
    Count count;
    for (const FreeMark& mark : input.marks) {
        if (name(mark.cause) != cause) continue;
        if (std::ranges::find(gpus, input.folded.lanes[mark.lane].gpu) != gpus.end()) count.add(mark.span);
    }
    return count.samples();
}

std::vector<series::Sample> requests(const DetectorInput& input, const WorkloadView& view) {
    std::vector<series::Sample> samples;
    for (const model::PodIx ix : view.pods) {
        const model::Pod& pod = input.timeline.pods[ix.at()];
        if (pod.spec.device.count <= 0) continue;
        samples.push_back(
            {pod.created.value_or(input.timeline.window.begin), static_cast<double>(pod.spec.device.count)});
    }
    std::ranges::sort(samples, {}, [](const series::Sample& s) { return std::pair(s.time, s.value); });
    return samples;
}

std::string_view sample_unit(const Evidence& evidence) {
    const std::string_view quantity = std::string_view(evidence.selector).substr(0, evidence.selector.find('{'));
    if (quantity.starts_with("wait[") || quantity.starts_with("free[")) return "GPUs";
    if (quantity == "members_waiting") return "pods";
    if (quantity == "claim" || quantity == "ready") return "ratio";
    for (std::uint16_t q = 0; q < static_cast<std::uint16_t>(model::Quantity::kQuantityCount); ++q) {
        const auto measured = static_cast<model::Quantity>(q);
        if (quantity != model::name(measured)) continue;
        switch (measured) {
            case model::Quantity::cpu_used:
                return "cores";
            case model::Quantity::cpu_throttled:
            case model::Quantity::cpu_pressure:
            case model::Quantity::io_pressure:
            case model::Quantity::clock_event_reasons:
                return "ratio";  // of time, or of CFS periods
            default:
                return model::is_counter(measured) ? "1/s" : model::unit(measured);
        }
    }
    return evidence.unit;
}

}  // namespace arable::diagnose
