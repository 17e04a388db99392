// Price lists, CSV or JSON: a row that is kept has a price above zero and a currency.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sources/prices.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto file = arable::sources::interpret_prices({reinterpret_cast<const char*>(bytes), size}, "prices");
    if (!file) return 0;
    if (file->list.rows.empty()) std::abort();
    for (const arable::model::PriceRow& row : file->list.rows) {
        if (row.micros_per_gpu_hour <= 0 || row.gpus < 0 || row.currency.empty()) std::abort();
    }
    return 0;
}
