#pragma once
// The dialect table: one row for each metric name that exporters, agents and servers use, with what it measures and in
// which scale. Scale is declared here and never inferred from a name: "ratio" may be percent and "perc" a ratio
// (names and units as the exporters' own sources print them). The table is data: dialect_*.cpp.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/quantity.h"

namespace arable::sources {

// Who prints the name.
enum class Dialect : std::uint8_t {
    dcgm,
    nvidia_gpu_exporter,
    amd,
    intel,  // not verified against a running exporter
    gke,
    cloudwatch,
    hami,
    runai,
    triton,
    kube_state_metrics,
    cadvisor,
    node_exporter,
    gpu_operator,
    vllm,
    sglang,
    tgi,
    nim,
    lmdeploy,
    llamacpp,
    kueue,
    other,  // well known, of no use here
};
std::string_view name(Dialect dialect);

// What the numbers are about, and so which labels make the key.
enum class RowOf : std::uint8_t {
    gpu,     // a card or a MIG instance of it
    pod,     // a container (cAdvisor), or a container's share of a card (HAMi)
    server,  // a serving process: the pod that was scraped
    node,
    state,   // an object of the cluster: DialectRow::state says what
    unused,  // known and not read
};

// The blank markers of a field, which depend on its type (DCGM: dcgm_structs.h).
enum class Blank : std::uint8_t {
    real,   // 2^47 .. 2^47+15
    int64,  // 2^63-16 and above, which every double holds as 2^63
    int32,  // 2147483632 .. 2147483647 as well
};

// What a state series tells.
enum class StateKind : std::uint8_t {
    none,
    gpu_info,  // labels name a card
    mig_info,  // labels name a MIG instance
    mig_mode,
    promise,  // a sharing layer gave a card, or a part of it, to a pod
    pod_info,
    pod_owner,
    pod_phase,
    pod_created,  // value: Unix seconds, as of the next ones
    pod_started,
    pod_scheduled,
    pod_completed,
    pod_deleted,
    pod_unschedulable,
    pod_reason,
    pod_request,
    pod_init_request,
    pod_limit,
    pod_labels,
    pod_claim,
    pod_scheduler,
    container_started,
    node_info,
    node_created,
    node_labels,
    node_condition,
    node_cordoned,
    node_taint,
    node_allocatable,
    node_capacity,
    node_pci_devices,  // value: physical cards
    replicaset_owner,
    job_owner,
    replicaset_replicas,
    deployment_replicas,
    statefulset_replicas,
    job_parallelism,
    quota,        // kube_resourcequota
    queue_quota,  // Kueue nominal quota
    queue_usage,
};

struct DialectRow {
    std::string_view name;
    Dialect dialect = Dialect::other;
    RowOf of = RowOf::unused;
    std::optional<model::Quantity> quantity;  // absent: state or unused
    double scale = 1.0;                       // value x scale is in the unit of `quantity`
    std::int32_t rank = 0;                    // several names of one quantity: the lower is the finer
    Blank blank = Blank::real;
    StateKind state = StateKind::none;
    bool whole_card = false;       // of the card even when printed beside a MIG instance (power, clocks, links)
    bool not_on_mig = false;       // no meaning on a MIG GPU, whatever it says
    bool zero_on_part = false;     // AMD partitions above 0 print 0 for "no sensor"
    bool per_process = false;      // a share measured for the pod in its labels alone
    std::string_view where_label;  // this row is only for series on which the label ...
    std::string_view where_value;  // ... has this value, or any value when ""
    std::string_view value_label;  // the number is this label's text, not the sample
    bool also = false;             // counts beside the row that holds: one name that feeds two quantities
    std::string_view addend;       // names one of several parts of the quantity
};

// The rows of one name, in the order to try: of rows with a sample value the first whose condition holds counts, rows
// with `value_label` count all. Empty: unknown to the table. Spellings "vllm_x", "ray_vllm_x" are those of "vllm:x".
std::span<const DialectRow> find_rows(std::string_view metric);
// Whether an unlisted name is known to be of no use here: parts of a known histogram, "_created" twins of a known
// metric, families such as go_ and apiserver_. `metric` without rows only.
bool is_known_unused(std::string_view metric);

struct Range {
    double least = 0.0;
    double most = 0.0;
};
// What the quantity can physically be; a value outside is no measurement.
Range physical_range(model::Quantity quantity);
// Whether `raw` (as printed) is a blank marker of a field of this type. NaN is one.
bool is_blank(double raw, Blank type);

// What such names begin with (dialect_unused.cpp).
std::span<const std::string_view> unused_beginnings();

// The parts of the table.
std::span<const DialectRow> dcgm_rows();
std::span<const DialectRow> other_gpu_rows();
std::span<const DialectRow> serving_rows();
std::span<const DialectRow> cluster_rows();

}  // namespace arable::sources
