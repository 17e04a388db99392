// Which samples of MetricIngest are looked at: those in another age are left out, and told.

#include <algorithm>

#include <fmt/format.h>

#include "sources/metric_ingest.h"

namespace arable::sources {
namespace {

// What the summary of a track without stored samples can still say when its first or last sample is left out.
void cut_summary(MetricTrack& track, const Interval& keep) {
    const bool first = track.first >= keep.begin && track.first < keep.end;
    const bool last = track.last >= keep.begin && track.last < keep.end;
    if (!first && !last) track.samples = 0;
    if (!first) track.first = track.last;
    if (!last) track.last = track.first;
    if (track.first_one > track.last_one) return;
    track.first_one = std::clamp(track.first_one, track.first, track.last);
    track.last_one = std::clamp(track.last_one, track.first, track.last);
}

}  // namespace

std::optional<Interval> MetricIngest::kept() const {
    if (options_.keep && times_.last_within(*options_.keep)) return options_.keep;
    return times_.bulk();
}

std::optional<Time> MetricIngest::latest() const {
    const auto keep = kept();
    return keep ? times_.last_within(*keep) : std::nullopt;
}

Result<Done> MetricIngest::leave_out_far(Facts& facts) {
    const auto keep = kept();
    if (!keep) return Done{};
    const std::vector<TimeBulk::Far> far = times_.outside(*keep);
    if (far.empty()) return Done{};
    store_.keep(*keep);
    std::string example;
    for (MetricTrack& track : tracks_) {
        if (!track.seen() || (track.first >= keep->begin && track.last < keep->end)) continue;
        if (example.empty() || track.row->name < example) example = track.row->name;
        if (!track.ref.known()) {
            cut_summary(track, *keep);
            continue;
        }
        ARABLE_TRY(samples, store_.read(track.ref));
        MetricTrack anew = track;
        anew.samples = 0;
        anew.first = anew.first_one = kEndOfTime;
        anew.last = anew.last_one = kBeginningOfTime;
        for (const series::Sample& sample : samples) count(anew, sample.time, sample.value);
        track = std::move(anew);
    }
    for (const TimeBulk::Far& there : far) {
        facts.gaps.push_back(
            {.kind = model::Gap::Kind::broken_reading,
             .subject = there.source,
             .message =
                 there.first == there.last
                     ? text("{} samples at {} are more than 366 days away from the others ({}) and were left out; "
                            "--end looks at another time",
                            there.samples, format_rfc3339(there.first), example)
                     : text("{} samples at {} to {} are more than 366 days away from the others ({}) and were left "
                            "out; --end looks at another time",
                            there.samples, format_rfc3339(there.first), format_rfc3339(there.last), example),
             .count = there.samples,
             .gpu_time = {}});
    }
    return Done{};
}

}  // namespace arable::sources
