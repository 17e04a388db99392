// Why work waited: the causes, and the longest waits.
#include <vector>

#include "report/bars.h"
#include "report/figures.h"
#include "report/headline.h"
#include "report/page.h"
#include "report/sheet.h"

namespace arable::report {
namespace {

using diagnose::Audit;
using diagnose::WaitCause;
using diagnose::Waits;

std::string look(WaitCause cause) { return fmt::format("w{}", static_cast<int>(cause)); }

void picture(Sheet& sheet, const Waits& waits, const std::vector<std::int64_t>& amounts) {
    const std::vector<std::string> shares = percent_parts(waits.gpu_ms, amounts);
    std::vector<Text> words;
    std::string bars;
    std::int64_t before = 0;
    for (std::size_t c = 0; c < diagnose::kWaitCauses; ++c) {
        if (amounts[c] == 0) continue;
        const auto cause = static_cast<WaitCause>(c);
        words.push_back(text("{} {}", Figure{shares[c] + " %"}, name(cause)));
        bars += fmt::format("<rect class=\"{}\" x=\"{}%\" width=\"{}%\" height=\"100%\"/>", look(cause),
                            place(before, waits.gpu_ms), place(amounts[c], waits.gpu_ms));
        before += amounts[c];
    }
    sheet.put("<svg class=\"stack\" role=\"img\" aria-label=\"{}\">{}</svg>\n", sheet.say(joined(words, ", ", ", ")),
              bars);
}

void causes(Sheet& sheet, const Waits& waits) {
    const std::vector<std::int64_t> amounts(waits.by_cause.begin(), waits.by_cause.end());
    picture(sheet, waits, amounts);
    const std::vector<std::string> hours = gpu_hours_parts(waits.gpu_ms, amounts);
    const std::vector<std::string> shares = percent_parts(waits.gpu_ms, amounts);
    sheet.begin_table(
        "causes", text("Every hour that work waited for a GPU has one cause."), "waterfall",
        {{text("cause"), false}, {text("part of the whole"), false}, {text("GPU-hours"), true}, {text("share"), true}});
    for (std::size_t c = 0; c < diagnose::kWaitCauses; ++c) {
        if (amounts[c] == 0) continue;
        const auto cause = static_cast<WaitCause>(c);
        sheet.put("<tr data-cause=\"{}\" data-ms=\"{}\"><th scope=\"row\">", name(cause), amounts[c]);
        sheet.swatch(look(cause));
        sheet.put("{}<span class=\"what\">{}</span></th>", name(cause), sheet.say(meaning(cause)));
        sheet.put(
            "<td class=\"fall\"><svg aria-hidden=\"true\"><rect class=\"{}\" y=\"22%\" width=\"{}%\" "
            "height=\"56%\"/></svg></td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
            look(cause), place(amounts[c], waits.gpu_ms), sheet.figure(hours[c]), sheet.figure(shares[c] + " %"));
    }
    sheet.put(
        "</tbody><tfoot><tr data-cause=\"waited\" data-ms=\"{}\"><th scope=\"row\">{}</th><td "
        "class=\"fall\"></td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr></tfoot></table></div>\n",
        waits.gpu_ms, sheet.say(text("waited")), sheet.figure(gpu_hours_text(waits.gpu_ms)), sheet.figure("100.0 %"));
}

WaitCause largest(const diagnose::WaitTimes& times) {
    std::size_t most = 0;
    for (std::size_t c = 1; c < times.size(); ++c) {
        if (times[c] > times[most]) most = c;
    }
    return static_cast<WaitCause>(most);
}

// What stood in its way for the longest time with its main cause.
Text detail(const diagnose::Wait& wait, WaitCause cause) {
    const diagnose::WaitSpan* longest = nullptr;
    for (const diagnose::WaitSpan& span : wait.spans) {
        if (span.cause != cause || span.detail.empty()) continue;
        if (longest == nullptr || span.span.length() > longest->span.length()) longest = &span;
    }
    return longest == nullptr ? Text() : worded(longest->detail);
}

void longest_waits(Sheet& sheet, const Waits& waits) {
    const std::size_t shown = std::min(waits.waits.size(), sheet.style().waits);
    if (shown == 0) return;
    sheet.begin_table("waits", text("What waited longest"), "rows",
                      {{text("waiting"), false},
                       {text("GPUs"), true},
                       {text("GPU-hours waited"), true},
                       {text("main cause"), false},
                       {text("what stood in its way"), false}});
    for (std::size_t i = 0; i < shown; ++i) {
        const diagnose::Wait& wait = waits.waits[i];
        const WaitCause cause = largest(wait.by_cause);
        sheet.put(
            "<tr data-wait=\"{0}\" data-ms=\"{1}\"><th scope=\"row\">{0}</th><td class=\"n\">{2}</td>"
            "<td class=\"n\">{3}</td><td>",
            escaped(wait.name), wait.gpu_ms, sheet.figure(gpus_text(wait.gpus_milli)),
            sheet.figure(gpu_hours_text(wait.gpu_ms)));
        sheet.swatch(look(cause));
        sheet.put("{}</td><td>{}</td></tr>\n", name(cause), sheet.say(detail(wait, cause)));
    }
    sheet.end_table();
    sheet.more(shown, waits.waits.size(), "waits.list[]");
}

}  // namespace

void waiting_part(Sheet& sheet, const Audit& audit) {
    const Waits& waits = audit.waits;
    sheet.begin_section("waits", text("Why work waited"), "waits");
    if (audit.window.instant) {
        sheet.note(waiting_at_instant(waits));
        pending_list(sheet, audit);
    } else if (!waits.known) {
        sheet.note(text("How long work waited is not known: no input lists pods or queues."));
    } else if (waits.gpu_ms == 0) {
        sheet.note(text("Nothing waited for a GPU."));
    } else {
        causes(sheet, waits);
        longest_waits(sheet, waits);
    }
    sheet.end_section();
}

}  // namespace arable::report
