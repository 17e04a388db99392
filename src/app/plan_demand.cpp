#include "app/plan_demand.h"

#include "app/files.h"
#include "codec/demand_json.h"
#include "codec/plan_json.h"
#include "report/plan.h"

namespace arable::app {

Result<plan::Plan> plan_demand(const std::string& file, const plan::DemandOptions& options) {
    ARABLE_TRY(text, read_whole(file));
    auto demand = codec::read_demand(text);
    if (!demand) return tl::unexpected(demand.error().within(file));
    auto answer = plan::answer(*demand, options);
    if (!answer) return tl::unexpected(answer.error().within(file));
    return answer;
}

std::string render(const plan::Plan& plan, const RenderOptions& options) {
    if (options.format == Format::json) return codec::plan_json(plan);
    report::TerminalStyle style;
    style.width = options.width;
    style.color = options.color;
    style.language = options.language;
    return report::plan(plan, style);
}

}  // namespace arable::app
