#pragma once
// What every diagnosis begins with, wherever it comes from: files, servers, a generated estate or a snapshot.

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/inputs.h"
#include "app/progress.h"
#include "base/result.h"
#include "diagnose/folded.h"
#include "estate/generate.h"
#include "model/price.h"
#include "model/timeline.h"
#include "series/reader.h"
#include "series/track_store.h"

namespace arable::app {

struct Prepared {
    std::unique_ptr<series::TrackStore> store;  // what `signals` read from, when not a snapshot
    model::Timeline timeline;
    std::unique_ptr<series::SignalReader> signals;
    std::optional<diagnose::Folded> folded;  // of a snapshot without samples: then there are no signals
    model::PriceList prices;
    // Gaps that are known once all signals were read, of the timeline above.
    std::function<std::vector<model::Gap>(const model::Timeline&)> late_gaps;
};

// With a snapshot, its window and step hold and not those of `settings`; price lists of `inputs` replace its own.
Result<Prepared> prepare(const Inputs& inputs, const Settings& settings, Progress& progress);
Result<Prepared> prepare(const estate::Estate& estate, const Settings& settings, Progress& progress);
Result<Prepared> prepare(const estate::EstateSpec& spec, const Settings& settings, Progress& progress);

}  // namespace arable::app
