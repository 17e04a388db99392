#pragma once
// Arrival shapes: relative request rates over a day or a week, derived from public traces (scripts/arrival_shapes.py).

#include "base/time.h"

namespace arable::estate {

// Rate at `t` relative to the shape's mean, constant within ten minutes; >= 0. `shape` is taken modulo their number.
double arrival_shape(int shape, Time t);

}  // namespace arable::estate
