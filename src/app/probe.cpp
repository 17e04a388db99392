#include "app/probe.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "prom/exposition.h"
#include "wire/byte_source.h"
#include "wire/decompress.h"

namespace arable::app {
namespace {

class Times final : public series::SampleSink {
  public:
    series::SeriesRef declare(const series::Labels&) override { return series::SeriesRef::of(0); }
    void append(series::SeriesRef, series::Sample sample) override {
        found_.timed = true;
        found_.latest = std::max(found_.latest.value_or(sample.time), sample.time);
    }
    const Probe& found() const { return found_; }

  private:
    Probe found_;
};

}  // namespace

Probe probe(std::string_view head) {
    // The last line may be cut in the middle of its timestamp.
    if (head.size() >= kProbeBytes) head = head.substr(0, head.rfind('\n') + 1);
    Times times;
    wire::MemorySource source(head);
    const auto stats = prom::read_exposition(source, times, {});
    return stats ? times.found() : Probe{};
}

Probe probe_file(const std::string& file) {
    // What was read of a pipe is gone for the reading that follows.
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(file, unknown)) return {};
    auto raw = wire::open_file(file);
    if (!raw) return {};
    const auto source = wire::decompressed(std::move(*raw));
    std::string head(kProbeBytes, '\0');
    std::size_t size = 0;
    while (size < head.size()) {
        const auto count = source->read({head.data() + size, head.size() - size});
        if (!count || *count == 0) break;
        size += *count;
    }
    return probe(std::string_view(head).substr(0, size));
}

}  // namespace arable::app
