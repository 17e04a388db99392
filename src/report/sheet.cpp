#include "report/sheet.h"

#include "base/figures.h"

namespace arable::report {
namespace {

constexpr std::string_view kNoBreak = "\u00A0";

}  // namespace

std::string Sheet::say(const Text& words) const {
    std::string out = escaped(words.in(tongue_));
    // A figure and its sign stay together.
    for (std::size_t at = out.find(" %"); at != std::string::npos; at = out.find(" %", at))
        out.replace(at, 1, kNoBreak);
    return out;
}

std::string Sheet::figure(std::string_view english) const {
    std::string out = escaped(shown(Figure{std::string(english)}, tongue_));
    for (std::size_t at = out.find(' '); at != std::string::npos; at = out.find(' ', at)) out.replace(at, 1, kNoBreak);
    return out;
}

std::string Sheet::count(std::int64_t n) const { return figure(grouped(n)); }

void Sheet::begin_section(std::string_view id, const Text& title, std::string_view keys) {
    sections_.emplace_back(id, say(title));
    put("<section id=\"{0}\" aria-labelledby=\"h-{0}\">\n<h2 id=\"h-{0}\">{1}</h2>\n", id, say(title));
    if (!keys.empty()) put("<p class=\"keys\">JSON: <code>{}</code></p>\n", escaped(keys));
}

void Sheet::more(std::size_t shown, std::size_t all, std::string_view where) {
    if (all <= shown) return;
    note(text("{} more in {} of --format json.", static_cast<std::int64_t>(all - shown), where));
}

void Sheet::begin_table(std::string_view id, const Text& caption, std::string_view style_class,
                        std::initializer_list<Column> columns) {
    put("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"c-{0}\">\n<table class=\"{1}\">\n"
        "<caption id=\"c-{0}\">{2}</caption>\n<thead><tr>",
        id, style_class, say(caption));
    for (const Column& column : columns) {
        put("<th scope=\"col\"{}>{}</th>", column.numbers ? " class=\"n\"" : "", say(column.title));
    }
    put("</tr></thead>\n<tbody>\n");
}

std::string moment(Time t) {
    std::string words = format_rfc3339(floor_to(t, seconds(1)));
    words[words.find('T')] = ' ';
    words.pop_back();
    if (words.ends_with(":00")) words.erase(words.size() - 3);
    return words;
}

std::string place(std::int64_t part, std::int64_t whole) {
    if (whole <= 0) return "0";
    return fmt::format("{:.2f}", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace arable::report
