#include "estate/shapes.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace arable::estate {
namespace {

constexpr std::size_t kHours = 168;
constexpr std::array<std::array<std::int16_t, kHours>, 8> kShapes{{
#include "estate/shape_table.inc"
}};

}  // namespace

double arrival_shape(int shape, Time t) {
    const auto& week = kShapes.at(static_cast<std::size_t>(shape) % kShapes.size());
    const auto hour = static_cast<std::size_t>(t.ms / hours(1).ms) % kHours;
    return week.at(hour) / 100.0;
}

}  // namespace arable::estate
