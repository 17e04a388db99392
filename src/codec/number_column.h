#pragma once
// The values of one signal as bytes that compress well; see signal_block.h. Inside `codec` only.

#include <span>
#include <string>
#include <vector>

#include "codec/bytes.h"
#include "series/sample.h"

namespace arable::codec {

void put_column(std::span<const double> values, std::string& out);
// Fills the values of as many samples as there are. False when the bytes are no such column, or a value is NaN.
bool take_column(ByteReader& in, std::vector<series::Sample>& samples);

}  // namespace arable::codec
