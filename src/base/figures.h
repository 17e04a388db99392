#pragma once
// Figures as people read them, by the same rule in every sentence and table.

#include <cstdint>
#include <string>

#include "base/text.h"
#include "base/time.h"
#include "base/units.h"

namespace arable {

// 1234567 -> "1,234,567".
std::string grouped(std::int64_t n);
// Whole GPU-hours from 1,000 on, else one decimal; "< 0.1" for something less: "216,000", "12.5".
std::string format_gpu_hours(GpuTime t);

// What format_duration() and format_bytes() say, for sentences.
Text duration_text(Duration d);
Text bytes_text(Bytes b);

}  // namespace arable
