#pragma once
// A generated estate as files: metrics.txt(.zst), one JSON a kind of object, prices.csv, truth.json.

#include <string>
#include <vector>

#include "app/progress.h"
#include "base/result.h"
#include "estate/generate.h"

namespace arable::app {

// The paths written, in order. `directory` must exist; files in it are overwritten.
Result<std::vector<std::string>> export_estate(const estate::Estate& estate, const std::string& directory,
                                               bool compress, Progress& progress);

}  // namespace arable::app
