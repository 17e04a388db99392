#include "base/time.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "base/figures.h"

namespace arable {
namespace {

// Reads exactly `width` digits at `pos`.
std::optional<int> digits(std::string_view text, std::size_t pos, std::size_t width) {
    if (pos + width > text.size()) return std::nullopt;
    int value = 0;
    for (std::size_t i = pos; i < pos + width; ++i) {
        if (text[i] < '0' || text[i] > '9') return std::nullopt;
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

tl::unexpected<Error> bad_time(std::string_view text) {
    return fail(ErrorCode::invalid_input,
                fmt::format("'{}' is not a time; write it like 2026-11-30T21:20:26Z", text.substr(0, 64)));
}

std::optional<std::int64_t> days_since_epoch(int year, int month, int day) {
    using namespace std::chrono;
    const year_month_day date{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                              std::chrono::day{static_cast<unsigned>(day)}};
    if (!date.ok()) return std::nullopt;
    return sys_days{date}.time_since_epoch().count();
}

// "Z" or "+hh:mm" at the end, in milliseconds east of UTC.
std::optional<std::int64_t> offset_ms(std::string_view zone) {
    if (zone == "Z" || zone == "z") return 0;
    if (zone.size() != 6 || (zone[0] != '+' && zone[0] != '-') || zone[3] != ':') return std::nullopt;
    const auto h = digits(zone, 1, 2);
    const auto m = digits(zone, 4, 2);
    if (!h || !m || *h > 23 || *m > 59) return std::nullopt;
    const std::int64_t ms = (*h * 60LL + *m) * 60'000;
    return zone[0] == '-' ? -ms : ms;
}

}  // namespace

Result<Time> parse_rfc3339(std::string_view text) {
    const auto year = digits(text, 0, 4);
    const auto month = digits(text, 5, 2);
    const auto day = digits(text, 8, 2);
    const auto hour = digits(text, 11, 2);
    const auto minute = digits(text, 14, 2);
    const auto second = digits(text, 17, 2);
    if (!year || *year < 1 || !month || !day || !hour || !minute || !second) return bad_time(text);
    const bool shaped = text[4] == '-' && text[7] == '-' && (text[10] == 'T' || text[10] == 't' || text[10] == ' ') &&
                        text[13] == ':' && text[16] == ':';
    if (!shaped || *hour > 23 || *minute > 59 || *second > 60) return bad_time(text);
    std::size_t pos = 19;
    std::int64_t ms = 0;
    if (pos < text.size() && text[pos] == '.') {
        std::int64_t scale = 100;
        const std::size_t first = ++pos;
        for (; pos < text.size() && text[pos] >= '0' && text[pos] <= '9'; ++pos, scale /= 10) {
            ms += scale * (text[pos] - '0');
        }
        if (pos == first) return bad_time(text);
    }
    const auto date = days_since_epoch(*year, *month, *day);
    const auto offset = offset_ms(text.substr(pos));
    if (!date || !offset) return bad_time(text);
    const std::int64_t whole = (*date * 86'400 + *hour * 3600LL + *minute * 60LL + *second) * 1000;
    const Time time{whole + ms - *offset};
    if (time < kBeginningOfTime || time > kEndOfTime) return bad_time(text);  // an offset leads out of the four digits
    return time;
}

std::string format_rfc3339(Time t) {
    using namespace std::chrono;
    const Time day = floor_to(t, days(1));
    const year_month_day date{sys_days{std::chrono::days{day.ms / 86'400'000}}};
    const std::int64_t in_day = t.ms - day.ms;
    const std::int64_t s = in_day / 1000;
    std::string text = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(date.year()),
                                   static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), s / 3600,
                                   s / 60 % 60, s % 60);
    if (in_day % 1000 != 0) text += fmt::format(".{:03}", in_day % 1000);
    return text + "Z";
}

Result<Duration> parse_duration(std::string_view text) {
    constexpr std::int64_t kMost = 100LL * 366 * 86'400'000;
    struct Suffix {
        std::string_view text;
        std::int64_t ms;
    };
    static constexpr std::array<Suffix, 6> kSuffixes{
        {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}, {"w", 604'800'000}}};
    const auto bad = [&] {
        return fail(ErrorCode::invalid_input,
                    fmt::format("'{}' is not a duration; write it like 30d, 6h or 90s", text.substr(0, 64)));
    };
    std::int64_t sum = 0;
    std::string_view rest = text;
    while (!rest.empty()) {
        std::int64_t number = 0;
        std::size_t n = 0;
        for (; n < rest.size() && rest[n] >= '0' && rest[n] <= '9'; ++n) {
            number = number * 10 + (rest[n] - '0');
            if (number > kMost) return bad();
        }
        if (n == 0) return bad();
        rest.remove_prefix(n);
        const Suffix* unit = nullptr;
        for (const Suffix& s : kSuffixes) {
            if (rest.starts_with(s.text)) {
                unit = &s;
                break;
            }
        }
        if (unit == nullptr || number > kMost / unit->ms) return bad();
        sum += number * unit->ms;
        if (sum > kMost) return bad();
        rest.remove_prefix(unit->text.size());
    }
    if (sum <= 0) return bad();
    return Duration{sum};
}

std::string format_duration(Duration d) { return duration_text(d).english(); }

}  // namespace arable
