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
#include <tuple>
#include <utility>
#include <vector>

#include "base/units.h"
#include "kube/objects.h"

namespace arable::sources {

// Whether a DRA driver gives out GPUs: "gpu.nvidia.com", "gpu.amd.com", "gpu.intel.com", not
// "compute-domain.nvidia.com" or a network card's.
bool is_gpu_driver(std::string_view driver);

// An attribute of a device under its plain name, whether or not the driver's domain stands before it; "" = none.
std::string device_attribute(const kube::SliceDevice& device, std::string_view name);
// "1g.10gb" of a MIG instance; "" of anything else.
std::string mig_profile_of(const kube::SliceDevice& device);

struct ClaimedGpus {
    std::int64_t gpus = 0;    // cards and MIG instances
    MilliGpu size;            // of cards, as far as it is known: a part of one for a MIG instance
    std::string mig_profile;  // of the last MIG instance among them
    std::string unknown;      // why it is not known how many, "" when it is; those are not in `gpus`
};

// Claims, templates and classes of all dumps of one picture. The dumps must outlive it. O(log n) a question.
class ClaimBook {
  public:
    explicit ClaimBook(std::span<const kube::Objects> files);
    ClaimedGpus gpus_of(const std::string& ns, const kube::PodClaim& claim) const;
    // Of all files: a claim names devices that another file describes. Those of the newest generation of their pool
    // alone: a driver that publishes its pool anew leaves the older slices to be deleted.
    std::vector<const kube::ResourceSlice*> slices() const;
    bool is_current(const kube::ResourceSlice& slice) const;

  private:
    using Name = std::pair<std::string, std::string>;  // namespace, name
    void ask(const kube::DeviceAsk& request, ClaimedGpus& sum) const;
    std::optional<bool> is_of_gpus(const std::string& device_class) const;

    std::map<Name, const kube::ResourceClaim*> claims_;
    std::map<Name, const std::vector<kube::DeviceAsk>*> templates_;
    std::map<std::string, const kube::DeviceClass*> classes_;
    std::vector<const kube::ResourceSlice*> slices_;
    std::map<Name, std::int64_t> generations_;                                           // driver, pool -> the newest
    std::map<std::tuple<std::string, std::string, std::string>, std::string> profiles_;  // of MIG devices of slices
};

}  // namespace arable::sources
