#pragma once
// The join: Facts of all inputs -> one Timeline and the reader of its signals. Pure: no file, no clock.
//
// Contract: the answer depends on what the Facts say and not on their order or on the number of threads. Cost is
// n log n in facts; of the samples only the owner-labelled tracks of one quantity a GPU are read here.
// Sources that disagree, cards that no metric shows and whatever else was taken as true become Timeline::gaps.

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "model/timeline.h"
#include "series/track_store.h"
#include "sources/facts.h"
#include "sources/signals.h"

namespace arable::sources {

struct AssembleOptions {
    std::optional<Time> end;  // default: the last sample or object
    Duration window = days(30);
    Duration step = minutes(1);  // > 0
    unsigned threads = 1;
    std::string cluster;  // for inputs that name none, when no other input names one either
};

struct Assembled {
    model::Timeline timeline;
    std::unique_ptr<MergedSignals> signals;  // reads from the store, which must outlive it
};

// `store` is sealed. Fails when nothing has a time, when all data lie after the end that was asked for, or when the
// store cannot be read back.
Result<Assembled> assemble(Facts facts, const series::TrackStore& store, const AssembleOptions& options);

}  // namespace arable::sources
