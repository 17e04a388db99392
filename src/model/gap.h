#pragma once
// A gap: something that was not known, could not be read, or was dropped. Never silent, never counted as zero.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "base/time.h"

namespace arable::model {

struct Gap {
    enum class Kind : std::uint8_t {
        unreadable,       // a part of an input could not be read
        truncated,        // an input ended too early
        missing_samples,  // a series or exporter was silent for a time
        missing_metric,   // a whole quantity is not exported (no SM activity, no prices, no queue data)
        unknown_metric,   // metric names that no dialect row knows
        unknown_product,
        unknown_owner,   // devices whose holder cannot be named
        broken_reading,  // stuck counter, impossible value, scale conflict, sentinel
        duplicate,       // the same series twice; counted once
        conflict,        // two sources disagree
        too_short,       // the window is shorter than asked or than a statement needs
        assumption,      // something was taken as true for lack of data
        lost_input,      // an input that was named and gave nothing
    } kind = Kind::unreadable;
    std::string subject;     // file, series, node, GPU, pod
    Text message;            // what is not known, and what would give it
    std::int64_t count = 1;  // lines, samples, objects concerned
    Duration gpu_time;       // GPU-milliseconds that it leaves unknown; 0 when it costs none
};

std::string_view name(Gap::Kind kind);
// Of the kind `lost_input`, in the order in which they were read.
std::vector<const Gap*> lost_inputs(const std::vector<Gap>& gaps);

}  // namespace arable::model
