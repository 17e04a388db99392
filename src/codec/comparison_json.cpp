#include "codec/comparison_json.h"

#include "codec/audit_values.h"

namespace arable::codec {
namespace {

using diagnose::Comparison;

Json maybe(const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json(nullptr); }

Json side_json(const diagnose::ComparedSide& side) {
    Json buy = Json::array();
    for (const diagnose::BuyPoint& point : side.buy)
        buy.push_back({{"product", text_or_null(point.product)},
                       {"added", point.added},
                       {"wait_gpu_ms_removed", point.removed_ms}});
    return {{"clusters", side.clusters},
            {"start", format_rfc3339(side.window.window.begin)},
            {"end", format_rfc3339(side.window.window.end)},
            {"instant", side.window.instant},
            {"sample_interval_seconds",
             side.window.sample_interval.ms > 0 ? Json(seconds_of(side.window.sample_interval)) : Json(nullptr)},
            {"nodes", side.capacity.nodes},
            {"gpus", side.capacity.gpus},
            {"gpu_ms", side.capacity.gpu_ms},
            {"waited_gpu_ms", side.waits_known ? Json(side.waited_ms) : Json(nullptr)},
            {"buy", std::move(buy)},
            {"paid", monies_json(side.worth.paid)},
            {"fallow", monies_json(side.worth.fallow)}};
}

Json change_json(std::string_view word, std::string_view name, std::int64_t before, std::int64_t after,
                 std::int64_t before_all, std::int64_t after_all) {
    const Json a = share(before, before_all);
    const Json b = share(after, after_all);
    return {{std::string(word), name},
            {"before_ms", before},
            {"after_ms", after},
            {"before_share", a},
            {"after_share", b},
            {"share_change", a.is_null() || b.is_null() ? Json(nullptr) : Json(b.get<double>() - a.get<double>())}};
}

Json classes_of(const Comparison& c) {
    Json list = Json::array();
    for (const diagnose::ClassChange& change : c.classes) {
        Json row = change_json("class", name(change.cls), change.before_ms, change.after_ms, c.before.capacity.gpu_ms,
                               c.after.capacity.gpu_ms);
        row["predicted"] = curable_json(change.predicted);
        list.push_back(std::move(row));
    }
    return list;
}

Json causes_of(const Comparison& c) {
    if (!c.before.waits_known || !c.after.waits_known) return nullptr;
    Json list = Json::array();
    for (const diagnose::CauseChange& change : c.causes)
        list.push_back(change_json("cause", name(change.cause), change.before_ms, change.after_ms, c.before.waited_ms,
                                   c.after.waited_ms));
    return list;
}

Json findings_of(const Comparison& c) {
    Json list = Json::array();
    for (const diagnose::FindingChange& f : c.findings) {
        const char* change = !f.after_ms ? "gone" : !f.before_ms ? "new" : "still";
        list.push_back({{"id", f.id},
                        {"kind", name(f.kind)},
                        {"change", change},
                        {"before_ms", maybe(f.before_ms)},
                        {"after_ms", maybe(f.after_ms)}});
    }
    return list;
}

Json workloads_of(const Comparison& c) {
    Json list = Json::array();
    for (const diagnose::WorkloadChange& w : c.workloads)
        list.push_back({{"cluster", w.cluster},
                        {"namespace", w.ns},
                        {"kind", w.kind},
                        {"name", w.name},
                        {"before_held_ms", maybe(w.before_held_ms)},
                        {"after_held_ms", maybe(w.after_held_ms)},
                        {"before_fallow_ms", w.before_held_ms ? Json(w.before_fallow_ms) : Json(nullptr)},
                        {"after_fallow_ms", w.after_held_ms ? Json(w.after_fallow_ms) : Json(nullptr)}});
    return list;
}

}  // namespace

std::string comparison_json(const Comparison& comparison) {
    const diagnose::Realised realised = diagnose::realised(comparison);
    Json cautions = Json::array();
    for (const Text& caution : comparison.cautions) cautions.push_back(caution.english());
    const Json root{{"schema", kComparisonSchema},
                    {"before", side_json(comparison.before)},
                    {"after", side_json(comparison.after)},
                    {"cautions", std::move(cautions)},
                    {"classes", classes_of(comparison)},
                    {"realised",
                     {{"predicted_as_is_share", realised.as_is},
                      {"predicted_after_edit_share", realised.after_edit},
                      {"lost_share", realised.lost}}},
                    {"waits", causes_of(comparison)},
                    {"findings", findings_of(comparison)},
                    {"workloads", workloads_of(comparison)}};
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace arable::codec
