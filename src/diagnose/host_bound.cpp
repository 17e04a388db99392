#include "diagnose/host_bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "diagnose/active_hours.h"
#include "diagnose/confidence.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

std::int64_t count(const std::vector<ActiveHour>& hours) { return static_cast<std::int64_t>(hours.size()); }

Finding new_hour_finding(const DetectorInput& input, FindingKind kind, const WorkloadView& view,
                         const std::vector<ActiveHour>& hours) {
    Finding finding = new_finding(input, kind, subject_of(view));
    finding.gpu_ms = rest_of(input, hours);
    workload_confidence(input, view, held_time(input.folded, view.shares)).give(finding);
    return finding;
}

void add_mean(const DetectorInput& input, Finding& finding, model::Quantity quantity, const Measured& value,
              const std::vector<ActiveHour>& hours, std::string unit = "ratio") {
    if (value)
        finding.evidence.push_back(evidence(input, selector(quantity, finding.subject), "mean while active", *value,
                                            std::move(unit), count(hours)));
}

// Cores a GPU may use: limits, else requests, of the pods that hold GPUs; absent: the specs are not known.
Measured cores_per_gpu(const DetectorInput& input, const WorkloadView& view) {
    double cores = 0.0;
    std::int64_t gpus = 0;
    for (const model::PodIx ix : view.pods) {
        const model::PodSpec& spec = input.timeline.pods[ix.at()].spec;
        const MilliCpu most = spec.cpu_limit ? *spec.cpu_limit : spec.cpu;
        if (!spec.spec_known || most.value == 0 || spec.device.count == 0) continue;
        cores += static_cast<double>(most.value) / 1000.0;
        gpus += spec.device.count;
    }
    return gpus > 0 ? Measured(cores / static_cast<double>(gpus)) : std::nullopt;
}

// Cores in use a GPU, mean over hours.
Measured used_per_gpu(const std::vector<ActiveHour>& hours) {
    Average used;
    for (const ActiveHour& hour : hours)
        if (hour.pods.cpu_cores && hour.gpus > 0)
            used.add(*hour.pods.cpu_cores / static_cast<double>(hour.gpus), hour.gpu.active_ms);
    return used.value();
}

// The pipeline fills the card for a part of the time only: to fill it always it needs its cores over that part.
Measured cores_needed(const Measured& has, const Measured& busy) {
    if (!has || !busy || *busy <= 0.0) return std::nullopt;
    return std::ceil(*has / std::clamp(*busy, 0.05, 1.0));
}

bool short_of_cpu(const std::vector<ActiveHour>& hours, const StallLimits& limits) {
    return at_least(mean_over(hours, &PodFeatures::cpu_throttled), limits.cpu_throttled) ||
           at_least(mean_over(hours, &PodFeatures::cpu_pressure), limits.cpu_pressure);
}

}  // namespace

std::vector<Finding> data_starvation(const DetectorInput& input) {
    const DetectorLimits& limits = input.policy.detectors;
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        if (view.serving) continue;
        const auto hours = active_hours(input, view, [](const ActiveHour& h) { return h.stall == Stall::starvation; });
        if (count(hours) < limits.application.hours) continue;
        Finding finding = new_hour_finding(input, FindingKind::data_starvation, view, hours);
        const bool cpu = short_of_cpu(hours, limits.stall);
        const Measured sm = mean_over(hours, &GpuFeatures::sm);
        const Measured busy = sm ? sm : mean_over(hours, &GpuFeatures::engine);
        const Measured allowed = cores_per_gpu(input, view);
        const Measured has = allowed ? allowed : used_per_gpu(hours);
        const Measured needs = cpu ? cores_needed(has, busy) : std::nullopt;
        finding.statement =
            cpu ? text(
                      "{} {} starved for input in {} hours: {} active without computing while its pods were short of "
                      "CPU.",
                      view.kind, view.full_name(), hours.size(), hours_text(extent_of(finding)))
                : text(
                      "{} {} starved for input in {} hours: {} active without computing while its pods were short of "
                      "disk or network.",
                      view.kind, view.full_name(), hours.size(), hours_text(extent_of(finding)));
        if (needs) {
            finding.statement +=
                text(" It needs about {} vCPU a GPU, it has {}.", Decimal{*needs, 0}, Decimal{*has, 1});
        }
        add_mean(input, finding, model::Quantity::sm_active, sm, hours);
        add_mean(input, finding, model::Quantity::cpu_throttled, mean_over(hours, &PodFeatures::cpu_throttled), hours);
        add_mean(input, finding, model::Quantity::cpu_pressure, mean_over(hours, &PodFeatures::cpu_pressure), hours);
        add_mean(input, finding, model::Quantity::io_pressure, mean_over(hours, &PodFeatures::io_pressure), hours);
        finding.remedy = {
            cpu ? text("raise the CPU request and limit beside each GPU, and the number of loader workers")
                : text("bring the data nearer (local cache, fewer and larger files), and read ahead"),
            owner_of(view), kubectl(view, "get", " -o yaml")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<Finding> cpu_launch_bound(const DetectorInput& input) {
    const ApplicationLimits& limits = input.policy.detectors.application;
    const double flips = input.policy.detectors.stall.flips;
    const auto holds = [&](const ActiveHour& h) {
        if (h.stall == Stall::synchronisation || h.stall == Stall::starvation) return false;
        const Measured link = pcie_link(input, h.hour);
        const bool on_the_bus =
            link && (at_least(h.gpu.pcie_rx, limits.pcie * *link) || at_least(h.gpu.pcie_tx, limits.pcie * *link));
        const bool one_thread =
            !h.pods.cpu_cores || *h.pods.cpu_cores >= limits.launch_cores * static_cast<double>(h.gpus);
        return at_least(h.gpu.engine, limits.launch_engine) && below(h.gpu.sm, limits.launch_sm) &&
               below(h.gpu.dram, limits.launch_dram) && !at_least(h.gpu.flips, flips) && !on_the_bus && one_thread;
    };
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        const auto hours = active_hours(input, view, holds);
        if (count(hours) < limits.hours) continue;
        Finding finding = new_hour_finding(input, FindingKind::cpu_launch_bound, view, hours);
        const Measured used = used_per_gpu(hours);
        const Figure engine = percent_text(*mean_over(hours, &GpuFeatures::engine));
        const Figure sm = percent_text(*mean_over(hours, &GpuFeatures::sm));
        finding.statement =
            used ? text(
                       "{} {} kept the engine {} busy but only {} of the SMs in {} hours: many small kernels, "
                       "launched by a CPU that cannot keep up ({} cores in use a GPU).",
                       view.kind, view.full_name(), engine, sm, hours.size(), Decimal{*used, 1})
                 : text(
                       "{} {} kept the engine {} busy but only {} of the SMs in {} hours: many small kernels, "
                       "launched by a CPU that cannot keep up.",
                       view.kind, view.full_name(), engine, sm, hours.size());
        add_mean(input, finding, model::Quantity::engine_active, mean_over(hours, &GpuFeatures::engine), hours);
        add_mean(input, finding, model::Quantity::sm_active, mean_over(hours, &GpuFeatures::sm), hours);
        add_mean(input, finding, model::Quantity::dram_active, mean_over(hours, &GpuFeatures::dram), hours);
        if (!used) {
            finding.confidence *= 0.7;
            finding.confidence_reason += text("; the CPU use of its pods was not measured");
        }
        finding.remedy = {text("larger batches, CUDA graphs or a compiled model, faster cores: not more GPUs"),
                          owner_of(view), kubectl(view, "get", " -o yaml")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<Finding> pcie_bound(const DetectorInput& input) {
    const ApplicationLimits& limits = input.policy.detectors.application;
    const auto holds = [&](const ActiveHour& h) {
        const Measured link = pcie_link(input, h.hour);
        if (!link || !below(h.gpu.sm, limits.pcie_sm)) return false;
        return at_least(h.gpu.pcie_rx, limits.pcie * *link) || at_least(h.gpu.pcie_tx, limits.pcie * *link);
    };
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        const auto hours = active_hours(input, view, holds);
        if (count(hours) < limits.hours) continue;
        Finding finding = new_hour_finding(input, FindingKind::pcie_bound, view, hours);
        const Measured rx = mean_over(hours, &GpuFeatures::pcie_rx);
        const Measured tx = mean_over(hours, &GpuFeatures::pcie_tx);
        const double most = std::max(rx ? *rx : *tx, tx ? *tx : *rx);
        finding.statement =
            text("{} {} moved {} GB/s between host and card in {} hours, {} of the link, with {} of the SMs active.",
                 view.kind, view.full_name(), Decimal{most / 1e9, 1}, hours.size(),
                 percent_text(most / *pcie_link(input, hours.front().hour)),
                 percent_text(*mean_over(hours, &GpuFeatures::sm)));
        add_mean(input, finding, model::Quantity::pcie_rx, rx, hours, "bytes/s");
        add_mean(input, finding, model::Quantity::pcie_tx, tx, hours, "bytes/s");
        add_mean(input, finding, model::Quantity::sm_active, mean_over(hours, &GpuFeatures::sm), hours);
        finding.remedy = {
            text("keep weights, cache and preprocessing on the card instead of offloading; pin and overlap copies"),
            owner_of(view), kubectl(view, "get", " -o yaml")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
