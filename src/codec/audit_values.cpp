#include "codec/audit_values.h"

#include <cmath>

namespace arable::codec {

double seconds_of(Duration d) { return static_cast<double>(d.ms) / 1000.0; }

Json share(std::int64_t part, std::int64_t whole) {
    if (whole == 0) return nullptr;
    return static_cast<double>(part) / static_cast<double>(whole);
}

Json optional_json(const std::optional<double>& value) {
    // JSON has no NaN: a figure that is none is one that is not known.
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }
Json text_or_null(const Text& text) { return text_or_null(text.english()); }
Json texts_json(const std::vector<Text>& texts) {
    Json list = Json::array();
    for (const Text& text : texts) list.push_back(text.english());
    return list;
}

Json curable_json(const diagnose::Curable& curable) {
    return {{"as_is_ms", curable.as_is_ms},
            {"after_edit_ms", curable.after_edit_ms},
            {"forbidden_ms", curable.forbidden_ms}};
}

Json classes_json(const diagnose::ClassTimes& classes) {
    Json object = Json::object();
    for (std::size_t c = 0; c < classes.size(); ++c) {
        if (classes[c] != 0) object[std::string(name(static_cast<diagnose::AccountClass>(c)))] = classes[c];
    }
    return object;
}

Json money_json(const std::optional<Money>& money) {
    if (!money) return nullptr;
    return {{"micros", money->micros}, {"currency", money->currency}};
}

Json monies_json(const std::vector<Money>& monies) {
    Json list = Json::array();
    for (const Money& money : monies) list.push_back(money_json(money));
    return list;
}

Json causes_json(const diagnose::WaitTimes& times, std::int64_t total) {
    Json list = Json::array();
    for (std::size_t c = 0; c < times.size(); ++c) {
        const auto cause = static_cast<diagnose::WaitCause>(c);
        list.push_back({{"cause", name(cause)},
                        {"meaning", meaning(cause).english()},
                        {"gpu_ms", times[c]},
                        {"share", share(times[c], total)}});
    }
    return list;
}

Json wait_json(const diagnose::Wait& wait) {
    Json spans = Json::array();
    for (const diagnose::WaitSpan& span : wait.spans) {
        spans.push_back({{"start", format_rfc3339(span.span.begin)},
                         {"end", format_rfc3339(span.span.end)},
                         {"cause", name(span.cause)},
                         {"gpus_milli", span.gpus_milli},
                         {"detail", text_or_null(worded(span.detail))}});
    }
    return {{"cluster", wait.cluster},
            {"name", wait.name},
            {"gpus_milli", wait.gpus_milli},
            {"resource", text_or_null(wait.resource)},
            {"count", wait.count},
            {"said", text_or_null(wait.said)},
            {"gpu_ms", wait.gpu_ms},
            {"by_cause", causes_json(wait.by_cause, wait.gpu_ms)},
            {"spec_known", wait.spec_known},
            {"fewest_moves", wait.fewest_moves >= 0 ? Json(wait.fewest_moves) : Json(nullptr)},
            {"move_search", name(wait.move_search)},
            {"unequipped_gpus", wait.unequipped_gpus},
            {"spans", std::move(spans)}};
}

Json pending_json(bool seen, const std::vector<diagnose::Wait>& waits) {
    if (!seen) return nullptr;
    Json list = Json::array();
    for (const diagnose::Wait& wait : waits) {
        const Json cause = wait.spans.empty() ? Json(nullptr) : Json(name(wait.spans.back().cause));
        list.push_back({{"cluster", wait.cluster},
                        {"name", wait.name},
                        {"gpus_milli", wait.gpus_milli},
                        {"resource", text_or_null(wait.resource)},
                        {"count", wait.count},
                        {"cause", cause},
                        {"said", text_or_null(wait.said)}});
    }
    return list;
}

namespace {

Json evidence_json(const diagnose::Evidence& evidence) {
    Json samples = Json::array();
    for (const series::Sample& sample : evidence.samples) {
        samples.push_back(Json::array({format_rfc3339(sample.time), optional_json(sample.value)}));
    }
    return {{"selector", evidence.selector},
            {"start", format_rfc3339(evidence.window.begin)},
            {"end", format_rfc3339(evidence.window.end)},
            {"aggregate", evidence.aggregate},
            {"value", optional_json(evidence.value)},
            {"unit", evidence.unit},
            {"n", evidence.n},
            {"samples", std::move(samples)}};
}

}  // namespace

Json waits_json(const diagnose::Waits& waits) {
    if (!waits.known) return {{"known", false}, {"pending", pending_json(waits.seen, waits.waits)}};
    Json list = Json::array();
    for (const diagnose::Wait& wait : waits.waits) list.push_back(wait_json(wait));
    return {{"known", true},
            {"gpu_ms", waits.gpu_ms},
            {"by_cause", causes_json(waits.by_cause, waits.gpu_ms)},
            {"unconstrained_ms", waits.unconstrained_ms},
            {"returning_ms", waits.returning_ms},
            {"sharing_ms", waits.sharing_ms},
            {"healed_by_moves_ms", waits.healed_by_moves_ms},
            {"moves_not_asked_ms", waits.moves_not_asked_ms},
            {"list", std::move(list)}};
}

Json buy_json(const diagnose::Waits& waits) {
    Json list = Json::array();
    for (const diagnose::BuyPoint& point : waits.buy) {
        list.push_back({{"product", text_or_null(point.product)},
                        {"added", point.added},
                        {"wait_gpu_ms_removed", point.removed_ms}});
    }
    return list;
}

Json findings_json(const std::vector<diagnose::Finding>& findings) {
    Json list = Json::array();
    for (const diagnose::Finding& finding : findings) {
        Json evidence = Json::array();
        for (const diagnose::Evidence& e : finding.evidence) evidence.push_back(evidence_json(e));
        list.push_back({{"id", finding.id},
                        {"kind", name(finding.kind)},
                        {"step", name(step_of(finding.kind))},
                        {"subject",
                         {{"type", name(finding.subject.type)},
                          {"cluster", finding.subject.cluster},
                          {"name", finding.subject.name}}},
                        {"statement", finding.statement.english()},
                        {"gpu_ms", classes_json(finding.gpu_ms)},
                        {"curable", curable_json(finding.curable)},
                        {"money", money_json(finding.money)},
                        {"confidence", finding.confidence},
                        {"confidence_reason", finding.confidence_reason.english()},
                        {"remedy",
                         {{"action", finding.remedy.action.english()},
                          {"owner", finding.remedy.owner.english()},
                          {"command", text_or_null(finding.remedy.command)}}},
                        {"evidence", std::move(evidence)}});
    }
    return list;
}

Json gaps_json(const std::vector<model::Gap>& gaps) {
    Json list = Json::array();
    for (const model::Gap& gap : gaps) {
        list.push_back({{"kind", name(gap.kind)},
                        {"subject", gap.subject},
                        {"message", gap.message.english()},
                        {"count", gap.count},
                        {"gpu_ms", gap.gpu_time.ms}});
    }
    return list;
}

Json sources_json(const std::vector<model::SourceNote>& sources) {
    Json list = Json::array();
    for (const model::SourceNote& source : sources) {
        list.push_back({{"kind", source.kind},
                        {"name", source.name},
                        {"records", source.records},
                        {"dropped", source.dropped},
                        {"detail", text_or_null(source.detail)}});
    }
    return list;
}

}  // namespace arable::codec
