#pragma once
// The resource-name table: every way in which a pod can ask for GPUs, read as one model::DeviceRequest.
// Sources: device plugins of NVIDIA, AMD and Intel; HAMi, KAI / Run:ai, Volcano and Aliyun documentation
// (Kubernetes names with "." and "/"; kube-state-metrics turns all but letters and digits into "_").

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/units.h"
#include "model/pod.h"

namespace arable::sources {

// What the number behind a resource name counts.
enum class ResourceReads : std::uint8_t {
    devices,         // whole cards, replicas, MIG instances
    memory_mib,      // GPU memory per device, MiB
    memory_gib,      // GPU memory per device, GiB
    memory_percent,  // share of a device's memory, 0-100
    core_percent,    // share of a device's SMs, 0-100
    core_total,      // share of SMs over all devices, 100 = one card
};

struct GpuResource {
    std::string resource;  // Kubernetes spelling: "nvidia.com/mig-1g.10gb"
    model::DeviceKind kind = model::DeviceKind::none;
    ResourceReads reads = ResourceReads::devices;
    std::string mig_profile;  // kind mig: "1g.10gb", "1g.10gb+me"
};

// Finds a resource in either spelling; absent when it is not a GPU resource. A prefix "requests." or "limits." (as
// quotas have it) is not part of a resource name. O(table).
std::optional<GpuResource> find_gpu_resource(std::string_view name);

// A GPU fraction as annotations write it: a plain decimal in (0, 1], the whole string; rounded up to 1/1000.
// "NaN", "Inf", "-0.5", "0", "1.5", "0,25", "0.25x" and "" are errors that say why (KAI-Scheduler#1798).
Result<MilliGpu> parse_gpu_fraction(std::string_view text);
// A positive whole number, the whole string, at most 10^9.
Result<std::int64_t> parse_positive(std::string_view text);

// What one pod asks for: resources (either spelling, amounts of all its containers added as the scheduler does) and
// annotations. No GPU resource: kind none. Something that cannot be read: kind invalid with the reason, size 0, which
// the caller must list as of unknown size. Memory without a share of cores: size is the upper bound, `count` cards.
model::DeviceRequest read_device_request(const std::map<std::string, std::int64_t>& resources,
                                         const std::map<std::string, std::string>& annotations);

}  // namespace arable::sources
