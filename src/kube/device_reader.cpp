// Objects that say how GPUs are offered: DRA slices and claims, device-plugin configuration.
#include "kube/fields.h"

namespace arable::kube {
namespace {

// {"uuid": {"string": "GPU-..."}, "index": {"int": 0}} -> texts. v1beta1 nests attributes under "basic".
Texts attributes_of(const Value& device) {
    Texts all;
    const Value& basic = device["basic"]["attributes"];
    const Value& attributes = basic.is_object() ? basic : device["attributes"];
    for (const auto& [name, typed] : attributes.members()) {
        for (const auto& [type, value] : typed.members()) {
            std::string text = value.scalar();
            if (const auto flag = value.boolean()) text = *flag ? "true" : "false";
            all[name] = text.substr(0, 256);
        }
    }
    return all;
}

// A request names its class itself (v1beta1) or under "exactly"; of "firstAvailable" the first alternative counts.
std::vector<DeviceAsk> requests_of(const Value& devices, Reading& reading) {
    std::vector<DeviceAsk> all;
    for (const Value& entry : devices["requests"].items()) {
        const auto& alternatives = entry["firstAvailable"].items();
        const Value& exactly = entry["exactly"].is_object() ? entry["exactly"] : entry;
        const Value& request = alternatives.empty() ? exactly : alternatives[0];
        if (request["adminAccess"].boolean().value_or(false)) continue;  // sees devices, holds none
        DeviceAsk ask{.device_class = request["deviceClassName"].text(), .count = 1};
        if (request["allocationMode"].text() == "All") ask.count.reset();
        if (const auto count = request["count"].integer(); count && ask.count) {
            const bool sane = *count > 0 && *count <= 1'000'000;
            if (sane) ask.count = *count;
            if (!sane) reading.problem("spec.devices.requests.count is no count");
        }
        all.push_back(std::move(ask));
    }
    return all;
}

DeviceClass class_of(const Value& object, Reading& reading) {
    DeviceClass device_class;
    device_class.meta = meta_of(object, reading);
    const Value& spec = object["spec"];
    for (const Value& selector : spec["selectors"].items())
        device_class.selectors.push_back(selector["cel"]["expression"].text());
    device_class.extended_resource = spec["extendedResourceName"].text();
    return device_class;
}

ResourceClaim claim_of(const Value& object, Reading& reading) {
    ResourceClaim claim;
    claim.meta = meta_of(object, reading);
    claim.requests = requests_of(object["spec"]["devices"], reading);
    const Value& status = object["status"];
    for (const Value& result : status["allocation"]["devices"]["results"].items()) {
        if (result["adminAccess"].boolean().value_or(false)) continue;
        claim.devices.push_back({.request = result["request"].text(),
                                 .driver = result["driver"].text(),
                                 .pool = result["pool"].text(),
                                 .device = result["device"].text()});
    }
    for (const Value& holder : status["reservedFor"].items()) {
        if (holder["resource"].text() == "pods") claim.reserved_for.push_back(holder["name"].text());
    }
    claim.allocated = reading.time(status["allocation"]["allocationTimestamp"], "allocationTimestamp");
    return claim;
}

ResourceSlice slice_of(const Value& object, Reading& reading) {
    const Value& spec = object["spec"];
    ResourceSlice slice;
    slice.meta = meta_of(object, reading);
    slice.driver = spec["driver"].text();
    slice.pool = spec["pool"]["name"].text();
    slice.node = spec["nodeName"].text();
    slice.generation = spec["pool"]["generation"].integer().value_or(0);
    for (const Value& device : spec["devices"].items())
        slice.devices.push_back({device["name"].text(), attributes_of(device)});
    return slice;
}

// Only the configurations of the device plugin and the MIG manager: other ConfigMaps are none of our business.
bool is_gpu_config(const Value& data) {
    for (const auto& [key, value] : data.members()) {
        const std::string text = value.text();
        if (text.find("timeSlicing") != std::string::npos || text.find("mig-configs") != std::string::npos ||
            text.find("migStrategy") != std::string::npos || text.find("sharing:") != std::string::npos) {
            return true;
        }
    }
    return false;
}

}  // namespace

void add_devices(Objects& into, const std::string& kind, const Value& object, Reading& reading) {
    if (kind == "ResourceClaim") {
        into.claims.push_back(claim_of(object, reading));
    } else if (kind == "ResourceClaimTemplate") {
        into.claim_templates.push_back(
            {meta_of(object, reading), requests_of(object["spec"]["spec"]["devices"], reading)});
    } else if (kind == "DeviceClass") {
        into.device_classes.push_back(class_of(object, reading));
    } else if (kind == "ResourceSlice") {
        into.slices.push_back(slice_of(object, reading));
    } else if (kind == "ConfigMap") {
        if (!is_gpu_config(object["data"])) return;
        ConfigMap config;
        config.meta = meta_of(object, reading);
        for (const auto& [key, value] : object["data"].members()) config.data.emplace(key, value.text());
        into.configs.push_back(std::move(config));
    } else {
        const Value& spec = object["spec"];
        into.policies.push_back({.meta = meta_of(object, reading),
                                 .plugin_config = spec["devicePlugin"]["config"]["name"].text(),
                                 .plugin_default = spec["devicePlugin"]["config"]["default"].text()});
    }
}

}  // namespace arable::kube
