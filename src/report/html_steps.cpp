// The diagnosis in four steps, each with its findings: what, how much, how sure, what cures it, who must do it, and the
// evidence.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/figures.h"
#include "report/figures.h"
#include "report/page.h"
#include "report/sheet.h"
#include "report/terms.h"

namespace arable::report {
namespace {

using diagnose::Audit;
using diagnose::Evidence;
using diagnose::Finding;

std::int64_t extent(const Finding& finding) {
    return std::accumulate(finding.gpu_ms.begin(), finding.gpu_ms.end(), std::int64_t{0});
}

Text title_of(diagnose::Step step) {
    switch (step) {
        case diagnose::Step::allocation:
            return text("Allocation");
        case diagnose::Step::memory:
            return text("Memory");
        case diagnose::Step::placement:
            return text("Placement");
        case diagnose::Step::application:
            break;
    }
    return text("Application");
}

std::string value_of(const Sheet& sheet, const Evidence& evidence) {
    // Shares are kept as ratios; large amounts read better with their thousands apart.
    if (evidence.unit == "ratio") return sheet.figure(fmt::format("{:.1f} %", evidence.value * 100.0));
    const bool large = std::abs(evidence.value) >= 1000.0 && std::abs(evidence.value) < 9e15;
    const std::string number = large ? grouped(std::llround(evidence.value)) : fmt::format("{:.3g}", evidence.value);
    return sheet.figure(number) + (evidence.unit.empty() ? "" : " " + sheet.say(term(evidence.unit)));
}

void evidence_table(Sheet& sheet, const Finding& finding, std::size_t number) {
    sheet.put("<details><summary>{}</summary>\n", sheet.say(plural(static_cast<std::int64_t>(finding.evidence.size()),
                                                                   "Evidence: {} figure", "Evidence: {} figures")));
    sheet.begin_table(fmt::format("evidence-{}", number), text("Evidence of {}", finding.id), "rows",
                      {{text("figure"), false},
                       {text("of"), false},
                       {text("value"), true},
                       {text("values behind it"), true},
                       {text("from"), false},
                       {text("to"), false}});
    for (const Evidence& evidence : finding.evidence) {
        sheet.put(
            "<tr><th scope=\"row\">{}</th><td><code>{}</code></td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
            "<td>{}</td><td>{}</td></tr>\n",
            sheet.say(term(evidence.aggregate)), escaped(evidence.selector), value_of(sheet, evidence),
            sheet.count(evidence.n), moment(evidence.window.begin), moment(evidence.window.end));
    }
    sheet.end_table();
    if (!finding.confidence_reason.empty()) {
        sheet.note(text("How sure: {}.", finding.confidence_reason));
    }
    sheet.put("</details>\n");
}

void amount(Sheet& sheet, const Audit& audit, const Finding& finding, std::int64_t ms) {
    std::vector<Text> parts;
    if (ms > 0) {
        parts.push_back(amount_text(audit, ms));
    }
    if (finding.money) parts.push_back(text("{}", Figure{money_text(std::vector<Money>{*finding.money})}));
    parts.push_back(text("{} sure", Figure{fmt::format("{:.0f} %", finding.confidence * 100.0)}));
    sheet.put("<p class=\"amount\">{}</p>\n", sheet.say(joined(parts, " · ", " · ")));
}

void finding_card(Sheet& sheet, const Audit& audit, const Finding& finding, std::size_t number) {
    const std::int64_t ms = extent(finding);
    sheet.put("<li class=\"finding\" data-finding=\"{}\" data-ms=\"{}\">\n<h4>{}</h4>\n", escaped(finding.id), ms,
              escaped(finding.id));
    amount(sheet, audit, finding, ms);
    sheet.put("<p class=\"statement\">{}</p>\n", sheet.say(finding.statement));
    if (!finding.remedy.action.empty()) {
        sheet.put("<p class=\"remedy\"><b>{}</b>{}{}</p>\n", sheet.say(finding.remedy.owner), sheet.colon(),
                  sheet.say(finding.remedy.action));
    }
    if (!finding.remedy.command.empty()) {
        sheet.put("<pre tabindex=\"0\"><code>{}</code></pre>\n", escaped(finding.remedy.command));
    }
    evidence_table(sheet, finding, number);
    sheet.put("</li>\n");
}

}  // namespace

void steps_part(Sheet& sheet, const Audit& audit) {
    sheet.begin_section("steps", text("Diagnosis in four steps, in the order to act"), "steps, findings");
    sheet.note(text("One GPU-hour can have findings in several steps: these figures are not to be added up."));
    std::size_t number = 0;
    for (const diagnose::StepVerdict& step : audit.steps) {
        sheet.put("<h3><span class=\"number\">{}</span> {}</h3>\n<p data-step=\"{}\" data-ms=\"{}\">{}</p>\n",
                  static_cast<int>(step.step) + 1, sheet.say(title_of(step.step)), name(step.step), step.gpu_ms,
                  sheet.say(step.verdict));
        std::size_t shown = 0;
        for (const Finding& finding : audit.findings) {
            if (step_of(finding.kind) != step.step || shown == sheet.style().findings_a_step) continue;
            sheet.put("{}", shown++ == 0 ? "<ol class=\"findings\">\n" : "");
            finding_card(sheet, audit, finding, number++);
        }
        if (shown > 0) sheet.put("</ol>\n");
        const auto all = std::ranges::count_if(
            audit.findings, [&](const Finding& finding) { return step_of(finding.kind) == step.step; });
        sheet.more(shown, static_cast<std::size_t>(all), "findings[]");
    }
    sheet.end_section();
}

}  // namespace arable::report
