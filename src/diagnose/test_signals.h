#pragma once
// For tests: a Timeline put together by hand and the samples that go with it.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/quantity.h"
#include "model/timeline.h"
#include "series/reader.h"
#include "series/stepping.h"

namespace arable::diagnose::test {

inline constexpr Time kStart{1'800'000'000'000};  // on the hour

class HandSignals : public series::SignalReader {
  public:
    Result<std::vector<series::Signal>> read(series::Subject subject) const override {
        const auto it = signals_.find(subject);
        return it == signals_.end() ? std::vector<series::Signal>{} : it->second;
    }
    void add(model::SubjectKind kind, std::size_t index, model::Quantity quantity, std::vector<series::Sample> samples,
             int part = -1) {
        auto& list = signals_[{static_cast<std::uint8_t>(kind), static_cast<std::uint32_t>(index)}];
        series::Signal signal{.quantity = static_cast<std::uint16_t>(quantity), .part = part};
        signal.median_interval = series::median_interval(samples);
        signal.samples = std::move(samples);
        list.push_back(std::move(signal));
        std::ranges::sort(list, {}, [](const auto& s) { return std::pair(s.quantity, s.part); });
    }

  private:
    std::map<series::Subject, std::vector<series::Signal>> signals_;
};

// The same value every `step` during `span`.
inline std::vector<series::Sample> steady(double value, const Interval& span, Duration step = seconds(30)) {
    std::vector<series::Sample> samples;
    for (Time t = span.begin; t < span.end; t = t + step) samples.push_back({t, value});
    return samples;
}
inline std::vector<series::Sample> then(std::vector<series::Sample> a, const std::vector<series::Sample>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// A cluster of cards that are all there for the whole window of `length`.
struct HandEstate {
    model::Timeline timeline;
    HandSignals signals;

    explicit HandEstate(Duration length) {
        timeline.window = {kStart, kStart + length};
        timeline.asked = length;
        timeline.clusters = {"c"};
    }
    Interval after(Duration begin, Duration end) const { return {kStart + begin, kStart + end}; }
    model::NodeIx node(const std::string& name) {
        model::Node node{.cluster = "c", .name = name};
        node.present = node.ready = {timeline.window};
        timeline.nodes.push_back(node);
        return model::NodeIx::of(timeline.nodes.size() - 1);
    }
    model::GpuIx gpu(model::NodeIx node, const std::string& product = "NVIDIA A100-SXM4-40GB") {
        model::Gpu gpu{.node = node, .cluster = "c", .name = "gpu-" + std::to_string(timeline.gpus.size())};
        gpu.product_name = product;
        gpu.present = {timeline.window};
        timeline.gpus.push_back(gpu);
        return model::GpuIx::of(timeline.gpus.size() - 1);
    }
    model::PodIx pod(const std::string& name, const std::string& ns = "ml", const std::string& kind = "Deployment") {
        model::Workload workload{.cluster = "c", .ns = ns, .kind = kind, .name = name};
        timeline.workloads.push_back(workload);
        model::Pod pod{.cluster = "c", .ns = ns, .name = name + "-0"};
        pod.workload = model::WorkloadIx::of(timeline.workloads.size() - 1);
        pod.phase = model::PodPhase::running;
        pod.spec.device = {.kind = model::DeviceKind::whole, .resource = "nvidia.com/gpu", .count = 1, .size = {1000}};
        timeline.pods.push_back(pod);
        return model::PodIx::of(timeline.pods.size() - 1);
    }
    model::Claim& claim(model::PodIx pod, model::GpuIx gpu, Interval held) {
        timeline.claims.push_back({.pod = pod, .gpu = gpu, .held = held});
        return timeline.claims.back();
    }
    void samples(model::GpuIx gpu, model::Quantity quantity, std::vector<series::Sample> samples, int part = -1) {
        signals.add(model::SubjectKind::gpu, gpu.at(), quantity, std::move(samples), part);
    }
};

}  // namespace arable::diagnose::test
