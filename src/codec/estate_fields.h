#pragma once
// The second half of the allow-list (model_fields.h): cards, claims, queues, gaps, prices.

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "codec/model_fields.h"

namespace arable::codec {

template <class P, Of<model::MigInstance> T>
void fields(P& pass, T& instance) {
    pass("id", instance.id);
    pass("profile", instance.profile);
    pass("printed", instance.printed);
    pass("compute_slices", instance.compute_slices);
    pass("memory_slices", instance.memory_slices);
    pass("start", instance.start);
}
template <class P, Of<model::Layout> T>
void fields(P& pass, T& layout) {
    pass.choice("kind", layout.kind, model::LayoutKind::mig);
    pass("replicas", layout.replicas);
    pass("instances", layout.instances);
}
template <class P, Of<model::LayoutSpan> T>
void fields(P& pass, T& span) {
    pass("during", span.during);
    pass("layout", span.layout);
}
template <class P, Of<model::Gpu> T>
void fields(P& pass, T& gpu) {
    pass("node", gpu.node);
    pass("cluster", gpu.cluster, Named::cluster);
    pass("index", gpu.index);
    pass("name", gpu.name, Named::card);
    pass("product_name", gpu.product_name, Named::product);
    pass("product", gpu.product, Named::product);
    pass("memory", gpu.memory);
    pass("present", gpu.present);
    pass("unhealthy", gpu.unhealthy);
    pass("layouts", gpu.layouts);
}
template <class P, Of<model::Claim> T>
void fields(P& pass, T& claim) {
    pass("pod", claim.pod);
    pass("gpu", claim.gpu);
    pass("node", claim.node);
    pass("instance", claim.instance);
    pass("replicas", claim.replicas);
    pass("count", claim.count);
    pass("held", claim.held);
    pass("start_known", claim.start_known);
    pass.choice("source", claim.source, model::ClaimSource::count);
    pass.choice("holder", claim.holder, model::HolderState::unknown);
    pass("disputed", claim.disputed);
}
template <class P, Of<model::NodeLaunch> T>
void fields(P& pass, T& launch) {
    pass("during", launch.during);
    pass("pool", launch.pool, Named::pool);
    pass("node", launch.node);
}
template <class P, Of<model::PoolCap> T>
void fields(P& pass, T& cap) {
    pass("during", cap.during);
    pass("pool", cap.pool, Named::pool);
    pass("reason", cap.reason, Named::text);
}
template <class P, Of<model::Quota> T>
void fields(P& pass, T& quota) {
    pass("cluster", quota.cluster, Named::cluster);
    pass("ns", quota.ns, quota.kind == "ClusterQueue" ? Named::queue : Named::ns);
    pass("kind", quota.kind, Named::kind);
    pass("name", quota.name, Named::queue);
    pass("resource", quota.resource, Named::resource);
    pass("hard", quota.hard);
    pass("used", quota.used);
}
template <class P, Of<model::PoolPoint> T>
void fields(P& pass, T& point) {
    pass("time", point.time);
    pass("total", point.total);
    pass("running", point.running);
    pass("pending", point.pending);
}
template <class P, Of<model::PoolHistory> T>
void fields(P& pass, T& history) {
    pass("pool", history.pool, Named::pool);
    pass("points", history.points);
    pass("interval", history.interval);
}
template <class P, Of<model::Gap> T>
void fields(P& pass, T& gap) {
    pass.choice("kind", gap.kind, model::Gap::Kind::lost_input);
    pass("subject", gap.subject, Named::text);
    pass("message", gap.message, Named::text);
    pass("count", gap.count);
    pass("gpu_time", gap.gpu_time);
}
template <class P, Of<model::SourceNote> T>
void fields(P& pass, T& note) {
    pass("kind", note.kind);
    pass("name", note.name, Named::source);
    pass("records", note.records);
    pass("dropped", note.dropped);
    pass("detail", note.detail, Named::text);
}
template <class P, Of<model::PriceRow> T>
void fields(P& pass, T& row) {
    pass("region", row.region);
    pass("instance_type", row.instance_type);
    pass("product", row.product, Named::product);
    pass("purchase", row.purchase);
    pass("gpus", row.gpus);
    pass("micros_per_gpu_hour", row.micros_per_gpu_hour);
    pass("currency", row.currency);
    pass("dated", row.dated);
}

// One of Timeline::strict_queues.
struct StrictQueue {
    std::string cluster, queue;
};
template <class P, Of<StrictQueue> T>
void fields(P& pass, T& strict) {
    pass("cluster", strict.cluster, Named::cluster);
    pass("queue", strict.queue, Named::queue);
}

// The whole Timeline but for its long lists, which go one value a line (snapshot_lines.h).
template <class P, Of<model::Timeline> T>
void fields(P& pass, T& timeline) {
    pass("window", timeline.window);
    pass("asked", timeline.asked);
    pass("step", timeline.step);
    pass("instant", timeline.instant);
    pass("inputs_named", timeline.inputs_named);
    pass("clusters", timeline.clusters, Named::cluster);
    std::vector<StrictQueue> strict;
    for (const auto& [cluster, queue] : timeline.strict_queues) strict.push_back({cluster, queue});
    pass("strict_queues", strict);
    if constexpr (!std::is_const_v<T>) {
        timeline.strict_queues.clear();
        for (StrictQueue& q : strict) timeline.strict_queues.emplace(std::move(q.cluster), std::move(q.queue));
    }
}

// Each of the long lists, with the word that its lines begin with.
template <class T, class Prices, class Each>
void for_each_list(T& timeline, Prices& prices, const Each& each) {
    each("node", timeline.nodes);
    each("gpu", timeline.gpus);
    each("workload", timeline.workloads);
    each("gang", timeline.gangs);
    each("pod", timeline.pods);
    each("claim", timeline.claims);
    each("launch", timeline.launches);
    each("cap", timeline.caps);
    each("quota", timeline.quotas);
    each("pool", timeline.pools);
    each("gap", timeline.gaps);
    each("source", timeline.sources);
    each("price", prices.rows);
}

}  // namespace arable::codec
