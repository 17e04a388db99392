// Names queues in one way. Kueue's pods and workloads name a LocalQueue of their namespace: queues of one name in two
// namespaces are two queues, and both may feed one ClusterQueue, in which they wait for each other.

#include "sources/assembly.h"

namespace arable::sources {
namespace {

constexpr const char* kKueueLabel = "kueue.x-k8s.io/queue-name";

using QueueKey = std::tuple<std::string, std::string, std::string>;  // cluster, namespace, LocalQueue

// The ClusterQueue; "ns/name" of a LocalQueue that no input shows, which is no name of any ClusterQueue.
std::string queue_of(const std::map<QueueKey, std::string>& known, const std::string& cluster, const std::string& ns,
                     const std::string& local) {
    const auto found = known.find({cluster, ns, local});
    if (found != known.end() && !found->second.empty()) return found->second;
    return ns + "/" + local;
}

}  // namespace

void name_queues(Assembly& a) {
    std::map<QueueKey, std::string> known;
    for (const LocalQueueFact& f : a.facts.local_queues) known.try_emplace({f.cluster, f.ns, f.name}, f.cluster_queue);
    for (model::Pod& pod : a.timeline.pods) {
        const auto label = pod.labels.find(kKueueLabel);
        if (label == pod.labels.end() || label->second.empty() || label->second != pod.spec.queue) continue;
        pod.spec.queue = queue_of(known, pod.cluster, pod.ns, label->second);
    }
    for (GangFact& f : a.facts.gangs) {
        if (f.local_queue.empty() || !f.gang.queue.empty()) continue;
        f.gang.queue = queue_of(known, f.gang.cluster, f.gang.ns, f.local_queue);
    }
}

}  // namespace arable::sources
