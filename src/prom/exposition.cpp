#include "prom/exposition.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "prom/metric_types.h"
#include "prom/number_text.h"
#include "prom/series_table.h"
#include "prom/series_text.h"
#include "wire/line_reader.h"

namespace arable::prom {
namespace {

// Above this much series text the table begins anew: hostile input must not fill the memory.
constexpr std::size_t kMaxSeriesBytes = std::size_t{256} << 20U;

bool blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

// Cuts the first word off; "" when there is none.
std::string_view next_word(std::string_view& text) {
    std::size_t at = 0;
    while (at < text.size() && blank(text[at])) ++at;
    const std::size_t begin = at;
    while (at < text.size() && !blank(text[at])) ++at;
    const auto word = text.substr(begin, at - begin);
    text.remove_prefix(at);
    return word;
}

}  // namespace

class ExpositionReader::Memory {
  public:
    explicit Memory(series::SampleSink& to) : sink(to), types(to), table(kMaxSeriesBytes) {}

    series::SampleSink& sink;
    MetricTypes types;
    SeriesTable table;
    std::uint32_t pass = 0;  // counts inputs
};

namespace {

// One input on its way through.
template <class Memory>
class Pass {
  public:
    Pass(Memory& memory, const ExpositionOptions& options) : memory_(memory), options_(options) {}

    void line(const wire::Line& line) {
        line_ = &line;
        ++stats_.lines;
        if (line.too_long) {
            ++stats_.too_long_lines;
            note("the line is longer than the limit and was skipped");
            return;
        }
        std::string_view text = line.text;
        if (KnownSeries* known = memory_.table.guess(text)) {
            sample(*known, text.substr(known->text.size()));
            return;
        }
        text = trimmed(text);
        if (text.empty()) return;
        if (text.front() == '#') {
            comment(text.substr(1));
        } else {
            other_sample(text);
        }
    }

    ExpositionStats finish(const wire::LineReader& lines) && {
        stats_.bytes = lines.bytes_read();
        stats_.source_error = lines.error();
        // Only at the end it is known which format it was: "# EOF" comes last.
        stats_.unlikely_unit = stats_.openmetrics ? in_milliseconds_ : in_seconds_;
        stats_.truncated = (stats_.openmetrics && !ended_) || stats_.source_error.has_value();
        return std::move(stats_);
    }

    // A last line without a line feed is cut when the source broke off, and suspect in a dump: half a timestamp or
    // value is still a number. A lone scrape pasted without its last line feed is taken as it is.
    void unterminated(const wire::Line& line, bool broken) {
        if (!broken && !last_unit_) return this->line(line);
        line_ = &line;
        ++stats_.lines;
        if (trimmed(line.text) == "# EOF") {
            comment(" EOF");
        } else {
            bad("the last line has no line feed, so it may be cut");
        }
    }

  private:
    void note(std::string_view reason) {
        if (stats_.problems.size() >= options_.problems_kept) return;
        stats_.problems.push_back({.line = line_->number, .offset = line_->offset, .reason = std::string(reason)});
    }
    void bad(std::string_view reason) {
        ++stats_.bad_lines;
        note(reason);
    }

    void comment(std::string_view text) {
        const auto keyword = next_word(text);
        if (keyword == "EOF" && trimmed(text).empty()) {
            stats_.openmetrics = ended_ = true;
        } else if (keyword == "UNIT") {
            stats_.openmetrics = true;
        } else if (keyword == "TYPE") {
            type(trimmed(text));
        }
    }

    void type(std::string_view text) {
        std::string quoted;
        std::string_view family;
        if (text.starts_with('"')) {
            std::size_t at = 0;
            auto name = parse_quoted(text, at);
            if (!name) return bad(name.error().message);
            quoted = std::move(*name);
            family = quoted;
            text.remove_prefix(at);
        } else {
            family = next_word(text);
        }
        const auto word = trimmed(text);
        const auto parsed = parse_type(word);
        if (family.empty() || !parsed) return bad("a TYPE line needs a metric name and a known type");
        // "untyped" is what 0.0.4 says for "unknown".
        const bool only_there = word == "unknown" || word == "info" || word == "stateset" || word == "gaugehistogram";
        stats_.openmetrics = stats_.openmetrics || only_there;
        memory_.types.declare(family, *parsed);
    }

    // A series that was not guessed.
    void other_sample(std::string_view text) {
        const std::size_t end = end_of_series(text);
        if (end == std::string_view::npos) return bad("a brace never closes");
        const auto name = text.substr(0, end);
        KnownSeries* known = memory_.table.find(name);
        if (known == nullptr) {
            auto parsed = parse_series(name);
            if (!parsed) return bad(parsed.error().message);
            if (parsed->replaced_utf8) ++stats_.invalid_utf8;
            if (memory_.types.is_creation_time(parsed->labels.metric)) {
                ++stats_.created;
                return;
            }
            known = memory_.table.remember(name, memory_.sink.declare(parsed->labels));
        }
        sample(*known, text.substr(end));
    }

    void sample(KnownSeries& known, std::string_view rest) {
        ended_ = false;
        if (!known.ref.known()) {
            ++stats_.unwanted;
            return;
        }
        const auto number = next_word(rest);
        const auto value = parse_value(number);
        if (!value) return bad(number.empty() ? "the value is missing" : "the value is not a number");
        const auto time = time_of(rest);
        if (!time) return;
        if (known.pass != memory_.pass) {
            known.pass = memory_.pass;
        } else if (*time == known.last) {
            ++stats_.duplicates;
        } else if (*time < known.last) {
            ++stats_.backwards;
        }
        known.last = *time;
        ++stats_.samples;
        memory_.sink.append(known.ref, {.time = *time, .value = *value});
    }

    // For a small number, which may be either: as the one before it, or as the format says.
    TimeUnit usual_unit() const {
        return last_unit_.value_or(stats_.openmetrics ? TimeUnit::seconds : TimeUnit::milliseconds);
    }

    // The timestamp and what may follow it. Absent: the line was counted as something else than a sample.
    std::optional<Time> time_of(std::string_view rest) {
        auto word = next_word(rest);
        std::optional<Time> time = options_.default_time;
        const bool stamped = !word.empty() && word != "#";
        if (stamped) {
            const auto stamp = parse_timestamp(word, usual_unit());
            if (!stamp) {
                bad("the timestamp is not a number, or not a time between the years 1 and 9999");
                return std::nullopt;
            }
            last_unit_ = stamp->unit;
            (stamp->unit == TimeUnit::seconds ? in_seconds_ : in_milliseconds_) += 1;
            time = stamp->time;
            word = next_word(rest);
        }
        if (word == "#" && trimmed(rest).starts_with('{')) {
            stats_.openmetrics = true;
            ++stats_.exemplars;
        } else if (!word.empty()) {
            bad("there is more on the line than a value and a timestamp");
            return std::nullopt;
        }
        if (!time) ++stats_.without_time;
        if (time && !stamped) ++stats_.took_default;
        return time;
    }

    Memory& memory_;
    const ExpositionOptions& options_;
    ExpositionStats stats_;
    const wire::Line* line_ = nullptr;
    std::optional<TimeUnit> last_unit_;
    std::uint64_t in_seconds_ = 0;
    std::uint64_t in_milliseconds_ = 0;
    bool ended_ = false;  // nothing but comments since "# EOF"
};

}  // namespace

ExpositionReader::ExpositionReader(series::SampleSink& sink) : memory_(std::make_unique<Memory>(sink)) {}
ExpositionReader::~ExpositionReader() = default;

Result<ExpositionStats> ExpositionReader::read(wire::ByteSource& source, const ExpositionOptions& options) {
    ++memory_->pass;
    wire::LineReader lines(source, options.max_line_bytes);
    Pass pass(*memory_, options);
    while (const auto line = lines.next()) {
        if (line->terminated) {
            pass.line(*line);
        } else {
            pass.unterminated(*line, lines.error().has_value());
        }
    }
    if (lines.error() && lines.bytes_read() == 0) return tl::unexpected(*lines.error());
    return std::move(pass).finish(lines);
}

Result<ExpositionStats> read_exposition(wire::ByteSource& source, series::SampleSink& sink,
                                        const ExpositionOptions& options) {
    return ExpositionReader(sink).read(source, options);
}

}  // namespace arable::prom
