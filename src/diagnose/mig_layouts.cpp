#include "diagnose/mig_layouts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/figures.h"
#include "diagnose/confidence.h"
#include "diagnose/waiting.h"
#include "diagnose/wording.h"
#include "model/product.h"

namespace arable::diagnose {
namespace {

struct InstanceTime {
    std::int64_t free_ms = 0, claimed_ms = 0, all_ms = 0;
    Duration wall;
    ClassTimes marked{};  // of free_ms, by class
};
using InstanceKey = std::pair<model::GpuIx, int>;

std::map<InstanceKey, InstanceTime> instance_times(const DetectorInput& input) {
    const Folded& folded = input.folded;
    std::map<InstanceKey, InstanceTime> times;
    for (const Lane& lane : folded.lanes)
        if (lane.instance)
            times[{lane.gpu, *lane.instance}].wall = times[{lane.gpu, *lane.instance}].wall + lane.during.length();
    for (const HourShare& share : folded.hours) {
        const Lane& lane = folded.lanes[share.lane];
        if (!lane.instance) continue;
        InstanceTime& time = times[{lane.gpu, *lane.instance}];
        HeldTime held;
        held.add(share);
        time.free_ms += share.free_ms;
        time.claimed_ms += held.claimed_ms();
        time.all_ms +=
            share.free_ms + share.ghost_ms + share.used_unclaimed_ms + share.unavailable_ms + held.claimed_ms();
    }
    for (const MarkedTime& mark : marked_times(input)) {
        const Lane& lane = folded.lanes[mark.mark->lane];
        if (lane.instance) at(times[{lane.gpu, *lane.instance}].marked, class_of(mark.mark->cause)) += mark.gpu_ms;
    }
    return times;
}

Text place_of(const model::Timeline& timeline, const model::Gpu& gpu) {
    if (!gpu.node.known()) return text("no node known");
    const std::string& node = timeline.nodes[gpu.node.at()].name;
    return gpu.index ? text("node {}, GPU {}", node, *gpu.index) : text("node {}", node);
}

const model::MigInstance* instance_of(const model::Gpu& gpu, int id, const Interval& during) {
    for (const model::LayoutSpan& span : gpu.layouts) {
        if (intersect(span.during, during).empty()) continue;
        for (const model::MigInstance& instance : span.layout.instances)
            if (instance.id == id) return &instance;
    }
    return nullptr;
}

// One MIG instance that a workload held, and whether the next smaller profile would do.
struct Fit {
    std::string profile, smaller;
};

std::optional<Fit> smaller_fit(const DetectorInput& input, const ClaimProfile& profile) {
    const MigLimits& limits = input.policy.detectors.mig;
    const Lane& lane = input.folded.lanes[profile.lane];
    if (!lane.instance || profile.memory_most < 0.0F || profile.sm_p95 < 0.0F) return std::nullopt;
    const model::Gpu& gpu = input.timeline.gpus[lane.gpu.at()];
    const model::MigInstance* instance = instance_of(gpu, *lane.instance, lane.during);
    const model::Product* product = model::find_product(gpu.product, gpu.memory);
    if (instance == nullptr || product == nullptr || !product->mig) return std::nullopt;
    const Result<model::MigProfileName> name = model::parse_mig_profile(instance->profile);
    if (!name) return std::nullopt;
    const model::MigProfile* held = product->mig->resolve(*name);
    const model::MigProfile* smaller = held == nullptr ? nullptr : next_smaller(*product->mig, *held);
    if (smaller == nullptr) return std::nullopt;
    const double need = static_cast<double>(profile.memory_most) * limits.memory_factor +
                        static_cast<double>(limits.memory_extra.value);
    const double slices = static_cast<double>(profile.sm_p95) * held->compute_slices;
    if (need > static_cast<double>(smaller->memory.value) || slices > smaller->compute_slices) return std::nullopt;
    return Fit{held->name, smaller->name};
}

struct Sizes {
    std::optional<Fit> fit;     // of all instances it held long enough
    float memory_most = -1.0F;  // bytes, over them
    float sm_p95 = -1.0F;
    std::int64_t asked = 0;  // instances a pod, the most
};

Sizes sizes_of(const DetectorInput& input, const WorkloadView& view) {
    const Folded& folded = input.folded;
    Sizes sizes;
    Duration longest;
    bool all = true;
    for (const std::uint32_t i : view.profiles) {
        const ClaimProfile& profile = folded.claims[i];
        if (!folded.lanes[profile.lane].instance) continue;
        longest = std::max(longest, input.timeline.claims[profile.claim.at()].held.length());
        const std::optional<Fit> fit = smaller_fit(input, profile);
        all = all && fit.has_value();
        if (fit) sizes.fit = fit;
        sizes.memory_most = std::max(sizes.memory_most, profile.memory_most);
        sizes.sm_p95 = std::max(sizes.sm_p95, profile.sm_p95);
    }
    if (!all || longest < input.policy.detectors.mig.claimed) sizes.fit.reset();
    for (const model::PodIx pod : view.pods) {
        const model::DeviceRequest& device = input.timeline.pods[pod.at()].spec.device;
        if (device.kind == model::DeviceKind::mig) sizes.asked = std::max(sizes.asked, device.count);
    }
    return sizes;
}

}  // namespace

const model::MigProfile* next_smaller(const model::MigGeometry& geometry, const model::MigProfile& of) {
    const model::MigProfile* best = nullptr;
    for (const model::MigProfile& profile : geometry.profiles) {
        const auto name = model::parse_mig_profile(profile.name);
        if (!name || !name->attributes.empty() || profile.memory_slices >= of.memory_slices) continue;
        const auto size = [](const model::MigProfile& p) { return std::tuple(p.memory_slices, p.compute_slices); };
        if (best == nullptr || size(*best) < size(profile)) best = &profile;
    }
    return best;
}

std::vector<Finding> mig_leftover(const DetectorInput& input) {
    const MigLimits& limits = input.policy.detectors.mig;
    const auto times = instance_times(input);
    std::map<model::GpuIx, std::int64_t> claimed;
    for (const auto& [key, time] : times) claimed[key.first] += time.claimed_ms;
    std::vector<Finding> findings;
    for (const auto& [key, time] : times) {
        if (time.wall < limits.leftover || claimed[key.first] - time.claimed_ms <= 0) continue;
        if (time.free_ms == 0 ||
            static_cast<double>(time.free_ms) < limits.free_share * static_cast<double>(time.all_ms))
            continue;
        const model::Gpu& gpu = input.timeline.gpus[key.first.at()];
        Finding finding = new_finding(input, FindingKind::mig_leftover,
                                      {SubjectType::instance, gpu.cluster, fmt::format("{}#{}", gpu.name, key.second)});
        finding.gpu_ms = time.marked;
        at(finding.gpu_ms, AccountClass::free_no_demand) = time.free_ms - extent_of(finding);
        const Text node = place_of(input.timeline, gpu);
        finding.statement = text(
            "MIG instance {} ({}) was free {} of {}: {}. Other instances of the card were claimed for {} in that "
            "window. "
            "Whether anyone would take another layout was not asked.",
            finding.subject.name, node,
            percent_text(static_cast<double>(time.free_ms) / static_cast<double>(time.all_ms)),
            duration_text(time.wall), hours_text(time.free_ms), hours_text(claimed[key.first] - time.claimed_ms));
        finding.evidence.push_back(evidence(input, selector("claim", finding.subject), "duty cycle",
                                            static_cast<double>(time.claimed_ms) / static_cast<double>(time.all_ms),
                                            "ratio", 1));
        window_confidence(input).give(finding);
        finding.remedy = {
            text("compare the card's layout with the profiles that pods ask for, and change it if none asks for this "
                 "one"),
            cluster_admin(),
            gpu.node.known() ? kubectl_node(input.timeline.nodes[gpu.node.at()], "get") + " --show-labels" : ""};
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<Finding> mig_wrong_profile(const DetectorInput& input) {
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        const Sizes sizes = sizes_of(input, view);
        if (!sizes.fit && sizes.asked < 2) continue;
        Finding finding = new_finding(input, FindingKind::mig_wrong_profile, subject_of(view));
        Confidence confidence = workload_confidence(input, view, held_time(input.folded, view.shares));
        if (sizes.fit) {
            finding.statement =
                text("{} {} holds {} and fits {}: at most {} in use, SM activity p95 {}.", view.kind, view.full_name(),
                     sizes.fit->profile, sizes.fit->smaller, gib_text(static_cast<double>(sizes.memory_most)),
                     percent_text(static_cast<double>(sizes.sm_p95)));
            finding.evidence.push_back(evidence(input, selector(model::Quantity::memory_used, finding.subject), "max",
                                                static_cast<double>(sizes.memory_most), "bytes",
                                                static_cast<std::int64_t>(view.profiles.size())));
            finding.evidence.push_back(evidence(input, selector(model::Quantity::sm_active, finding.subject), "p95",
                                                static_cast<double>(sizes.sm_p95), "ratio",
                                                static_cast<std::int64_t>(view.profiles.size())));
            finding.remedy = {text("ask for {} instead of {}", sizes.fit->smaller, sizes.fit->profile), owner_of(view),
                              kubectl(view, "edit")};
        } else {
            finding.statement = text(
                "{} {} asks for {} MIG instances in one pod, but a CUDA process sees one MIG device: the "
                "others are likely held unused. One larger instance gives one process the same memory.",
                view.kind, view.full_name(), sizes.asked);
            finding.evidence.push_back(evidence(input, selector("request", finding.subject), "max",
                                                static_cast<double>(sizes.asked), "instances", 1));
            confidence.doubt(0.8, text("a pod with several processes can use several instances"));
            finding.remedy = {text("ask for one instance of a larger profile"), owner_of(view), kubectl(view, "edit")};
        }
        confidence.give(finding);
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
