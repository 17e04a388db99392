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
    EXPECT_EQ(price_of(&small, t4, list())->per_gpu_hour.micros, 526'000);
    EXPECT_EQ(price_of(&large, t4, list())->per_gpu_hour.micros, 4'352'000);
    EXPECT_EQ(price_of(&small, t4, list())->basis,
              "g4dn.xlarge us-east-1, taken as on-demand, price list of 2026-07-20");
    const model::Node spot = node("g4dn.xlarge", "spot");
    EXPECT_EQ(price_of(&spot, t4, list())->per_gpu_hour.micros, 200'000);
}

TEST(PriceOf, IsUnknownRatherThanGuessed) {
    model::Gpu l4;
    l4.product = "L4-24GB";
    const model::Node other = node("g6.xlarge");
    EXPECT_FALSE(price_of(&other, l4, list()).has_value());
    model::Node elsewhere = node("g4dn.xlarge");
    elsewhere.region = "eu-west-1";
    EXPECT_FALSE(price_of(&elsewhere, l4, list()).has_value());
    EXPECT_EQ(price_of(nullptr, l4, list())->per_gpu_hour, (Money{800'000, "EUR"}));
    model::Gpu unknown;
    EXPECT_FALSE(price_of(nullptr, unknown, list()).has_value());
}

TEST(MicrosFor, RoundsHalfUp) {
    EXPECT_EQ(micros_for(3'600'000, 526'000), 526'000);
    EXPECT_EQ(micros_for(1'800'000, 1), 1);
    EXPECT_EQ(micros_for(1'799'999, 1), 0);
}

}  // namespace
}  // namespace arable::account
