#include "codec/checkup_json.h"

#include <nlohmann/json.hpp>

#include "codec/audit_values.h"

namespace arable::codec {
namespace {

Json check_json(const diagnose::Check& check) {
    Json classes = Json::array();
    for (const diagnose::AccountClass cls : check.classes) classes.push_back(diagnose::name(cls));
    Json findings = Json::array();
    for (const diagnose::FindingKind kind : check.findings) findings.push_back(diagnose::name(kind));
    const bool counted = !check.unit.empty() && check.of > 0;
    return {{"id", check.id},
            {"what", check.what.english()},
            {"state", diagnose::name(check.state)},
            {"covered", counted ? Json(check.covered) : Json(nullptr)},
            {"of", counted ? Json(check.of) : Json(nullptr)},
            {"unit", counted ? Json(check.unit) : Json(nullptr)},
            {"without", check.without},
            {"effect", text_or_null(check.effect.english())},
            {"gpu_ms_in_doubt", check.gpu_ms},
            {"classes", std::move(classes)},
            {"findings", std::move(findings)},
            {"setting", text_or_null(check.setting)},
            {"place", text_or_null(check.place.english())}};
}

}  // namespace

std::string checkup_json(const diagnose::Checkup& checkup) {
    Json checks = Json::array();
    for (const diagnose::Check& check : checkup.checks) checks.push_back(check_json(check));
    Json root{
        {"schema", kDoctorSchema},
        {"window",
         {{"start", format_rfc3339(checkup.window.window.begin)},
          {"end", format_rfc3339(checkup.window.window.end)},
          {"instant", checkup.window.instant}}},
        {"capacity",
         {{"nodes", checkup.capacity.nodes}, {"gpus", checkup.capacity.gpus}, {"gpu_ms", checkup.capacity.gpu_ms}}},
        {"checks", std::move(checks)}};
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace arable::codec
