#include "report/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/comparison_rows.h"
#include "report/page.h"

namespace arable::report {
namespace {

using diagnose::Comparison;

constexpr std::size_t kRows = 10;

class Sheet {
  public:
    Sheet(const Comparison& comparison, const TerminalStyle& style) : c_(comparison), page_(style) {}

    std::string write(const ComparedNames& names) {
        sides(names);
        cautions();
        classes();
        realised();
        causes();
        findings();
        workloads();
        buy();
        money();
        return page_.take();
    }

  private:
    std::string in(const Text& text) const { return page_.in(text); }
    void head(const Text& text, std::string_view keys) { page_.heading(text, keys); }
    static Text hours(std::int64_t ms) { return text("{} GPU-hours", Figure{gpu_hours_text(ms)}); }
    void rows(const std::vector<ComparedRow>& rows) {
        for (const std::string& line : compared_lines(rows, page_.width(), page_.tongue())) page_.line(line);
    }

    void sides(const ComparedNames& names) {
        const auto one = [&](const Text& which, const std::string& name, const diagnose::ComparedSide& side) {
            page_.words(left(in(which), 8),
                        text("{}: {} to {}, {} of {}", name, format_rfc3339(side.window.window.begin),
                             format_rfc3339(side.window.window.end), plural(side.capacity.gpus, "{} GPU", "{} GPUs"),
                             hours(side.capacity.gpu_ms)));
        };
        one(text("before"), names.before, c_.before);
        one(text("after"), names.after, c_.after);
    }
    void cautions() {
        if (c_.cautions.empty()) return;
        head(text("Before comparing"), "cautions");
        for (const Text& caution : c_.cautions) page_.words("  - ", caution);
    }
    void classes() {
        head(text("Where the GPU-hours went"), "classes");
        std::vector<ComparedRow> table;
        for (const auto& change : c_.classes)
            table.push_back(
                {.name = std::string(name(change.cls)), .before_ms = change.before_ms, .after_ms = change.after_ms});
        rows(table);
        if (std::ranges::none_of(c_.classes, [&](const auto& change) { return moved(change); }))
            page_.words("  ", text("Nothing changed."));
    }
    // By what would be shown, a tenth of a point.
    bool moved(const diagnose::ClassChange& change) const {
        const auto percent = [](std::int64_t part, std::int64_t whole) {
            return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
        };
        return !is_zero(percent(change.after_ms, c_.after.capacity.gpu_ms) -
                        percent(change.before_ms, c_.before.capacity.gpu_ms));
    }
    void causes() {
        if (c_.causes.empty()) return;
        head(text("Why work waited"), "waits");
        std::vector<ComparedRow> table;
        for (const auto& change : c_.causes)
            table.push_back(
                {.name = std::string(name(change.cause)), .before_ms = change.before_ms, .after_ms = change.after_ms});
        rows(table);
        page_.note(text("For each 1,000 GPU-hours of capacity {} waited before and {} after.",
                        Figure{thousandth(c_.before.waited_ms, c_.before.capacity.gpu_ms)},
                        Figure{thousandth(c_.after.waited_ms, c_.after.capacity.gpu_ms)}));
    }
    void realised() {
        const diagnose::Realised r = diagnose::realised(c_);
        head(text("Predicted and realised"), "realised");
        if (r.as_is == 0.0 && r.after_edit == 0.0) {
            page_.words("  ", text("The first audit found nothing that sharing could cure."));
            return;
        }
        page_.words("  ",
                    text("The first audit said that sharing could cure {} % of the capacity as it is and {} % more "
                         "after edits.",
                         Decimal{100.0 * r.as_is, 1}, Decimal{100.0 * r.after_edit, 1}));
        if (r.lost >= 0.0) {
            page_.words("  ",
                        text("The classes that it meant became smaller by {} % of the capacity. Whether sharing did "
                             "that, two audits cannot tell.",
                             Decimal{100.0 * r.lost, 1}));
        } else {
            page_.words("  ",
                        text("The classes that it meant grew by {} % of the capacity.", Decimal{-100.0 * r.lost, 1}));
        }
    }
    void findings() {
        std::array<std::size_t, 3> counts{};
        for (const auto& f : c_.findings) ++counts[!f.after_ms ? 0 : !f.before_ms ? 1 : 2];
        head(text("Findings: {} gone, {} new, {} still there", counts[0], counts[1], counts[2]), "findings");
        std::array<std::size_t, 3> shown{};
        std::size_t hidden = 0;
        std::size_t same = 0;
        for (const auto& f : c_.findings) {
            const std::size_t group = !f.after_ms ? 0 : !f.before_ms ? 1 : 2;
            if (group == 2 && gpu_hours_text(*f.before_ms) == gpu_hours_text(*f.after_ms)) {
                ++same;
                continue;
            }
            if (++shown[group] > kRows) {
                ++hidden;
                continue;
            }
            page_.words(group == 0 ? "  - " : group == 1 ? "  + " : "  = ", finding_line(f));
        }
        if (same > 0) {
            page_.note(plural(static_cast<std::int64_t>(same), "{} that is still there is as large as it was.",
                              "{} that are still there are as large as they were."));
        }
        page_.more(c_.findings.size() - hidden, c_.findings.size(), "findings");
    }
    static Text finding_line(const diagnose::FindingChange& f) {
        if (f.before_ms && f.after_ms)
            return text("{}: {} GPU-hours, then {}", f.id, Figure{gpu_hours_text(*f.before_ms)},
                        Figure{gpu_hours_text(*f.after_ms)});
        return text("{}: {}", f.id, hours(f.before_ms ? *f.before_ms : *f.after_ms));
    }
    // What audits count as unused of a workload: held and not computing.
    void workloads() {
        if (c_.workloads.empty()) return;
        head(text("Workloads whose unused GPUs changed most (GPUs on average)"), "workloads");
        const auto a = static_cast<double>(c_.before.window.window.length().ms);
        const auto b = static_cast<double>(c_.after.window.window.length().ms);
        const auto cells = [&](const std::string& who, const std::string& x, const std::string& y,
                               const std::string& change) {
            page_.line(fmt::format("  {} {} {} {}", left(who, page_.width() - 36), right(x, 10), right(y, 10),
                                   right(change, 10)));
        };
        std::size_t shown = 0;
        std::size_t changed = 0;
        for (const auto& w : c_.workloads) {
            const double before = static_cast<double>(w.before_fallow_ms) / a;
            const double after = static_cast<double>(w.after_fallow_ms) / b;
            const bool stayed = w.before_held_ms && w.after_held_ms;
            if (stayed && is_zero(after - before)) continue;
            if (++changed > kRows) continue;
            if (shown++ == 0) cells(in(text("workload")), in(text("before")), in(text("after")), in(text("change")));
            const Text gone = !w.before_held_ms ? text("new") : !w.after_held_ms ? text("gone") : Text();
            std::string who = fmt::format("{} {}/{}", w.kind, w.ns, w.name);
            if (!gone.empty()) who += fmt::format(" ({})", in(gone));
            cells(printable(who), in(text("{}", Decimal{before, 1})), in(text("{}", Decimal{after, 1})),
                  signed_text(after - before, page_.tongue()));
        }
        if (changed == 0) page_.words("  ", text("Nothing changed."));
        page_.more(shown, changed, "workloads");
        if (changed > 0) page_.note(text("Unused: reserved and not computing, whether idle or active."));
    }
    void buy() {
        const auto one = [&](const Text& which, const diagnose::ComparedSide& side) {
            for (const diagnose::BuyPoint& point : side.buy) {
                page_.words(left(in(which), 8),
                            text("{} more {} would have removed {} GPU-hours of waiting", point.added,
                                 point.product.empty() ? std::string("GPU") : point.product,
                                 Figure{gpu_hours_text(point.removed_ms)}));
            }
        };
        if (c_.before.buy.empty() && c_.after.buy.empty()) return;
        head(text("Buying"), "buy");
        one(text("before"), c_.before);
        one(text("after"), c_.after);
    }
    void money() {
        if (c_.before.worth.paid.empty() || c_.after.worth.paid.empty()) return;
        head(text("Money, for each day of the window"), "worth");
        const auto one = [&](const Text& which, const diagnose::ComparedSide& side) {
            const std::vector<Money> paid = a_day(side.worth.paid, side.window.window);
            const std::vector<Money> fallow = a_day(side.worth.fallow, side.window.window);
            page_.words(left(in(which), 8), text("{} paid, {} of it for what was not productive",
                                                 Figure{money_text(paid)}, Figure{money_text(fallow)}));
        };
        one(text("before"), c_.before);
        one(text("after"), c_.after);
    }

    const Comparison& c_;
    Page page_;
};

}  // namespace

std::string comparison(const Comparison& comparison, const ComparedNames& names, const TerminalStyle& style) {
    return Sheet(comparison, style).write(names);
}

}  // namespace arable::report
