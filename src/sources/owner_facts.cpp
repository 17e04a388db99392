// Owners of owners, replica counts, quotas: the hops above a pod.
#include <cmath>
#include <map>
#include <tuple>

#include "sources/metric_facts.h"

namespace arable::sources {
namespace {

using S = StateKind;

struct Kind {
    StateKind state;
    const char* kubernetes;
};
constexpr Kind kKinds[] = {
    {S::replicaset_owner, "ReplicaSet"},
    {S::replicaset_replicas, "ReplicaSet"},
    {S::job_owner, "Job"},
    {S::job_parallelism, "Job"},
    {S::deployment_replicas, "Deployment"},
    {S::statefulset_replicas, "StatefulSet"},
};

const char* kind_of(StateKind state) {
    for (const auto& kind : kKinds) {
        if (kind.state == state) return kind.kubernetes;
    }
    return nullptr;
}

void add(OwnerFact& owner, const MetricTrack& track) {
    const auto count = static_cast<std::int64_t>(std::llround(std::min(track.last_value, 1e9)));
    switch (track.row->state) {
        case S::replicaset_owner:
        case S::job_owner:
            if (!track.a.empty()) owner.owner = OwnerRef{track.a, track.b, ""};
            break;
        case S::job_parallelism:
            owner.parallelism = count;
            break;
        default:
            owner.replicas = count;
            break;
    }
}

using QuotaKey = std::tuple<std::string, std::string, std::string, std::string, std::string>;

struct SeenQuota {
    model::Quota quota;
    bool limited = false;  // else only its use was printed, and nothing can be said
};

void add_quota(const MetricTrack& track, const SeriesKeys& keys, std::map<QuotaKey, SeenQuota>& quotas) {
    const bool queue = track.row->state != S::quota;
    const auto ns = queue ? keys.object : keys.plain.ns;
    const auto name = queue ? track.a : keys.object;
    auto& seen = quotas[{keys.cluster, queue ? "ClusterQueue" : "ResourceQuota", ns, name, track.b}];
    auto& quota = seen.quota;
    quota.cluster = keys.cluster;
    quota.kind = queue ? "ClusterQueue" : "ResourceQuota";
    quota.ns = ns;
    quota.name = name;
    quota.resource = track.b;
    const auto amount = static_cast<std::int64_t>(std::llround(std::min(track.last_value, 1e12)));
    const bool used = track.row->state == S::queue_usage || track.c == "used";
    if (used) {
        quota.used = amount;
    } else {
        quota.hard = amount;
        seen.limited = true;
    }
}

}  // namespace

void add_owner_facts(const Collected& all, Facts& facts) {
    std::map<std::tuple<std::string, std::string, std::string, std::string>, OwnerFact> owners;
    std::map<QuotaKey, SeenQuota> quotas;
    for (const auto* track : all.tracks) {
        if (track->row->of != RowOf::state || !track->seen()) continue;
        const auto& keys = all.keys_of(*track);
        const auto state = track->row->state;
        if (state == S::quota || state == S::queue_quota || state == S::queue_usage) add_quota(*track, keys, quotas);
        const auto* kind = kind_of(state);
        if (kind == nullptr) continue;
        auto& owner = owners[{keys.cluster, keys.plain.ns, kind, keys.object}];
        owner.cluster = keys.cluster;
        owner.ns = keys.plain.ns;
        owner.kind = kind;
        owner.name = keys.object;
        add(owner, *track);
    }
    for (auto& [key, owner] : owners) facts.owners.push_back(std::move(owner));
    for (auto& [key, seen] : quotas) {
        if (seen.limited) facts.quotas.push_back(std::move(seen.quota));
    }
}

}  // namespace arable::sources
