#include "report/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "report/bars.h"
#include "report/figures.h"

namespace arable::report {
namespace {

using diagnose::ChartRow;
using diagnose::ChartSpan;
using diagnose::PieceState;
using diagnose::WaitCause;

constexpr std::size_t kNarrowest = 60;
constexpr std::int64_t kTickColumns = 8;  // "11-01" and room between

constexpr std::array<Look, 9> kStates{
    {{"x", "90"},    // unavailable
     {"!", "35"},    // used.unclaimed
     {"g", "35"},    // free.ghost
     {"·", "94"},    // free
     {"?", "90"},    // unknown
     {"^", "33"},    // held.starting
     {"░", "31"},    // held.empty
     {"▒", "33"},    // held.loaded
     {"▄", "32"}}};  // active: none of the marks of classes, since it may be several of them
// Capital letters, so that waiting is never taken for a state.
constexpr std::array<Look, diagnose::kWaitCauses> kWaits{{{"Q", "33"},    // gated: queue, quota
                                                          {"X", "90"},    // broken
                                                          {"P", "36"},    // provisioning
                                                          {"M", "33"},    // capped: the most was reached
                                                          {"S", "36"},    // scheduler
                                                          {"B", "33"},    // behind
                                                          {"C", "34"},    // constrained
                                                          {"T", "34"},    // stranded
                                                          {"F", "34"},    // fragmented
                                                          {"E", "31"},    // held-empty
                                                          {"H", "33"},    // shareable
                                                          {"R", "31"}}};  // real

// States first, then waits.
using Code = std::size_t;
Code code_of(const ChartSpan& span) {
    return span.waits ? kStates.size() + static_cast<Code>(*span.waits) : static_cast<Code>(span.state);
}
const Look& look_of(Code code) { return code < kStates.size() ? kStates.at(code) : kWaits.at(code - kStates.size()); }

Text meaning_of(Code code) {
    if (code >= kStates.size()) return text("waits: {}", name(static_cast<WaitCause>(code - kStates.size())));
    const auto state = static_cast<PieceState>(code);
    return state == PieceState::active ? text("active, computing or not") : Text(name(state));
}

std::string painted(const Look& look, bool color) {
    return color ? fmt::format("\x1b[{}m{}\x1b[0m", look.color, look.fill) : std::string(look.fill);
}

class Drawing {
  public:
    Drawing(std::span<const ChartRow> rows, const Interval& window, const ChartStyle& style)
        : rows_(rows.first(std::min(rows.size(), style.rows))), window_(window), style_(style) {
        const std::size_t width = std::max(style.width, kNarrowest);
        for (const ChartRow& row : rows_) label_ = std::max(label_, columns(printable(row.label)));
        label_ = std::min(label_, width / 3);
        cells_ = static_cast<std::int64_t>(width - label_ - 5);
    }

    std::vector<std::string> lines() && {
        for (const ChartRow& row : rows_) line_of(row);
        axis();
        legend();
        return std::move(lines_);
    }

  private:
    Time edge(std::int64_t cell) const {
        const std::int64_t length = window_.length().ms;
        // Without overflow: windows are at most some thousand years of milliseconds.
        return window_.begin + Duration{length / cells_ * cell + length % cells_ * cell / cells_};
    }

    void line_of(const ChartRow& row) {
        std::string line = fmt::format("  {} |", left(printable(row.label), label_));
        std::size_t first = 0;
        for (std::int64_t cell = 0; cell < cells_; ++cell) {
            const Interval column{edge(cell), edge(cell + 1)};
            while (first < row.spans.size() && row.spans[first].span.end <= column.begin) ++first;
            std::map<Code, std::int64_t> times;
            for (std::size_t s = first; s < row.spans.size() && row.spans[s].span.begin < column.end; ++s)
                times[code_of(row.spans[s])] += intersect(row.spans[s].span, column).length().ms;
            const auto most = std::ranges::max_element(times, {}, [](const auto& t) { return t.second; });
            if (most == times.end() || most->second == 0) {
                line += ' ';
                continue;
            }
            used_[most->first] = true;
            line += painted(look_of(most->first), style_.color);
        }
        lines_.push_back(line + "|");
    }

    // The shortest round step whose labels do not touch.
    Duration step() const {
        static constexpr std::array kSteps{seconds(1), seconds(10), minutes(1), minutes(5), minutes(15), minutes(30),
                                           hours(1),   hours(2),    hours(3),   hours(6),   hours(12),   days(1),
                                           days(2),    days(7),     days(14),   days(28),   days(91),    days(364)};
        for (const Duration step : kSteps)
            if (step.ms / kTickColumns * cells_ >= window_.length().ms) return step;
        return kSteps.back();
    }

    void axis() {
        const Duration step = this->step();
        std::string marks(static_cast<std::size_t>(cells_), ' ');
        std::string words(static_cast<std::size_t>(cells_), ' ');
        std::int64_t free_from = 0;
        for (Time t = floor_to(window_.begin + step - Duration{1}, step); t < window_.end; t = t + step) {
            const auto at =
                static_cast<std::int64_t>(static_cast<double>((t - window_.begin).ms) /
                                          static_cast<double>(window_.length().ms) * static_cast<double>(cells_));
            const std::string label = label_of(t, step);
            if (at < free_from || at >= cells_) continue;
            marks[static_cast<std::size_t>(at)] = '\'';
            if (at + static_cast<std::int64_t>(label.size()) > cells_) continue;
            words.replace(static_cast<std::size_t>(at), label.size(), label);
            free_from = at + static_cast<std::int64_t>(label.size()) + 1;
        }
        const std::string indent(label_ + 4, ' ');
        add(indent + marks);
        add(fmt::format("  {} {}", right("UTC", label_ + 1), words));
    }

    // "14:30", or "11-01" at midnight.
    static std::string label_of(Time t, Duration step) {
        const std::string stamp = format_rfc3339(t);  // 2026-11-01T14:30:00Z
        if (step < minutes(1)) return stamp.substr(14, 5);
        const bool midnight = floor_to(t, days(1)) == t;
        return midnight ? stamp.substr(5, 5) : stamp.substr(11, 5);
    }

    void add(std::string line) {
        while (line.ends_with(' ')) line.pop_back();
        if (!line.empty()) lines_.push_back(std::move(line));
    }

    void legend() {
        std::vector<std::string> parts;
        std::string line = " ";
        std::size_t used = 1;
        for (const auto& [code, seen] : used_) {
            const std::string meaning = meaning_of(code).in(style_.tongue);
            const std::size_t need = 4 + columns(meaning);
            if (used + need > std::max(style_.width, kNarrowest)) {
                add(line);
                line = " ";
                used = 1;
            }
            line += fmt::format(" {} {} ", painted(look_of(code), style_.color), meaning);
            used += need;
        }
        add(line);
    }

    std::span<const ChartRow> rows_;
    Interval window_;
    const ChartStyle& style_;
    std::size_t label_ = 0;
    std::int64_t cells_ = 0;
    std::map<Code, bool> used_;
    std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> chart_lines(std::span<const ChartRow> rows, const Interval& window, const ChartStyle& style) {
    if (rows.empty() || window.empty()) return {};
    return Drawing(rows, window, style).lines();
}

}  // namespace arable::report
