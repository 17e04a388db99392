#pragma once
// Reads answers of the Prometheus query API (also Thanos, Mimir, VictoriaMetrics) as they arrive: samples go on into a
// SampleSink one by one, and no more than one series' labels is held.
//
//   ARABLE_TRY(answer, read_query_answer(body, sink));
//   if (answer.failed()) …  answer.error_type, answer.error
//
// Results of type matrix, vector and scalar are read, samples of native histograms counted and left out; a list of
// strings (label values) is kept. What the server says beside the data (warnings, infos, isPartial) is kept too.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "series/sample.h"
#include "wire/byte_source.h"

namespace arable::prom {

struct QueryAnswer {
    std::uint64_t series = 0;           // with samples
    std::uint64_t samples = 0;          // handed to the sink; NaN and infinities too
    std::uint64_t histograms = 0;       // samples of native histograms, left out
    std::uint64_t bad_samples = 0;      // without a time or number, left out
    std::vector<std::string> warnings;  // the first few, shortened
    std::vector<std::string> infos;     // the first few, shortened
    std::uint64_t warning_count = 0;    // of all
    bool partial = false;               // "isPartial": the server left out what some of its parts hold
    std::string error_type;             // as sent, "" when the server sent none
    std::string error;                  // of a refused query, shortened
    std::vector<std::string> values;    // of a list of strings
    bool success = false;               // "status": "success"
    bool failed() const { return !success; }
};

struct QueryAnswerLimits {
    std::size_t series_bytes = std::size_t{1} << 20U;  // of one series' labels
    std::size_t values = 1'000'000;                    // of a list of strings
};

// Errors: truncated (the answer ends in the middle), invalid_input (a web page, or JSON of another shape), limit, and
// those of the source. Samples before the error were handed over.
Result<QueryAnswer> read_query_answer(wire::ByteSource& body, series::SampleSink& sink,
                                      const QueryAnswerLimits& limits = {});

}  // namespace arable::prom
