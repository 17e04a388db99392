#pragma once
// The allow-list of a snapshot: each field of the model that leaves the program in one, said once. A pass over the
// list (writing, reading, redacting) is an object that is called with the key and the field:
//   pass("name", node.name, Named::node)      a text that holds a name, and of what
//   pass("present", node.present)             anything else; texts without `Named` are words of no single site
//   pass.keyed(rule.key, "values", values)    a label, taint or toleration: the key decides whether the value stays
// What is not listed here (identities, annotations, images' tags, labels that no rule reads) is never written.

#include <concepts>
#include <type_traits>

#include "codec/named.h"
#include "model/price.h"
#include "model/timeline.h"

namespace arable::codec {

template <class T, class Struct>
concept Of = std::same_as<std::remove_const_t<T>, Struct>;

template <class P, Of<model::LabelRule> T>
void fields(P& pass, T& rule) {
    pass("op", rule.op);
    pass.keyed(rule.key, "values", rule.values);
}
template <class P, Of<model::Taint> T>
void fields(P& pass, T& taint) {
    pass("effect", taint.effect);
    pass.keyed(taint.key, "value", taint.value);
}
template <class P, Of<model::Toleration> T>
void fields(P& pass, T& toleration) {
    pass("op", toleration.op);
    pass("effect", toleration.effect);
    pass.keyed(toleration.key, "value", toleration.value);
}
template <class P, Of<model::PodAffinityTerm> T>
void fields(P& pass, T& term) {
    pass("anti", term.anti);
    pass("topology_key", term.topology_key, Named::label_key);
    pass("selector", term.selector);
    pass("namespaces", term.namespaces, Named::ns);
}
template <class P, Of<model::SpreadRule> T>
void fields(P& pass, T& spread) {
    pass("max_skew", spread.max_skew);
    pass("topology_key", spread.topology_key, Named::label_key);
    pass("selector", spread.selector);
    pass("hard", spread.hard);
}
template <class P, Of<model::PlacementRules> T>
void fields(P& pass, T& rules) {
    pass.labels("node_selector", rules.node_selector);
    pass("node_affinity", rules.node_affinity);
    pass("tolerations", rules.tolerations);
    pass("pod_affinity", rules.pod_affinity);
    pass("spread", rules.spread);
}
template <class P, Of<model::DeviceRequest> T>
void fields(P& pass, T& device) {
    pass.choice("kind", device.kind, model::DeviceKind::invalid);
    pass("resource", device.resource, Named::resource);
    pass("count", device.count);
    pass("mig_profile", device.mig_profile);
    pass("fraction", device.fraction);
    pass("memory", device.memory);
    pass("product", device.product, Named::product);
    pass("why_invalid", device.why_invalid, Named::text);
    pass("size", device.size);
}
template <class P, Of<model::PodSpec> T>
void fields(P& pass, T& spec) {
    pass("device", spec.device);
    pass("cpu", spec.cpu);
    pass("memory", spec.memory);
    pass("cpu_limit", spec.cpu_limit);
    pass("spec_known", spec.spec_known);
    pass("rules", spec.rules);
    pass("image", spec.image, Named::image);
    pass("queue", spec.queue, Named::queue);
    pass("peer_to_peer", spec.peer_to_peer);
}
template <class P, Of<model::WaitNote> T>
void fields(P& pass, T& note) {
    pass("during", note.during);
    pass.choice("kind", note.kind, model::WaitNote::Kind::capped);
    pass("detail", note.detail, Named::text);
    pass("devices_refused", note.devices_refused);
}
template <class P, Of<model::Pod> T>
void fields(P& pass, T& pod) {
    pass("cluster", pod.cluster, Named::cluster);
    pass("ns", pod.ns, Named::ns);
    pass("name", pod.name, Named::pod);
    pass("workload", pod.workload);
    pass("gang", pod.gang);
    pass("node", pod.node);
    pass.choice("phase", pod.phase, model::PodPhase::failed);
    pass("created", pod.created);
    pass("scheduled", pod.scheduled);
    pass("started", pod.started);
    pass("ended", pod.ended);
    pass("model", pod.model, Named::image);
    pass("notes", pod.notes);
    pass("spec", pod.spec);
    pass.labels("labels", pod.labels);
}
template <class P, Of<model::Workload> T>
void fields(P& pass, T& workload) {
    pass("cluster", workload.cluster, Named::cluster);
    pass("ns", workload.ns, Named::ns);
    pass("kind", workload.kind, Named::kind);
    pass("name", workload.name, Named::workload);
    pass("replicas", workload.replicas);
    pass("notebook", workload.notebook);
    pass("serving", workload.serving);
    pass("batch", workload.batch);
}
template <class P, Of<model::Gang> T>
void fields(P& pass, T& gang) {
    pass("cluster", gang.cluster, Named::cluster);
    pass("ns", gang.ns, Named::ns);
    pass("kind", gang.kind, Named::kind);
    pass("name", gang.name, Named::gang);
    pass("workload", gang.workload);
    pass("queue", gang.queue, Named::queue);
    pass("min_members", gang.min_members);
    pass("pods", gang.pods);
    pass("created", gang.created);
    pass("admitted", gang.admitted);
    pass("ended", gang.ended);
    pass("templates", gang.templates);
    pass("notes", gang.notes);
}
template <class P, Of<model::Node> T>
void fields(P& pass, T& node) {
    pass("cluster", node.cluster, Named::cluster);
    pass("name", node.name, Named::node);
    pass("created", node.created);
    pass("present", node.present);
    pass("ready", node.ready);
    pass("cordoned", node.cordoned);
    pass("readiness_known", node.readiness_known);
    pass.labels("labels", node.labels);
    pass("taints", node.taints);
    pass("pool", node.pool, Named::pool);
    pass("instance_type", node.instance_type);
    pass("region", node.region);
    pass("zone", node.zone);
    pass("capacity_type", node.capacity_type);
    pass("cpu", node.cpu);
    pass("memory", node.memory);
    pass("pod_slots", node.pod_slots);
    pass("allocatable", node.allocatable, Named::resource);
    pass("capacity", node.capacity, Named::resource);
    pass("physical_gpus", node.physical_gpus);
    pass("holders_untold", node.holders_untold);
}

}  // namespace arable::codec
