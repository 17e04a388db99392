#pragma once
// What the fold leaves of all samples (diagnose/folded.h) as blocks of bytes, exact to the bit, made to be compressed
// further (zstd): first one with all that is small, then blocks of hours of GPUs, then blocks of hours of pods.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "diagnose/folded.h"
#include "model/timeline.h"

namespace arable::codec {

// At least 1. Gaps are not in them.
std::uint64_t folded_blocks(const diagnose::Folded& folded);
// `block` < folded_blocks. O(rows of the block).
std::string encode_folded(const diagnose::Folded& folded, std::uint64_t block);

// Takes the blocks in their order. Not trusted: what comes out of `take` keeps the promises of diagnose::Folded for
// that Timeline (check_folded.h), whatever the bytes are.
class FoldedReader {
  public:
    // `timeline` must outlive it.
    explicit FoldedReader(const model::Timeline& timeline) : timeline_(&timeline) {}
    Result<Done> add(std::string_view block);
    Result<diagnose::Folded> take();

  private:
    Result<Done> add_head(std::string_view block);

    const model::Timeline* timeline_;
    diagnose::Folded folded_;
    std::uint64_t hours_ = 0, pod_hours_ = 0;  // announced
    bool started_ = false;
};

}  // namespace arable::codec
