#pragma once
// Index<Tag>: a strong 32-bit position in one vector of the model. Absence is std::optional or Index::none().

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace arable {

template <class Tag>
struct Index {
    std::uint32_t value = UINT32_MAX;

    static constexpr Index none() { return Index{}; }
    static constexpr Index of(std::size_t position) { return Index{static_cast<std::uint32_t>(position)}; }
    constexpr bool known() const { return value != UINT32_MAX; }
    // Position in the vector; only when known().
    constexpr std::size_t at() const { return value; }
    friend constexpr auto operator<=>(Index, Index) = default;
};

}  // namespace arable

template <class Tag>
struct std::hash<arable::Index<Tag>> {
    std::size_t operator()(arable::Index<Tag> ix) const noexcept { return std::hash<std::uint32_t>{}(ix.value); }
};
