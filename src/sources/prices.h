#pragma once
// Price lists (`--prices FILE`), CSV or JSON. Amounts are per hour, before tax, as the list says; nothing is converted.
//   CSV header, any order: instance_type, usd_per_hour_on_demand | price_per_hour, gpu_count | gpus; optional: cloud |
//   provider, region, gpu_name | product, usd_per_gpu_hour | price_per_gpu_hour, currency, purchase, price_date | dated
//   JSON:
//   {"currency":"USD","prices":[{"instance_type":"p5.48xlarge","region":"us-east-1","price_per_hour":55.04,"gpus":8},
//   ...]}
// A row with a product and price_per_gpu_hour but no instance type prices a bare GPU.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/gap.h"
#include "model/price.h"

namespace arable::sources {

struct PriceFile {
    std::string name;
    model::PriceList list;
    std::int64_t dropped = 0;      // rows that say no price
    std::vector<model::Gap> gaps;  // rows left out, prices that differ for one thing, currencies taken as USD
};

// Fails when the text is neither, or no row has a price.
Result<PriceFile> interpret_prices(std::string_view text, std::string_view file_name);

// One list of all, in the order of the files: the first row for a thing counts. Adds a gap for each file whose prices
// contradict those of an earlier one.
model::PriceList join_prices(std::vector<PriceFile> files, std::vector<model::Gap>& gaps);

}  // namespace arable::sources
