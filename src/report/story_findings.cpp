// What was measured, what was found, and what is not known.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "diagnose/evidence_events.h"
#include "report/story_page.h"
#include "report/terms.h"

namespace arable::report {
namespace {

using diagnose::Evidence;
using diagnose::Finding;
using diagnose::Measure;
using diagnose::Story;

constexpr std::size_t kSamples = 4;  // shown of one piece of evidence

// A measured value in its unit, as people read it.
Text value_text(double value, std::string_view unit) {
    if (!std::isfinite(value)) return "-";
    const Figure plain{fmt::format("{:.4g}", value)};
    if (unit == "ratio") return text("{}", Figure{fmt::format("{:.1f} %", value * 100.0)});
    if (unit == "bytes") return text("{} GiB", Decimal{value / (1024.0 * 1024.0 * 1024.0), 1});
    if (unit == "bytes/s") return text("{} GiB/s", Decimal{value / (1024.0 * 1024.0 * 1024.0), 2});
    if (unit == "Hz") return text("{} MHz", Decimal{value / 1e6, 0});
    if (unit == "W") return text("{} W", Decimal{value, 0});
    if (unit.empty() || unit == "1") return text("{}", plain);
    return text("{} {}", plain, term(unit));
}

std::int64_t extent(const Finding& finding) {
    std::int64_t sum = 0;
    for (const std::int64_t ms : finding.gpu_ms) sum += ms;
    return sum;
}

void evidence(StoryPage& page, const Evidence& e) {
    page.say("    · ", text("{} of {}: {} ({} behind it, {} to {} UTC)", term(e.aggregate), e.selector,
                            value_text(e.value, e.unit), e.n, stamp(e.window.begin), stamp(e.window.end)));
    std::vector<Text> samples;
    const std::size_t shown = std::min(kSamples, e.samples.size());
    for (std::size_t i = 0; i < shown; ++i) {
        // The first, the last, and some between.
        const series::Sample& s = e.samples[shown < 2 ? 0 : i * (e.samples.size() - 1) / (shown - 1)];
        samples.push_back(text("{} {}", stamp(s.time), value_text(s.value, sample_unit(e))));
    }
    if (shown > 0) page.say("      ", text("such as {}", joined(samples, ", ", ", ")));
}

Text head_of(StoryPage& page, const Finding& f) {
    const Figure sure{fmt::format("{:.0f} %", f.confidence * 100.0)};
    const std::int64_t ms = extent(f);
    return ms > 0 ? text("{} ({}, {} sure)", f.id, page.amount(ms), sure) : text("{} ({} sure)", f.id, sure);
}

void finding(StoryPage& page, const Finding& f) {
    page.say("  ", head_of(page, f));
    page.say("    ", f.statement);
    if (!f.confidence_reason.empty()) page.say("    ", text("How sure: {}", f.confidence_reason));
    for (const Evidence& e : f.evidence) evidence(page, e);
    if (!f.remedy.action.empty()) page.say("    → ", text("{}: {}", f.remedy.owner, f.remedy.action));
    if (!f.remedy.command.empty()) page.page().words("      $ ", f.remedy.command);
}

void gaps(StoryPage& page) {
    const Story& story = page.story();
    if (story.gaps.empty()) return;
    page.heading(text("What is not known of it"), "gaps");
    for (std::size_t i = 0; i < std::min(story.gaps.size(), page.style().rows); ++i) {
        const model::Gap& gap = story.gaps[i];
        page.say("  - ", text("{}: {}: {}", name(gap.kind), term(gap.subject), gap.message));
    }
    page.more(page.style().rows, story.gaps.size(), "gaps[]");
}

}  // namespace

void measures_part(StoryPage& page) {
    const Story& story = page.story();
    if (story.measures.empty()) return;
    page.heading(text("What was measured"), "measures");
    for (const Measure& m : story.measures) {
        const Text head = text("{}, {}: {}", term(m.what), term(m.aggregate), value_text(m.value, m.unit));
        const Text known = hours_of(m.known);
        if (story.window.instant) {
            page.say("  ", head);
        } else if (m.window == story.window.window) {
            page.say("  ", text("{} (n = {}, known for {})", head, m.n, known));
        } else {
            page.say("  ", text("{} (n = {}, known for {}, {} to {} UTC)", head, m.n, known, stamp(m.window.begin),
                                stamp(m.window.end)));
        }
    }
    if (!story.window.instant) page.page().note(text("n: hours of one card, or of one pod, that were measured."));
}

void findings_part(StoryPage& page) {
    const Story& story = page.story();
    page.heading(text("What was found"), "findings, around");
    if (story.findings.empty())
        page.say("  ", story.around.empty() ? text("Nothing was found about it.")
                                            : text("Nothing was found about it alone."));
    for (std::size_t i = 0; i < std::min(story.findings.size(), page.style().rows); ++i)
        finding(page, story.findings[i]);
    page.more(page.style().rows, story.findings.size(), "findings[]");
    if (!story.around.empty()) {
        page.say("  ", text("Around it (owner, holders, cards, node):"));
        for (std::size_t i = 0; i < std::min(story.around.size(), page.style().rows); ++i) {
            page.say("  - ", head_of(page, story.around[i]));
            page.say("    ", story.around[i].statement);
        }
        page.more(page.style().rows, story.around.size(), "around[]");
    }
    gaps(page);
}

}  // namespace arable::report
