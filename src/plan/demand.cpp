#include "plan/demand.h"

#include <fmt/core.h>

#include "plan/demand_answer.h"
#include "solve/check_packing.h"
#include "solve/pack.h"

namespace arable::plan {
namespace {

std::string_view name(solve::PackStatus status) {
    switch (status) {
        case solve::PackStatus::optimal:
            return "optimal";
        case solve::PackStatus::settled:
            return "settled";
        case solve::PackStatus::stopped:
            break;
    }
    return "stopped";
}

}  // namespace

Result<Plan> answer(const Demand& demand, const DemandOptions& options) {
    DemandProblem problem = problem_of(demand);
    if (problem.pack.types.empty()) {  // nothing to pack into, which is no question for the packer
        solve::Packing nothing;
        for (std::uint32_t i = 0; i < problem.pack.items.size(); ++i)
            nothing.left_out.push_back({i, problem.pack.items[i].count, solve::LeftReason::no_type});
        Plan plan = plan_of(demand, std::move(problem), nothing);
        plan.solver = {.seed = options.seed, .rounds = options.rounds, .status = "settled"};
        return plan;
    }
    const solve::PackBudget budget{.seed = options.seed, .rounds = options.rounds, .stop = options.stop};
    ARABLE_TRY(packing, solve::pack(problem.pack, budget));
    if (const std::string fault = solve::fault_of(problem.pack, packing); !fault.empty())
        return fail(ErrorCode::internal, fmt::format("the packing was refused by its checker: {}", fault));
    Plan plan = plan_of(demand, std::move(problem), packing);
    plan.solver = {.seed = options.seed, .rounds = options.rounds, .status = std::string(name(packing.status))};
    return plan;
}

}  // namespace arable::plan
