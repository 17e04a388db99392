#pragma once
// One measured value at one time, and the port through which every reader (text, blocks, query API, generator) hands them over.

#include <cstdint>
#include <vector>

#include "base/index.h"
#include "base/result.h"
#include "base/time.h"
#include "series/labels.h"

namespace arable::series {

struct Sample {
    Time time;
    double value = 0.0;
    friend bool operator==(const Sample&, const Sample&) = default;
};

using SeriesRef = Index<struct SeriesTag>;

// What a metric declares about itself ("# TYPE"); `unknown` when nothing was said.
enum class MetricType : std::uint8_t { unknown, counter, gauge, histogram, summary, info, stateset };

// Receives series and samples in any order. Called from one thread at a time.
class SampleSink {
  public:
    virtual ~SampleSink() = default;
    // Announces a series before its first sample. The same labels may be declared again (another file) and then
    // may give the same or another ref. A none() ref means: not wanted, do not append.
    virtual SeriesRef declare(const Labels& labels) = 0;
    // `value` may be NaN or a blank marker: it is the sink that knows the metric and what is missing.
    virtual void append(SeriesRef ref, Sample sample) = 0;
    // A "# TYPE" line; readers that know no types never call it.
    virtual void declare_type(std::string_view /*metric*/, MetricType /*type*/) {}
};

}  // namespace arable::series
