// Exposition text: the same series and samples come out however the bytes arrive and whether the reader knows the
// series already; what is declared prints to text that reads back as the same labels; the counts are right.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "prom/exposition.h"
#include "prom/series_text.h"

#include "dripping_source.h"

namespace {

using arable::fuzz::DrippingSource;
using arable::series::Labels;
using arable::series::Sample;
using arable::series::SeriesRef;

struct Heard {
    std::string series;
    std::int64_t ms = 0;
    std::uint64_t value_bits = 0;
    friend bool operator==(const Heard&, const Heard&) = default;
};

class Listener final : public arable::series::SampleSink {
  public:
    SeriesRef declare(const Labels& labels) override {
        const std::string text = arable::series::to_text(labels);
        const auto again = arable::prom::parse_series(text);
        if (!again || again->labels != labels) std::abort();
        names_.push_back(text);
        return SeriesRef::of(names_.size() - 1);
    }
    void append(SeriesRef ref, Sample sample) override {
        heard.push_back({names_.at(ref.at()), sample.time.ms, std::bit_cast<std::uint64_t>(sample.value)});
    }

    std::vector<Heard> heard;

  private:
    std::vector<std::string> names_;
};

std::vector<Heard> read_with(arable::prom::ExpositionReader& reader, Listener& listener, std::string_view text,
                             std::size_t step) {
    listener.heard.clear();
    DrippingSource source(text, step);
    const auto stats = reader.read(source, {.default_time = arable::Time{1'700'000'000'000}, .max_line_bytes = 4096});
    if (!stats || stats->samples != listener.heard.size() || stats->bytes != text.size()) std::abort();
    if (stats->problems.size() > 5 || stats->problems.size() > stats->bad_lines + stats->too_long_lines) std::abort();
    return listener.heard;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    Listener listener;
    arable::prom::ExpositionReader reader(listener);
    const auto at_once = read_with(reader, listener, text, size + 1);
    if (read_with(reader, listener, text, size + 1) != at_once) std::abort();  // every series is known by now
    Listener fresh;
    arable::prom::ExpositionReader slow(fresh);
    if (read_with(slow, fresh, text, 7) != at_once) std::abort();
    return 0;
}
