#include "account/price_of.h"

#include <fmt/format.h>

#include <string_view>

#include "model/product.h"

namespace arable::account {
namespace {

bool fits(const model::PriceRow& row, const model::Node& node) {
    if (row.instance_type.empty() || row.instance_type != node.instance_type) return false;
    if (!row.region.empty() && !node.region.empty() && row.region != node.region) return false;
    const std::string_view purchase = row.purchase.empty() ? "on-demand" : std::string_view(row.purchase);
    const std::string_view wanted = node.capacity_type.empty() ? "on-demand" : std::string_view(node.capacity_type);
    return purchase == wanted;
}

model::GpuPrice price(const model::PriceRow& row, std::string_view subject, std::string_view note) {
    return {.per_gpu_hour = {row.micros_per_gpu_hour, row.currency},
            .basis = fmt::format("{}{}{}{}", subject, row.region.empty() ? "" : " " + row.region, note,
                                 row.dated.empty() ? "" : ", price list of " + row.dated)};
}

}  // namespace

std::optional<model::GpuPrice> price_of(const model::Node* node, const model::Gpu& gpu,
                                        const model::PriceList& prices) {
    if (node != nullptr && !node->instance_type.empty()) {
        for (const model::PriceRow& row : prices.rows) {
            if (!fits(row, *node)) continue;
            const std::string_view bought = node->capacity_type.empty() ? ", taken as on-demand" : "";
            return price(row, row.instance_type, bought);
        }
        return std::nullopt;
    }
    for (const model::PriceRow& row : prices.rows) {
        if (!row.instance_type.empty() || row.product.empty() || gpu.product.empty()) continue;
        const model::Product* product = model::find_product(row.product);
        if (row.product == gpu.product || (product != nullptr && product->id == gpu.product)) {
            return price(row, row.product, ", price of the bare GPU");
        }
    }
    return std::nullopt;
}

std::int64_t micros_for(std::int64_t gpu_ms, std::int64_t micros_per_gpu_hour) {
    __extension__ using Wide = __int128;
    constexpr Wide kHour = 3'600'000;
    return static_cast<std::int64_t>((static_cast<Wide>(gpu_ms) * micros_per_gpu_hour + kHour / 2) / kHour);
}

}  // namespace arable::account
