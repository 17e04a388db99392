#include "prom/write.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/check.h"

namespace arable::prom {
namespace {

constexpr std::size_t kBuffer = 256 * 1024;

std::string_view type_word(series::MetricType type) {
    switch (type) {
        case series::MetricType::counter:
            return "counter";
        case series::MetricType::gauge:
            return "gauge";
        case series::MetricType::histogram:
            return "histogram";
        case series::MetricType::summary:
            return "summary";
        case series::MetricType::info:
            return "info";
        case series::MetricType::stateset:
            return "stateset";
        case series::MetricType::unknown:
            break;
    }
    return "unknown";
}

template <class Number>
void append_number(std::string& out, Number number) {
    std::array<char, 40> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    out.append(text.data(), end);
}

// Digits behind the point, without zeros at the end; `width` of them stand in `fraction`.
void append_fraction(std::string& out, std::uint64_t fraction, int width) {
    if (fraction == 0) return;
    while (fraction % 10 == 0) {
        fraction /= 10;
        --width;
    }
    out += '.';
    const std::size_t begin = out.size();
    out.append(static_cast<std::size_t>(width), '0');
    for (std::size_t at = begin + static_cast<std::size_t>(width); fraction > 0; fraction /= 10) {
        out[--at] = static_cast<char>('0' + fraction % 10);
    }
}

// Values of at most six decimals are most of all, and faster than by the general way. False: not one of them.
bool append_short(std::string& out, double value) {
    constexpr double kMillion = 1e6;
    const double scaled = std::fabs(value) * kMillion;
    if (!(scaled < 9e15)) return false;
    const auto millionths = static_cast<std::uint64_t>(scaled + 0.5);
    if (std::copysign(static_cast<double>(millionths) / kMillion, value) != value) return false;
    if (std::signbit(value)) out += '-';
    append_number(out, millionths / 1'000'000);
    append_fraction(out, millionths % 1'000'000, 6);
    return true;
}

}  // namespace

void append_value(std::string& out, double value) {
    if (std::isnan(value)) {
        out += "NaN";
    } else if (std::isinf(value)) {
        out += value > 0 ? "+Inf" : "-Inf";
    } else if (!append_short(out, value)) {
        append_number(out, value);
    }
}

void append_seconds(std::string& out, Time time) {
    const std::uint64_t ms =
        time.ms < 0 ? 0 - static_cast<std::uint64_t>(time.ms) : static_cast<std::uint64_t>(time.ms);
    if (time.ms < 0) out += '-';
    append_number(out, ms / 1000);
    append_fraction(out, ms % 1000, 3);
    // A small whole number could also be milliseconds: the point says that it is not.
    if (ms < 100'000'000'000 && ms % 1000 == 0) out += ".0";
}

OpenMetricsWriter::OpenMetricsWriter(std::unique_ptr<wire::ByteSink> out) : out_(std::move(out)) {
    buffer_.reserve(kBuffer + 4096);
}

series::SeriesRef OpenMetricsWriter::declare(const series::Labels& labels) {
    series_.push_back(series::to_text(labels) + ' ');
    return series::SeriesRef::of(series_.size() - 1);
}

void OpenMetricsWriter::append(series::SeriesRef ref, series::Sample sample) {
    ARABLE_CHECK(ref.at() < series_.size());
    buffer_ += series_[ref.at()];
    append_value(buffer_, sample.value);
    buffer_ += ' ';
    append_seconds(buffer_, sample.time);
    buffer_ += '\n';
    if (buffer_.size() >= kBuffer) flush();
}

void OpenMetricsWriter::declare_type(std::string_view metric, series::MetricType type) {
    constexpr std::string_view kTotal = "_total";
    if (type == series::MetricType::counter && metric.ends_with(kTotal)) metric.remove_suffix(kTotal.size());
    if (type == series::MetricType::info && metric.ends_with("_info")) metric.remove_suffix(5);
    // A quoted name is written as in a series without labels: {"a.b"}.
    std::string name = series::to_text({.metric = std::string(metric), .labels = {}});
    if (name.starts_with('{')) name = name.substr(1, name.size() - 2);
    buffer_ += "# TYPE ";
    buffer_ += name;
    buffer_ += ' ';
    buffer_ += type_word(type);
    buffer_ += '\n';
}

void OpenMetricsWriter::flush() {
    if (!failure_) {
        const auto done = out_->write(buffer_);
        if (!done) failure_ = done.error();
    }
    buffer_.clear();
}

Result<Done> OpenMetricsWriter::finish() {
    buffer_ += "# EOF\n";
    flush();
    if (failure_) return tl::unexpected(*failure_);
    return out_->finish();
}

}  // namespace arable::prom
