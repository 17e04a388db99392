// Step 7: who runs each pod: the top of the ownerReferences chain as far as the inputs tell it.

#include <algorithm>
#include <array>
#include <set>

#include "sources/assembly.h"

namespace arable::sources {
namespace {

constexpr std::size_t kDeepest = 16;  // longer chains are circles

using WorkloadKey = std::tuple<std::string, std::string, std::string, std::string>;  // cluster, ns, kind, name

class Owners {
  public:
    explicit Owners(const std::vector<OwnerFact>& facts) {
        for (const OwnerFact& f : facts) {
            const auto [at, fresh] = by_name_.try_emplace({f.cluster, f.ns, f.kind, f.name}, &f);
            if (!fresh && f.owner && !at->second->owner) at->second = &f;  // the one that knows more
            if (!f.uid.empty()) by_uid_.try_emplace({f.cluster, f.uid}, &f);
        }
    }
    const OwnerFact* find(const std::string& cluster, const std::string& ns, const OwnerRef& ref) const {
        if (const auto at = by_uid_.find({cluster, ref.uid}); !ref.uid.empty() && at != by_uid_.end())
            return at->second;
        const auto at = by_name_.find({cluster, ns, ref.kind, ref.name});
        return at == by_name_.end() ? nullptr : at->second;
    }

  private:
    std::map<WorkloadKey, const OwnerFact*> by_name_;
    std::map<ClusterName, const OwnerFact*> by_uid_;
};

// A ReplicaSet's name is its Deployment's and the pod-template-hash: tells the Deployment when no input lists
// ReplicaSets.
std::optional<OwnerRef> deployment_of(const OwnerRef& ref, const model::Pod& pod) {
    const auto hash = pod.labels.find("pod-template-hash");
    if (ref.kind != "ReplicaSet" || hash == pod.labels.end() || hash->second.empty()) return std::nullopt;
    const std::string tail = "-" + hash->second;
    if (!ref.name.ends_with(tail) || ref.name.size() == tail.size()) return std::nullopt;
    return OwnerRef{"Deployment", ref.name.substr(0, ref.name.size() - tail.size()), ""};
}

std::vector<OwnerRef> ancestry_of(const Owners& owners, const model::Pod& pod, const PodOrigin& origin) {
    std::vector<OwnerRef> chain{{"Pod", pod.name, pod.uid}};
    std::optional<OwnerRef> next = origin.owners.empty() ? std::nullopt : std::optional(origin.owners.front());
    while (next && chain.size() < kDeepest) {
        // A static pod is owned by its node: that is no workload.
        if (next->kind.empty() || next->kind == "Node" || next->kind == "<none>") break;
        chain.push_back(*next);
        const OwnerFact* fact = owners.find(pod.cluster, pod.ns, *next);
        next = fact != nullptr ? fact->owner : std::nullopt;
        if (!next) next = deployment_of(chain.back(), pod);
    }
    return chain;
}

bool mentions(std::string_view text, std::initializer_list<std::string_view> words) {
    const std::string low = lowered(text);
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return low.find(word) != std::string::npos; });
}

bool notebook_pod(const model::Pod& pod) {
    if (mentions(pod.spec.image, {"jupyter", "notebook", "code-server", "codeserver", "rstudio", "vscode"}))
        return true;
    if (pod.labels.contains("notebook-name")) return true;
    const auto component = pod.labels.find("component");
    if (component != pod.labels.end() && component->second == "singleuser-server") return true;
    const auto app = pod.labels.find("app");
    return app != pod.labels.end() && mentions(app->second, {"jupyter", "notebook"});
}

bool batch_kind(const std::string& kind) {
    return kind == "Job" || kind == "CronJob" || kind.ends_with("Job") || kind == "JobSet" || kind == "Workflow" ||
           kind == "TrainJob" || kind == "AppWrapper" || kind == "Experiment" || kind == "Trial";
}

bool serving_kind(const std::string& kind) {
    return kind == "InferenceService" || kind == "RayService" || kind == "LLMInferenceService" ||
           kind == "DynamoGraphDeployment" || kind == "NIMService" || kind == "SeldonDeployment";
}

bool serving_quantity(model::Quantity q) {
    return q >= model::Quantity::requests_running && q <= model::Quantity::latency_count;
}

// Pods that export serving metrics, each with the models that they name.
using ServingPods = std::map<std::tuple<std::string, std::string, std::string>, std::set<std::string>>;

ServingPods serving_pods(const Facts& facts) {
    ServingPods pods;
    for (const TrackFact& f : facts.tracks) {
        if (f.of != TrackOf::pod) continue;
        if (serving_quantity(f.quantity)) pods[{f.pod.cluster, f.pod.ns, f.pod.name}];
        if (!f.model.empty()) pods[{f.pod.cluster, f.pod.ns, f.pod.name}].insert(f.model);
    }
    return pods;
}

void learn_owner(model::Workload& w, const OwnerFact& fact) {
    if (!w.replicas) w.replicas = fact.replicas ? fact.replicas : fact.parallelism;
    for (const auto& [key, value] : fact.labels) w.labels.try_emplace(key, value);
}

}  // namespace

void build_workloads(Assembly& a) {
    const Owners owners(a.facts.owners);
    const auto serving = serving_pods(a.facts);
    std::map<WorkloadKey, model::Workload> workloads;
    std::vector<WorkloadKey> of_pod;
    std::int64_t orphans = 0;
    for (std::size_t i = 0; i < a.timeline.pods.size(); ++i) {
        model::Pod& pod = a.timeline.pods[i];
        PodOrigin& origin = a.pod_origins[i];
        origin.ancestry = ancestry_of(owners, pod, origin);
        if (!origin.recorded) ++orphans;
        const OwnerRef& top = origin.ancestry.back();
        model::Workload& w = workloads[{pod.cluster, pod.ns, top.kind, top.name}];
        w.cluster = pod.cluster;
        w.ns = pod.ns;
        w.kind = top.kind;
        w.name = top.name;
        if (const OwnerFact* fact = owners.find(pod.cluster, pod.ns, top)) learn_owner(w, *fact);
        for (const OwnerRef& o : origin.ancestry) {
            w.batch |= batch_kind(o.kind);
            w.notebook |= o.kind == "Notebook";
            w.serving |= serving_kind(o.kind);
        }
        w.notebook |= notebook_pod(pod);
        if (const auto server = serving.find({pod.cluster, pod.ns, pod.name}); server != serving.end()) {
            w.serving = true;
            if (server->second.size() == 1) pod.model = *server->second.begin();
        }
        for (const auto& [key, value] : pod.labels) w.labels.try_emplace(key, value);
        of_pod.emplace_back(pod.cluster, pod.ns, top.kind, top.name);
    }
    std::map<WorkloadKey, model::WorkloadIx> at;
    for (auto& [key, w] : workloads) {
        at[key] = model::WorkloadIx::of(a.timeline.workloads.size());
        a.timeline.workloads.push_back(std::move(w));
    }
    for (std::size_t i = 0; i < of_pod.size(); ++i) a.timeline.pods[i].workload = at[of_pod[i]];
    if (orphans > 0)
        a.gap(
            model::Gap::Kind::assumption, "pods",
            text("pods are known by a label or a claim alone: their owners and requests are not known, each stands for "
                 "itself; kube-state-metrics or a dump of pods would tell"),
            orphans);
}

}  // namespace arable::sources
