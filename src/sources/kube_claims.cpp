#include "sources/kube_claims.h"

#include <algorithm>

#include <fmt/format.h>

#include "sources/resource_names.h"

namespace arable::sources {
namespace {

constexpr std::int64_t kCard = 1000;  // thousandths
constexpr std::int64_t kMostDevices = 1'000'000;

// Drivers that a class selects: device.driver == "gpu.nvidia.com" in any of its expressions.
std::vector<std::string> drivers_of(const kube::DeviceClass& device_class) {
    constexpr std::string_view kDriver = "device.driver";
    std::vector<std::string> drivers;
    for (const std::string& expression : device_class.selectors) {
        for (std::size_t at = expression.find(kDriver); at != std::string::npos; at = expression.find(kDriver, at)) {
            at += kDriver.size();
            const std::size_t open = expression.find_first_of("'\"", at);
            if (open == std::string::npos) break;
            const std::size_t close = expression.find(expression[open], open + 1);
            if (close == std::string::npos) break;
            drivers.push_back(expression.substr(open + 1, close - open - 1));
            at = close;
        }
    }
    return drivers;
}

}  // namespace

std::string device_attribute(const kube::SliceDevice& device, std::string_view name) {
    for (const auto& [key, value] : device.attributes) {
        const std::string_view plain = std::string_view(key).substr(key.find('/') + 1);  // all of it without a '/'
        if (plain == name) return value;
    }
    return {};
}

std::string mig_profile_of(const kube::SliceDevice& device) {
    return device_attribute(device, "type") == "mig" ? device_attribute(device, "profile") : "";
}

bool is_gpu_driver(std::string_view driver) { return driver.find("gpu") != std::string_view::npos; }

ClaimBook::ClaimBook(std::span<const kube::Objects> files) {
    for (const kube::Objects& file : files) {
        for (const kube::ResourceClaim& claim : file.claims) {
            const auto [at, fresh] = claims_.try_emplace({claim.meta.ns, claim.meta.name}, &claim);
            if (!fresh && at->second->devices.empty()) at->second = &claim;
        }
        for (const kube::ClaimTemplate& made : file.claim_templates)
            templates_.try_emplace({made.meta.ns, made.meta.name}, &made.requests);
        for (const kube::DeviceClass& device_class : file.device_classes)
            classes_.try_emplace(device_class.meta.name, &device_class);
        for (const kube::ResourceSlice& slice : file.slices) {
            slices_.push_back(&slice);
            std::int64_t& newest = generations_.try_emplace({slice.driver, slice.pool}, slice.generation).first->second;
            newest = std::max(newest, slice.generation);
        }
    }
    for (const kube::ResourceSlice* slice : slices())
        for (const kube::SliceDevice& device : slice->devices)
            if (std::string profile = mig_profile_of(device); !profile.empty())
                profiles_[{slice->driver, slice->pool, device.name}] = std::move(profile);
}

bool ClaimBook::is_current(const kube::ResourceSlice& slice) const {
    const auto newest = generations_.find({slice.driver, slice.pool});
    return newest == generations_.end() || slice.generation == newest->second;
}

std::vector<const kube::ResourceSlice*> ClaimBook::slices() const {
    std::vector<const kube::ResourceSlice*> current;
    for (const kube::ResourceSlice* slice : slices_)
        if (is_current(*slice)) current.push_back(slice);
    return current;
}

// By its drivers, by the GPU resource that it stands for, else by the name that the GPU drivers' own charts give it.
std::optional<bool> ClaimBook::is_of_gpus(const std::string& device_class) const {
    if (const auto known = classes_.find(device_class); known != classes_.end()) {
        const std::vector<std::string> drivers = drivers_of(*known->second);
        for (const std::string& driver : drivers)
            if (is_gpu_driver(driver)) return true;
        if (find_gpu_resource(known->second->extended_resource)) return true;
        if (!drivers.empty()) return false;
    }
    if (is_gpu_driver(device_class) || device_class.starts_with("mig.")) return true;
    if (device_class.starts_with("compute-domain-")) return false;
    return std::nullopt;
}

void ClaimBook::ask(const kube::DeviceAsk& request, ClaimedGpus& sum) const {
    const auto gpus = is_of_gpus(request.device_class);
    if (gpus && !*gpus) return;
    if (!gpus) {
        sum.unknown = fmt::format("its device class {} is not in the input: whether it asks for a GPU is not known",
                                  request.device_class.substr(0, 100));
    } else if (!request.count) {
        sum.unknown = "it asks for all devices of a node: how many GPUs is not known";
    } else {
        const std::int64_t count = std::min(*request.count, kMostDevices);
        sum.gpus += count;
        sum.size.value += count * kCard;
    }
}

ClaimedGpus ClaimBook::gpus_of(const std::string& ns, const kube::PodClaim& claim) const {
    ClaimedGpus sum;
    const auto made = claims_.find({ns, claim.claim});
    if (made != claims_.end() && !made->second->devices.empty()) {
        for (const kube::DeviceResult& device : made->second->devices) {
            if (!is_gpu_driver(device.driver)) continue;
            ++sum.gpus;
            const auto cut = profiles_.find({device.driver, device.pool, device.device});
            if (cut == profiles_.end()) {
                sum.size.value += kCard;
                continue;
            }
            const auto instance = read_device_request({{"nvidia.com/mig-" + cut->second, 1}}, {});
            sum.size.value += instance.size.value > 0 ? instance.size.value : kCard;
            sum.mig_profile = instance.mig_profile;
        }
        return sum;
    }
    const auto from = templates_.find({ns, claim.claim_template});
    if (made == claims_.end() && from == templates_.end()) {
        sum.unknown = "neither the claim nor its template is in the input: whether it asks for a GPU is not known";
        return sum;
    }
    for (const kube::DeviceAsk& request : made != claims_.end() ? made->second->requests : *from->second)
        ask(request, sum);
    return sum;
}

}  // namespace arable::sources
