#include "report/pending.h"

#include <algorithm>

#include "report/figures.h"
#include "report/page.h"
#include "report/sheet.h"

namespace arable::report {
namespace {

using diagnose::Wait;

constexpr std::size_t kNamed = 2;

Text gpus(std::int64_t milli) {
    const Figure figure{gpus_text(milli)};
    return milli == 1000 ? text("{} GPU", figure) : text("{} GPUs", figure);
}

}  // namespace

Text request_text(const Wait& wait) {
    const Text worth = gpus(wait.gpus_milli);
    const bool whole = wait.gpus_milli == wait.count * wait.members * 1000;
    if (wait.resource.empty() || wait.count <= 0 || whole) return worth;
    if (wait.members > 1) return text("{} × {} {}, worth {} at once", wait.members, wait.count, wait.resource, worth);
    return text("{} {}, worth {}", wait.count, wait.resource, worth);
}

Text pending_text(const Wait& wait) {
    Text line = wait.gpus_milli > 0 ? text("{} asks for {}", wait.name, request_text(wait))
                                    : text("{} asks for what cannot be read", wait.name);
    if (!wait.spans.empty()) {
        const diagnose::WaitSpan& now = wait.spans.back();
        line = now.detail.empty() ? text("{}: {}", line, meaning(now.cause))
                                  : text("{}: {} ({})", line, meaning(now.cause), worded(now.detail));
    }
    // What keeps it waiting may be told in the cluster's own words already.
    const bool told = !wait.spans.empty() && worded(wait.spans.back().detail).english() == wait.said;
    return wait.said.empty() || told ? line : text("{}; the cluster says: {}", line, wait.said);
}

Text pending_sum(const diagnose::Waits& waits) {
    std::int64_t milli = 0;
    std::vector<Text> named;
    for (const Wait& wait : waits.waits) {
        milli += wait.gpus_milli;
        if (named.size() < kNamed) named.emplace_back(wait.name);
    }
    const std::size_t rest = waits.waits.size() - named.size();
    const Text list = joined(named, ", ", ", ");
    return text("{} waited for {} ({})",
                plural(static_cast<std::int64_t>(waits.waits.size()), "{} pod or gang", "{} pods or gangs"),
                gpus(milli), rest == 0 ? list : text("{} and {} more", list, rest));
}

void pending_part(Page& page, const diagnose::Audit& audit) {
    const std::vector<Wait>& all = audit.waits.waits;
    if (!audit.window.instant || all.empty()) return;
    page.heading(text("What waited at that moment"), "waits.pending");
    const std::size_t shown = std::min(all.size(), page.style().pending);
    for (std::size_t i = 0; i < shown; ++i) page.words("  - ", pending_text(all[i]));
    page.more(shown, all.size(), "waits.pending[]");
}

void pending_list(Sheet& sheet, const diagnose::Audit& audit) {
    const std::vector<Wait>& all = audit.waits.waits;
    if (all.empty()) return;
    const std::size_t shown = std::min(all.size(), sheet.style().waits);
    sheet.put("<ul class=\"pending\">\n");
    for (std::size_t i = 0; i < shown; ++i) sheet.put("<li>{}</li>\n", sheet.say(pending_text(all[i])));
    sheet.put("</ul>\n");
    sheet.more(shown, all.size(), "waits.pending[]");
}

}  // namespace arable::report
