#include "sources/dialect.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

namespace arable::sources {
namespace {

// Rows of one name side by side, each name once in the index.
struct Table {
    std::vector<DialectRow> rows;
    std::unordered_map<std::string_view, std::pair<std::size_t, std::size_t>> index;  // first, count
};

Table build() {
    Table table;
    for (const auto part : {dcgm_rows(), other_gpu_rows(), serving_rows(), cluster_rows()}) {
        table.rows.insert(table.rows.end(), part.begin(), part.end());
    }
    std::ranges::stable_sort(table.rows, {}, &DialectRow::name);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const auto [at, fresh] = table.index.try_emplace(table.rows[i].name, i, 0);
        ++at->second.second;
    }
    return table;
}

const Table& table() {
    static const Table kTable = build();
    return kTable;
}

std::span<const DialectRow> rows_of(std::string_view metric) {
    const auto& all = table();
    const auto found = all.index.find(metric);
    if (found == all.index.end()) return {};
    return std::span(all.rows).subspan(found->second.first, found->second.second);
}

struct Spelling {
    std::string_view prefix;
    std::string_view meant;
};
// Servers and routers that may not print ":" and Ray Serve, which puts its own prefix before that.
constexpr Spelling kSpellings[] = {
    {"ray_vllm_", "vllm:"}, {"ray_vllm:", "vllm:"},     {"vllm_", "vllm:"},
    {"sglang_", "sglang:"}, {"lmdeploy_", "lmdeploy:"}, {"llamacpp_", "llamacpp:"},
};

std::string canonical(std::string_view metric) {
    for (const auto& [prefix, meant] : kSpellings) {
        if (metric.starts_with(prefix)) return std::string(meant) + std::string(metric.substr(prefix.size()));
    }
    if (metric.starts_with("kubernetes.io/container/accelerator/")) {
        constexpr std::size_t kLength = sizeof("kubernetes.io/container/accelerator/") - 1;
        return "kubernetes_io:container_accelerator_" + std::string(metric.substr(kLength));
    }
    return {};
}

bool known_as_base(std::string_view metric, std::string_view suffix) {
    if (!metric.ends_with(suffix)) return false;
    const std::string base(metric.substr(0, metric.size() - suffix.size()));
    if (!find_rows(base).empty()) return true;
    return std::ranges::any_of(std::initializer_list<std::string_view>{"_total", "_sum", "_count"},
                               [&](std::string_view more) { return !find_rows(base + std::string(more)).empty(); });
}

}  // namespace

std::string_view name(Dialect dialect) {
    switch (dialect) {
        case Dialect::dcgm:
            return "dcgm-exporter";
        case Dialect::nvidia_gpu_exporter:
            return "nvidia_gpu_exporter";
        case Dialect::amd:
            return "AMD device-metrics-exporter";
        case Dialect::intel:
            return "Intel XPU Manager";
        case Dialect::gke:
            return "GKE system metrics";
        case Dialect::cloudwatch:
            return "CloudWatch Container Insights";
        case Dialect::hami:
            return "HAMi";
        case Dialect::runai:
            return "Run:ai";
        case Dialect::triton:
            return "Triton";
        case Dialect::kube_state_metrics:
            return "kube-state-metrics";
        case Dialect::cadvisor:
            return "cAdvisor";
        case Dialect::node_exporter:
            return "node_exporter";
        case Dialect::gpu_operator:
            return "GPU Operator";
        case Dialect::vllm:
            return "vLLM";
        case Dialect::sglang:
            return "SGLang";
        case Dialect::tgi:
            return "TGI";
        case Dialect::nim:
            return "NIM";
        case Dialect::lmdeploy:
            return "LMDeploy";
        case Dialect::llamacpp:
            return "llama.cpp";
        case Dialect::kueue:
            return "Kueue";
        case Dialect::other:
            break;
    }
    return "other";
}

std::span<const DialectRow> find_rows(std::string_view metric) {
    if (const auto rows = rows_of(metric); !rows.empty()) return rows;
    const auto meant = canonical(metric);
    return meant.empty() ? std::span<const DialectRow>() : rows_of(meant);
}

bool is_known_unused(std::string_view metric) {
    for (const auto suffix : {"_bucket", "_sum", "_count", "_created"}) {
        if (known_as_base(metric, suffix)) return true;
    }
    return std::ranges::any_of(unused_beginnings(),
                               [&](std::string_view beginning) { return metric.starts_with(beginning); });
}

Range physical_range(model::Quantity quantity) {
    using Q = model::Quantity;
    constexpr double kTiB = 1024.0 * 1024 * 1024 * 1024;
    switch (quantity) {
        case Q::engine_active:
        case Q::sm_active:
        case Q::sm_occupancy:
        case Q::tensor_active:
        case Q::dram_active:
        case Q::gpu_util:
        case Q::mem_copy_util:
        case Q::process_gpu_util:
        case Q::kv_cache_use:
        case Q::memory_fraction:
            return {0.0, 1.05};
        case Q::memory_used:
        case Q::memory_free:
        case Q::memory_total:
        case Q::memory_reserved:
        case Q::process_gpu_memory:
            return {0.0, 4 * kTiB};
        case Q::power:
            return {0.0, 20e3};
        case Q::sm_clock:
            return {0.0, 10e9};
        case Q::temperature:
            return {-50.0, 250.0};
        case Q::pcie_rx:
        case Q::pcie_tx:
            return {0.0, 2e12};
        case Q::nvlink_rx:
        case Q::nvlink_tx:
            return {0.0, 1e13};
        case Q::mig_mode:
            return {0.0, 1.0};
        default:
            return {0.0, 9e18};
    }
}

bool is_blank(double raw, Blank type) {
    constexpr double kInt64 = 9.2e18;
    constexpr double kInt32 = 2147483632.0;
    constexpr double kReal = 140737488355328.0;  // 2^47
    constexpr double kMarkers = 15.0;
    if (std::isnan(raw) || raw >= kInt64) return true;
    if (type == Blank::int32) return raw >= kInt32 && raw <= kInt32 + kMarkers;
    return type == Blank::real && raw >= kReal && raw <= kReal + kMarkers;
}

}  // namespace arable::sources
