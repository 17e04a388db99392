// DRA: the devices that drivers publish, and which claims hold them.
#include <algorithm>
#include <cctype>

#include "sources/kube_parts.h"

namespace arable::sources {
namespace {

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

// "GPU-abc" -> "abc"; "" stays.
std::string uuid_of(const std::string& printed) {
    std::string uuid = lower(printed);
    if (uuid.starts_with("gpu-")) uuid.erase(0, 4);
    return uuid;
}

std::string attribute(const kube::SliceDevice& device, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        for (const auto& [key, value] : device.attributes) {
            // "uuid" or "gpu.nvidia.com/uuid"
            if (key == name || key.ends_with(std::string("/") + name)) return value;
        }
    }
    return {};
}

using DeviceKey = std::tuple<std::string, std::string, std::string>;  // driver, pool, device

struct Known {
    GpuKey gpu;
    bool mig = false;
};

Known known_of(const KubeContext& context, const kube::ResourceSlice& slice, const kube::SliceDevice& device) {
    Known entry;
    entry.mig = attribute(device, {"type"}) == "mig";
    entry.gpu.cluster = context.cluster;
    entry.gpu.node = slice.node;
    entry.gpu.uuid = uuid_of(attribute(device, entry.mig ? std::initializer_list<const char*>{"parentUUID"}
                                                         : std::initializer_list<const char*>{"uuid"}));
    entry.gpu.pci = lower(attribute(device, {"pcieBusID", "pciBusID"}));
    return entry;
}

void add_cards(const KubeContext& context) {
    for (const kube::ResourceSlice& slice : context.objects.slices) {
        if (!is_gpu_driver(slice.driver)) continue;
        for (const kube::SliceDevice& device : slice.devices) {
            const Known entry = known_of(context, slice, device);
            if (entry.mig || entry.gpu.uuid.empty()) continue;
            context.facts.gpus.push_back({.key = entry.gpu,
                                          .product_name = attribute(device, {"productName"}),
                                          .memory = std::nullopt,
                                          .seen = {context.seen_at, context.seen_at + Duration{1}},
                                          .layout = std::nullopt,
                                          .unhealthy = {}});
        }
    }
}

}  // namespace

void add_kube_devices(const KubeContext& context) {
    add_cards(context);
    std::map<DeviceKey, Known> known;
    for (const kube::ResourceSlice* slice : context.claims.slices()) {
        if (!is_gpu_driver(slice->driver)) continue;
        for (const kube::SliceDevice& device : slice->devices)
            known[{slice->driver, slice->pool, device.name}] = known_of(context, *slice, device);
    }
    for (const kube::ResourceClaim& claim : context.objects.claims) {
        for (const kube::DeviceResult& result : claim.devices) {
            const auto device = known.find({result.driver, result.pool, result.device});
            if (device == known.end()) continue;
            for (const std::string& pod : claim.reserved_for) {
                ClaimFact fact;
                fact.gpu = device->second.gpu;
                fact.pod = {.cluster = context.cluster, .ns = claim.meta.ns, .name = pod, .uid = {}};
                const Time since = claim.allocated.value_or(claim.meta.created.value_or(context.seen_at));
                fact.held = {std::min(since, context.seen_at), context.seen_at + Duration{1}};
                fact.start_known = claim.allocated.has_value();
                fact.source = model::ClaimSource::allocation;
                context.facts.claims.push_back(std::move(fact));
            }
        }
    }
}

}  // namespace arable::sources
