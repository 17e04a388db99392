#pragma once
// JSON (`arable.demand/v1`, api/demand.schema.json) -> Demand.

#include <string_view>

#include "base/result.h"
#include "plan/demand.h"

namespace arable::codec {

inline constexpr const char* kDemandSchema = "arable.demand/v1";

// Errors name the member that is wrong: a question that is half understood would be answered wrongly.
Result<plan::Demand> read_demand(std::string_view text);

}  // namespace arable::codec
