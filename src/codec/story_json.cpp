#include "codec/story_json.h"

#include <nlohmann/json.hpp>

#include "codec/audit_values.h"

namespace arable::codec {
namespace {

using diagnose::Story;

Json window_json(const diagnose::WindowFacts& w) {
    return {{"start", format_rfc3339(w.window.begin)}, {"end", format_rfc3339(w.window.end)}, {"instant", w.instant}};
}

Json span_json(const Interval& span) {
    return {{"start", format_rfc3339(span.begin)}, {"end", format_rfc3339(span.end)}};
}

Json traits_json(const Story& story) {
    Json list = Json::array();
    for (const diagnose::Trait& trait : story.traits)
        list.push_back({{"key", diagnose::name(trait.key)}, {"value", trait.value}});
    return list;
}

Json moments_json(const Story& story) {
    Json list = Json::array();
    for (const diagnose::Moment& moment : story.moments)
        list.push_back(
            {{"what", diagnose::name(moment.kind)}, {"who", moment.who}, {"time", format_rfc3339(moment.time)}});
    return list;
}

Json stays_json(const Story& story) {
    Json list = Json::array();
    for (const diagnose::Stay& stay : story.stays) {
        Json item = {{"what", diagnose::name(stay.kind)}, {"who", stay.who}};
        item.update(span_json(stay.span));
        list.push_back(std::move(item));
    }
    return list;
}

Json holdings_json(const Story& story) {
    Json list = Json::array();
    for (const diagnose::Holding& holding : story.holdings) {
        Json item = {{"pod", holding.pod},
                     {"owner", text_or_null(holding.owner)},
                     {"gpu", holding.gpu},
                     {"node", text_or_null(holding.node)},
                     {"instance", holding.instance ? Json(*holding.instance) : Json(nullptr)}};
        item.update(span_json(holding.held));
        item["start_known"] = holding.start_known;
        item["source"] = diagnose::name(holding.source);
        list.push_back(std::move(item));
    }
    return list;
}

Json measures_json(const Story& story) {
    Json list = Json::array();
    for (const diagnose::Measure& measure : story.measures) {
        Json item = {{"what", measure.what},
                     {"aggregate", measure.aggregate},
                     {"value", optional_json(measure.value)},
                     {"unit", measure.unit},
                     {"n", measure.n},
                     {"known_ms", measure.known.ms}};
        item.update(span_json(measure.window));
        list.push_back(std::move(item));
    }
    return list;
}

Json story_waits_json(const Story& story) {
    if (!story.waits_known) return {{"known", false}, {"pending", pending_json(story.waits_seen, story.waits)}};
    std::int64_t all = 0;
    for (const std::int64_t ms : story.wait_causes) all += ms;
    Json list = Json::array();
    for (const diagnose::Wait& wait : story.waits) list.push_back(wait_json(wait));
    return {
        {"known", true}, {"gpu_ms", all}, {"by_cause", causes_json(story.wait_causes, all)}, {"list", std::move(list)}};
}

Json unfit_json(const Story& story) {
    Json list = Json::array();
    for (const diagnose::Unfit& unfit : story.unfit)
        list.push_back({{"pod", unfit.pod},
                        {"cause", diagnose::name(unfit.cause)},
                        {"spans", unfit.spans},
                        {"ms", unfit.length.ms}});
    return list;
}

Json chart_json(const Story& story) {
    Json rows = Json::array();
    for (const diagnose::ChartRow& row : story.chart) {
        Json spans = Json::array();
        for (const diagnose::ChartSpan& span : row.spans) {
            Json item = span_json(span.span);
            item["state"] = span.waits ? "waits" : diagnose::name(span.state);
            item["cause"] = span.waits ? Json(diagnose::name(*span.waits)) : Json(nullptr);
            spans.push_back(std::move(item));
        }
        rows.push_back({{"label", row.label}, {"spans", std::move(spans)}});
    }
    return rows;
}

}  // namespace

std::string story_json(const Story& story) {
    Json root{{"schema", kStorySchema},
              {"kind", diagnose::name(story.kind)},
              {"cluster", story.cluster},
              {"name", story.name},
              {"window", window_json(story.window)},
              {"traits", traits_json(story)},
              {"moments", moments_json(story)},
              {"stays", stays_json(story)},
              {"holdings", holdings_json(story)},
              {"gpu_ms", story.gpu_ms},
              {"classes", classes_json(story.classes)},
              {"computing_low_ms", story.computing_low_ms ? Json(*story.computing_low_ms) : Json(nullptr)},
              {"estate_gpu_ms", story.estate_gpu_ms},
              {"curable", curable_json(story.curable)},
              {"forbidden_by", text_or_null(story.rule)},
              {"needs_edit", text_or_null(story.edit)},
              {"money", money_json(story.money)},
              {"waits", story_waits_json(story)},
              {"unfit", unfit_json(story)},
              {"measures", measures_json(story)},
              {"findings", findings_json(story.findings)},
              {"around", findings_json(story.around)},
              {"gaps", gaps_json(story.gaps)},
              {"chart", chart_json(story)}};
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace arable::codec
