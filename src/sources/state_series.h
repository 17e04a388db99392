#pragma once
// State series of kube-state-metrics and its kind: which labels carry the object and what is said about it.

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "series/labels.h"
#include "sources/dialect.h"
#include "sources/series_keys.h"

namespace arable::sources {

// The object in `keys`, and up to three labels whose meaning depends on the kind:
//   pod_info node, priority class, IP · pod_owner kind, name · pod_phase phase · pod_reason reason ·
//   pod_*request, pod_limit container, resource, node · pod_labels, node_labels "key=value" lines · pod_claim claim ·
//   container_started container · node_info system UUID, provider id, IP · node_condition condition ·
//   node_taint key, value, effect · node_allocatable, node_capacity resource · *_owner kind, name ·
//   quota quota, resource, type · queue_* flavour, resource
struct StateSeries {
    SeriesKeys keys;
    std::string a, b, c;
};

// Absent: the series says nothing that is read (a resource that is neither CPU, memory nor GPU; a condition other than
// Ready=true; an object without a name).
std::optional<StateSeries> read_state(StateKind kind, const series::Labels& labels, std::string_view cluster_label);
// Kinds of which every change matters, not only first, last and extremes.
bool needs_track(StateKind kind);
// "label_nvidia_com_gpu_product" -> "nvidia.com/gpu.product"; "" when the label is none that is read.
std::string_view kubernetes_label(std::string_view mangled);
// Splits "key=value" lines.
std::map<std::string, std::string> parse_label_lines(std::string_view text);

}  // namespace arable::sources
