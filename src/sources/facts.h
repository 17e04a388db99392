#pragma once
// Facts: what each source saw, before anything is joined. Every adapter turns its input into Facts; `assemble` merges
// the Facts of all inputs into one Timeline. Keys are the texts that the inputs use; nothing here is an index yet.
// Adding facts is order-free: assemble sorts them first.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"
#include "model/gap.h"
#include "model/node.h"
#include "model/pod.h"
#include "model/quantity.h"
#include "model/timeline.h"
#include "series/sample.h"

namespace arable::sources {

// A card as one input names it. Any field may be "" / absent; assemble joins what agrees.
struct GpuKey {
    std::string cluster;
    std::string node;  // Kubernetes node name, "" when the input does not say
    std::string uuid;  // lower case, without "GPU-"; "" when absent or masked (all zeros)
    std::string pci;   // "00000000:07:00.0" lower case, domain widened to 8 digits
    std::optional<int> index;
    std::string exporter;  // scrape target or exporter host, the last resort that tells two nodes apart
    friend auto operator<=>(const GpuKey&, const GpuKey&) = default;
};

struct PodKey {
    std::string cluster;
    std::string ns;
    std::string name;
    std::string uid;  // "" when the input does not say
    friend auto operator<=>(const PodKey&, const PodKey&) = default;
};

inline constexpr std::int64_t kMostWithheld = 1024;  // of one node that are told apart

struct NodeFact {
    model::Node node;             // names, labels, capacity; its interval sets as far as this input knows them
    std::optional<Time> seen_at;  // an instant picture (kube dump)
    bool presence_known = false;  // node.present is a statement, not a default
    bool cordon_known = false;
    // [k]: when at least k + 1 of its `nvidia.com/gpu` were in the capacity but could not be given away.
    std::vector<IntervalSet> withheld;
};

struct GpuFact {
    GpuKey key;
    std::string product_name;  // as printed, "" when not
    std::optional<Bytes> memory;
    Interval seen;                        // first to last sighting (last exclusive: + one interval)
    std::optional<model::Layout> layout;  // in force during `seen`, when this input shows it
    IntervalSet unhealthy;
};

struct OwnerRef {
    std::string kind;
    std::string name;
    std::string uid;
    friend auto operator<=>(const OwnerRef&, const OwnerRef&) = default;
};

struct PodFact {
    model::Pod pod;                             // workload, gang and node indices are none()
    std::string node;                           // "" until bound
    std::vector<OwnerRef> owners;               // direct controller owner first
    bool end_known = false;                     // pod.ended absent means "still there", not "not seen"
    bool pictured = false;                      // a dump of objects shows it: whether of all namespaces, nobody says
    std::optional<Time> first_seen, last_seen;  // first and last sample or dump that showed it
    std::string gang_kind;                      // from labels/annotations: PodGroup, JobSet, ...; "" = none
    std::string gang_name;
};

// ReplicaSet -> Deployment, Job -> CronJob, Pod -> Job: one hop of an ownerReferences chain.
struct OwnerFact {
    std::string cluster;
    std::string ns;
    std::string kind;
    std::string name;
    std::string uid;
    std::optional<OwnerRef> owner;  // absent: top of the chain
    std::optional<std::int64_t> replicas;
    std::optional<std::int64_t> parallelism;    // Job
    std::map<std::string, std::string> labels;  // allow-listed
};

struct GangFact {
    model::Gang gang;         // pods and workload empty
    std::string local_queue;  // Kueue's, of the gang's namespace; gang.queue is "" until its ClusterQueue is known
    std::optional<OwnerRef> owner;
};

// Kueue: pods and workloads name a queue of their namespace, which feeds a queue of the cluster.
struct LocalQueueFact {
    std::string cluster;
    std::string ns;
    std::string name;
    std::string cluster_queue;
};

// A statement that a pod holds a device.
struct ClaimFact {
    GpuKey gpu;
    std::optional<int> instance;
    PodKey pod;  // ns and name "" = holder not named
    Interval held;
    bool start_known = false;
    int replicas = 0;
    model::ClaimSource source = model::ClaimSource::allocation;
    model::HolderState holder = model::HolderState::alive;
    bool intended = false;  // what a scheduler wrote down before the kubelet gave out devices: labels outweigh it
};

// Whom the numbers of a track belong to.
enum class TrackOf : std::uint8_t { gpu, pod, node };

// One stored track of samples, already scaled to the unit of its quantity, sentinels removed.
struct TrackFact {
    std::uint32_t track = 0;  // position in the TrackStore
    model::Quantity quantity{};
    TrackOf of = TrackOf::gpu;
    GpuKey gpu;                   // of == gpu
    std::optional<int> instance;  // MIG GPU-instance id
    std::string mig_profile;      // as printed beside the instance
    PodKey pod;                   // of == pod: whose numbers; of == gpu: owner label on the series, "" = none
    std::string node;             // of == node
    std::string container;
    // Tracks of one subject and quantity that differ in container or addend measure different parts of it (another
    // engine of a server, another finished_reason): counts add up, ratios take the largest. "" = there is one part.
    std::string addend;
    std::string model;         // of an inference server: the model that it names, "" = none
    std::string metric;        // as received, for evidence
    std::int64_t rank = 0;     // several names of one quantity: the lower rank is the finer one
    bool per_process = false;  // a share measured for this pod alone, not the device's value
};

struct Facts {
    std::vector<NodeFact> nodes;
    std::vector<GpuFact> gpus;
    std::vector<PodFact> pods;
    std::vector<OwnerFact> owners;
    std::vector<GangFact> gangs;
    std::vector<ClaimFact> claims;
    std::vector<TrackFact> tracks;
    std::vector<model::NodeLaunch> launches;
    std::vector<std::string> launch_nodes;  // node name of launches[i], "" = never came
    std::vector<model::PoolCap> caps;
    std::vector<model::Quota> quotas;
    std::vector<LocalQueueFact> local_queues;
    std::vector<std::pair<std::string, std::string>> strict_queues;  // (cluster, ClusterQueue) with StrictFIFO
    std::vector<model::PoolHistory> pools;
    std::vector<model::Gap> gaps;
    std::vector<model::SourceNote> sources;
    std::optional<Time> first_time;  // of any sample or object
    std::optional<Time> last_time;   // default of --end
    bool has_pod_data = false;       // some input lists pods: queue waits can be stated
    bool has_label_claims = false;   // some exporter prints owner labels
};

// Appends everything of `more`. Times widen, flags or.
void merge(Facts& into, Facts&& more);

}  // namespace arable::sources
