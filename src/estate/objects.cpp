// Kubernetes objects as `kubectl get ... -o json` prints them at the end of the window.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "estate/generate.h"
#include "estate/object_parts.h"

namespace arable::estate {
namespace {

using Texts = std::vector<std::string>;

ObjectFile list(std::string name, const Texts& items) {
    return {std::move(name),
            fmt::format("{{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[\n{}\n]}}\n", fmt::join(items, ",\n"))};
}

Texts nodes(const Estate& estate) {
    Texts items;
    for (const Node& n : estate.nodes) {
        if (n.present.end >= estate.window.end) items.push_back(node_object(n, estate.window.end));
    }
    return items;
}

Texts launches(const Estate& estate) {
    Texts items;
    for (const Node& n : estate.nodes) {
        if (n.launched && n.present.end >= estate.window.end) items.push_back(claim_object(n));
    }
    return items;
}

Texts pods(const Estate& estate) {
    Texts items;
    for (const Pod& pod : estate.pods) {
        if (!pod.ended) items.push_back(pod_object(estate, pod));
    }
    return items;
}

Texts owners(const Estate& estate) {
    Texts items;
    for (const Workload& w : estate.workloads) {
        for (std::string& made : workload_objects(estate, w)) items.push_back(std::move(made));
    }
    return items;
}

Texts policies(const Estate& estate) {
    Texts items;
    for (const Quota& quota : estate.quotas) items.push_back(quota_object(quota));
    for (const Gang& gang : estate.gangs) items.push_back(gang_object(gang));
    if (std::ranges::any_of(estate.nodes, [](const Node& n) { return n.replicas > 1; })) {
        for (std::string& made : sharing_objects(estate)) items.push_back(std::move(made));
    }
    return items;
}

}  // namespace

std::vector<ObjectFile> objects(const Estate& estate) {
    return {list("nodes.json", nodes(estate)), list("pods.json", pods(estate)), list("owners.json", owners(estate)),
            list("policies.json", policies(estate)), list("nodeclaims.json", launches(estate))};
}

std::string prices(const Estate& estate) {
    std::string text =
        "cloud,instance_type,gpu_vendor,gpu_name,gpu_count,gpu_memory_mib_each,vcpus,memory_mib,allocatable_gpu,region,"
        "usd_per_hour_on_demand,usd_per_gpu_hour,price_date,source\n";
    std::vector<HardwareKind> seen;
    for (const Node& n : estate.nodes) seen.push_back(n.hardware);
    std::ranges::sort(seen);
    const auto twice = std::ranges::unique(seen);
    seen.erase(twice.begin(), twice.end());
    for (const HardwareKind kind : seen) {
        const Hardware& hw = hardware(kind);
        text += fmt::format("aws,{},nvidia,{},{},{:.0f},{},{},{},us-east-1,{:.6f},{:.4f},2026-07-20,generated\n",
                            hw.instance_type, hw.list_name, hw.gpus, hw.memory_mib, hw.cpu_milli / 1000,
                            hw.memory_gib * 1024, hw.gpus, hw.hourly_usd, hw.hourly_usd / hw.gpus);
    }
    return text;
}

}  // namespace arable::estate
