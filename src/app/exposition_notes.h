#pragma once
// What reading a metrics file left out, in words.

#include <cstdint>
#include <string>
#include <vector>

#include "model/gap.h"
#include "prom/exposition.h"

namespace arable::app {

// What could not be read or used; empty when everything was.
std::vector<model::Gap> gaps_of(const std::string& file, const prom::ExpositionStats& stats);

// What was passed over on purpose, of all files.
struct LeftOut {
    std::uint64_t unwanted = 0, created = 0, exemplars = 0;
    void add(const prom::ExpositionStats& stats);
    // "; 12 lines of metrics that are not used left out"; "" when nothing was.
    std::string text() const;
};

}  // namespace arable::app
