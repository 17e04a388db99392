#pragma once
// From series and samples, as any reader hands them over, to Facts.
//
//   series::TrackStore store;
//   MetricIngest ingest(store, {.source_name = "node.prom"});
//   prom::read_exposition(file, ingest, options);       // as many inputs as there are
//   ARABLE_TRY(facts, ingest.finish());                 // seals the store
//
// Samples are scaled to the unit of their quantity; blank markers, NaN and impossible values are left out and counted.
// The outcome does not depend on the order of inputs, series or samples, nor on seeing some of them twice.
// Memory: a few hundred bytes a series, and what the store takes.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "series/sample.h"
#include "series/track_store.h"
#include "sources/dialect.h"
#include "sources/facts.h"
#include "sources/metric_track.h"
#include "sources/series_keys.h"
#include "sources/time_bulk.h"

namespace arable::sources {

struct MetricOptions {
    std::string source_name = "metrics";  // in the source note
    std::string cluster_label;            // the label that names the cluster; "" = the usual spellings
    std::optional<Interval> keep;         // what is looked at; absent: the bulk of the samples (time_bulk.h)
};

class MetricIngest final : public series::SampleSink {
  public:
    explicit MetricIngest(series::TrackStore& store, MetricOptions options = {});

    // none() for names known to be of no use; unknown names are wanted, to be counted.
    series::SeriesRef declare(const series::Labels& labels) override;
    void append(series::SeriesRef ref, series::Sample sample) override;

    // The samples that follow come from this input: it is named where their times cannot be.
    void begin_source(const std::string& name) { times_.begin_source(name); }
    // What is looked at, as far as the samples so far tell; absent without samples.
    std::optional<Interval> kept() const;
    // The latest sample in it.
    std::optional<Time> latest() const;

    // Seals the store and reads the change points back. Nothing may be declared or appended afterwards.
    Result<Facts> finish();

  private:
    // One use of a series: the track its values go to.
    struct Use {
        std::uint32_t track = 0;
        bool fixed = false;  // the number comes from a label
        double number = 0.0;
    };
    struct Series {
        std::uint32_t first = 0;  // in uses_; in unknown_ when count is 0
        std::uint32_t count = 0;
    };
    struct Unknown {
        std::string metric;
        std::int64_t samples = 0;
    };

    // What the labels of the series before say, and where that is in keys_ once it was needed.
    struct LastKeys {
        bool known = false;
        RowOf of{};
        std::vector<series::Label> labels;
        SeriesKeys keys;
        std::optional<std::uint32_t> position;
    };

    void use_row(const DialectRow& row, const series::Labels& labels);
    void remember_keys(const DialectRow& row, const series::Labels& labels);
    void use_state(const DialectRow& row, const series::Labels& labels);
    std::uint32_t intern(const SeriesKeys& keys);
    std::uint32_t track_of(MetricTrack wanted, bool stored);
    void take(MetricTrack& track, Time time, double raw);
    series::SeriesRef declare_unknown(const std::string& metric);
    std::vector<std::uint32_t> key_places() const;
    std::vector<const MetricTrack*> sorted() const;
    void add_unknown_gap(Facts& facts) const;
    void add_note(Facts& facts) const;
    Result<Done> leave_out_far(Facts& facts);

    series::TrackStore& store_;
    MetricOptions options_;
    std::array<Range, static_cast<std::size_t>(model::Quantity::kQuantityCount)> ranges_{};
    std::vector<Series> series_;
    std::vector<Use> uses_;
    std::vector<MetricTrack> tracks_;
    std::vector<SeriesKeys> keys_;
    std::unordered_multimap<std::size_t, std::uint32_t> key_index_;    // hash -> keys_
    std::unordered_multimap<std::size_t, std::uint32_t> track_index_;  // hash -> tracks_
    LastKeys last_;
    std::vector<Unknown> unknown_;
    std::map<std::string, std::uint32_t, std::less<>> unknown_index_;
    std::map<std::string, std::int64_t> bad_labels_;  // metric and label whose text is no number -> series
    TimeBulk times_;
    std::int64_t nan_ = 0;
    std::int64_t pod_sums_ = 0;  // cAdvisor series that repeat their containers
};

}  // namespace arable::sources
