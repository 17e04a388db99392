#pragma once
// Nodes and GPUs over time.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "base/units.h"
#include "model/ids.h"

namespace arable::model {

struct Taint {
    std::string key;
    std::string value;
    std::string effect;  // NoSchedule, PreferNoSchedule, NoExecute
    friend auto operator<=>(const Taint&, const Taint&) = default;
};

// How one GPU or node is offered.
enum class LayoutKind : std::uint8_t { exclusive, time_sliced, mps, mig };

struct MigInstance {
    int id = 0;           // GPU-instance id
    std::string profile;  // canonical name if the product is known, else as printed
    std::string printed;  // as printed ("7g.79gb")
    int compute_slices = 0;
    int memory_slices = 0;     // 0: unknown product or profile
    std::optional<int> start;  // first memory slice, when read
    friend bool operator==(const MigInstance&, const MigInstance&) = default;
};

struct Layout {
    LayoutKind kind = LayoutKind::exclusive;
    int replicas = 1;                    // time_sliced, mps: how many a GPU is offered as
    std::vector<MigInstance> instances;  // mig: sorted by id; may be empty (MIG on, no instance)
    friend bool operator==(const Layout&, const Layout&) = default;
};

struct LayoutSpan {
    Interval during;
    Layout layout;
};

// Key: (cluster, name, generation). A node re-created under one name with another identity is another Node.
struct Node {
    std::string cluster;
    std::string name;
    std::string uid;  // "" when not seen
    std::optional<Time> created;
    IntervalSet present;                        // paid for
    IntervalSet ready;                          // inside present; outside of it the GPUs are `unavailable`
    IntervalSet cordoned;                       // unschedulable
    bool readiness_known = false;               // false: no source said; taken as ready, and said so
    std::map<std::string, std::string> labels;  // as Kubernetes spells them
    std::vector<Taint> taints;
    std::string pool;  // node pool / group, "" when unknown
    std::string instance_type;
    std::string region;
    std::string zone;
    std::string capacity_type;    // "spot", "on-demand", "reserved" or ""
    std::optional<MilliCpu> cpu;  // allocatable
    std::optional<Bytes> memory;  // allocatable
    std::optional<std::int64_t> pod_slots;
    // Allocatable and capacity by resource name ("nvidia.com/gpu", "nvidia.com/mig-1g.5gb", ...), last seen.
    std::map<std::string, std::int64_t> allocatable;
    std::map<std::string, std::int64_t> capacity;
    std::optional<std::int64_t> physical_gpus;  // by PCI or GFD labels, when known
    bool holders_untold = false;  // inputs name pods, yet could not name all that hold GPUs here: idle is not free
};

// One physical card.
struct Gpu {
    NodeIx node;  // none() when no source names the node
    std::string cluster;
    std::string uuid;                 // lower case without prefix; "" when masked or unseen
    std::string pci;                  // "00000000:07:00.0", lower case; "" when unseen
    std::optional<int> index;         // on the node
    std::string name;                 // shown in reports: uuid if known, else node/index
    std::string product_name;         // as printed
    std::string product;              // Product::id, "" when unknown
    std::optional<Bytes> memory;      // total of the device, when measured
    IntervalSet present;              // paid for; the sum of these lengths is what accounting adds up to
    IntervalSet unhealthy;            // lost, fallen off, or never allocatable
    std::vector<LayoutSpan> layouts;  // disjoint, ascending; times not covered are exclusive
};

}  // namespace arable::model
