#pragma once
// Looking a subject up by what a person types.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace arable::diagnose {

// One thing and how it may be called.
struct Naming {
    std::string cluster;
    std::string full;                 // tells it from all others of its cluster; several with one full name are one
    std::vector<std::string> others;  // shorter or other names, which several may share
    std::uint32_t at = 0;
    std::string shown;  // as candidates are told, where the full name says little to people; "": the full name
};

// The positions of the one thing that `name` means: its full name, else another name, else the beginning of either.
// `cluster` "": of any. Earlier lists win where both fit equally well. Fails with not_found when nothing or more than
// one fits; the message names the candidates. `what`: "pod". O(names).
Result<std::vector<std::uint32_t>> look_up(std::span<const std::vector<Naming>> lists, std::string_view what,
                                           std::string_view name, std::string_view cluster);

}  // namespace arable::diagnose
