// Where the GPU-hours went: one stacked bar, and a waterfall from what was paid to what computed.
#include <array>
#include <vector>

#include "report/class_groups.h"
#include "report/figures.h"
#include "report/page.h"
#include "report/sheet.h"
#include "report/stack.h"

namespace arable::report {
namespace {

using diagnose::Audit;
using diagnose::ClassAmount;

std::string look(diagnose::AccountClass c) { return fmt::format("c{}", static_cast<int>(c)); }

// Each row begins where the one before it ended.
void rows(Sheet& sheet, const Audit& audit, const std::vector<std::string>& hours,
          const std::vector<std::string>& shares) {
    const std::int64_t all = audit.capacity.gpu_ms;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < audit.accounting.size(); ++i) {
        const ClassAmount& amount = audit.accounting[i];
        if (amount.gpu_ms == 0) continue;
        sheet.put("<tr data-class=\"{}\" data-ms=\"{}\"><th scope=\"row\">", name(amount.cls), amount.gpu_ms);
        sheet.swatch(look(amount.cls));
        sheet.put("{}<span class=\"what\">{}</span></th>", name(amount.cls),
                  sheet.say(meaning(amount.cls, audit.waits.seen, audit.computing_is_range)));
        sheet.put(
            "<td class=\"fall\"><svg aria-hidden=\"true\"><rect class=\"step\" x=\"{0}%\" width=\"1\" height=\"50%\"/>"
            "<rect class=\"step\" x=\"{1}%\" y=\"50%\" width=\"1\" height=\"50%\"/>"
            "<rect class=\"{2}\" x=\"{0}%\" y=\"22%\" width=\"{3}%\" height=\"56%\"/></svg></td>",
            place(before, all), place(before + amount.gpu_ms, all), look(amount.cls), place(amount.gpu_ms, all));
        sheet.put("<td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n", sheet.figure(hours[i]),
                  sheet.figure(shares[i] + " %"));
        before += amount.gpu_ms;
    }
}

// Sums of the shares that the rows below show.
Text picture_words(const Audit& audit, const GroupTimes& groups) {
    std::vector<std::int64_t> amounts;
    for (const ClassAmount& amount : audit.accounting) amounts.push_back(amount.gpu_ms);
    const std::vector<std::int64_t> tenths = tenths_of_percent(audit.capacity.gpu_ms, amounts);
    std::array<std::int64_t, kGroups> sums{};
    for (std::size_t i = 0; i < amounts.size(); ++i)
        sums.at(static_cast<std::size_t>(group_of(audit.accounting[i].cls))) += tenths[i];
    std::vector<Text> parts;
    for (std::size_t g = 0; g < kGroups; ++g) {
        if (groups[g] == 0) continue;
        parts.push_back(text("{} {}", Figure{percent_text(sums[g], true)}, label(static_cast<Group>(g))));
    }
    return joined(parts, ", ", ", ");
}

}  // namespace

void accounting_part(Sheet& sheet, const Audit& audit) {
    if (audit.capacity.gpu_ms == 0) return;
    const bool instant = audit.window.instant;
    sheet.begin_section("accounting", instant ? text("Where the GPUs were") : text("Where the GPU-hours went"),
                        "accounting");
    diagnose::ClassTimes times{};
    std::vector<std::int64_t> amounts;
    std::int64_t sum = 0;
    for (const ClassAmount& amount : audit.accounting) {
        times[static_cast<std::size_t>(amount.cls)] = amount.gpu_ms;
        amounts.push_back(shown_ms(audit, amount.gpu_ms));
        sum += amounts.back();
    }
    const GroupTimes groups = grouped_times(times);
    stacked_bar(sheet, groups, picture_words(audit, groups));
    const std::vector<std::string> shares = percent_parts(sum, amounts);
    sheet.begin_table("accounting",
                      instant ? text("From all GPUs down to those that computed: every GPU has one class.")
                              : text("From what was paid down to what computed: every GPU-hour has one class."),
                      "waterfall",
                      {{text("class"), false},
                       {text("part of the whole"), false},
                       {instant ? text("GPUs") : text("GPU-hours"), true},
                       {text("share"), true}});
    rows(sheet, audit, gpu_hours_parts(sum, amounts), shares);
    sheet.put(
        "</tbody><tfoot><tr data-class=\"paid\" data-ms=\"{}\"><th scope=\"row\">{}</th><td class=\"fall\"></td>"
        "<td class=\"n\">{}</td><td class=\"n\">{}</td></tr></tfoot></table></div>\n",
        audit.capacity.gpu_ms, sheet.say(text("paid")), sheet.figure(gpu_hours_text(sum)), sheet.figure("100.0 %"));
    sheet.end_section();
}

}  // namespace arable::report
