// What was left out of metrics that are known: one gap a metric and reason.
#include <map>
#include <string>
#include <utility>

#include "sources/metric_facts.h"

namespace arable::sources {
namespace {

struct Left {
    std::int64_t MetricTrack::*count;
    std::string_view why;
};
constexpr Left kReasons[] = {
    {&MetricTrack::blank, translatable("blank markers: the exporter had no reading")},
    {&MetricTrack::beyond, translatable("outside of what the quantity can be; not used")},
    {&MetricTrack::zero_part, translatable("a zero on a partition above 0 means that it has no sensor; not used")},
    {&MetricTrack::wrong_mode, translatable("has no meaning on a MIG instance, whatever it says; not used")},
};

}  // namespace

void add_reading_gaps(const Collected& all, Facts& facts) {
    for (const auto& reason : kReasons) {
        std::map<std::string_view, std::int64_t> counts;
        for (const auto* track : all.tracks) {
            if (track->*reason.count > 0) counts[track->row->name] += track->*reason.count;
        }
        for (const auto& [metric, count] : counts) {
            facts.gaps.push_back({.kind = model::Gap::Kind::broken_reading,
                                  .subject = std::string(metric),
                                  .message = wording(reason.why),
                                  .count = count});
        }
    }
    std::int64_t unverified = 0;
    for (const auto* track : all.tracks)
        unverified += track->row->dialect == Dialect::intel && track->row->quantity ? track->samples : 0;
    if (unverified == 0) return;
    facts.gaps.push_back({.kind = model::Gap::Kind::assumption,
                          .subject = "Intel XPU Manager",
                          .message = text("the scale of its metrics was taken as documented; nobody has verified it"),
                          .count = unverified});
}

}  // namespace arable::sources
