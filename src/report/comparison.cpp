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
    Sheet(const Comparison& comparison, const TerminalStyle& style, const Tongue& tongue)
        : c_(comparison), tongue_(tongue), page_(style) {}

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
    std::string in(const Text& text) const { return text.in(tongue_); }
    void head(const Text& text, std::string_view keys) { page_.heading(in(text), keys); }
    void rows(const std::vector<ComparedRow>& rows) {
        for (const std::string& line : compared_lines(rows, page_.width(), tongue_)) page_.line(line);
    }

    void sides(const ComparedNames& names) {
        const auto one = [&](const Text& which, const std::string& name, const diagnose::ComparedSide& side) {
            page_.words(left(in(which), 8),
                        in(text("{}: {} to {}, {} of {}", name, format_rfc3339(side.window.window.begin),
                                format_rfc3339(side.window.window.end), plural(side.capacity.gpus, "{} GPU", "{} GPUs"),
                                text("{} GPU-hours", gpu_hours_text(side.capacity.gpu_ms)))));
        };
        one(text("before"), names.before, c_.before);
        one(text("after"), names.after, c_.after);
    }
    void cautions() {
        if (c_.cautions.empty()) return;
        head(text("Before comparing"), "cautions");
        for (const Text& caution : c_.cautions) page_.words("  - ", in(caution));
    }
    void classes() {
        head(text("Where the GPU-hours went"), "classes");
        std::vector<ComparedRow> table;
        for (const auto& change : c_.classes)
            table.push_back(
                {.name = std::string(name(change.cls)), .before_ms = change.before_ms, .after_ms = change.after_ms});
        rows(table);
    }
    void causes() {
        if (c_.causes.empty()) return;
        head(text("Why work waited"), "waits");
        std::vector<ComparedRow> table;
        for (const auto& change : c_.causes)
            table.push_back(
                {.name = std::string(name(change.cause)), .before_ms = change.before_ms, .after_ms = change.after_ms});
        rows(table);
        page_.note(in(text("For each 1,000 GPU-hours of capacity {} waited before and {} after.",
                           thousandth(c_.before.waited_ms, c_.before.capacity.gpu_ms),
                           thousandth(c_.after.waited_ms, c_.after.capacity.gpu_ms))));
    }
    void realised() {
        const diagnose::Realised r = diagnose::realised(c_);
        head(text("Predicted and realised"), "realised");
        if (r.as_is == 0.0 && r.after_edit == 0.0) {
            page_.words("  ", in(text("The first audit found nothing that sharing could cure.")));
            return;
        }
        page_.words("  ",
                    in(text("The first audit said that sharing could cure {} % of the capacity as it is and {} % more "
                            "after edits.",
                            Decimal{100.0 * r.as_is, 1}, Decimal{100.0 * r.after_edit, 1})));
        if (r.lost >= 0.0) {
            page_.words("  ",
                        in(text("The classes that it meant became smaller by {} % of the capacity. Whether sharing did "
                                "that, two audits cannot tell.",
                                Decimal{100.0 * r.lost, 1})));
        } else {
            page_.words(
                "  ", in(text("The classes that it meant grew by {} % of the capacity.", Decimal{-100.0 * r.lost, 1})));
        }
    }
    void findings() {
        std::array<std::size_t, 3> counts{};
        for (const auto& f : c_.findings) ++counts[!f.after_ms ? 0 : !f.before_ms ? 1 : 2];
        head(text("Findings: {} gone, {} new, {} still there", counts[0], counts[1], counts[2]), "findings");
        std::array<std::size_t, 3> shown{};
        for (const auto& f : c_.findings) {
            const std::size_t group = !f.after_ms ? 0 : !f.before_ms ? 1 : 2;
            if (++shown[group] > kRows) continue;
            page_.words(group == 0 ? "  - " : group == 1 ? "  + " : "  = ", finding_line(f));
        }
        for (const std::size_t n : counts) hidden_ += n > kRows ? n - kRows : 0;
        page_.more(c_.findings.size() - hidden_, c_.findings.size(), "findings");
    }
    std::string finding_line(const diagnose::FindingChange& f) const {
        const auto hours = [](std::int64_t ms) { return gpu_hours_text(ms); };
        if (f.before_ms && f.after_ms)
            return in(text("{}: {} GPU-hours, then {}", f.id, hours(*f.before_ms), hours(*f.after_ms)));
        return in(text("{}: {} GPU-hours", f.id, hours(f.before_ms ? *f.before_ms : *f.after_ms)));
    }
    void workloads() {
        if (c_.workloads.empty()) return;
        head(text("Workloads whose idle GPUs changed most (GPUs on average)"), "workloads");
        const double a = static_cast<double>(c_.before.window.window.length().ms);
        const double b = static_cast<double>(c_.after.window.window.length().ms);
        for (std::size_t i = 0; i < std::min(kRows, c_.workloads.size()); ++i) {
            const auto& w = c_.workloads[i];
            const double before = static_cast<double>(w.before_fallow_ms) / a;
            const double after = static_cast<double>(w.after_fallow_ms) / b;
            const Text gone = !w.before_held_ms ? text("new") : !w.after_held_ms ? text("gone") : Text();
            std::string who = fmt::format("{} {}/{}", w.kind, w.ns, w.name);
            if (!gone.empty()) who += fmt::format(" ({})", in(gone));
            page_.line(fmt::format("  {} {} {} {}", left(printable(who), page_.width() - 36),
                                   right(in(text("{}", Decimal{before, 1})), 10),
                                   right(in(text("{}", Decimal{after, 1})), 10),
                                   right(signed_text(after - before, tongue_), 10)));
        }
        page_.more(std::min(kRows, c_.workloads.size()), c_.workloads.size(), "workloads");
    }
    void buy() {
        const auto one = [&](const Text& which, const diagnose::ComparedSide& side) {
            for (const diagnose::BuyPoint& point : side.buy) {
                page_.words(left(in(which), 8),
                            in(text("{} more {} would have removed {} GPU-hours of waiting", point.added,
                                    point.product.empty() ? std::string("GPU") : point.product,
                                    gpu_hours_text(point.removed_ms))));
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
            page_.words(left(in(which), 8), in(text("{} paid, {} of it for what was not productive", money_text(paid),
                                                    money_text(fallow))));
        };
        one(text("before"), c_.before);
        one(text("after"), c_.after);
    }

    const Comparison& c_;
    const Tongue& tongue_;
    Page page_;
    std::size_t hidden_ = 0;
};

}  // namespace

std::string comparison(const Comparison& comparison, const ComparedNames& names, const TerminalStyle& style,
                       const Tongue& tongue) {
    return Sheet(comparison, style, tongue).write(names);
}

}  // namespace arable::report
