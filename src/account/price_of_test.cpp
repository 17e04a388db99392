#include "account/price_of.h"

#include <gtest/gtest.h>

namespace arable::account {
namespace {

model::PriceList list() {
    return {.rows = {{.provider = "aws",
                      .region = "us-east-1",
                      .instance_type = "g4dn.xlarge",
                      .product = "t4",
                      .purchase = "",
                      .gpus = 1,
                      .micros_per_gpu_hour = 526'000,
                      .currency = "USD",
                      .dated = "2026-07-20"},
                     {.provider = "aws",
                      .region = "us-east-1",
                      .instance_type = "g4dn.16xlarge",
                      .product = "t4",
                      .purchase = "",
                      .gpus = 1,
                      .micros_per_gpu_hour = 4'352'000,
                      .currency = "USD",
                      .dated = ""},
                     {.provider = "aws",
                      .region = "",
                      .instance_type = "g4dn.xlarge",
                      .product = "t4",
                      .purchase = "spot",
                      .gpus = 1,
                      .micros_per_gpu_hour = 200'000,
                      .currency = "USD",
                      .dated = ""},
                     {.provider = "",
                      .region = "",
                      .instance_type = "",
                      .product = "NVIDIA L4",
                      .purchase = "",
                      .gpus = 0,
                      .micros_per_gpu_hour = 800'000,
                      .currency = "EUR",
                      .dated = ""}}};
}

model::Node node(std::string type, std::string capacity = "") {
    model::Node n;
    n.instance_type = std::move(type);
    n.region = "us-east-1";
    n.capacity_type = std::move(capacity);
    return n;
}

TEST(PriceOf, ComesFromTheInstanceTypeNotTheModel) {
    model::Gpu t4;
    t4.product = "T4-16GB";
    const model::Node small = node("g4dn.xlarge");
    const model::Node large = node("g4dn.16xlarge");
    EXPECT_EQ(price_of(&small, t4, list()).per_gpu_hour->micros, 526'000);
    EXPECT_EQ(price_of(&large, t4, list()).per_gpu_hour->micros, 4'352'000);
    EXPECT_TRUE(price_of(&small, t4, list()).taken_on_demand);
    const model::Node spot = node("g4dn.xlarge", "spot");
    EXPECT_EQ(price_of(&spot, t4, list()).per_gpu_hour->micros, 200'000);
    EXPECT_FALSE(price_of(&spot, t4, list()).taken_on_demand);
}

TEST(PriceOf, IsUnknownRatherThanGuessed) {
    model::Gpu l4;
    l4.product = "L4-24GB";
    const model::Node other = node("g6.xlarge");
    EXPECT_FALSE(price_of(&other, l4, list()).per_gpu_hour.has_value());
    model::Node elsewhere = node("g4dn.xlarge");
    elsewhere.region = "eu-west-1";
    EXPECT_FALSE(price_of(&elsewhere, l4, list()).per_gpu_hour.has_value());
    EXPECT_EQ(price_of(nullptr, l4, list()).per_gpu_hour, (Money{800'000, "EUR"}));
    model::Gpu unknown;
    EXPECT_FALSE(price_of(nullptr, unknown, list()).per_gpu_hour.has_value());
}

TEST(PriceOf, NeedsTheRegionOnlyWherePricesDifferByIt) {
    model::PriceList prices = list();
    prices.rows.push_back(prices.rows[0]);
    prices.rows.back().region = "eu-west-1";
    model::Node somewhere = node("g4dn.xlarge");
    somewhere.region = "";
    EXPECT_EQ(price_of(&somewhere, {}, prices).per_gpu_hour, (Money{526'000, "USD"}));  // the same in both
    prices.rows.back().micros_per_gpu_hour = 580'000;
    EXPECT_FALSE(price_of(&somewhere, {}, prices).per_gpu_hour.has_value());
    EXPECT_TRUE(price_of(&somewhere, {}, prices).region_decides);
    prices.rows.back().micros_per_gpu_hour = 526'000;
    prices.rows.back().currency = "EUR";
    EXPECT_FALSE(price_of(&somewhere, {}, prices).per_gpu_hour.has_value());
    somewhere.region = "eu-west-1";
    EXPECT_EQ(price_of(&somewhere, {}, prices).per_gpu_hour, (Money{526'000, "EUR"}));
}

}  // namespace
}  // namespace arable::account
