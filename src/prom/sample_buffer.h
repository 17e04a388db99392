#pragma once
// Holds the samples of one answer until it is known to be whole: a repeated or broken answer must not count twice.

#include <cstddef>
#include <functional>
#include <vector>

#include "base/time.h"
#include "series/sample.h"

namespace arable::prom {

class SampleBuffer final : public series::SampleSink {
  public:
    // Samples beyond `limit` are dropped: overflowed().
    explicit SampleBuffer(std::size_t limit) : limit_(limit) {}

    series::SeriesRef declare(const series::Labels& labels) override {
        runs_.push_back({labels, samples_.size()});
        return series::SeriesRef::of(runs_.size() - 1);
    }
    // To the series declared last: answers give one series after the other.
    void append(series::SeriesRef, series::Sample sample) override {
        if (samples_.size() >= limit_) {
            overflowed_ = true;
        } else {
            samples_.push_back(sample);
        }
    }
    void clear() {
        runs_.clear();
        samples_.clear();
        overflowed_ = false;
    }

    bool overflowed() const { return overflowed_; }
    std::size_t series() const { return runs_.size(); }
    const series::Labels& labels(std::size_t series) const { return runs_[series].labels; }
    std::size_t begin_of(std::size_t series) const { return runs_[series].first; }
    std::size_t end_of(std::size_t series) const {
        return series + 1 < runs_.size() ? runs_[series + 1].first : samples_.size();
    }
    const std::vector<series::Sample>& samples() const { return samples_; }

  private:
    struct Run {
        series::Labels labels;
        std::size_t first = 0;
    };
    std::size_t limit_;
    std::vector<Run> runs_;
    std::vector<series::Sample> samples_;
    bool overflowed_ = false;
};

}  // namespace arable::prom
