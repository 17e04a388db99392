#pragma once
// A small estate for tests of detectors: values as the fold would leave them, put together by hand.

#include <cstdint>
#include <string>

#include "diagnose/detector.h"
#include "diagnose/folded.h"
#include "diagnose/policy.h"
#include "model/timeline.h"

namespace arable::diagnose::test {

inline constexpr std::int64_t kHour = 3'600'000;

// Hours are counted from the epoch; everything lies in a window of `window_hours`.
struct TestEstate {
    model::Timeline timeline;
    Folded folded;
    Policy policy;
    Waits waits;
    std::vector<FreeMark> marks;

    // What one detector says of this estate.
    std::vector<Finding> run(Detector detector) const {
        const std::vector<Stall> judged = stalls(timeline, folded, policy);
        const std::vector<WorkloadView> views = workload_views(timeline, folded);
        return detector({timeline, folded, judged, waits, marks, policy, views});
    }

    explicit TestEstate(std::int64_t window_hours = 48) {
        timeline.window = {Time{0}, Time{window_hours * kHour}};
        timeline.asked = timeline.window.length();
        timeline.clusters = {"c1"};
        folded.window = timeline.window;
    }

    model::NodeIx node(const std::string& name) {
        model::Node node;
        node.cluster = "c1";
        node.name = name;
        node.present = {timeline.window};
        node.ready = {timeline.window};
        node.readiness_known = true;
        timeline.nodes.push_back(node);
        return model::NodeIx::of(timeline.nodes.size() - 1);
    }
    // A card and its whole-card lane.
    model::GpuIx gpu(model::NodeIx node, const std::string& product = "A100-SXM4-80GB") {
        model::Gpu gpu;
        gpu.cluster = "c1";
        gpu.node = node;
        gpu.index = static_cast<int>(timeline.gpus.size());
        gpu.name = "gpu-" + std::to_string(timeline.gpus.size());
        gpu.product = product;
        gpu.product_name = product;
        gpu.present = {timeline.window};
        timeline.gpus.push_back(gpu);
        const model::GpuIx ix = model::GpuIx::of(timeline.gpus.size() - 1);
        lane({.gpu = ix, .instance = {}, .uncovered = false, .slices = 0, .during = timeline.window});
        folded.gpu_presence_ms.push_back(timeline.window.length().ms);
        folded.gpu_unusable_ms.push_back(0);
        return ix;
    }
    std::uint32_t lane(const Lane& lane) {
        folded.lanes.push_back(lane);
        return static_cast<std::uint32_t>(folded.lanes.size() - 1);
    }
    model::WorkloadIx workload(const std::string& name, const std::string& kind = "Deployment") {
        model::Workload workload;
        workload.cluster = "c1";
        workload.ns = "ml";
        workload.kind = kind;
        workload.name = name;
        workload.batch = kind == "Job";
        timeline.workloads.push_back(workload);
        return model::WorkloadIx::of(timeline.workloads.size() - 1);
    }
    model::PodIx pod(model::WorkloadIx owner, std::int64_t gpus = 1, model::NodeIx node = {}) {
        model::Pod pod;
        pod.cluster = "c1";
        pod.ns = "ml";
        pod.name = "pod-" + std::to_string(timeline.pods.size());
        pod.workload = owner;
        pod.node = node;
        pod.phase = model::PodPhase::running;
        pod.created = pod.scheduled = pod.started = timeline.window.begin;
        pod.spec.device.kind = model::DeviceKind::whole;
        pod.spec.device.resource = "nvidia.com/gpu";
        pod.spec.device.count = gpus;
        pod.spec.device.size = MilliGpu{gpus * 1000};
        pod.spec.cpu = MilliCpu{4000};
        pod.spec.spec_known = true;
        timeline.pods.push_back(pod);
        return model::PodIx::of(timeline.pods.size() - 1);
    }
    model::ClaimIx claim(model::PodIx pod, model::GpuIx gpu) {
        model::Claim claim;
        claim.pod = pod;
        claim.gpu = gpu;
        claim.node = timeline.gpus[gpu.at()].node;
        claim.held = timeline.window;
        claim.source = model::ClaimSource::allocation;
        timeline.claims.push_back(claim);
        return model::ClaimIx::of(timeline.claims.size() - 1);
    }
    // The same hour again and again: `share` with lane and claim filled in, for hours [from, from + count).
    void repeat(HourShare share, std::uint32_t lane, model::ClaimIx claim, int from, int count) {
        share.lane = lane;
        share.claim = claim;
        for (int i = 0; i < count; ++i) {
            share.hour = from + i;
            folded.hours.push_back(share);
        }
    }
    void repeat(PodHour hour, model::PodIx pod, int from, int count) {
        hour.pod = pod;
        for (int i = 0; i < count; ++i) {
            hour.hour = from + i;
            folded.pod_hours.push_back(hour);
        }
    }
};

// A value known for a whole hour.
inline Mean mean(double value) { return {static_cast<float>(value), static_cast<std::uint32_t>(kHour)}; }

// One hour of one whole card, active all the time at this SM activity; engine 0.95, DRAM 0.10, nothing throttled.
inline HourShare active_hour(double sm, double engine = 0.95, double dram = 0.10) {
    HourShare share;
    share.computing_ms = static_cast<std::int64_t>(sm * static_cast<double>(kHour));
    share.other_rest_ms = kHour - share.computing_ms;
    share.engine = share.engine_all = mean(engine);
    share.sm = share.sm_all = mean(sm);
    share.dram = share.dram_all = mean(dram);
    share.throttled = mean(0.0);
    share.engine_pairs = 100;
    return share;
}

// One hour of a whole card in the other states.
inline HourShare state_hour(std::int64_t HourShare::*part) {
    HourShare share;
    share.*part = kHour;
    share.engine_all = share.sm_all = mean(0.0);
    return share;
}
inline HourShare empty_hour() { return state_hour(&HourShare::empty_ms); }
inline HourShare loaded_hour() { return state_hour(&HourShare::loaded_ms); }
inline HourShare free_hour() { return state_hour(&HourShare::free_ms); }

// One card held by one pod of one workload "ml/<name>", lane 0, claim 0, pod 0.
struct OneCard : TestEstate {
    model::PodIx holder;
    model::ClaimIx held;
    explicit OneCard(const std::string& name = "chat", const std::string& kind = "Deployment",
                     const std::string& product = "A100-SXM4-80GB") {
        const model::NodeIx host = node("n1");
        const model::GpuIx card = gpu(host, product);
        holder = pod(workload(name, kind), 1, host);
        held = claim(holder, card);
    }
    void hours(const HourShare& share, int from, int count) { repeat(share, 0, held, from, count); }
    void host(const PodHour& hour, int from, int count) { repeat(hour, holder, from, count); }
    ClaimProfile& profile() {
        if (folded.claims.empty()) {
            ClaimProfile profile;
            profile.claim = held;
            profile.memory_total = 80.0F * 1024 * 1024 * 1024;
            folded.claims.push_back(profile);
        }
        return folded.claims.front();
    }
};

inline std::int64_t of(const Finding& finding, AccountClass c) { return finding.gpu_ms[static_cast<std::size_t>(c)]; }

}  // namespace arable::diagnose::test
