#include "report/story.h"

#include <fmt/format.h>

#include <vector>

#include "diagnose/rules.h"
#include "report/bars.h"
#include "report/chart.h"
#include "report/story_page.h"

namespace arable::report {
namespace {

using diagnose::AccountClass;
using diagnose::Story;
using diagnose::StoryKind;

void title(StoryPage& page) {
    const Story& story = page.story();
    std::string words = fmt::format("{} {}", name(story.kind), printable(story.name));
    page.page().line(page.page().paint(words, "1"));
    if (story.window.instant) {
        page.say("", text("Seen at one instant, {} UTC: shares are stated, hours and waits are not.",
                          stamp(story.window.window.begin)));
    } else {
        page.say("", text("From {} to {} UTC, {}.", stamp(story.window.window.begin), stamp(story.window.window.end),
                          duration_text(story.window.window.length())));
    }
}

void time_part(StoryPage& page) {
    const Story& story = page.story();
    if (story.gpu_ms == 0) return;
    const bool finding = story.kind == StoryKind::finding;
    page.heading(finding                ? text("What it is about: {}", page.amount(story.gpu_ms))
                 : story.window.instant ? text("Where its {} were", page.amount(story.gpu_ms))
                                        : text("Where its {} went", page.amount(story.gpu_ms)),
                 "classes");
    std::vector<BarPart> parts;
    for (std::size_t c = 0; c < story.classes.size(); ++c) {
        const auto cls = static_cast<AccountClass>(c);
        parts.push_back({std::string(name(cls)),
                         page.in(meaning(cls, story.waits_seen, story.computing_low_ms.has_value())),
                         shown_ms(story.window, story.classes[c]), look_of(cls)});
    }
    for (const std::string& line : bar_with_table(parts, page.in(text("all of it")),
                                                  {page.page().width(), page.style().color, page.page().tongue()}))
        page.page().line(line);
    page.say("  ", text("That is {} of the {} of the estate.", Figure{percent(story.gpu_ms, story.estate_gpu_ms)},
                        page.amount(story.estate_gpu_ms)));
    if (story.computing_low_ms) {
        const std::int64_t high = story.classes[static_cast<std::size_t>(AccountClass::productive)];
        page.say("  ", text("SM activity is missing for some of it: computing is between {} and {}.",
                            page.amount(*story.computing_low_ms), page.amount(high)));
    }
}

void cure_part(StoryPage& page) {
    const Story& story = page.story();
    if (story.curable.as_is_ms > 0)
        page.say("  ", text("Sharing would cure {} of it with nothing edited.", page.amount(story.curable.as_is_ms)));
    if (story.curable.after_edit_ms > 0) {
        const Text amount = page.amount(story.curable.after_edit_ms);
        page.say("  ", story.edit.empty() ? text("Sharing would cure {} of it after an edit.", amount)
                                          : text("Sharing would cure {} of it after an edit: {}.", amount, story.edit));
    }
    if (story.curable.forbidden_ms > 0) {
        const Text amount = page.amount(story.curable.forbidden_ms);
        page.say("  ", story.rule.empty() ? text("Sharing would be forbidden for {} of it.", amount)
                                          : text("Sharing would be forbidden for {} of it: {}.", amount,
                                                 diagnose::rule_meaning(story.rule)));
    }
    if (story.money) page.say("  ", text("It cost {}.", Figure{money_text({&*story.money, 1})}));
}

void chart_part(StoryPage& page) {
    const Story& story = page.story();
    if (story.chart.empty()) return;
    page.heading(text("When"), "chart");
    const ChartStyle style{.width = page.page().width(),
                           .color = page.style().color,
                           .rows = 2 * page.style().rows,
                           .tongue = tongue(page.style().language)};
    for (const std::string& line : chart_lines(story.chart, story.window.window, style)) page.page().line(line);
    page.more(style.rows, story.chart.size(), "chart[]");
}

}  // namespace

std::string stamp(Time t) {
    const std::string rfc = format_rfc3339(t);  // 2026-11-01T04:48:00Z
    const bool whole = t.ms % 60'000 == 0;
    return rfc.substr(0, 10) + " " + rfc.substr(11, whole ? 5 : 8);
}

Text hours_of(Duration d) { return text("{} h", Figure{gpu_hours_text(d.ms)}); }

std::string story_text(const Story& story, const StoryStyle& style) {
    StoryPage page(story, style);
    title(page);
    identity_part(page);
    time_part(page);
    cure_part(page);
    chart_part(page);
    waits_part(page);
    measures_part(page);
    findings_part(page);
    return page.page().take();
}

}  // namespace arable::report
