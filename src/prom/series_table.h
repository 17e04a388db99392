#pragma once
// Knows every series text seen so far by its bytes, and guesses the next one: expositions repeat, so the series that
// followed this one last time most likely follows it again. Then one comparison of bytes is all the work.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "series/sample.h"

namespace arable::prom {

struct KnownSeries {
    std::string_view text;
    std::uint64_t hash = 0;
    series::SeriesRef ref;                // none: nobody wants it
    std::uint32_t follower = UINT32_MAX;  // position of the one that came next last time
    std::uint32_t pass = 0;               // the input in which `last` was seen
    Time last;
};

class SeriesTable {
  public:
    // Bytes of text and of what comes with it; beyond them remember() forgets everything and begins anew.
    explicit SeriesTable(std::size_t max_bytes) : max_bytes_(max_bytes) {}

    // The series that `line` begins with, if the guess is right: its text is followed by a blank.
    KnownSeries* guess(std::string_view line);
    // By the whole text; null when it was never seen.
    KnownSeries* find(std::string_view text);
    // Copies the text. It must not be known.
    KnownSeries* remember(std::string_view text, series::SeriesRef ref);

    std::size_t size() const { return all_.size(); }

  private:
    KnownSeries* follow(std::uint32_t position);
    void index_again();

    std::size_t max_bytes_;
    std::vector<KnownSeries> all_;
    std::vector<std::uint32_t> slots_;  // open addressing, a power of two; UINT32_MAX: free
    std::vector<std::unique_ptr<char[]>> blocks_;
    std::size_t block_size_ = 0;
    std::size_t block_used_ = 0;
    std::size_t bytes_ = 0;
    std::uint32_t current_ = UINT32_MAX;
};

}  // namespace arable::prom
