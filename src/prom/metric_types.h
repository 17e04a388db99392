#pragma once
// What "# TYPE" lines declared so far, handed on to a sink once each.

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "series/sample.h"

namespace arable::prom {

// "counter", "gauge", …, also "untyped" and "gaugehistogram" (a histogram); absent for other words.
std::optional<series::MetricType> parse_type(std::string_view word);

class MetricTypes {
  public:
    explicit MetricTypes(series::SampleSink& sink) : sink_(sink) {}
    void declare(std::string_view family, series::MetricType type);
    // A "_created" series whose base is a counter, histogram or summary.
    bool is_creation_time(std::string_view metric) const;

  private:
    void tell(std::string name, series::MetricType type);

    static constexpr std::size_t kMost = 100'000;  // further names are handed on but not remembered
    series::SampleSink& sink_;
    std::map<std::string, series::MetricType, std::less<>> known_;
};

}  // namespace arable::prom
