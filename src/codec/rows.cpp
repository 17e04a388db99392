#include "codec/rows.h"

#include <algorithm>

namespace arable::codec {

void put_planes(const std::vector<std::uint64_t>& column, std::string& out) {
    std::uint64_t widest = 0;
    for (const std::uint64_t v : column) widest |= v;
    const auto width = static_cast<std::uint64_t>((std::bit_width(widest) + 7) / 8);
    put_number(out, width);
    for (std::uint64_t plane = 0; plane < width; ++plane)
        for (const std::uint64_t v : column) out.push_back(static_cast<char>((v >> (8U * plane)) & 0xffU));
}

bool take_planes(ByteReader& in, std::size_t rows, std::vector<std::uint64_t>& column) {
    const std::uint64_t width = in.number_up_to(8);
    const std::string_view planes = in.bytes(width * rows);
    if (in.failed()) return false;
    if (width == 0) return true;  // all 0: no bytes, and no memory for them
    column.assign(rows, 0);
    for (std::uint64_t plane = 0; plane < width; ++plane)
        for (std::size_t i = 0; i < rows; ++i)
            column[i] |= static_cast<std::uint64_t>(static_cast<unsigned char>(planes[plane * rows + i]))
                         << (8U * plane);
    return true;
}

}  // namespace arable::codec
