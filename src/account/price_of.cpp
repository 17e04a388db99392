#include "account/price_of.h"

#include <string_view>

#include "model/product.h"

namespace arable::account {
namespace {

constexpr std::string_view kOnDemand = "on-demand";

std::string_view or_on_demand(const std::string& purchase) {
    return purchase.empty() ? kOnDemand : std::string_view(purchase);
}

bool is_of(const model::PriceRow& row, const model::Node& node) {
    return row.instance_type == node.instance_type && or_on_demand(row.purchase) == or_on_demand(node.capacity_type);
}

Money money_of(const model::PriceRow& row) { return {row.micros_per_gpu_hour, row.currency}; }

GpuPrice of_instance(const model::Node& node, const model::PriceList& prices) {
    GpuPrice price;
    for (const model::PriceRow& row : prices.rows) {
        if (!is_of(row, node)) continue;
        const bool anywhere = row.region.empty();
        if (!anywhere && !node.region.empty() && row.region != node.region) continue;
        if (price.per_gpu_hour && *price.per_gpu_hour != money_of(row)) return {.region_decides = true};
        price.per_gpu_hour = money_of(row);
        if (anywhere || !node.region.empty()) break;  // the first row that fits; without a region all must agree
    }
    price.taken_on_demand = price.per_gpu_hour && node.capacity_type.empty();
    return price;
}

}  // namespace

GpuPrice price_of(const model::Node* node, const model::Gpu& gpu, const model::PriceList& prices) {
    if (node != nullptr && !node->instance_type.empty()) return of_instance(*node, prices);
    for (const model::PriceRow& row : prices.rows) {
        if (!row.instance_type.empty() || row.product.empty() || gpu.product.empty()) continue;
        const model::Product* product = model::find_product(row.product);
        if (row.product == gpu.product || (product != nullptr && product->id == gpu.product)) {
            return {.per_gpu_hour = money_of(row)};
        }
    }
    return {};
}

}  // namespace arable::account
