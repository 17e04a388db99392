// Step 1: what time the run looks at.

#include <algorithm>

#include <fmt/core.h>

#include "base/figures.h"
#include "sources/assembly.h"

namespace arable::sources {
namespace {

// What an instant tells holds for its whole cell.
void stretch(Facts& facts, Time first, Time end) {
    const auto widen = [&](Interval& told) {
        if (told.end > first) told.end = std::max(told.end, end);
    };
    for (ClaimFact& f : facts.claims) widen(f.held);
    for (NodeFact& f : facts.nodes)
        for (IntervalSet& times : f.withheld)
            for (Interval& told : times) widen(told);
    for (GpuFact& f : facts.gpus)
        for (Interval& told : f.unhealthy) widen(told);
}

}  // namespace

Result<Done> find_window(Assembly& a) {
    const AssembleOptions& o = a.options;
    model::Timeline& t = a.timeline;
    t.asked = o.window;
    t.step = o.step;
    if (o.step.ms <= 0 || o.window.ms <= 0)
        return fail(ErrorCode::invalid_input, "the window and the step must be longer than nothing");
    if (!a.facts.first_time || !a.facts.last_time)
        return fail(ErrorCode::invalid_input,
                    "no sample or object with a time was read: give at least one file with data");
    const Time first = *a.facts.first_time;
    const Time last = *a.facts.last_time;
    if (o.end && *o.end < first)
        return fail(ErrorCode::invalid_input, fmt::format("the data begin at {}, after the end {} that was asked for",
                                                          format_rfc3339(first), format_rfc3339(*o.end)));
    if (o.end && *o.end - o.window > last)
        return fail(ErrorCode::invalid_input,
                    fmt::format("the data end at {}, before the {} before {} that were asked for", format_rfc3339(last),
                                format_duration(o.window), format_rfc3339(*o.end)));
    if (last - first < o.step && last - first >= minutes(1))
        return fail(ErrorCode::invalid_input,
                    fmt::format("the data hold {}, less than one step of {}: give a shorter --step",
                                format_duration(last - first), format_duration(o.step)));
    if (last - first < o.step) {
        t.instant = true;
        t.window = {last, first + o.step};  // a sample stands for one step: all of them are known in this part
        stretch(a.facts, first, t.window.end);
        a.gap(model::Gap::Kind::too_short, "window",
              text("the data are of one instant: shares of GPUs can be stated, rates, waits and hours cannot"));
        return Done{};
    }
    const Time end = o.end.value_or(last);
    t.window = {std::max(end - o.window, first), end};
    if (t.window.length() < o.step) t.window.begin = end - o.step;
    // The last sample lies one scrape before the end: what reads as the same length is the same length.
    if (t.window.length() < o.window && duration_text(t.window.length()) != duration_text(o.window))
        a.gap(model::Gap::Kind::too_short, "window",
              text("{} were asked for, the data hold {}", duration_text(o.window), duration_text(t.window.length())));
    return Done{};
}

}  // namespace arable::sources
