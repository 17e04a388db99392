#include "sources/metric_track.h"

#include <algorithm>

namespace arable::sources {

Duration MetricTrack::interval() const {
    if (samples < 2 || last <= first) return minutes(1);
    return {std::clamp((last - first).ms / (samples - 1), seconds(1).ms, minutes(10).ms)};
}

Interval MetricTrack::there() const {
    if (shown == 0) return reach();
    const Duration apart =
        shown < 2 ? minutes(1)
                  : Duration{std::clamp((shown_last - shown_first).ms / (shown - 1), seconds(1).ms, minutes(10).ms)};
    if (!seen()) return {shown_first, shown_last + apart};
    Interval out = reach();
    if (shown_last > last + interval() * 2) out.end = shown_last + interval();
    if (shown_first + interval() * 2 < first) out.begin = shown_first;
    return out;
}

void note_shown(MetricTrack& track, Time time) {
    if (track.cardless) return;
    track.shown_first = std::min(track.shown_first, time);
    track.shown_last = std::max(track.shown_last, time);
    ++track.shown;
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
