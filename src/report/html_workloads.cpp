// The workloads that leave most of their GPUs unused, and what sharing could do about each.
#include "diagnose/rules.h"
#include "report/class_groups.h"
#include "report/figures.h"
#include "report/page.h"
#include "report/sheet.h"
#include "report/stack.h"
#include "report/workload_figures.h"

namespace arable::report {
namespace {

using diagnose::Audit;
using diagnose::WorkloadRow;

// Why not as it is: the edit it needs, or the rule that forbids it.
Text obstacle(const WorkloadRow& row) {
    if (!row.edit.empty()) return row.edit;
    return row.rule.empty() ? Text() : diagnose::rule_meaning(row.rule);
}

void row_of(Sheet& sheet, const Audit& audit, const WorkloadRow& row) {
    const std::string title = row.ns.empty() ? row.name : row.ns + "/" + row.name;
    const std::string kind = row.cluster.empty() ? row.kind : row.kind + ", " + row.cluster;
    sheet.put("<tr data-workload=\"{}\" data-ms=\"{}\"><th scope=\"row\">{}<span class=\"what\">{}</span></th><td>",
              escaped(title), row.gpu_ms, escaped(title), escaped(kind));
    mini_bar(sheet, grouped_times(row.classes));
    sheet.put("</td><td class=\"n\">{}</td>", sheet.figure(gpus_text(row.gpus_milli)));
    for (const std::string& hours : workload_figures(audit, row))
        sheet.put("<td class=\"n\">{}</td>", sheet.figure(hours));
    sheet.put("<td class=\"n\">{}</td>", row.sm_p95 ? sheet.figure(fmt::format("{:.0f} %", *row.sm_p95 * 100.0)) : "–");
    for (const std::int64_t ms : {row.curable.as_is_ms, row.curable.after_edit_ms, row.curable.forbidden_ms}) {
        sheet.put("<td class=\"n\">{}</td>", sheet.figure(gpu_hours_text(shown_ms(audit, ms))));
    }
    sheet.put("<td class=\"why\">{}</td></tr>\n", sheet.say(obstacle(row)));
}

}  // namespace

void workload_table_part(Sheet& sheet, const Audit& audit) {
    if (audit.workloads.empty()) return;
    sheet.begin_section("workloads", text("Workloads that leave most unused"), "workloads");
    sheet.begin_table("workloads",
                      audit.window.instant
                          ? text("GPUs of each workload, and how many of them sharing could put to work")
                          : text("GPU-hours of each workload, and how many of them sharing could put to work"),
                      "rows wide",
                      {{text("workload"), false},
                       {text("parts"), false},
                       {text("GPUs"), true},
                       {text("claimed"), true},
                       {text("idle"), true},
                       {text("active"), true},
                       {text("computing"), true},
                       {text("unknown"), true},
                       {text("SM p95"), true},
                       {text("curable as it is"), true},
                       {text("after an edit"), true},
                       {text("ruled out"), true},
                       {text("which edit, or why not"), false}});
    const std::size_t shown = std::min(audit.workloads.size(), sheet.style().workloads);
    for (std::size_t i = 0; i < shown; ++i) row_of(sheet, audit, audit.workloads[i]);
    sheet.end_table();
    sheet.more(shown, audit.workloads.size(), "workloads[]");
    if (audit.computing_is_range) sheet.note(text("computing: at most, since not all cards export SM activity."));
    sheet.note(text("SM p95: for 95 % of the time no more of the card's compute units (SMs) were busy."));
    sheet.end_section();
}

}  // namespace arable::report
