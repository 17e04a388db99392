// What the input cannot say, its gaps, and what was read.
#include <algorithm>
#include <vector>

#include "base/figures.h"
#include "report/gap_groups.h"
#include "report/sheet.h"

namespace arable::report {
namespace {

using diagnose::Audit;

void gaps(Sheet& sheet, const Audit& audit) {
    if (audit.gaps.empty()) return;
    sheet.put("<h3 id=\"gaps\" data-gaps=\"{}\">{}</h3>\n", audit.gaps.size(), sheet.say(text("Gaps in the input")));
    const std::vector<AlikeGaps> groups = alike_gaps(audit.gaps);
    const std::size_t shown = std::min(groups.size(), sheet.style().gaps);
    sheet.put("<ul class=\"plain\">\n");
    for (std::size_t i = 0; i < shown; ++i) {
        const AlikeGaps& group = groups[i];
        sheet.put("<li><code>{}</code> <b>{}</b>{}{}</li>\n", name(group.first->kind), sheet.say(subjects_text(group)),
                  sheet.colon(), sheet.say(group.first->message));
    }
    sheet.put("</ul>\n");
    sheet.more(shown, groups.size(), "gaps[]");
}

void sources(Sheet& sheet, const Audit& audit) {
    if (audit.sources.empty()) return;
    sheet.put("<h3>{}</h3>\n", sheet.say(text("What was read")));
    sheet.begin_table("sources", text("Inputs"), "rows",
                      {{text("input"), false},
                       {text("kind"), false},
                       {text("records used"), true},
                       {text("not used"), true},
                       {text("what it holds"), false}});
    const std::size_t shown = std::min(audit.sources.size(), sheet.style().gaps);
    for (std::size_t i = 0; i < shown; ++i) {
        const model::SourceNote& source = audit.sources[i];
        sheet.put(
            "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n",
            escaped(source.name), sheet.say(source.kind), sheet.count(source.records), sheet.count(source.dropped),
            sheet.say(source.detail));
    }
    sheet.end_table();
    sheet.more(shown, audit.sources.size(), "sources[]");
}

}  // namespace

void limits_part(Sheet& sheet, const Audit& audit) {
    if (audit.cannot_say.empty() && audit.gaps.empty() && audit.sources.empty()) return;
    sheet.begin_section("limits", text("What is not known"), "cannot_say, gaps, sources");
    if (!audit.cannot_say.empty()) {
        sheet.put("<h3>{}</h3>\n<ul class=\"plain\">\n", sheet.say(text("What this input cannot say")));
        for (const auto& words : audit.cannot_say) sheet.put("<li>{}</li>\n", sheet.say(words));
        sheet.put("</ul>\n");
    }
    gaps(sheet, audit);
    sources(sheet, audit);
    sheet.end_section();
}

}  // namespace arable::report
