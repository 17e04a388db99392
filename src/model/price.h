#pragma once
// Prices of nodes and GPUs as lists give them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"

namespace arable::model {

struct PriceRow {
    std::string provider;
    std::string region;                    // "" = any
    std::string instance_type;             // "" = price of a bare GPU of `product`
    std::string product;                   // Product::id or as written; "" = any
    std::string purchase;                  // "on-demand", "spot", "reserved"; "" = on-demand
    int gpus = 0;                          // GPUs of the instance
    std::int64_t micros_per_gpu_hour = 0;  // instance price / GPUs, in millionths of `currency`
    std::string currency;
    std::string dated;  // as the list says, "" when it does not
};

struct PriceList {
    std::vector<PriceRow> rows;  // in the order of the files; the first match counts
};

}  // namespace arable::model
