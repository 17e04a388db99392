#pragma once
// A terminal page being written: its width, its colours, and lines added one after the other.

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "report/figures.h"
#include "report/terminal.h"

namespace arable::report {

inline constexpr std::size_t kNarrowest = 60;
inline constexpr std::size_t kProse = 120;  // longer lines of words are hard to read

class Page {
  public:
    explicit Page(const TerminalStyle& style) : style_(style), width_(std::max(style.width, kNarrowest)) {}

    std::size_t width() const { return width_; }
    std::size_t prose() const { return std::min(width_, kProse); }
    const TerminalStyle& style() const { return style_; }
    const Tongue& tongue() const { return report::tongue(style_.language); }
    std::string in(const Text& text) const { return text.in(tongue()); }
    std::string in(const Figure& figure) const { return shown(figure, tongue()); }
    void line(std::string_view text) { text_.append(text).append("\n"); }
    // Words under a prefix, wrapped; control characters of texts from outside are made harmless.
    void words(std::string_view prefix, const Text& text) { line(wrapped(prefix, printable(in(text)), prose())); }
    // `keys`: where it stands in the JSON report.
    void heading(const Text& text, std::string_view keys) {
        text_ += "\n";
        line(paint(in(text), "1") + paint(fmt::format(" [{}]", keys), "2"));
    }
    void note(const Text& text) { line(paint(wrapped("  ", in(text), prose()), "2")); }
    void more(std::size_t shown_rows, std::size_t all, std::string_view where) {
        if (all <= shown_rows) return;
        note(text("… {} more in {} of --format json", all - shown_rows, where));
    }
    // `code` is an ANSI "select graphic rendition" number.
    std::string paint(std::string_view text, std::string_view code) const {
        return style_.color ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
    }
    std::string take() { return std::move(text_); }

  private:
    TerminalStyle style_;
    std::size_t width_;
    std::string text_;
};

// The parts of a terminal report that have a file of their own.
void pending_part(Page& page, const diagnose::Audit& audit);
void findings_part(Page& page, const diagnose::Audit& audit);
void workloads_part(Page& page, const diagnose::Audit& audit);
void unknowns_part(Page& page, const diagnose::Audit& audit);

// Of one instant a GPU counts as one: its cell is shown as an hour. Else the amount as it is.
std::int64_t shown_ms(const diagnose::WindowFacts& window, std::int64_t gpu_ms);
std::int64_t shown_ms(const diagnose::Audit& audit, std::int64_t gpu_ms);
// "12.5 GPU-hours", or "3.0 GPUs" of one instant.
Text amount_text(const diagnose::Audit& audit, std::int64_t gpu_ms);

}  // namespace arable::report
