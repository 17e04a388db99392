#pragma once
// First part of the pipeline: inputs -> Facts and stored samples. One bad file never takes the rest down.

#include <memory>

#include "app/inputs.h"
#include "app/progress.h"
#include "base/result.h"
#include "model/price.h"
#include "series/track_store.h"
#include "sources/facts.h"

namespace arable::app {

struct Collected {
    sources::Facts facts;
    std::unique_ptr<series::TrackStore> store;  // sealed
    model::PriceList prices;
};

// Dumps of objects are one picture, taken at the latest time that any of them names: deployments that nobody changed
// for a month do not make the data begin a month ago.
void merge_dumps(sources::Facts& into, sources::Facts&& dumps);

// A file that cannot be used becomes a gap and a warning. Fails when none of the inputs could be used, with the reason
// of the first, when a server could not be read to its end, or when stored samples cannot be spilled.
Result<Collected> collect(const Inputs& inputs, const Settings& settings, Progress& progress);

}  // namespace arable::app
