#include "codec/plan_json.h"

#include "codec/audit_values.h"

namespace arable::codec {
namespace {

Json count_or_null(const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json(nullptr); }
Json money_or_null(const std::optional<std::int64_t>& micros) {
    return micros ? Json(static_cast<double>(*micros) / 1e6) : Json(nullptr);
}

Json totals_json(const std::optional<plan::Totals>& totals) {
    if (!totals) return nullptr;
    return {
        {"nodes", totals->nodes}, {"gpus", totals->gpus}, {"money_per_hour", money_or_null(totals->micros_per_hour)}};
}

Json bound_json(const plan::Bound& bound) {
    return {{"nodes", count_or_null(bound.nodes)},
            {"gpus", count_or_null(bound.gpus)},
            {"money_per_hour", money_or_null(bound.micros_per_hour)},
            {"moves", count_or_null(bound.moves)},
            {"kind", text_or_null(bound.kind)}};
}

Json gap_json(const plan::Plan& plan) {
    const auto of = [](std::optional<std::int64_t> value, std::optional<std::int64_t> bound) {
        return optional_json(plan::gap_of(value, bound));
    };
    const auto& totals = plan.as_is;
    const auto nothing = std::optional<std::int64_t>();
    return {{"nodes", of(totals ? std::optional(totals->nodes) : nothing, plan.bound.nodes)},
            {"gpus", of(totals ? std::optional(totals->gpus) : nothing, plan.bound.gpus)},
            {"money_per_hour", of(totals ? totals->micros_per_hour : nothing, plan.bound.micros_per_hour)},
            {"moves", of(plan.moves, plan.bound.moves)}};
}

Json placements_json(const std::vector<plan::Placement>& placements) {
    Json list = Json::array();
    for (const plan::Placement& p : placements) {
        Json share = nullptr;
        if (p.share) share = {{"mem_mib", p.share->memory_mib}, {"sm_milli", p.share->sm_milli}};
        list.push_back({{"item", p.item},
                        {"node", p.node},
                        {"gpu", p.gpus.empty() ? Json(nullptr) : Json(p.gpus.front())},
                        {"gpus", p.gpus},
                        {"start", p.start ? Json(*p.start) : Json(nullptr)},
                        {"profile", text_or_null(p.profile)},
                        {"share", std::move(share)}});
    }
    return list;
}

Json layouts_json(const std::vector<plan::GpuLayout>& layouts) {
    Json list = Json::array();
    for (const plan::GpuLayout& layout : layouts) {
        Json instances = Json::array();
        for (const model::MigPlacement& instance : layout.instances)
            instances.push_back({{"profile", instance.profile}, {"start", instance.start}});
        list.push_back({{"node", layout.node},
                        {"gpu", layout.gpu},
                        {"layout", {{"kind", layout.shared ? "shared" : "mig"}, {"instances", std::move(instances)}}}});
    }
    return list;
}

}  // namespace

std::string plan_json(const plan::Plan& plan) {
    Json refused = Json::array();
    for (const plan::Refused& r : plan.refused)
        refused.push_back({{"subject", r.subject}, {"count", r.count}, {"reason", r.reason.english()}});
    const Json root{
        {"schema", kPlanSchema},
        {"today", totals_json(plan.today)},
        {"as_is", totals_json(plan.as_is)},
        {"after_advice", totals_json(plan.after_advice)},
        {"bound", bound_json(plan.bound)},
        {"gap", gap_json(plan)},
        {"mechanisms", Json::array()},
        {"placements", placements_json(plan.placements)},
        {"layouts", layouts_json(plan.layouts)},
        {"steps", Json::array()},
        {"advice", Json::array()},
        {"refused", std::move(refused)},
        {"assumptions", texts_json(plan.assumptions)},
        {"moves", plan.moves},
        {"solver", {{"seed", plan.solver.seed}, {"rounds", plan.solver.rounds}, {"status", plan.solver.status}}}};
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace arable::codec
