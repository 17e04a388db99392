// Pods and pod templates.
#include "kube/fields.h"

namespace arable::kube {
namespace {

std::vector<Expression> expressions(const Value& array) {
    std::vector<Expression> all;
    for (const Value& e : array.items()) all.push_back({e["key"].text(), e["operator"].text(), strings(e["values"])});
    return all;
}

std::vector<AffinityTerm> pod_terms(const Value& affinity) {
    std::vector<AffinityTerm> terms;
    for (const Value& term : affinity["requiredDuringSchedulingIgnoredDuringExecution"].items()) {
        terms.push_back({.topology_key = term["topologyKey"].text(),
                         .selector = selector_of(term["labelSelector"]),
                         .namespaces = strings(term["namespaces"])});
    }
    return terms;
}

// matchFields name the node: metadata.name In [...]; kept as a rule on the host name label's meaning.
std::vector<std::vector<Expression>> node_terms(const Value& affinity) {
    std::vector<std::vector<Expression>> terms;
    const Value& required = affinity["requiredDuringSchedulingIgnoredDuringExecution"];
    for (const Value& term : required["nodeSelectorTerms"].items()) {
        std::vector<Expression> rules = expressions(term["matchExpressions"]);
        for (Expression& field : expressions(term["matchFields"])) rules.push_back(std::move(field));
        terms.push_back(std::move(rules));
    }
    return terms;
}

void read_containers(Pod& pod, const Value& list, bool init) {
    for (const Value& c : list.items()) {
        const Value& resources = c["resources"];
        pod.containers.push_back({.name = c["name"].text(),
                                  .image = c["image"].text(),
                                  .requests = texts(resources["requests"]),
                                  .limits = texts(resources["limits"]),
                                  .init = init,
                                  .sidecar = init && c["restartPolicy"].text() == "Always",
                                  .started = {},
                                  .finished = {}});
    }
}

void read_states(Pod& pod, const Value& statuses, Reading& reading) {
    for (const Value& status : statuses.items()) {
        const std::string name = status["name"].text();
        for (Container& container : pod.containers) {
            if (container.name != name || container.init) continue;
            const Value& state = status["state"];
            container.started = reading.time(state["running"]["startedAt"], "state.running.startedAt");
            if (!container.started)
                container.started = reading.time(state["terminated"]["startedAt"], "state.terminated.startedAt");
            container.finished = reading.time(state["terminated"]["finishedAt"], "state.terminated.finishedAt");
        }
    }
}

void read_claims(Pod& pod, const Value& spec, const Value& status) {
    for (const Value& claim : spec["resourceClaims"].items()) {
        PodClaim read{.entry = claim["name"].text(),
                      .claim = claim["resourceClaimName"].text(),
                      .claim_template = claim["resourceClaimTemplateName"].text()};
        for (const Value& made : status["resourceClaimStatuses"].items()) {
            if (made["name"].text() == read.entry && read.claim.empty()) read.claim = made["resourceClaimName"].text();
        }
        pod.claims.push_back(std::move(read));
    }
    const std::string extended = status["extendedResourceClaimStatus"]["resourceClaimName"].text();
    if (!extended.empty()) pod.claims.push_back({.entry = "", .claim = extended, .claim_template = ""});
}

void read_rules(Pod& pod, const Value& spec) {
    pod.node_selector = texts(spec["nodeSelector"]);
    const Value& affinity = spec["affinity"];
    pod.node_affinity = node_terms(affinity["nodeAffinity"]);
    pod.affinity = pod_terms(affinity["podAffinity"]);
    pod.anti_affinity = pod_terms(affinity["podAntiAffinity"]);
    for (const Value& t : spec["tolerations"].items()) {
        pod.tolerations.push_back({t["key"].text(), t["operator"].text(), t["value"].scalar(), t["effect"].text()});
    }
    for (const Value& s : spec["topologySpreadConstraints"].items()) {
        Spread spread;
        if (const auto skew = s["maxSkew"].integer()) spread.max_skew = *skew;
        spread.topology_key = s["topologyKey"].text();
        spread.when_unsatisfiable = s["whenUnsatisfiable"].text();
        spread.selector = selector_of(s["labelSelector"]);
        pod.spread.push_back(std::move(spread));
    }
}

}  // namespace

Pod pod_of(const Value& object, Reading& reading) {
    const Value& spec = object["spec"];
    const Value& status = object["status"];
    Pod pod;
    pod.meta = meta_of(object, reading);
    pod.node = spec["nodeName"].text();
    pod.phase = status["phase"].text();
    pod.reason = status["reason"].text();
    pod.message = status["message"].text().substr(0, 200);
    pod.scheduler = spec["schedulerName"].text();
    pod.priority_class = spec["priorityClassName"].text();
    pod.priority = spec["priority"].integer();
    read_containers(pod, spec["initContainers"], true);
    read_containers(pod, spec["containers"], false);
    pod.overhead = texts(spec["overhead"]);
    read_rules(pod, spec);
    for (const Value& gate : spec["schedulingGates"].items()) pod.gates.push_back(gate["name"].text());
    read_claims(pod, spec, status);
    read_states(pod, status["containerStatuses"], reading);
    pod.conditions = conditions_of(status, reading);
    pod.started = reading.time(status["startTime"], "status.startTime");
    return pod;
}

}  // namespace arable::kube
