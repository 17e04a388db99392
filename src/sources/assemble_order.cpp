// Puts Facts into one order, so that nothing after it depends on the order of the inputs; spells GPU keys in one way.

#include <algorithm>
#include <string_view>
#include <tuple>

#include "sources/assembly.h"
#include "sources/series_keys.h"

namespace arable::sources {
namespace {

template <class T, class Key>
void sort_by(std::vector<T>& items, Key key) {
    std::sort(items.begin(), items.end(), [&](const T& a, const T& b) { return key(a) < key(b); });
}

auto node_key(const NodeFact& f) {
    const model::Node& n = f.node;
    return std::tie(n.cluster, n.name, f.seen_at, n.created, n.uid, n.present, n.ready, n.cordoned, n.labels, n.taints,
                    n.pool, n.instance_type, n.region, n.zone, n.capacity_type, n.cpu, n.memory, n.pod_slots,
                    n.allocatable, n.capacity, n.physical_gpus);
}

auto pod_key(const PodFact& f) {
    const model::Pod& p = f.pod;
    const model::DeviceRequest& d = p.spec.device;
    return std::tie(p.cluster, p.ns, p.name, p.uid, f.last_seen, f.first_seen, p.created, p.scheduled, p.started,
                    p.ended, f.node, f.owners, f.end_known, f.pictured, f.gang_kind, f.gang_name, p.phase, p.labels,
                    p.spec.spec_known, d.kind, d.resource, d.count, d.size, p.spec.cpu, p.spec.memory, p.spec.image);
}

auto gang_key(const GangFact& f) {
    const model::Gang& g = f.gang;
    return std::tie(g.cluster, g.ns, g.kind, g.name, f.owner, g.created, g.admitted, g.ended, g.queue, f.local_queue,
                    g.min_members);
}

auto gpu_key(const GpuFact& f) { return std::tie(f.key, f.seen, f.product_name, f.memory, f.unhealthy); }
auto owner_key(const OwnerFact& f) {
    return std::tie(f.cluster, f.ns, f.kind, f.name, f.uid, f.owner, f.replicas, f.parallelism, f.labels);
}
auto claim_key(const ClaimFact& f) {
    return std::tie(f.gpu, f.instance, f.pod, f.held, f.source, f.holder, f.start_known, f.replicas,
                    f.intended);
}
// The number of a track depends on the order of the inputs and comes last: it only decides between full equals.
auto track_key(const TrackFact& f) {
    return std::tie(f.gpu, f.node, f.of, f.pod, f.quantity, f.instance, f.mig_profile, f.container, f.addend, f.rank,
                    f.metric, f.per_process, f.track);
}

void spell(GpuKey& key) {
    key.uuid = lowered(key.uuid);
    if (key.uuid.starts_with("gpu-")) key.uuid.erase(0, 4);
    if (is_masked_uuid(key.uuid)) key.uuid.clear();
    key.pci = lowered(key.pci);
    // "0000:07:00.0" -> "00000000:07:00.0"
    const auto colon = key.pci.find(':');
    if (std::count(key.pci.begin(), key.pci.end(), ':') == 2 && colon < 8) key.pci.insert(0, 8 - colon, '0');
}

void order_launches(Facts& facts) {
    facts.launch_nodes.resize(facts.launches.size());
    std::vector<std::tuple<Interval, std::string, std::string>> rows;
    for (std::size_t i = 0; i < facts.launches.size(); ++i)
        rows.emplace_back(facts.launches[i].during, facts.launches[i].pool, facts.launch_nodes[i]);
    std::sort(rows.begin(), rows.end());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        facts.launches[i] = {.during = std::get<0>(rows[i]), .pool = std::get<1>(rows[i])};
        facts.launch_nodes[i] = std::get<2>(rows[i]);
    }
}

}  // namespace

std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

void order_facts(Facts& facts) {
    for (GpuFact& f : facts.gpus) spell(f.key);
    for (ClaimFact& f : facts.claims) spell(f.gpu);
    for (TrackFact& f : facts.tracks) spell(f.gpu);
    sort_by(facts.nodes, node_key);
    sort_by(facts.gpus, gpu_key);
    sort_by(facts.pods, pod_key);
    sort_by(facts.owners, owner_key);
    sort_by(facts.gangs, gang_key);
    sort_by(facts.claims, claim_key);
    sort_by(facts.tracks, track_key);
    order_launches(facts);
    sort_by(facts.caps, [](const model::PoolCap& c) { return std::tie(c.during, c.pool, c.reason); });
    sort_by(facts.quotas, [](const model::Quota& q) {
        return std::tie(q.cluster, q.ns, q.kind, q.name, q.resource, q.hard, q.used);
    });
    sort_by(facts.pools, [](const model::PoolHistory& p) { return std::tie(p.pool, p.interval); });
    sort_by(facts.sources,
            [](const model::SourceNote& s) { return std::tie(s.kind, s.name, s.records, s.dropped, s.detail); });
}

}  // namespace arable::sources
