#include "fit/devices.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

namespace arable::fit {
namespace {

using model::DeviceKind;
using model::LayoutKind;

// "nvidia.com/gpu" and the "nvidia_com_gpu" of kube-state-metrics are one name.
bool same_resource(const std::string& a, const std::string& b) {
    const auto plain = [](char c) { return c == '.' || c == '/' || c == '-' ? '_' : c; };
    return std::ranges::equal(a, b, {}, plain, plain);
}

// Whether the node names this resource with a number above 0; absent: it names no extended resource at all.
std::optional<bool> names_resource(const model::Node& node, const std::string& resource) {
    const auto at = node.capacity.find(resource);
    if (at != node.capacity.end()) return at->second > 0;
    bool extended = false;
    for (const auto& [name, value] : node.capacity) {
        if (same_resource(name, resource)) return value > 0;
        extended = extended || name.find('/') != std::string::npos || name.find("_com_") != std::string::npos;
    }
    return extended ? std::optional(false) : std::nullopt;
}

bool is_fraction(const model::DeviceRequest& request) { return request.kind == DeviceKind::fraction; }

bool has_share(const model::DeviceRequest& request, const Device& device) {
    if (device.share_left.value <= 0) return false;
    if (request.fraction && device.share_left < *request.fraction) return false;
    if (request.memory && device.memory_left < *request.memory) return false;
    return true;
}

bool has_exclusive_or_shared(const NodeRoom& room) {
    return std::ranges::any_of(room.devices, [](const Device& d) { return d.layout != LayoutKind::mig; });
}

bool layout_suits(const model::DeviceRequest& request, const Device& device, const model::Node& node) {
    const bool mig = device.layout == LayoutKind::mig;
    switch (request.kind) {
        case DeviceKind::mig:
            return mig && device.profile == request.mig_profile;
        case DeviceKind::fraction:
            return !mig;
        case DeviceKind::claim:
            return !mig;
        case DeviceKind::whole:
        case DeviceKind::shared: {
            if (mig && device.profile.empty()) return false;
            if (const auto named = names_resource(node, request.resource)) return *named;
            if (mig) return false;
            return (request.kind == DeviceKind::shared) == (device.layout != LayoutKind::exclusive);
        }
        default:
            return false;
    }
}

std::int64_t slots_of(const model::DeviceRequest& request, const Device& device, const WhatIf& what_if) {
    std::int64_t sum = 0;
    if (is_fraction(request) && has_share(request, device)) return 1;
    for (std::size_t tier = 0; tier < kTiers; ++tier) {
        if (what_if.tiers[tier]) sum += device.slots[tier];
    }
    return is_fraction(request) ? std::min<std::int64_t>(sum, 1) : sum;
}

}  // namespace

void take_share(const model::DeviceRequest& request, Device& device, std::size_t tier) {
    if (device.share_left.value <= 0) {
        device.share_left = MilliGpu{1000};
        device.memory_left = device.gpu != nullptr && device.gpu->memory ? *device.gpu->memory : Bytes{INT64_MAX};
    }
    device.share_left -= request.fraction ? *request.fraction : MilliGpu{1};
    if (request.memory) device.memory_left -= *request.memory;
    device.slots[tier] = 0;
}

bool offers(const model::DeviceRequest& request, const model::Node& node) {
    if (request.kind == DeviceKind::fraction || request.kind == DeviceKind::claim) return true;
    if (node.capacity.empty() || request.resource.empty()) return true;
    const auto named = names_resource(node, request.resource);
    return !named || *named;
}

bool accepts(const model::DeviceRequest& request, const Device& device, const model::Node& node) {
    if (!layout_suits(request, device, node)) return false;
    const bool sized = request.memory && device.gpu != nullptr && device.gpu->memory;
    if (is_fraction(request) && sized && *request.memory > *device.gpu->memory) return false;
    if (request.product.empty() || device.gpu == nullptr) return true;
    return device.gpu->product == request.product || device.gpu->product_name == request.product;
}

std::int64_t takeable(const model::DeviceRequest& request, const NodeRoom& room, const WhatIf& what_if) {
    std::int64_t sum = 0;
    std::optional<bool> cards;
    for (const Device& device : room.devices) {
        // Most devices are held: ask that first, names only of those that are left.
        const std::int64_t slots = slots_of(request, device, what_if);
        if (slots == 0) continue;
        if (!cards) {
            if (!offers(request, *room.node)) return 0;
            // A MIG node under the strategy `single` gives its instances out under the name of whole cards; under
            // `mixed` that name stands for its cards without instances only.
            cards = request.kind != DeviceKind::mig && has_exclusive_or_shared(room);
        }
        if (*cards && device.layout == LayoutKind::mig) continue;
        if (accepts(request, device, *room.node)) sum += slots;
    }
    return sum;
}

std::vector<Pick> take(const model::DeviceRequest& request, std::int64_t count, NodeRoom& room, const WhatIf& what_if) {
    std::vector<Pick> picks;
    if (!offers(request, *room.node)) return picks;
    const bool cards = request.kind != DeviceKind::mig && has_exclusive_or_shared(room);
    for (std::size_t tier = 0; tier < kTiers && count > 0; ++tier) {
        if (!what_if.tiers[tier]) continue;
        for (Device& device : room.devices) {
            if (count == 0) break;
            if (cards && device.layout == LayoutKind::mig) continue;
            if (!accepts(request, device, *room.node)) continue;
            if (is_fraction(request)) {
                const bool left = tier == kFreeNow && has_share(request, device);
                if (!left && device.slots[tier] == 0) continue;
                take_share(request, device, tier);
                picks.push_back({.id = device.id, .slots = 1, .tier = tier});
                --count;
                continue;
            }
            const std::int64_t taken = std::min(count, device.slots[tier]);
            if (taken == 0) continue;
            device.slots[tier] -= taken;
            device.share_left = MilliGpu{};
            count -= taken;
            picks.push_back({.id = device.id, .slots = taken, .tier = tier});
        }
    }
    return picks;
}

int profile_slices(const std::string& profile) {
    const std::size_t g = profile.find("g.");
    if (g == std::string::npos || g == 0 || std::isdigit(static_cast<unsigned char>(profile[g - 1])) == 0) return 0;
    return profile[g - 1] - '0';
}

}  // namespace arable::fit
