#include "prom/series_text.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "prom/number_text.h"

namespace arable::prom {
namespace {

bool blank(char c) { return c == ' ' || c == '\t'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool digit(char c) { return c >= '0' && c <= '9'; }

tl::unexpected<Error> wrong(std::string what) { return fail(ErrorCode::invalid_input, std::move(what)); }

// Length of the well-formed UTF-8 sequence at `at`, 0 when there is none (RFC 3629: no overlong forms, no surrogates).
std::size_t utf8_length(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const auto tail = [&](std::size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
    const unsigned first = byte(at);
    if (first < 0x80) return 1;
    if (first < 0xc2) return 0;
    if (first < 0xe0) return tail(at + 1) ? 2 : 0;
    const unsigned second = byte(at + 1);
    if (first < 0xf0) {
        const bool fits = (first != 0xe0 || second >= 0xa0) && (first != 0xed || second < 0xa0);
        return fits && tail(at + 1) && tail(at + 2) ? 3 : 0;
    }
    const bool fits = first < 0xf5 && (first != 0xf0 || second >= 0x90) && (first != 0xf4 || second < 0x90);
    return fits && tail(at + 1) && tail(at + 2) && tail(at + 3) ? 4 : 0;
}

// Makes `text` valid UTF-8; true when something was replaced.
bool replace_invalid(std::string& text) {
    if (std::ranges::none_of(text, [](char c) { return (static_cast<unsigned char>(c) & 0x80U) != 0; })) return false;
    std::string out;
    bool replaced = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_length(text, at);
        if (length == 0) {
            if (!replaced) out = text.substr(0, at);
            replaced = true;
            out += "\xef\xbf\xbd";
            ++at;
            continue;
        }
        if (replaced) out.append(text, at, length);
        at += length;
    }
    if (replaced) text = std::move(out);
    return replaced;
}

std::optional<std::string> normal_bound(std::string_view text) {
    const auto value = parse_value(text);
    if (!value || std::isnan(*value)) return std::nullopt;
    if (std::isinf(*value)) return *value > 0 ? "+Inf" : "-Inf";
    return fmt::format("{}", *value);
}

class SeriesParser {
  public:
    explicit SeriesParser(std::string_view text) : text_(text) {}

    Result<SeriesText> parse() {
        skip_blanks();
        metric_ = classic_name(true);
        skip_blanks();
        if (at_ < text_.size() && text_[at_] == '{') {
            ++at_;
            labels_.reserve(16);
            ARABLE_TRY(done, braces());
            static_cast<void>(done);
            skip_blanks();
        }
        if (at_ != text_.size()) return wrong("the series name holds a character that it may not");
        if (metric_.empty()) return wrong("the series has no metric name");
        return finish();
    }

  private:
    void skip_blanks() {
        while (at_ < text_.size() && blank(text_[at_])) ++at_;
    }
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    std::string classic_name(bool colon_allowed) {
        const std::size_t begin = at_;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (!letter(c) && !(colon_allowed && c == ':') && !(digit(c) && at_ > begin)) break;
            ++at_;
        }
        return std::string(text_.substr(begin, at_ - begin));
    }

    Result<Done> braces() {
        for (;;) {
            skip_blanks();
            if (peek() == '}') {
                ++at_;
                return Done{};
            }
            ARABLE_TRY(done, label());
            static_cast<void>(done);
            skip_blanks();
            if (peek() == ',') {
                ++at_;
            } else if (peek() != '}') {
                return wrong("expected ',' or '}' after a label");
            }
        }
    }

    Result<Done> label() {
        const bool quoted = peek() == '"';
        std::string name;
        if (quoted) {
            ARABLE_TRY(text, parse_quoted(text_, at_));
            name = std::move(text);
        } else {
            name = classic_name(false);
        }
        if (name.empty()) return wrong("a label has no name");
        skip_blanks();
        if (peek() != '=') {
            if (!quoted) return wrong("expected '=' after a label name");
            if (!metric_.empty()) return wrong("the series has two metric names");
            metric_ = std::move(name);
            return Done{};
        }
        ++at_;
        skip_blanks();
        if (peek() != '"') return wrong("a label value is not quoted");
        ARABLE_TRY(value, parse_quoted(text_, at_));
        if (name == "__name__") {
            if (!metric_.empty()) return wrong("the series has two metric names");
            metric_ = std::move(value);
        } else {
            labels_.push_back({std::move(name), std::move(value)});
        }
        return Done{};
    }

    SeriesText finish() {
        bool replaced = replace_invalid(metric_);
        for (auto& [name, value] : labels_) {
            replaced |= replace_invalid(name);
            replaced |= replace_invalid(value);
            if (name == "le" && metric_.ends_with("_bucket")) {
                if (auto bound = normal_bound(value)) value = std::move(*bound);
            }
        }
        return {.labels = series::make_labels(std::move(metric_), std::move(labels_)), .replaced_utf8 = replaced};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string metric_;
    std::vector<series::Label> labels_;
};

// Behind the brace that closes the one at `at`, minding quotes.
std::size_t behind_braces(std::string_view line, std::size_t at) {
    bool quoted = false;
    for (++at; at < line.size(); ++at) {
        const char c = line[at];
        if (quoted && c == '\\') {
            ++at;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == '}' && !quoted) {
            return at + 1;
        }
    }
    return std::string_view::npos;
}

}  // namespace

std::size_t end_of_series(std::string_view line) {
    std::size_t at = 0;
    while (at < line.size() && line[at] != '{' && !blank(line[at])) ++at;
    const std::size_t bare = at;
    while (at < line.size() && blank(line[at])) ++at;
    if (at == line.size() || line[at] != '{') return bare;
    // Without an exemplar the last brace of the line is the one: no need to look at every quote.
    if (std::memchr(line.data() + at, '#', line.size() - at) == nullptr) {
        const std::size_t last = line.rfind('}');
        return last == std::string_view::npos || last < at ? std::string_view::npos : last + 1;
    }
    return behind_braces(line, at);
}

Result<std::string> parse_quoted(std::string_view text, std::size_t& at) {
    std::string out;
    for (++at; at < text.size();) {
        const std::size_t stop = std::min(text.find_first_of("\"\\", at), text.size());
        out.append(text, at, stop - at);
        at = stop;
        if (at == text.size()) break;
        if (text[at] == '"') {
            ++at;
            return out;
        }
        const char next = at + 1 < text.size() ? text[at + 1] : '\0';
        const bool escape = next == 'n' || next == '"' || next == '\\';
        out += next == 'n' ? '\n' : (escape ? next : '\\');
        at += escape ? 2 : 1;
    }
    return wrong("a quoted text never ends");
}

Result<SeriesText> parse_series(std::string_view text) { return SeriesParser(text).parse(); }

}  // namespace arable::prom
