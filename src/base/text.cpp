#include "base/text.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include "base/figures.h"

namespace arable {
namespace {

std::string_view same(std::string_view english) { return english; }

}  // namespace

Tongue english() { return {.translate = same}; }

std::string shown(const Figure& figure, const Tongue& tongue) {
    std::string out;
    for (const char c : figure.english) {
        if (c == '.') {
            out += tongue.point;
        } else if (c == ',') {
            out += tongue.group;
        } else if (c == ' ') {
            out += tongue.unit;
        } else {
            out += c;
        }
    }
    return out;
}

#ifdef __clang__
Text::Text() = default;
Text::Text(const Text&) = default;
Text::Text(Text&&) noexcept = default;
Text& Text::operator=(const Text&) = default;
Text& Text::operator=(Text&&) noexcept = default;
Text::~Text() = default;
#endif

Text::Text(std::string verbatim) {
    if (!verbatim.empty()) parts_.push_back({.words = std::move(verbatim), .verbatim = true, .values = {}});
}

Text::Text(std::string_view format, std::vector<Value> values) {
    if (!format.empty()) {
        parts_.push_back({.words = std::string(format), .verbatim = false, .values = std::move(values)});
    }
}

Text& Text::operator+=(const Text& more) {
    parts_.insert(parts_.end(), more.parts_.begin(), more.parts_.end());
    return *this;
}

std::string Text::shown(const Part& part, const Tongue& tongue) {
    if (part.verbatim) return part.words;
    fmt::dynamic_format_arg_store<fmt::format_context> store;
    for (const Value& value : part.values) {
        switch (value.kind) {
            case Value::Kind::words:
                store.push_back(value.words.in(tongue));
                break;
            case Value::Kind::count:
                store.push_back(arable::shown(Figure{grouped(value.count)}, tongue));
                break;
            case Value::Kind::decimal:
                store.push_back(
                    arable::shown(Figure{fmt::format("{:.{}f}", value.decimal.value, value.decimal.digits)}, tongue));
                break;
            case Value::Kind::figure:
                store.push_back(arable::shown(Figure{value.words.english()}, tongue));
                break;
        }
    }
    return fmt::vformat(std::string(tongue.translate(part.words)), store);
}

std::string Text::in(const Tongue& tongue) const {
    std::string out;
    for (const Part& part : parts_) out += shown(part, tongue);
    return out;
}

Text joined(const std::vector<Text>& parts, const Text& between, const Text& last) {
    Text out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) out += i + 1 == parts.size() ? last : between;
        out += parts[i];
    }
    return out;
}

}  // namespace arable
