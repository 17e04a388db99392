#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "estate/object_parts.h"

namespace arable::estate {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kHash = "6d4cf56db6";

std::string uid_of(const Workload& w, std::string_view kind) {
    std::uint64_t h = 1469598103934665603ULL;
    for (const char c : w.ns + "/" + w.name + "/" + std::string(kind)) {
        h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    }
    return fmt::format("{:08x}-0000-4000-8000-{:012x}", h >> 32, h & 0xFFFFFFFFFFFFULL);
}

std::string api_of(std::string_view kind) {
    if (kind == "Job") return "batch/v1";
    if (kind == "Notebook") return "kubeflow.org/v1";
    return "apps/v1";
}

Json reference(const Workload& w, std::string_view kind, const std::string& name) {
    return Json::array({Json{
        {"apiVersion", api_of(kind)}, {"kind", kind}, {"name", name}, {"uid", uid_of(w, kind)}, {"controller", true}}});
}

std::string image_of(const Workload& w, const Pod& pod) {
    if (w.notebook) return "jupyter/tensorflow-notebook:2026-10-01";
    if (pod.process.server.on) return "vllm/vllm-openai:v0.11.0";
    return "registry.example/" + w.ns + "/trainer:1.4";
}

Json spec_of(const Workload& w, const Pod& pod) {
    Json asked{{"cpu", fmt::format("{}m", pod.cpu_milli)}, {"memory", fmt::format("{}Gi", pod.memory_gib)}};
    Json limits = Json::object();
    if (pod.gpus > 0) asked[pod.resource] = limits[pod.resource] = fmt::format("{}", pod.gpus);
    if (pod.cpu_limited) limits["cpu"] = fmt::format("{}m", pod.cpu_milli);
    Json spec{{"containers", Json::array({Json{{"name", "main"},
                                               {"image", image_of(w, pod)},
                                               {"resources", {{"requests", asked}, {"limits", limits}}}}})}};
    if (!pod.selector.empty()) spec["nodeSelector"] = pod.selector;
    return spec;
}

std::string gate_of(const Pod& pod) {
    return pod.waits.empty() || pod.waits.back().detail.empty() ? "waiting" : pod.waits.back().detail;
}

Json status_of(const Pod& pod) {
    const bool bound = pod.started.has_value();
    Json scheduled{{"type", "PodScheduled"},
                   {"status", bound ? "True" : "False"},
                   {"lastTransitionTime", format_rfc3339(bound ? *pod.started : pod.created)}};
    if (!bound) {
        scheduled["reason"] = pod.gated ? "SchedulingGated" : "Unschedulable";
        scheduled["message"] = pod.gated ? "Scheduling is blocked due to non-empty scheduling gates"
                                         : "0/8 nodes are available: 8 Insufficient nvidia.com/gpu.";
    }
    Json status{{"phase", bound ? "Running" : "Pending"}, {"conditions", Json::array({scheduled})}};
    if (bound) status["startTime"] = format_rfc3339(*pod.started);
    return status;
}

}  // namespace

std::string pod_object(const Estate& estate, const Pod& pod) {
    const Workload& w = estate.workloads[pod.workload];
    const bool deployed = w.kind == "Deployment";
    Json meta{{"name", pod.name},
              {"namespace", w.ns},
              {"uid", pod.uid},
              {"creationTimestamp", format_rfc3339(pod.created)},
              {"labels", {{"app", w.name}}},
              {"ownerReferences", deployed ? reference(w, "ReplicaSet", fmt::format("{}-{}", w.name, kHash))
                                           : reference(w, w.kind, w.name)}};
    if (!pod.gang.empty()) {
        meta["labels"]["scheduling.x-k8s.io/pod-group"] = pod.gang;
    }
    Json spec = spec_of(w, pod);
    if (pod.node && pod.started) spec["nodeName"] = estate.nodes[*pod.node].name;
    if (!pod.started && pod.gated)
        spec["schedulingGates"] = Json::array({Json{{"name", "quota.example/" + gate_of(pod)}}});
    return Json{{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", meta}, {"spec", spec}, {"status", status_of(pod)}}
        .dump();
}

std::vector<std::string> workload_objects(const Estate& estate, const Workload& w) {
    std::int64_t alive = 0;
    for (const std::uint32_t p : w.pods) alive += estate.pods[p].ended ? 0 : 1;
    if (alive == 0) return {};
    const Pod& model = estate.pods[w.pods.back()];
    Json meta{{"name", w.name},
              {"namespace", w.ns},
              {"uid", uid_of(w, w.kind)},
              {"creationTimestamp", format_rfc3339(estate.pods[w.pods.front()].created)}};
    const Json pods{{"metadata", {{"labels", {{"app", w.name}}}}}, {"spec", spec_of(w, model)}};
    Json spec{{"template", pods}};
    if (w.kind == "Job") {
        spec["parallelism"] = alive;
    } else {
        spec["replicas"] = alive;
    }
    std::vector<std::string> made{
        Json{{"apiVersion", api_of(w.kind)}, {"kind", w.kind}, {"metadata", meta}, {"spec", spec}}.dump()};
    if (w.kind == "Deployment") {
        meta["name"] = fmt::format("{}-{}", w.name, kHash);
        meta["uid"] = uid_of(w, "ReplicaSet");
        meta["ownerReferences"] = reference(w, w.kind, w.name);
        made.push_back(
            Json{{"apiVersion", "apps/v1"}, {"kind", "ReplicaSet"}, {"metadata", meta}, {"spec", spec}}.dump());
    }
    return made;
}

std::string quota_object(const Quota& quota) {
    return Json{{"apiVersion", "v1"},
                {"kind", "ResourceQuota"},
                {"metadata", {{"name", quota.name}, {"namespace", quota.ns}}},
                {"spec", {{"hard", {{quota.resource, fmt::format("{}", quota.hard)}}}}},
                {"status",
                 {{"hard", {{quota.resource, fmt::format("{}", quota.hard)}}},
                  {"used", {{quota.resource, fmt::format("{}", quota.used)}}}}}}
        .dump();
}

std::string gang_object(const Gang& gang) {
    return Json{{"apiVersion", "scheduling.x-k8s.io/v1alpha1"},
                {"kind", "PodGroup"},
                {"metadata", {{"name", gang.name}, {"namespace", gang.ns}}},
                {"spec", {{"minMember", gang.min_members}}}}
        .dump();
}

}  // namespace arable::estate
