#pragma once
// Which findings hold, from noiseless facts: each condition is asked twice, 10 % harder and 10 % softer. Holding both
// times it is true; holding only the softer one it is ambiguous: right either way.

#include <string>
#include <vector>

#include "estate/facts.h"

namespace arable::estate {

struct Verdicts {
    std::vector<std::string> kinds;
    std::vector<std::string> ambiguous;
};
Verdicts judge(const WorkloadFacts& facts, const Workload& workload);

}  // namespace arable::estate
