// Capacity questions: what is read has no negative number, and what is asked of the packer is valid or was refused.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "codec/demand_json.h"
#include "plan/demand_problem.h"
#include "solve/valid_problem.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto demand = arable::codec::read_demand({reinterpret_cast<const char*>(bytes), size});
    if (!demand) return 0;
    for (const arable::plan::DemandItem& item : demand->items)
        if (item.count < 0 || item.cpu_milli < 0 || item.name.empty()) std::abort();
    const auto problem = arable::plan::problem_of(*demand);
    if (problem.types.size() != problem.pack.types.size() || problem.items.size() != problem.pack.items.size())
        std::abort();
    if (!problem.pack.types.empty() && !arable::solve::valid(problem.pack)) std::abort();
    return 0;
}
