#pragma once
// When a target is scraped, and which scrapes were lost.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "estate/estate.h"
#include "series/sample.h"

namespace arable::estate {

// Of one target inside `during`; every target has its own offset and loses its own scrapes.
std::vector<Time> scrapes(const Estate& estate, std::uint64_t target, Interval during);

// One series that is declared with its first sample.
class Line {
  public:
    Line(series::SampleSink& sink, series::Labels labels) : sink_(&sink), labels_(std::move(labels)) {}
    void put(Time time, double value);

  private:
    series::SampleSink* sink_;
    series::Labels labels_;
    std::optional<series::SeriesRef> ref_;
};

}  // namespace arable::estate
