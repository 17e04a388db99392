// What a pod asks for, and where it may go.
#include <fmt/format.h>

#include <algorithm>

#include "sources/kube_parts.h"
#include "sources/label_facts.h"
#include "sources/resource_names.h"

namespace arable::sources {
namespace {

constexpr std::int64_t kMostClaimedGpus = 1'000'000;

using Amounts = std::map<std::string, std::int64_t>;  // resource -> milli (cpu) or whole units

// Saturates: hostile amounts must not wrap.
std::int64_t plus(std::int64_t a, std::int64_t b) { return a > INT64_MAX - b ? INT64_MAX : a + b; }

// Requests; a limit stands in for a request that is not given, as the API server defaults it.
Amounts amounts_of(const kube::Container& container, std::vector<std::string>& problems) {
    kube::Texts wanted = container.limits;
    for (const auto& [name, text] : container.requests) wanted[name] = text;
    Amounts amounts;
    for (const auto& [name, text] : wanted) {
        const auto amount = name == "cpu" ? parse_quantity_milli(text) : parse_quantity(text);
        if (amount) {
            amounts[name] = *amount;
        } else {
            problems.push_back(fmt::format("request of {}: {}", name, amount.error().message));
        }
    }
    return amounts;
}

void add(Amounts& into, const Amounts& more) {
    for (const auto& [name, amount] : more) {
        auto& sum = into[name];
        sum = plus(sum, amount);
    }
}

// As the scheduler counts: the containers and sidecars together, or the largest init step (with the sidecars before
// it).
Amounts total_of(const kube::Pod& pod, std::vector<std::string>& problems) {
    Amounts together;
    Amounts sidecars;
    Amounts largest;
    for (const kube::Container& container : pod.containers) {
        const Amounts amounts = amounts_of(container, problems);
        if (container.sidecar) add(sidecars, amounts);
        if (!container.init || container.sidecar) {
            add(together, amounts);
            continue;
        }
        Amounts step = sidecars;
        add(step, amounts);
        for (const auto& [name, amount] : step) largest[name] = std::max(largest[name], amount);
    }
    for (const auto& [name, amount] : largest) together[name] = std::max(together[name], amount);
    kube::Container overhead;
    overhead.requests = pod.overhead;
    add(together, amounts_of(overhead, problems));
    return together;
}

// An amount of GPUs that is no amount asks for GPUs all the same.
void mark_unreadable(const kube::Pod& pod, model::DeviceRequest& device) {
    for (const kube::Container& container : pod.containers) {
        for (const kube::Texts* amounts : {&container.requests, &container.limits}) {
            for (const auto& [name, text] : *amounts) {
                if (!find_gpu_resource(name) || parse_quantity(text)) continue;
                device = {.kind = model::DeviceKind::invalid, .resource = name};
                device.why_invalid = fmt::format("asks for {} of {}, which is no amount", text.substr(0, 40), name);
                return;
            }
        }
    }
}

// DRA: claims are of any kind of device, and only GPUs among them are counted.
void ask_by_claims(const ClaimBook& claims, const std::string& ns, const kube::Pod& pod, model::DeviceRequest& device,
                   std::vector<std::string>& problems) {
    std::int64_t gpus = 0;
    std::int64_t size = 0;
    for (const kube::PodClaim& claim : pod.claims) {
        const ClaimedGpus asked = claims.gpus_of(ns, claim);
        gpus = std::min(gpus + asked.gpus, kMostClaimedGpus);
        size = std::min(size + asked.size.value, kMostClaimedGpus * 1000);
        if (!asked.mig_profile.empty()) device.mig_profile = asked.mig_profile;
        if (asked.unknown.empty()) continue;
        const std::string& name = claim.entry.empty() ? claim.claim : claim.entry;
        problems.push_back(fmt::format("resource claim {}: {}", name, asked.unknown));
    }
    if (gpus == 0) return;
    device.kind = model::DeviceKind::claim;
    device.resource = "resource.k8s.io";
    device.count = gpus;
    device.size = MilliGpu{size};
}

std::optional<MilliCpu> cpu_limit(const kube::Pod& pod) {
    std::int64_t sum = 0;
    for (const kube::Container& container : pod.containers) {
        if (container.init && !container.sidecar) continue;
        const auto found = container.limits.find("cpu");
        if (found == container.limits.end()) return std::nullopt;  // one without a limit: the pod has none
        const auto milli = parse_quantity_milli(found->second);
        if (!milli) return std::nullopt;
        sum = plus(sum, *milli);
    }
    return pod.containers.empty() ? std::nullopt
                                  : std::optional<MilliCpu>(MilliCpu{std::min(sum, model::kMostMilliCpu)});
}

// "registry:5000/team/image:tag@sha256:..." -> "registry:5000/team/image".
std::string repository(std::string image) {
    image = image.substr(0, image.find('@'));
    const std::size_t slash = image.find_last_of('/');
    const std::size_t colon = image.find(':', slash == std::string::npos ? 0 : slash);
    return image.substr(0, colon);
}

std::string gpu_image(const kube::Pod& pod) {
    for (const kube::Container& container : pod.containers) {
        for (const auto& [name, text] : container.limits) {
            if (find_gpu_resource(name)) return repository(container.image);
        }
    }
    for (const kube::Container& container : pod.containers) {
        if (!container.init) return repository(container.image);
    }
    return {};
}

std::vector<model::LabelRule> rules_of(const std::vector<kube::Expression>& expressions) {
    std::vector<model::LabelRule> rules;
    for (const kube::Expression& e : expressions) {
        // matchFields can only name the node; its host name label says the same.
        rules.push_back({e.key == "metadata.name" ? "kubernetes.io/hostname" : e.key, e.op, e.values});
    }
    return rules;
}

model::PlacementRules placement_of(const kube::Pod& pod) {
    model::PlacementRules rules;
    rules.node_selector = pod.node_selector;
    for (const auto& term : pod.node_affinity) rules.node_affinity.push_back(rules_of(term));
    for (const kube::Toleration& t : pod.tolerations)
        rules.tolerations.push_back({t.key, t.op.empty() ? "Equal" : t.op, t.value, t.effect});
    for (const kube::AffinityTerm& t : pod.affinity)
        rules.pod_affinity.push_back({false, t.topology_key, rules_of(t.selector), t.namespaces});
    for (const kube::AffinityTerm& t : pod.anti_affinity)
        rules.pod_affinity.push_back({true, t.topology_key, rules_of(t.selector), t.namespaces});
    for (const kube::Spread& s : pod.spread) {
        rules.spread.push_back(
            {s.max_skew, s.topology_key, rules_of(s.selector), s.when_unsatisfiable != "ScheduleAnyway"});
    }
    return rules;
}

}  // namespace

model::PodSpec spec_of(const ClaimBook& claims, const std::string& ns, const kube::Pod& pod,
                       std::vector<std::string>& problems) {
    const Amounts amounts = total_of(pod, problems);
    model::PodSpec spec;
    spec.spec_known = !pod.containers.empty();
    const auto amount = [&](const char* name) {
        const auto found = amounts.find(name);
        return found == amounts.end() ? std::int64_t{0} : found->second;  // not asked for
    };
    spec.cpu = MilliCpu{std::min(amount("cpu"), model::kMostMilliCpu)};
    spec.memory = Bytes{std::min(amount("memory"), model::kMostMemoryBytes)};
    spec.cpu_limit = cpu_limit(pod);
    spec.device = read_device_request(amounts, pod.meta.annotations);
    mark_unreadable(pod, spec.device);
    if (spec.device.kind == model::DeviceKind::none) ask_by_claims(claims, ns, pod, spec.device, problems);
    spec.rules = placement_of(pod);
    spec.image = gpu_image(pod);
    spec.priority_class = pod.priority_class;
    if (pod.priority) spec.priority = *pod.priority;
    spec.scheduler = pod.scheduler;
    spec.queue = queue_of(pod.meta.labels, pod.meta.annotations);
    spec.peer_to_peer = spec.device.kind == model::DeviceKind::whole && spec.device.count > 1;
    return spec;
}

}  // namespace arable::sources
