#include "app/exposition_notes.h"

#include <fmt/format.h>

namespace arable::app {

std::vector<model::Gap> gaps_of(const std::string& file, const prom::ExpositionStats& stats) {
    std::vector<model::Gap> gaps;
    const auto gap = [&](model::Gap::Kind kind, std::uint64_t count, Text message) {
        if (count == 0) return;
        gaps.push_back({.kind = kind,
                        .subject = file,
                        .message = std::move(message),
                        .count = static_cast<std::int64_t>(count),
                        .gpu_time = {}});
    };
    Text first;
    for (const prom::LineProblem& p : stats.problems)
        first += text("; line {} (byte {}): {}", p.line, p.offset, p.reason);
    gap(model::Gap::Kind::unreadable, stats.bad_lines + stats.too_long_lines,
        text("{} of {} lines are no samples and were left out{}", stats.bad_lines + stats.too_long_lines, stats.lines,
             first));
    gap(model::Gap::Kind::unreadable, stats.without_time,
        text("{} samples have no time; give --end", stats.without_time));
    gap(model::Gap::Kind::broken_reading, stats.invalid_utf8,
        text("{} series hold bytes that are no UTF-8; they are printed as U+FFFD", stats.invalid_utf8));
    gap(model::Gap::Kind::assumption, stats.unlikely_unit,
        text("{} timestamps can only be in the other format's unit and were read so", stats.unlikely_unit));
    if (stats.source_error) {
        gap(model::Gap::Kind::truncated, 1, text("{}; what came before is used", stats.source_error->message));
    } else if (stats.truncated) {
        gap(model::Gap::Kind::truncated, 1, text("OpenMetrics without its closing # EOF: the end may be missing"));
    }
    return gaps;
}

void LeftOut::add(const prom::ExpositionStats& stats) {
    unwanted += stats.unwanted;
    created += stats.created;
    exemplars += stats.exemplars;
}

std::string LeftOut::text() const {
    std::string text;
    const auto say = [&](std::uint64_t count, std::string_view what) {
        if (count > 0) text += fmt::format("; {} {} left out", count, what);
    };
    say(unwanted, "lines of metrics that are not used");
    say(created, "times of creation");
    say(exemplars, "exemplars");
    return text;
}

}  // namespace arable::app
