#pragma once
// DRA: how many GPUs the resource claims of a pod ask for, and which devices there are. A claim says so itself once it
// is allocated (the driver of each device); before that its requests name device classes, and only a class tells what
// it is of.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/objects.h"

namespace arable::sources {

// Whether a DRA driver gives out GPUs: "gpu.nvidia.com", "gpu.amd.com", "gpu.intel.com", not
// "compute-domain.nvidia.com" or a network card's.
bool is_gpu_driver(std::string_view driver);

struct ClaimedGpus {
    std::int64_t gpus = 0;
    std::string unknown;  // why it is not known how many, "" when it is; those are not in `gpus`
};

// Claims, templates and classes of all dumps of one picture. The dumps must outlive it. O(log n) a question.
class ClaimBook {
  public:
    explicit ClaimBook(std::span<const kube::Objects> files);
    ClaimedGpus gpus_of(const std::string& ns, const kube::PodClaim& claim) const;
    // Of all files: a claim names devices that another file describes.
    const std::vector<const kube::ResourceSlice*>& slices() const { return slices_; }

  private:
    using Name = std::pair<std::string, std::string>;  // namespace, name
    void ask(const kube::DeviceAsk& request, ClaimedGpus& sum) const;
    std::optional<bool> is_of_gpus(const std::string& device_class) const;

    std::map<Name, const kube::ResourceClaim*> claims_;
    std::map<Name, const std::vector<kube::DeviceAsk>*> templates_;
    std::map<std::string, const kube::DeviceClass*> classes_;
    std::vector<const kube::ResourceSlice*> slices_;
};

}  // namespace arable::sources
