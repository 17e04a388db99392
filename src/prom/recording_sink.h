#pragma once
// For tests: keeps all that a reader hands over.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "series/sample.h"

namespace arable::prom {

class RecordingSink final : public series::SampleSink {
  public:
    series::SeriesRef declare(const series::Labels& labels) override {
        ++declarations;
        if (labels.metric == unwanted) return series::SeriesRef::none();
        const auto text = series::to_text(labels);
        const auto [at, fresh] = refs_.emplace(text, series::SeriesRef::of(refs_.size()));
        if (fresh) names.push_back(text);
        return at->second;
    }
    void append(series::SeriesRef ref, series::Sample sample) override {
        samples[names.at(ref.at())].push_back(sample);
        ++count;
    }
    void declare_type(std::string_view metric, series::MetricType type) override {
        types.emplace_back(std::string(metric), type);
    }

    // The only value of a series, by its text with sorted labels.
    std::optional<double> value(const std::string& series) const {
        const auto found = samples.find(series);
        if (found == samples.end() || found->second.size() != 1) return std::nullopt;
        return found->second.front().value;
    }
    // The values of all series of one metric whose text holds `part`, in the order of their texts.
    std::vector<double> values(const std::string& metric, const std::string& part = "") const {
        std::vector<double> found;
        for (const auto& [name, list] : samples) {
            const auto end = name.find('{');
            if (name.substr(0, end) != metric || name.find(part) == std::string::npos) continue;
            for (const auto& sample : list) found.push_back(sample.value);
        }
        return found;
    }

    std::string unwanted;
    std::size_t declarations = 0;
    std::size_t count = 0;
    std::vector<std::string> names;
    std::map<std::string, std::vector<series::Sample>> samples;
    std::vector<std::pair<std::string, series::MetricType>> types;

  private:
    std::map<std::string, series::SeriesRef> refs_;
};

}  // namespace arable::prom
