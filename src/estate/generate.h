#pragma once
// The door of the room: build an estate, then ask it for metrics, objects, prices and truth.

#include <string>
#include <vector>

#include "base/result.h"
#include "estate/estate.h"
#include "estate/spec.h"
#include "estate/truth.h"
#include "series/sample.h"

namespace arable::estate {

struct ObjectFile {
    std::string name;  // "nodes.json"
    std::string text;  // as `kubectl get ... -o json` prints at the end of the window
};

// The same spec gives the same estate. Fails on an unknown kind, no GPUs or an empty window.
Result<Estate> build(const EstateSpec& spec);
// All samples of the window: device metrics, kube-state-metrics, cAdvisor, vLLM. Nothing is kept: memory does not grow
// with the number of samples. Series by series, ascending times.
void emit(const Estate& estate, series::SampleSink& sink);
std::vector<ObjectFile> objects(const Estate& estate);
// A price list with the columns of tests/captures/gpu-prices.
std::string prices(const Estate& estate);
// Adds up exactly; computed from events and noiseless activity. Time grows with GPUs x blocks of ten minutes.
Truth truth(const Estate& estate);
// What a waiting pod waits for, in thousandths of a card: where all cards are offered as replicas, some of these.
std::int64_t waited_milli(const Estate& estate, const Pod& pod);

}  // namespace arable::estate
