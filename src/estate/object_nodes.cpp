#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "estate/object_parts.h"

namespace arable::estate {
namespace {

using Json = nlohmann::ordered_json;

std::string node_uid(const Node& node) { return fmt::format("00000000-0000-4000-8000-{:012}", node.first_gpu); }

Json labels_of(const Node& node) {
    const Hardware& hw = hardware(node.hardware);
    std::string product(hw.gfd_product);
    if (node.replicas > 1) product += "-SHARED";
    Json labels{{"kubernetes.io/hostname", node.name},
                {"node.kubernetes.io/instance-type", hw.instance_type},
                {"topology.kubernetes.io/region", "us-east-1"},
                {"topology.kubernetes.io/zone", "us-east-1a"},
                {"karpenter.sh/capacity-type", "on-demand"},
                {"karpenter.sh/nodepool", node.pool},
                {"pool", node.pool},
                {"nvidia.com/gpu.present", "true"},
                {"nvidia.com/gpu.product", product},
                {"nvidia.com/gpu.family", hw.family},
                {"nvidia.com/gpu.count", fmt::format("{}", hw.gpus)},
                {"nvidia.com/gpu.memory", fmt::format("{:.0f}", hw.memory_mib)},
                {"nvidia.com/gpu.replicas", fmt::format("{}", node.replicas)}};
    const char* sharing = node.offer == Offer::mps ? "mps" : (node.replicas > 1 ? "time-slicing" : "none");
    labels["nvidia.com/gpu.sharing-strategy"] = sharing;
    labels["nvidia.com/mig.strategy"] = node.offer == Offer::mig ? "mixed" : "none";
    return labels;
}

Json resources_of(const Node& node) {
    const Hardware& hw = hardware(node.hardware);
    Json r{{"cpu", fmt::format("{}m", hw.cpu_milli)}, {"memory", fmt::format("{}Gi", hw.memory_gib)}, {"pods", "110"}};
    if (node.offer == Offer::mig) {
        std::map<std::string, int> count;
        for (const Instance& i : node.layout) count[i.profile] += hw.gpus;
        for (const auto& [profile, n] : count) r["nvidia.com/mig-" + profile] = fmt::format("{}", n);
        r["nvidia.com/gpu"] = "0";
    } else {
        r["nvidia.com/gpu"] = fmt::format("{}", hw.gpus * node.replicas);
    }
    return r;
}

}  // namespace

std::string node_object(const Node& node, Time now) {
    const bool ready = node.not_ready.empty() || node.not_ready.back().end < node.present.end;
    const Time since =
        node.not_ready.empty() ? node.present.begin : (ready ? node.not_ready.back().end : node.not_ready.back().begin);
    Json condition{{"type", "Ready"},
                   {"status", ready ? "True" : "False"},
                   {"reason", ready ? "KubeletReady" : "KubeletNotReady"},
                   {"lastHeartbeatTime", format_rfc3339(now - seconds(10))},
                   {"lastTransitionTime", format_rfc3339(since)}};
    Json spec{{"providerID", "aws:///us-east-1a/i-" + node.name}};
    if (node.taint) {
        const std::size_t eq = node.taint->find('=');
        const std::size_t colon = node.taint->find(':');
        spec["taints"] = Json::array({Json{{"key", node.taint->substr(0, eq)},
                                           {"value", node.taint->substr(eq + 1, colon - eq - 1)},
                                           {"effect", node.taint->substr(colon + 1)}}});
    }
    return Json{{"apiVersion", "v1"},
                {"kind", "Node"},
                {"metadata",
                 {{"name", node.name},
                  {"uid", node_uid(node)},
                  {"creationTimestamp", format_rfc3339(node.present.begin)},
                  {"labels", labels_of(node)}}},
                {"spec", spec},
                {"status",
                 {{"capacity", resources_of(node)},
                  {"allocatable", resources_of(node)},
                  {"conditions", Json::array({condition})}}}}
        .dump();
}

std::string claim_object(const Node& node) {
    const auto condition = [&](const char* type) {
        return Json{{"type", type},
                    {"status", "True"},
                    {"reason", type},
                    {"lastTransitionTime", format_rfc3339(node.present.begin)}};
    };
    return Json{{"apiVersion", "karpenter.sh/v1"},
                {"kind", "NodeClaim"},
                {"metadata",
                 {{"name", node.pool + "-" + node.name.substr(node.name.size() - 4)},
                  {"uid", node_uid(node) + "-claim"},
                  {"creationTimestamp", format_rfc3339(node.asked)},
                  {"labels", {{"karpenter.sh/nodepool", node.pool}}}}},
                {"status",
                 {{"nodeName", node.name},
                  {"conditions", Json::array({condition("Launched"), condition("Registered"), condition("Initialized"),
                                              condition("Ready")})}}}}
        .dump();
}

std::vector<std::string> sharing_objects(const Estate& estate) {
    const auto shared = std::ranges::find_if(estate.nodes, [](const Node& n) { return n.replicas > 1; });
    const char* how = shared->offer == Offer::mps ? "mps" : "timeSlicing";
    const std::string config = fmt::format(
        "version: v1\nsharing:\n  {}:\n    renameByDefault: false\n    resources:\n    - name: nvidia.com/gpu\n"
        "      replicas: {}\n",
        how, shared->replicas);
    return {Json{{"apiVersion", "v1"},
                 {"kind", "ConfigMap"},
                 {"metadata", {{"name", "device-plugin-config"}, {"namespace", "gpu-operator"}}},
                 {"data", {{"shared", config}}}}
                .dump(),
            Json{{"apiVersion", "nvidia.com/v1"},
                 {"kind", "ClusterPolicy"},
                 {"metadata", {{"name", "cluster-policy"}}},
                 {"spec",
                  {{"devicePlugin", {{"config", {{"name", "device-plugin-config"}, {"default", "shared"}}}}},
                   {"mig", {{"strategy", "mixed"}}}}}}
                .dump()};
}

}  // namespace arable::estate
