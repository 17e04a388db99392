#pragma once
// A page of HTML being written: its language, and parts added one after the other.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "base/time.h"
#include "report/html.h"
#include "report/markup.h"

namespace arable::report {

// A column of a table: `numbers` stand to the right.
struct Column {
    Text title;
    bool numbers = false;
};

class Sheet {
  public:
    explicit Sheet(const HtmlStyle& style) : style_(style), tongue_(tongue(style.language)) {}

    const HtmlStyle& style() const { return style_; }
    // Markup as it is; values must be safe already.
    template <class... A>
    void put(fmt::format_string<A...> format, A&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<A>(values)...);
    }
    // Words in the page's language, safe for markup.
    std::string say(const Text& words) const;
    // Figures as English writes them ("1,234.5 %"), in the page's language; never broken at a blank.
    std::string figure(std::string_view english) const;
    std::string count(std::int64_t n) const;

    // A part of the page with its heading. `keys`: where it stands in the JSON report.
    void begin_section(std::string_view id, const Text& title, std::string_view keys);
    void end_section() { put("</section>\n"); }
    void note(const Text& words) { put("<p class=\"note\">{}</p>\n", say(words)); }
    // ": " as the language writes it.
    std::string colon() const { return say(text("{}: {}", "", "")); }
    // That a list was cut: where the rest stands.
    void more(std::size_t shown, std::size_t all, std::string_view where);
    // A table that scrolls sideways where it is too wide; `id` is its name within the page.
    void begin_table(std::string_view id, const Text& caption, std::string_view style_class,
                     std::initializer_list<Column> columns);
    void end_table() { put("</tbody></table></div>\n"); }
    // The key of a colour: a swatch of class `look`.
    void swatch(std::string_view look) { put("<span class=\"sw {}\" aria-hidden=\"true\"></span>", look); }

    // Sections so far: id and title, safe for markup.
    const std::vector<std::pair<std::string, std::string>>& sections() const { return sections_; }
    std::string take() { return std::move(text_); }

  private:
    HtmlStyle style_;
    const Tongue& tongue_;
    std::string text_;
    std::vector<std::pair<std::string, std::string>> sections_;
};

// "2026-03-01 00:00", in UTC; seconds only where there are some.
std::string moment(Time t);
// "12.34" percent of a width, for places in pictures.
std::string place(std::int64_t part, std::int64_t whole);

// The parts of the page, in its order; each writes nothing where the audit has nothing for it.
void headline_part(Sheet& sheet, const diagnose::Audit& audit);
void accounting_part(Sheet& sheet, const diagnose::Audit& audit);
void waiting_part(Sheet& sheet, const diagnose::Audit& audit);
void buy_part(Sheet& sheet, const diagnose::Audit& audit);
void week_part(Sheet& sheet, const diagnose::Audit& audit);
void gpus_part(Sheet& sheet, const diagnose::Audit& audit);
void steps_part(Sheet& sheet, const diagnose::Audit& audit);
void workload_table_part(Sheet& sheet, const diagnose::Audit& audit);
void metrics_part(Sheet& sheet, const diagnose::Audit& audit);
void limits_part(Sheet& sheet, const diagnose::Audit& audit);

// Parts of a part: what waited at the only instant that was looked at.
void pending_list(Sheet& sheet, const diagnose::Audit& audit);

}  // namespace arable::report
