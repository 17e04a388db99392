// Pool tables: points ascend, counts are counts.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sources/pool_table.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto facts = arable::sources::interpret_pool_table({reinterpret_cast<const char*>(bytes), size}, "pool.csv");
    if (!facts) return 0;
    for (const arable::model::PoolHistory& pool : facts->pools) {
        if (pool.interval.ms < 0) std::abort();
        const arable::model::PoolPoint* before = nullptr;
        for (const arable::model::PoolPoint& point : pool.points) {
            if (point.total < 0 || point.running < 0 || point.pending < 0) std::abort();
            if (before != nullptr && !(before->time < point.time)) std::abort();
            before = &point;
        }
    }
    return 0;
}
