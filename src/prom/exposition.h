#pragma once
// Reads Prometheus text 0.0.4 and OpenMetrics 1.0, one scrape or a dump over time, into a SampleSink.
//
//   ARABLE_TRY(file, wire::open_file(path));
//   const auto source = wire::decompressed(std::move(file));
//   ExpositionReader reader(sink);
//   ARABLE_TRY(stats, reader.read(*source, {.default_time = scraped_at}));
//
// - Bad lines are skipped, counted, and the first few reported; the rest is read. A source that breaks off (a truncated
//   gzip) gives what came before; stats.source_error says why.
// - Timestamps are milliseconds in 0.0.4 and seconds in OpenMetrics, but what a number can only be, it is
// (prom/number_text.h).
// - Invalid UTF-8 in names and values becomes U+FFFD; the series is kept and counted.
// - Exemplars, HELP, UNIT and the "_created" series of a known counter, histogram or summary are left out.
// - Values go on as they are, NaN and blank markers too: the sink knows what is missing.
// - Duplicates and times that go back go on too, and are counted.
// - Types are declared under the name in the "# TYPE" line and, where OpenMetrics adds a suffix, under the samples'
// name too
//   (family "x" of counters: "x" and "x_total"; of info: "x" and "x_info"). Histogram parts keep their suffixes.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "series/sample.h"
#include "wire/byte_source.h"

namespace arable::prom {

struct ExpositionOptions {
    // Time of the samples that have none. Absent: they are dropped and counted in `without_time`.
    std::optional<Time> default_time;
    std::size_t max_line_bytes = std::size_t{1} << 20U;
    std::size_t problems_kept = 5;
};

struct LineProblem {
    std::uint64_t line = 0;    // from 1
    std::uint64_t offset = 0;  // of its first byte, in the decompressed text
    std::string reason;
};

struct ExpositionStats {
    std::uint64_t bytes = 0;  // of decompressed text
    std::uint64_t lines = 0;
    std::uint64_t samples = 0;  // handed to the sink
    // Left out:
    std::uint64_t unwanted = 0;  // the sink does not want the series; these lines are not looked at further
    std::uint64_t without_time = 0;
    std::uint64_t created = 0;    // "_created" series
    std::uint64_t bad_lines = 0;  // not an exposition line; `problems` has the first
    std::uint64_t too_long_lines = 0;
    // Handed over all the same:
    std::uint64_t took_default = 0;     // had no time and took default_time
    std::uint64_t duplicates = 0;       // same text and time as the sample of that series before it
    std::uint64_t backwards = 0;        // earlier than the sample of that series before it
    std::uint64_t unlikely_unit = 0;    // timestamps read in the unit of the other format
    std::uint64_t invalid_utf8 = 0;     // series, not lines
    std::uint64_t exemplars = 0;        // samples whose exemplar was left out
    bool openmetrics = false;           // something was seen that only OpenMetrics has
    bool truncated = false;             // OpenMetrics without its "# EOF", or the source broke off
    std::optional<Error> source_error;  // after the bytes that were read
    std::vector<LineProblem> problems;  // in the order of lines
};

// Keep one reader for many inputs: it remembers the series, so that each is parsed and declared once.
class ExpositionReader {
  public:
    explicit ExpositionReader(series::SampleSink& sink);
    ~ExpositionReader();
    ExpositionReader(const ExpositionReader&) = delete;
    ExpositionReader& operator=(const ExpositionReader&) = delete;

    // An error only when the source fails before its first byte.
    Result<ExpositionStats> read(wire::ByteSource& source, const ExpositionOptions& options);

  private:
    class Memory;
    std::unique_ptr<Memory> memory_;
};

Result<ExpositionStats> read_exposition(wire::ByteSource& source, series::SampleSink& sink,
                                        const ExpositionOptions& options);

}  // namespace arable::prom
