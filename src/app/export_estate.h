#pragma once
// A generated estate as files: metrics.txt(.zst), one JSON a kind of object, prices.csv, truth.json.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/progress.h"
#include "base/result.h"
#include "estate/generate.h"

namespace arable::app {

// The paths written, in order. `directory` is made when it does not exist; files in it are overwritten.
Result<std::vector<std::string>> export_estate(const estate::Estate& estate, const std::string& directory,
                                               bool compress, Progress& progress);

Result<std::vector<std::string>> export_estate(const estate::EstateSpec& spec, const std::string& directory,
                                               bool compress, Progress& progress);

// The names of all kinds of estates.
std::span<const std::string_view> estate_kinds();

}  // namespace arable::app
