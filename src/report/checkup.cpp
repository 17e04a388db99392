#include "report/checkup.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/page.h"
#include "report/story_page.h"

namespace arable::report {
namespace {

using diagnose::Check;
using diagnose::CheckState;
using diagnose::Checkup;

constexpr std::size_t kId = 16, kState = 8, kCovered = 18, kHours = 15;

Text state_of(CheckState state) {
    switch (state) {
        case CheckState::there:
            return text("there");
        case CheckState::partly:
            return text("partly");
        case CheckState::missing:
            break;
    }
    return text("missing");
}

std::string_view mark_of(CheckState state) {
    if (state == CheckState::there) return "+";
    return state == CheckState::partly ? "~" : "-";
}

class CheckupPage {
  public:
    CheckupPage(const Checkup& checkup, const StoryStyle& style)
        : checkup_(checkup), page_({.width = style.width, .color = style.color, .language = style.language}) {}

    std::string write() && {
        title();
        table();
        details();
        return page_.take();
    }

  private:
    std::string in(const Text& words) const { return page_.in(words); }

    void title() {
        const auto missing =
            std::ranges::count_if(checkup_.checks, [](const Check& c) { return c.state != CheckState::there; });
        page_.line(page_.paint(in(text("What this input tells, and what more would")), "1"));
        page_.words("", text("{} on {}; {} of {} inputs are missing or there in part.",
                             plural(checkup_.capacity.gpus, "{} GPU", "{} GPUs"),
                             plural(checkup_.capacity.nodes, "{} node", "{} nodes"), missing, checkup_.checks.size()));
    }

    // Of one instant a card counts as one.
    Figure hours(std::int64_t gpu_ms) const { return {gpu_hours_text(shown_ms(checkup_.window, gpu_ms))}; }
    Text amount(std::int64_t gpu_ms) const {
        return checkup_.window.instant ? text("{} GPUs", hours(gpu_ms)) : text("{} GPU-hours", hours(gpu_ms));
    }

    std::string covered(const Check& check) const {
        if (check.unit.empty() || check.of == 0) return "";
        return in(text("{} of {}", check.covered, counted(check.of, check.unit)));
    }
    static Text counted(std::int64_t n, std::string_view unit) {
        if (unit == "nodes") return plural(n, "{} node", "{} nodes");
        return unit == "pods" ? plural(n, "{} pod", "{} pods") : plural(n, "{} GPU", "{} GPUs");
    }

    void table() {
        page_.heading(text("Inputs, the costliest gaps first"), "checks");
        const std::size_t figures = 4 + kId + kState + kCovered + kHours;
        const bool words = page_.width() >= figures + 24;
        const auto row = [&](std::string_view mark, std::string_view id, std::string_view state, std::string_view of,
                             std::string_view cost, std::string_view what) {
            std::string line = fmt::format("  {} {} {}{}{}", mark, left(id, kId), left(state, kState),
                                           left(of, kCovered), right(cost, kHours - 2));
            if (words) line = wrapped(line + "  ", what, page_.width());
            while (line.ends_with(' ')) line.pop_back();
            page_.line(line);
        };
        row(" ", in(text("input")), "", in(text("covers")),
            in(checkup_.window.instant ? text("GPUs in doubt") : text("in doubt (h)")), in(text("tells")));
        for (const Check& check : checkup_.checks)
            row(mark_of(check.state), check.id, in(state_of(check.state)), covered(check),
                check.gpu_ms > 0 ? page_.in(hours(check.gpu_ms)) : "", in(check.what));
    }

    template <class Named>
    static std::string names(const std::vector<Named>& all) {
        std::string joined;
        for (const Named& one : all) joined += fmt::format("{}{}", joined.empty() ? "" : ", ", diagnose::name(one));
        return joined;
    }

    void details() {
        const bool any = std::ranges::any_of(checkup_.checks, [](const Check& c) { return !c.setting.empty(); });
        if (!any) return;
        page_.heading(text("What would give the rest"), "checks[].setting");
        for (const Check& check : checkup_.checks)
            if (check.state != CheckState::there) detail(check);
    }

    void detail(const Check& check) {
        const Text cost = check.gpu_ms > 0 ? text("{}; {} in doubt", check.effect, amount(check.gpu_ms)) : check.effect;
        page_.words(fmt::format("  {} ", mark_of(check.state)), text("{}: {}", check.id, cost));
        const bool partly = check.state == CheckState::partly;
        if (!check.classes.empty())
            page_.words("      ", partly ? text("classes in doubt where it is missing: {}", names(check.classes))
                                         : text("classes that cannot be told: {}", names(check.classes)));
        if (!check.findings.empty())
            page_.words("      ",
                        partly ? text("findings that may be missed where it is missing: {}", names(check.findings))
                               : text("findings that cannot be seen: {}", names(check.findings)));
        without(check);
        page_.words("      ", text("{}:", check.place));
        page_.line("        " + printable(check.setting));
    }

    void without(const Check& check) {
        if (check.without.empty()) return;
        std::string joined;
        const std::size_t shown = std::min<std::size_t>(check.without.size(), 4);
        for (std::size_t i = 0; i < shown; ++i) joined += (i == 0 ? "" : ", ") + check.without[i];
        page_.words("      ", check.without.size() > shown
                                  ? text("not on {} and {} more nodes", joined, check.without.size() - shown)
                                  : text("not on {}", joined));
    }

    const Checkup& checkup_;
    Page page_;
};

}  // namespace

std::string checkup_text(const Checkup& checkup, const StoryStyle& style) {
    return CheckupPage(checkup, style).write();
}

}  // namespace arable::report
