#pragma once
// Cards as the series show them: when, of which product, with how much memory, cut into which MIG instances.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sources/facts.h"
#include "sources/metric_track.h"

namespace arable::sources {

class CardsSeen {
  public:
    void see(const MetricTrack& track, const SeriesKeys& keys, const GpuKey& key, const std::string& product);
    // When the card was in MIG mode: an instance of it, or a mode flag of 1, was seen. Empty: never.
    Interval in_mig_mode(const GpuKey& key) const;
    // One fact for each layout of each card, sorted by card and time.
    std::vector<GpuFact> facts() const;

  private:
    // Newest amount of each kind of memory, by the rank of the metric that says so.
    struct Memory {
        Time at = kBeginningOfTime;
        double value = 0.0;
    };
    struct Card {
        GpuKey key;
        std::pair<std::int32_t, std::string> product{INT32_MAX, ""};  // rank of the metric, name
        Interval seen{kEndOfTime, kBeginningOfTime};
        Interval mig_flag{kEndOfTime, kBeginningOfTime};
        std::map<std::pair<int, std::string>, Interval> instances;  // id, profile as printed
        std::map<std::pair<std::int32_t, model::Quantity>, Memory> memory;
    };
    // With a UUID the exporter does not matter: it may be restarted under another name. A short name is the exporter's.
    static GpuKey identity(const GpuKey& key);
    static std::optional<Bytes> total_of(const Card& card);
    static std::vector<std::pair<Interval, std::optional<model::Layout>>> layouts_of(const Card& card);

    std::map<GpuKey, Card> cards_;
};

}  // namespace arable::sources
