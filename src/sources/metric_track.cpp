#include "sources/metric_track.h"

#include <algorithm>

namespace arable::sources {

Duration MetricTrack::interval() const {
    if (samples < 2 || last <= first) return minutes(1);
    return {std::clamp((last - first).ms / (samples - 1), seconds(1).ms, minutes(10).ms)};
}

void count(MetricTrack& track, Time time, double value) {
    if (track.samples == 0) {
        track.least = value;
        track.most = std::max(track.most, value);
    }
    if (time > track.last || (time == track.last && value > track.last_value) || track.samples == 0) {
        track.last_value = value;
    }
    ++track.samples;
    track.first = std::min(track.first, time);
    track.last = std::max(track.last, time);
    track.least = std::min(track.least, value);
    track.most = std::max(track.most, value);
    if (value == 1.0) {
        track.first_one = std::min(track.first_one, time);
        track.last_one = std::max(track.last_one, time);
    }
}

}  // namespace arable::sources
