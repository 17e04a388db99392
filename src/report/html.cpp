#include "report/html.h"

#include "base/figures.h"
#include "report/html_look.h"
#include "report/sheet.h"

namespace arable::report {
namespace {

using diagnose::Audit;

Text title_of(const Audit& audit) {
    if (audit.clusters.size() == 1 && !audit.clusters.front().empty()) {
        return text("GPU audit of cluster {}", audit.clusters.front());
    }
    if (audit.capacity.clusters > 1) return text("GPU audit of {} clusters", audit.capacity.clusters);
    return text("GPU audit");
}

Text window_words(const Audit& audit) {
    const Interval& window = audit.window.window;
    if (audit.window.instant) return text("{} UTC", moment(window.begin));
    return text("{} to {} UTC", moment(window.begin), moment(window.end));
}

void head(Sheet& sheet, const Audit& audit) {
    const std::string title = sheet.say(title_of(audit));
    sheet.put(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n<title>{} · Arable</title>\n<style>\n{}</style>\n</head>\n<body>\n",
        tag(sheet.style().language), title, page_style());
    // The fill of what is not known, for all pictures.
    sheet.put(
        "<svg class=\"defs\" aria-hidden=\"true\" width=\"0\" height=\"0\"><defs><pattern id=\"hatch\" width=\"6\" "
        "height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect class=\"hatch-back\" "
        "width=\"6\" height=\"6\"/><rect class=\"hatch-line\" width=\"2\" height=\"6\"/></pattern></defs></svg>\n");
    sheet.put("<header>\n<p class=\"brand\">Arable</p>\n<h1>{}</h1>\n<p class=\"window\">{}", title,
              sheet.say(window_words(audit)));
    if (audit.capacity.gpus > 0) {
        sheet.put(" · {}", sheet.say(plural(audit.capacity.gpus, "{} GPU", "{} GPUs")));
        if (audit.capacity.nodes > 0)
            sheet.put(" · {}", sheet.say(plural(audit.capacity.nodes, "{} node", "{} nodes")));
    }
    sheet.put("</p>\n");
}

void contents(Sheet& sheet, const Sheet& parts) {
    sheet.put("<nav aria-label=\"{}\"><ul>", sheet.say(text("Contents")));
    for (const auto& [id, title] : parts.sections()) sheet.put("<li><a href=\"#{}\">{}</a></li>", id, title);
    sheet.put("</ul></nav>\n");
}

void foot(Sheet& sheet) {
    sheet.put(
        "<footer>\n<p>{}</p>\n<p>{}</p>\n</footer>\n</body>\n</html>\n",
        sheet.say(text("Made by arable audit, which only reads: nothing was changed. Parts are rounded together, so "
                       "that they add up to the total shown.")),
        sheet.say(text("The words JSON: … name where a figure stands in the report of --format json, which holds "
                       "everything exactly.")));
}

}  // namespace

std::string html(const Audit& audit, const HtmlStyle& style) {
    Sheet parts(style);
    for (const auto& part : {headline_part, accounting_part, waiting_part, buy_part, steps_part, workload_table_part,
                             week_part, gpus_part, metrics_part, limits_part}) {
        part(parts, audit);
    }
    Sheet sheet(style);
    head(sheet, audit);
    contents(sheet, parts);
    sheet.put("</header>\n<main>\n{}</main>\n", parts.take());
    foot(sheet);
    return sheet.take();
}

}  // namespace arable::report
