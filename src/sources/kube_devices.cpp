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

using DeviceKey = std::tuple<std::string, std::string, std::string>;  // driver, pool, device

struct Known {
    GpuKey gpu;
    bool mig = false;
};

Known known_of(const KubeContext& context, const kube::ResourceSlice& slice, const kube::SliceDevice& device) {
    Known entry;
    entry.mig = device_attribute(device, "type") == "mig";
    entry.gpu.cluster = context.cluster;
    entry.gpu.node = slice.node;
    entry.gpu.uuid = uuid_of(device_attribute(device, entry.mig ? "parentUUID" : "uuid"));
    entry.gpu.pci = lower(device_attribute(device, "pcieBusID"));
    if (entry.gpu.pci.empty()) entry.gpu.pci = lower(device_attribute(device, "pciBusID"));
    return entry;
}

// A card that is cut is not published itself: its instances name it. Those that only could be made have no UUID yet.
void add_instance(const kube::SliceDevice& device, GpuFact& card) {
    if (device_attribute(device, "uuid").empty()) return;
    if (!card.layout) card.layout = model::Layout{.kind = model::LayoutKind::mig};
    const std::string profile = mig_profile_of(device);
    card.layout->instances.push_back(
        {.id = static_cast<int>(card.layout->instances.size()), .profile = profile, .printed = profile});
}

void add_cards(const KubeContext& context) {
    std::map<GpuKey, GpuFact> cards;
    for (const kube::ResourceSlice& slice : context.objects.slices) {
        if (!is_gpu_driver(slice.driver) || !context.claims.is_current(slice)) continue;
        for (const kube::SliceDevice& device : slice.devices) {
            const Known entry = known_of(context, slice, device);
            if (entry.gpu.uuid.empty()) continue;
            GpuKey key = entry.gpu;
            key.pci.clear();
            const auto [at, fresh] = cards.try_emplace(key, GpuFact{.key = entry.gpu});
            GpuFact& card = at->second;
            if (card.product_name.empty()) card.product_name = device_attribute(device, "productName");
            card.seen = {context.seen_at, context.seen_at + Duration{1}};
            if (entry.mig) add_instance(device, card);
        }
    }
    for (auto& [key, card] : cards) context.facts.gpus.push_back(std::move(card));
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
