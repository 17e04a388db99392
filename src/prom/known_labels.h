#pragma once
// Declares each series to a sink once, however often an answer names it. Remembers 16 bytes of hash a series, not the
// labels: two of a million series are taken for one with a chance below 10^-25.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

#include "series/sample.h"

namespace arable::prom {

class KnownLabels {
  public:
    explicit KnownLabels(series::SampleSink& sink) : sink_(sink) {}

    series::SeriesRef ref_of(const series::Labels& labels) {
        const std::string text = series::to_text(labels);
        const Key key{std::hash<std::string>{}(text), fnv(text)};
        const auto found = refs_.find(key);
        if (found != refs_.end()) return found->second;
        const auto ref = sink_.declare(labels);
        refs_.emplace(key, ref);
        return ref;
    }
    series::SampleSink& sink() { return sink_; }
    std::size_t size() const { return refs_.size(); }

  private:
    struct Key {
        std::uint64_t first = 0;
        std::uint64_t second = 0;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const { return key.first ^ key.second; }
    };
    static std::uint64_t fnv(const std::string& text) {
        std::uint64_t hash = 14695981039346656037U;
        for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
        return hash;
    }

    series::SampleSink& sink_;
    std::unordered_map<Key, series::SeriesRef, Hash> refs_;
};

}  // namespace arable::prom
