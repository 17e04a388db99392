#pragma once
// Timeline and prices as lines of JSON, one value a line, in the order of the lists: so that neither side holds the
// whole text. The first line is the header: `{"schema":"arable.snapshot/v1","version":…,"timeline":{…},"counts":{…}}`.
//
// Which fields are written: model_fields.h and estate_fields.h.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/price.h"
#include "model/timeline.h"

namespace arable::codec {

inline constexpr std::string_view kSnapshotSchema = "arable.snapshot/v1";

// What a snapshot says of itself, beside the Timeline.
struct SnapshotHeader {
    std::string version;    // of the program that wrote it
    bool redacted = false;  // names are pseudonyms
    bool raw = false;       // all samples as they came (signal_block.h); false: what is left of them (folded_block.h)
    std::uint64_t blocks = 0;  // that follow the lines
};

struct SnapshotValues {
    SnapshotHeader header;
    model::Timeline timeline;
    model::PriceList prices;
};

// Lines without their ends, the header first. Stops at the first error of `put`.
Result<Done> write_lines(const SnapshotValues& values, const std::function<Result<Done>(std::string_view)>& put);

class SnapshotLines {
  public:
    // The next line. Errors say which value is wrong, or that the schema is another one.
    Result<Done> add(std::string_view line);
    // Whether all lines that the header announced were added; no line is taken after that.
    bool complete() const;
    // "gpu 12 of 400": what comes next.
    std::string place() const;
    // Once complete: the values, checked (check_timeline.h).
    Result<SnapshotValues> take();

  private:
    Result<Done> add_header(std::string_view line);

    SnapshotValues values_;
    std::vector<std::pair<std::string, std::uint64_t>> counts_;  // by list, in order
    std::size_t list_ = 0;                                       // the one that is read
    std::uint64_t done_ = 0;                                     // of it
    bool started_ = false;
};

// Gaps as one line each, for those that are known only when all samples were read.
std::string gap_lines(const std::vector<model::Gap>& gaps);
Result<std::vector<model::Gap>> read_gap_lines(std::string_view lines);

}  // namespace arable::codec
