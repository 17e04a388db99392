#pragma once
// A sentence as data: an English template and its values, put into words of one language only when it is shown:
//   text("{} held {} for {} hours", pod, plural(gpus, "{} GPU", "{} GPUs"), Decimal{12.5, 1}).in(report::french())
// Templates are the keys of the other languages' catalogues (report/french.cpp): literals, and whole clauses, as words
// glued together cannot be translated. scripts/check_words.py (a test) names those that lack a translation.
#ifdef __clang__  // makes what copies and ends a Text while its class is read, before Text::Value is complete
#define ARABLE_TEXT_MEMBERS Text(); Text(const Text&); Text(Text&&) noexcept; Text& operator=(const Text&); Text& operator=(Text&&) noexcept; ~Text();
#else
#define ARABLE_TEXT_MEMBERS Text() = default;
#endif

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace arable {

// A number with that many digits behind the point.
struct Decimal {
    double value = 0.0;
    int digits = 0;
};

// A figure as English writes it, in digits and signs alone: "1,234", "< 0.1", "12.3 %".
struct Figure {
    std::string english;
};

// How a language writes.
struct Tongue {
    // The template in this language, or the English one itself where it has none.
    std::string_view (*translate)(std::string_view english) = nullptr;
    std::string_view point = ".";  // before decimals
    std::string_view group = ",";  // between thousands
    std::string_view unit = " ";   // between a figure and its sign
};
Tongue english();
std::string shown(const Figure& figure, const Tongue& tongue);

class Text {
  public:
    struct Value;

    ARABLE_TEXT_MEMBERS
    // Words that are the same in every language: names, commands.
    Text(std::string verbatim);                                       // NOLINT(google-explicit-constructor)
    Text(std::string_view verbatim) : Text(std::string(verbatim)) {}  // NOLINT(google-explicit-constructor)
    Text(const char* verbatim) : Text(std::string(verbatim)) {}       // NOLINT(google-explicit-constructor)
    // `format` has one {} (or {0}, {1}…) for each value: by text() below, which has that checked at compile time.
    Text(std::string_view format, std::vector<Value> values);

    bool empty() const { return parts_.empty(); }
    // O(length of the result), both.
    std::string in(const Tongue& tongue) const;
    std::string english() const { return in(arable::english()); }

    Text& operator+=(const Text& more);
    friend Text operator+(Text a, const Text& b) { return std::move(a += b); }
    friend bool operator==(const Text& a, const Text& b) { return a.english() == b.english(); }
    friend auto operator<=>(const Text& a, const Text& b) { return a.english() <=> b.english(); }

  private:
    struct Part {
        std::string words;  // a template, or verbatim
        bool verbatim = true;
        std::vector<Value> values;
    };
    static std::string shown(const Part& part, const Tongue& tongue);
    std::vector<Part> parts_;
};

struct Text::Value {
    Value(std::string word) : words(std::move(word)) {}              // NOLINT(google-explicit-constructor)
    Value(std::string_view word) : words(std::string(word)) {}       // NOLINT(google-explicit-constructor)
    Value(const char* word) : words(std::string(word)) {}            // NOLINT(google-explicit-constructor)
    Value(Text text) : words(std::move(text)) {}                     // NOLINT(google-explicit-constructor)
    Value(Decimal number) : kind(Kind::decimal), decimal(number) {}  // NOLINT(google-explicit-constructor)
    // NOLINTNEXTLINE(google-explicit-constructor)
    Value(Figure figure) : kind(Kind::figure), words(std::move(figure.english)) {}
    template <std::integral N>                                              // thousands are grouped
    Value(N n) : kind(Kind::count), count(static_cast<std::int64_t>(n)) {}  // NOLINT(google-explicit-constructor)

    enum class Kind : std::uint8_t { words, count, decimal, figure };
    Kind kind = Kind::words;
    Text words;
    std::int64_t count = 0;
    Decimal decimal;
};

namespace detail {
// Every value is words by the time the template is filled, so a template knows {} and no format specification.
template <class>
using Words = std::string_view;
}  // namespace detail

template <class... A>
Text text(fmt::format_string<detail::Words<A>...> format, A&&... values) {
    const fmt::string_view view = format;
    std::vector<Text::Value> all;
    all.reserve(sizeof...(values));
    (all.emplace_back(std::forward<A>(values)), ...);
    return {std::string_view(view.data(), view.size()), std::move(all)};
}

// Marks words of a table as a template without values, so that scripts/check_words.py finds them; shown by wording().
constexpr std::string_view translatable(std::string_view english) { return english; }
inline Text wording(std::string_view marked) { return {marked, std::vector<Text::Value>{}}; }

// Words for one and words for another number of them; both have one {}.
inline Text plural(std::int64_t n, fmt::format_string<std::string_view> one,
                   fmt::format_string<std::string_view> many) {
    return n == 1 ? text(one, n) : text(many, n);
}

// "a, b or c" with `between` ", " and `last` " or ".
Text joined(const std::vector<Text>& parts, const Text& between, const Text& last);

}  // namespace arable
