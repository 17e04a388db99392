#pragma once
// What MetricIngest keeps of one series while samples arrive: a track in the store and a summary that does not depend
// on the order of samples.

#include <cstdint>
#include <string>

#include "base/time.h"
#include "series/track_store.h"
#include "sources/dialect.h"
#include "sources/series_keys.h"

namespace arable::sources {

struct MetricTrack {
    const DialectRow* row = nullptr;
    std::uint32_t keys = 0;  // position in MetricIngest's keys
    series::TrackRef ref;    // none(): the summary is enough
    std::string metric;      // as received, "" = the row's name
    std::string a, b, c;  // state: the labels that matter for its kind (metric_ingest.cpp); else a = addend, b = model

    std::int64_t samples = 0;  // that were a measurement
    Time first = kEndOfTime;
    Time last = kBeginningOfTime;
    Time first_one = kEndOfTime;  // with the value 1: a state series that holds
    Time last_one = kBeginningOfTime;
    double last_value = 0.0;      // at `last`; of several the largest
    double least = 0.0;           // of all
    double most = 0.0;            // also of those out of range
    std::int64_t blank = 0;       // left out: markers, NaN
    std::int64_t beyond = 0;      // left out: outside of the physical range
    std::int64_t scale_off = 0;   // of `beyond`: a ratio above 1.5
    std::int64_t zero_part = 0;   // left out: a zero that means "no sensor"
    std::int64_t wrong_mode = 0;  // left out: the field has no meaning on this device
    double divisor = 1.0;         // for scales below 1: 57 / 100 is 0.57, 57 x 0.01 is not
    bool on_part = false;         // of an AMD partition above 0
    bool refused = false;         // everything is `wrong_mode`
    bool cardless = false;        // names an instance whose card nobody knows: it shows no device

    Time shown_first = kEndOfTime;  // of samples that were no measurement: the exporter printed the device all the same
    Time shown_last = kBeginningOfTime;
    std::int64_t shown = 0;

    bool seen() const { return samples > 0; }
    // Mean distance of samples, 1 s to 10 min; one minute when there is only one.
    Duration interval() const;
    // First to last sighting, and one interval more.
    Interval reach() const { return {first, last + interval()}; }
    // When it was printed, measured or not. One unmeasured sample after the last is the mark of its end, no presence.
    Interval there() const;
};

// Notes a sample that is no measurement.
void note_shown(MetricTrack& track, Time time);

// Adds one measurement (scaled, in range).
void count(MetricTrack& track, Time time, double value);

}  // namespace arable::sources
