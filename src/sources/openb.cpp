#include "sources/openb.h"

#include <fmt/format.h>

#include <algorithm>

#include "sources/csv.h"

namespace arable::sources {
namespace {

constexpr std::int64_t kMost = 1'000'000'000;  // milli-CPU, MiB, seconds: far above any trace, far below overflow

std::optional<std::int64_t> count_in(const CsvRow& row, std::size_t column) {
    const auto value = integer(row.cells[column]);
    if (!value || *value < 0 || *value > kMost) return std::nullopt;
    return value;
}

Time at_second(std::int64_t s) { return Time{s * 1000}; }

void finish(Facts& facts, const CsvTable& table, std::string_view file, std::int64_t used, std::int64_t bad,
            std::string first) {
    bad += table.bad;
    if (first.empty() && !table.bad_lines.empty()) first = table.bad_lines.front();
    if (bad > 0) {
        facts.gaps.push_back({.kind = model::Gap::Kind::unreadable,
                              .subject = std::string(file),
                              .message = text("{} rows left out; {}", bad, first),
                              .count = bad,
                              .gpu_time = {}});
    }
    facts.sources.push_back(
        {.kind = "openb", .name = std::string(file), .records = used, .dropped = bad, .detail = {}});
}

Result<std::vector<std::size_t>> columns_of(const CsvTable& table, std::initializer_list<std::string_view> names) {
    std::vector<std::size_t> columns;
    for (const std::string_view name : names) {
        const auto at = table.column(name);
        if (!at)
            return fail(ErrorCode::invalid_input, fmt::format("the column '{}' is missing from this openb list", name));
        columns.push_back(*at);
    }
    return columns;
}

// One pod; absent when a cell cannot be read or the times are out of order.
std::optional<PodFact> pod_of(const CsvRow& row, const std::vector<std::size_t>& at) {
    const auto cpu = count_in(row, at[1]);
    const auto memory = count_in(row, at[2]);
    const auto gpus = count_in(row, at[3]);
    const auto milli = count_in(row, at[4]);
    const auto created = count_in(row, at[6]);
    const auto deleted = count_in(row, at[7]);
    const bool was_scheduled = !row.cells[at[8]].empty();
    const auto scheduled = count_in(row, at[8]);
    if (!cpu || !memory || !gpus || !milli || !created || !deleted || (was_scheduled && !scheduled) || *gpus > 64) {
        return std::nullopt;
    }
    if (*deleted < *created || (scheduled && (*scheduled < *created || *deleted < *scheduled))) return std::nullopt;
    PodFact fact;
    fact.pod.ns = "openb";
    fact.pod.name = row.cells[at[0]];
    fact.pod.created = at_second(*created);
    if (scheduled) fact.pod.scheduled = fact.pod.started = at_second(*scheduled);
    fact.pod.ended = at_second(*deleted);
    fact.pod.phase = scheduled ? model::PodPhase::succeeded : model::PodPhase::pending;
    model::PodSpec& spec = fact.pod.spec;
    spec.cpu = MilliCpu{*cpu};
    spec.memory = mebibytes(*memory);
    spec.spec_known = true;
    spec.device = {.kind = *gpus == 0 ? model::DeviceKind::none : model::DeviceKind::whole,
                   .resource = "nvidia.com/gpu",
                   .count = *gpus,
                   .mig_profile = {},
                   .fraction = std::nullopt,
                   .memory = std::nullopt,
                   .product = row.cells[at[5]],
                   .why_invalid = {},
                   .size = MilliGpu{*gpus * 1000}};
    if (*gpus == 1 && *milli < 1000) {
        spec.device.kind = model::DeviceKind::fraction;
        spec.device.fraction = spec.device.size = MilliGpu{*milli};
    }
    spec.peer_to_peer = *gpus > 1;
    fact.end_known = true;
    return fact;
}

}  // namespace

Result<Facts> interpret_openb_nodes(std::string_view csv, std::string_view file_name) {
    ARABLE_TRY(table, parse_csv(csv));
    ARABLE_TRY(at, columns_of(table, {"sn", "cpu_milli", "memory_mib", "gpu", "model"}));
    Facts facts;
    std::int64_t bad = 0;
    std::string first;
    for (const CsvRow& row : table.rows) {
        const auto cpu = count_in(row, at[1]);
        const auto memory = count_in(row, at[2]);
        const auto gpus = count_in(row, at[3]);
        if (!cpu || !memory || !gpus || *gpus > 64 || row.cells[at[0]].empty()) {
            if (bad++ == 0) first = fmt::format("line {}: not a node with CPU, memory and GPUs", row.line);
            continue;
        }
        NodeFact fact;
        fact.node.name = row.cells[at[0]];
        fact.node.cpu = MilliCpu{*cpu};
        fact.node.memory = mebibytes(*memory);
        fact.node.physical_gpus = *gpus;
        // The list has no times: its nodes are there for as long as the pods' history lasts.
        fact.node.present = {{Time{0}, kEndOfTime}};
        fact.presence_known = true;
        if (*gpus > 0) fact.node.allocatable["nvidia.com/gpu"] = fact.node.capacity["nvidia.com/gpu"] = *gpus;
        if (!row.cells[at[4]].empty()) fact.node.labels["nvidia.com/gpu.product"] = row.cells[at[4]];
        facts.nodes.push_back(std::move(fact));
    }
    if (facts.nodes.empty()) return fail(ErrorCode::invalid_input, "the openb node list has no readable row");
    finish(facts, table, file_name, static_cast<std::int64_t>(facts.nodes.size()), bad, first);
    return facts;
}

Result<Facts> interpret_openb_pods(std::string_view csv, std::string_view file_name) {
    ARABLE_TRY(table, parse_csv(csv));
    ARABLE_TRY(at, columns_of(table, {"name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli", "gpu_spec",
                                      "creation_time", "deletion_time", "scheduled_time"}));
    Facts facts;
    std::int64_t bad = 0;
    std::string first;
    for (const CsvRow& row : table.rows) {
        auto fact = pod_of(row, at);
        if (!fact) {
            if (bad++ == 0) first = fmt::format("line {}: not a pod with requests and times", row.line);
            continue;
        }
        const Time begin = *fact->pod.created;
        const Time end = *fact->pod.ended;
        facts.first_time = std::min(facts.first_time.value_or(begin), begin);
        facts.last_time = std::max(facts.last_time.value_or(end), end);
        facts.pods.push_back(std::move(*fact));
    }
    if (facts.pods.empty()) return fail(ErrorCode::invalid_input, "the openb pod list has no readable row");
    facts.has_pod_data = true;
    finish(facts, table, file_name, static_cast<std::int64_t>(facts.pods.size()), bad, first);
    return facts;
}

}  // namespace arable::sources
