#pragma once
// Figures as people read them. Parts are rounded together, so that what is shown adds up to the total that is shown.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/figures.h"
#include "base/units.h"

namespace arable::report {

// GPU-milliseconds as GPU-hours: whole hours from 1,000 on, else one decimal: "216,000", "12.5".
std::string gpu_hours_text(std::int64_t gpu_ms);
// The parts of `total_ms` (they add up to it) as GPU-hours in the unit in which the total is shown; the texts add up
// too.
std::vector<std::string> gpu_hours_parts(std::int64_t total_ms, std::span<const std::int64_t> parts_ms);

// GPUs of thousandths: "8", "0.5", "2.25".
std::string gpus_text(std::int64_t gpus_milli);

// A share in tenths of a percent: "12.3 %"; "0 %" only for nothing, "< 0.1 %" for less than that; "-" of an empty
// whole.
std::string percent(std::int64_t part, std::int64_t whole);
// Shares in tenths of a percent that add up to 1000 exactly; all 0 of an empty whole. Sums of them agree with the
// tables.
std::vector<std::int64_t> tenths_of_percent(std::int64_t total, std::span<const std::int64_t> parts);
// "12.3 %" of tenths; "< 0.1 %" for something that rounds to nothing.
std::string percent_text(std::int64_t tenths, bool something);
// Shares in percent with one decimal that add up to "100.0" exactly; all "-" of an empty whole.
std::vector<std::string> percent_parts(std::int64_t total, std::span<const std::int64_t> parts);

// "1,234 USD"; below 100 with cents. Several currencies are listed, never added: "10 USD + 3 EUR".
std::string money_text(std::span<const Money> monies);

// Columns that a text takes on a terminal (UTF-8 code points; no wide characters are printed by us).
std::size_t columns(std::string_view text);
// Cuts to `width` columns, the last of them "…" when something was cut.
std::string fit(std::string_view text, std::size_t width);
std::string left(std::string_view text, std::size_t width);
std::string right(std::string_view text, std::size_t width);
// `prefix`, then the words of `text` wrapped to `width` columns; later lines begin with as many blanks as the prefix
// has.
std::string wrapped(std::string_view prefix, std::string_view text, std::size_t width);
// Text from outside, safe for a terminal: control characters become "?".
std::string printable(std::string_view text);

}  // namespace arable::report
