#include "codec/report_json.h"

#include <nlohmann/json.hpp>

#include "codec/audit_values.h"
#include "diagnose/rules.h"

namespace arable::codec {
namespace {

Json window_json(const diagnose::WindowFacts& w) {
    return {{"start", format_rfc3339(w.window.begin)},
            {"end", format_rfc3339(w.window.end)},
            {"asked_seconds", seconds_of(w.asked)},
            {"found_seconds", seconds_of(w.found)},
            {"instant", w.instant},
            {"sample_interval_seconds", w.sample_interval.ms > 0 ? Json(seconds_of(w.sample_interval)) : Json(nullptr)},
            {"downsampled", w.downsampled}};
}

Json capacity_json(const diagnose::Audit& audit) {
    Json products = Json::array();
    for (const auto& [product, gpus] : audit.capacity.by_product) {
        products.push_back({{"product", product}, {"gpus", gpus}});
    }
    return {{"clusters", audit.capacity.clusters},
            {"nodes", audit.capacity.nodes},
            {"gpus", audit.capacity.gpus},
            {"gpu_ms", audit.capacity.gpu_ms},
            {"by_product", std::move(products)}};
}

Json accounting_json(const diagnose::Audit& audit) {
    Json rows = Json::array();
    for (const diagnose::ClassAmount& amount : audit.accounting) {
        rows.push_back({{"class", name(amount.cls)},
                        {"meaning", meaning(amount.cls, audit.waits.seen, audit.computing_is_range).english()},
                        {"gpu_ms", amount.gpu_ms},
                        {"share", share(amount.gpu_ms, audit.capacity.gpu_ms)},
                        {"curable", curable_json(amount.curable)}});
    }
    return rows;
}

Json computing_json(const diagnose::Audit& audit) {
    const auto productive = static_cast<std::size_t>(diagnose::AccountClass::productive);
    const std::int64_t high = audit.accounting.size() > productive ? audit.accounting[productive].gpu_ms : 0;
    return {{"low_ms", audit.computing_low_ms},
            {"high_ms", high},
            {"low_share", share(audit.computing_low_ms, audit.capacity.gpu_ms)},
            {"high_share", share(high, audit.capacity.gpu_ms)},
            {"is_range", audit.computing_is_range}};
}

// Grouped by level, so that `metrics.estate[0]` is the headline's row.
Json metrics_json(const std::vector<diagnose::FourMetrics>& metrics) {
    Json levels = Json::object();
    for (const char* level : {"estate", "pool", "namespace", "workload", "gpu"}) levels[level] = Json::array();
    for (const diagnose::FourMetrics& m : metrics) {
        levels[m.level].push_back({{"name", m.name},
                                   {"gpu_ms", m.gpu_ms},
                                   {"compute",
                                    {{"computing_ms", m.computing_ms},
                                     {"computing_low_ms", m.computing_low_ms},
                                     {"known_ms", m.known_ms},
                                     {"engine_mean", optional_json(m.engine_mean)},
                                     {"sm_mean", optional_json(m.sm_mean)}}},
                                   {"memory",
                                    {{"used_share", optional_json(m.memory_used_share)},
                                     {"needed_share", optional_json(m.memory_needed_share)}}},
                                   {"queue", {{"wait_gpu_ms", m.wait_gpu_ms ? Json(*m.wait_gpu_ms) : Json(nullptr)}}},
                                   {"requests",
                                    {{"per_second", optional_json(m.requests_per_s)},
                                     {"latency_seconds", optional_json(m.latency_s)},
                                     {"ttft_seconds", optional_json(m.ttft_s)},
                                     {"output_tokens_per_second", optional_json(m.output_tokens_per_s)}}}});
    }
    return levels;
}

Json workloads_json(const std::vector<diagnose::WorkloadRow>& rows) {
    Json list = Json::array();
    for (const diagnose::WorkloadRow& row : rows) {
        list.push_back({{"cluster", row.cluster},
                        {"namespace", row.ns},
                        {"kind", row.kind},
                        {"name", row.name},
                        {"gpus_milli", row.gpus_milli},
                        {"gpu_ms", row.gpu_ms},
                        {"classes", classes_json(row.classes)},
                        {"curable", curable_json(row.curable)},
                        {"money", money_json(row.money)},
                        {"engine_p95", optional_json(row.engine_p95)},
                        {"sm_p95", optional_json(row.sm_p95)},
                        {"memory_most_bytes", optional_json(row.memory_most_bytes)},
                        {"duty", optional_json(row.duty)},
                        {"forbidden_by", text_or_null(row.rule)},
                        {"needs_edit", text_or_null(row.edit)}});
    }
    return list;
}

Json gpus_json(const std::vector<diagnose::GpuRow>& rows) {
    Json list = Json::array();
    for (const diagnose::GpuRow& row : rows) {
        list.push_back({{"cluster", row.cluster},
                        {"node", row.node},
                        {"index", row.index ? Json(*row.index) : Json(nullptr)},
                        {"name", row.name},
                        {"product", text_or_null(row.product)},
                        {"pool", row.pool},
                        {"gpu_ms", row.gpu_ms},
                        {"classes", classes_json(row.classes)},
                        {"layout", row.layout},
                        {"holders", row.holders}});
    }
    return list;
}

// Monday 00:00 UTC first.
Json week_json(const diagnose::WeekTimes& week) {
    Json list = Json::array();
    for (std::size_t h = 0; h < week.size(); ++h) {
        list.push_back({{"weekday", h / 24}, {"hour", h % 24}, {"classes", classes_json(week[h])}});
    }
    return list;
}

Json steps_json(const std::vector<diagnose::StepVerdict>& steps) {
    Json list = Json::array();
    for (const diagnose::StepVerdict& step : steps) {
        list.push_back({{"step", name(step.step)},
                        {"verdict", step.verdict.english()},
                        {"gpu_ms", step.gpu_ms},
                        {"findings", step.findings}});
    }
    return list;
}

Json edits_json(const std::vector<diagnose::EditNeed>& edits) {
    Json list = Json::array();
    for (const diagnose::EditNeed& edit : edits) {
        list.push_back({{"owner", edit.owner}, {"edit", edit.edit.english()}, {"gpu_ms", edit.gpu_ms}});
    }
    return list;
}

Json forbidden_json(const std::vector<std::pair<std::string, std::int64_t>>& rules) {
    Json list = Json::array();
    for (const auto& [rule, gpu_ms] : rules)
        list.push_back({{"rule", rule}, {"meaning", diagnose::rule_meaning(rule).english()}, {"gpu_ms", gpu_ms}});
    return list;
}

Json worth_json(const diagnose::Worth& worth) {
    return {{"paid", monies_json(worth.paid)},
            {"fallow", monies_json(worth.fallow)},
            {"curable_as_is", monies_json(worth.curable_as_is)},
            {"curable_after_edit", monies_json(worth.curable_after_edit)},
            {"priced_nodes", worth.priced_nodes},
            {"unpriced_nodes", worth.unpriced_nodes},
            {"priced_gpu_ms", worth.priced_gpu_ms},
            {"unpriced_gpu_ms", worth.unpriced_gpu_ms}};
}

}  // namespace

std::string report_json(const diagnose::Audit& audit) {
    Json root{{"schema", kReportSchema},
              {"clusters", audit.clusters},
              {"window", window_json(audit.window)},
              {"capacity", capacity_json(audit)},
              {"accounting", accounting_json(audit)},
              {"computing", computing_json(audit)},
              {"metrics", metrics_json(audit.metrics)},
              {"waits", waits_json(audit.waits)},
              {"buy", buy_json(audit.waits)},
              {"steps", steps_json(audit.steps)},
              {"findings", findings_json(audit.findings)},
              {"workloads", workloads_json(audit.workloads)},
              {"gpus", gpus_json(audit.gpus)},
              {"week", week_json(audit.week)},
              {"edits", edits_json(audit.edits)},
              {"forbidden", forbidden_json(audit.forbidden)},
              {"worth", worth_json(audit.worth)},
              {"claim_sources", texts_json(audit.claim_sources)},
              {"cannot_say", texts_json(audit.cannot_say)},
              {"inputs_named", audit.inputs_named},
              {"gaps", gaps_json(audit.gaps)},
              {"gap_gpu_ms", audit.gap_gpu_ms},
              {"sources", sources_json(audit.sources)}};
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace arable::codec
