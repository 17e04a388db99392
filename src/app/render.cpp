#include "app/render.h"

#include "codec/checkup_json.h"
#include "codec/report_json.h"
#include "codec/story_json.h"
#include "report/checkup.h"
#include "report/figures.h"
#include "report/html.h"
#include "report/story.h"
#include "report/terminal.h"

namespace arable::app {

std::string render(const diagnose::Audit& audit, const RenderOptions& options) {
    if (options.format == Format::json) return codec::report_json(audit);
    if (options.format == Format::html) {
        report::HtmlStyle page;
        page.language = options.language;
        return report::html(audit, page);
    }
    report::TerminalStyle style;
    style.width = options.width;
    style.color = options.color;
    style.language = options.language;
    return report::terminal(audit, style);
}

std::string render(const diagnose::Story& story, const RenderOptions& options) {
    if (options.format == Format::json) return codec::story_json(story);
    return report::story_text(story, {.width = options.width, .color = options.color, .language = options.language});
}

std::string render(const diagnose::Checkup& checkup, const RenderOptions& options) {
    if (options.format == Format::json) return codec::checkup_json(checkup);
    return report::checkup_text(checkup,
                                {.width = options.width, .color = options.color, .language = options.language});
}

std::string cell_text(std::string_view text, std::size_t width) { return report::left(report::printable(text), width); }

std::string safe_text(std::string_view text) { return report::printable(text); }

}  // namespace arable::app
