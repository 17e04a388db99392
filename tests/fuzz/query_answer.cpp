// Answers of the query API: the same comes out however the bytes arrive; counts are right; times are times.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "prom/query_answer.h"

#include "dripping_source.h"

namespace {

using arable::fuzz::DrippingSource;
using arable::series::Labels;
using arable::series::Sample;
using arable::series::SeriesRef;

class Listener final : public arable::series::SampleSink {
  public:
    SeriesRef declare(const Labels& labels) override {
        if (!std::is_sorted(labels.labels.begin(), labels.labels.end())) std::abort();
        heard += arable::series::to_text(labels) + "\n";
        return SeriesRef::of(series++);
    }
    void append(SeriesRef ref, Sample sample) override {
        if (ref.at() + 1 != series) std::abort();  // one series after the other
        if (sample.time < arable::kBeginningOfTime || sample.time > arable::kEndOfTime) std::abort();
        heard +=
            std::to_string(sample.time.ms) + " " + std::to_string(std::bit_cast<std::uint64_t>(sample.value)) + "\n";
        ++samples;
    }
    std::string heard;
    std::size_t series = 0;
    std::uint64_t samples = 0;
};

std::string read_by(std::string_view text, std::size_t step) {
    Listener listener;
    DrippingSource source(text, step);
    const auto answer = arable::prom::read_query_answer(source, listener);
    if (!answer) return listener.heard + answer.error().message;
    if (answer->samples != listener.samples || answer->series != listener.series) std::abort();
    if (answer->warnings.size() > answer->warning_count) std::abort();
    return listener.heard + answer->error + std::to_string(answer->values.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    if (read_by(text, size + 1) != read_by(text, 3)) std::abort();
    return 0;
}
