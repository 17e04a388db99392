#include "diagnose/active_hours.h"

#include <set>
#include <utility>

#include "diagnose/wording.h"
#include "model/product.h"

namespace arable::diagnose {

std::vector<ActiveHour> active_hours(const DetectorInput& input, const WorkloadView& view,
                                     const std::function<bool(const ActiveHour&)>& holds) {
    const double least = input.policy.detectors.application.active_share;
    std::vector<ActiveHour> found;
    for (const WorkloadHour& hour : hours_of(view, input.folded)) {
        const HeldTime time = held_time(input.folded, hour.shares);
        const std::int64_t active = time.active_ms();
        if (active == 0 || static_cast<double>(active) < least * static_cast<double>(time.known_ms())) continue;
        ActiveHour one;
        one.hour = hour;
        one.stall = input.stalls[hour.shares.front()];
        one.gpu = gpu_features(input.folded, hour.shares);
        one.pods = pod_features(input.folded, hour.pod_hours);
        std::set<model::GpuIx> gpus;
        for (const std::uint32_t i : hour.shares) gpus.insert(input.folded.lanes[input.folded.hours[i].lane].gpu);
        one.gpus = static_cast<std::int64_t>(gpus.size());
        if (holds(one)) found.push_back(std::move(one));
    }
    return found;
}

ClassTimes rest_of(const DetectorInput& input, const std::vector<ActiveHour>& hours) {
    ClassTimes times{};
    for (const ActiveHour& hour : hours) {
        for (const std::uint32_t i : hour.hour.shares) {
            const HourShare& share = input.folded.hours[i];
            const bool stalled = input.stalls[i] != Stall::none;
            at(times, stalled ? AccountClass::active_stalled : AccountClass::active_bandwidth) +=
                share.bandwidth_rest_ms;
            at(times, stalled ? AccountClass::active_stalled : AccountClass::active_headroom) += share.other_rest_ms;
        }
    }
    return times;
}

Measured mean_over(const std::vector<ActiveHour>& hours, Measured GpuFeatures::*feature) {
    Average mean;
    for (const ActiveHour& hour : hours)
        if (const Measured& value = hour.gpu.*feature) mean.add(*value, hour.gpu.active_ms);
    return mean.value();
}

Measured mean_over(const std::vector<ActiveHour>& hours, Measured PodFeatures::*feature) {
    Average mean;
    for (const ActiveHour& hour : hours)
        if (const Measured& value = hour.pods.*feature) mean.add(*value, hour.gpu.active_ms);
    return mean.value();
}

Measured pcie_link(const DetectorInput& input, const WorkloadHour& hour) {
    const model::GpuIx ix = input.folded.lanes[input.folded.hours[hour.shares.front()].lane].gpu;
    const model::Gpu& gpu = input.timeline.gpus[ix.at()];
    const model::Product* product = model::find_product(gpu.product, gpu.memory);
    if (product == nullptr || product->pcie_bytes_per_s <= 0.0) return std::nullopt;
    return product->pcie_bytes_per_s;
}

}  // namespace arable::diagnose
