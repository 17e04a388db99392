#include "model/product.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace arable::model {
namespace {

std::string id(std::string_view text, std::optional<Bytes> memory = std::nullopt) {
    const Product* product = find_product(text, memory);
    return product == nullptr ? "" : product->id;
}

TEST(Products, AreFoundByTheSpellingsOfDriversLabelsAndClouds) {
    EXPECT_EQ(id("NVIDIA H100 80GB HBM3"), "H100-SXM5-80GB");
    EXPECT_EQ(id("NVIDIA-H100-80GB-HBM3"), "H100-SXM5-80GB");
    EXPECT_EQ(id("NVIDIA H100 PCIe"), "H100-PCIe-80GB");
    EXPECT_EQ(id("NVIDIA H100 NVL"), "H100-NVL-94GB");
    EXPECT_EQ(id("NVIDIA A100-SXM4-40GB"), "A100-SXM4-40GB");
    EXPECT_EQ(id("NVIDIA-A100-SXM4-40GB-MIG-1g.5gb"), "A100-SXM4-40GB");
    EXPECT_EQ(id("NVIDIA A100 80GB PCIe"), "A100-PCIe-80GB");
    EXPECT_EQ(id("Tesla-T4-SHARED"), "T4-16GB");
    EXPECT_EQ(id("nvidia-tesla-a100"), "A100-SXM4-40GB");
    EXPECT_EQ(id("nvidia-h100-mega-80gb"), "H100-SXM5-80GB");
    EXPECT_EQ(id("NVIDIA L40S"), "L40S-48GB");
    EXPECT_EQ(id("NVIDIA L4"), "L4-24GB");
    EXPECT_EQ(id("NVIDIA H200"), "H200-SXM5-141GB");
    EXPECT_EQ(id("NVIDIA GH200 480GB", gibibytes(96)), "GH200-96GB");
    EXPECT_EQ(id("Tesla V100-SXM2-32GB"), "V100-32GB");
    EXPECT_EQ(id("NVIDIA RTX PRO 6000 Blackwell Server Edition"), "RTX-PRO-6000-96GB");
    EXPECT_EQ(id("AMD Instinct MI300X OAM"), "MI300X-192GB");
}

TEST(Products, AreDecidedByMemoryOrLeftUnknown) {
    EXPECT_EQ(id("NVIDIA A100", mebibytes(81920)), "A100-SXM4-80GB");
    EXPECT_EQ(id("NVIDIA A100"), "");
    EXPECT_EQ(id("a100", gibibytes(10)), "");
    EXPECT_EQ(id("GRID A100-10C"), "");
    EXPECT_EQ(id("Imaginary X9000"), "");
    EXPECT_EQ(id(""), "");
}

TEST(Products, AreSortedAndFoundByTheirOwnId) {
    EXPECT_TRUE(
        std::is_sorted(products().begin(), products().end(), [](const auto& a, const auto& b) { return a.id < b.id; }));
    for (const Product& product : products()) EXPECT_EQ(id(product.id), product.id);
}

TEST(Products, GiveNoMoreMemoryThanTheDriverDoes) {
    EXPECT_EQ(find_product("NVIDIA L40S")->usable, mebibytes(46'068));
    EXPECT_EQ(find_product("NVIDIA A40")->usable, mebibytes(46'080));  // 15/16 of 48 GiB
    for (const Product& product : products()) EXPECT_LE(product.usable, product.memory) << product.id;
}

TEST(Products, KnowWhatMigTakesAway) {
    const Product* a100 = find_product("NVIDIA A100-SXM4-80GB");
    ASSERT_TRUE(a100->mig.has_value());
    EXPECT_EQ(a100->sms - a100->mig->mig_sms, 10);
    EXPECT_FALSE(find_product("NVIDIA L40S")->mig.has_value());
}

TEST(Products, HaveMigWhereverTheVendorListsThem) {
    // MIG User Guide, supported GPUs: those that are in the table.
    for (const char* id : {"A100-PCIe-40GB", "A100-PCIe-80GB", "A100-SXM4-40GB", "A100-SXM4-80GB", "A30-PCIe-24GB",
                           "B200-SXM6-180GB", "GB200-186GB", "GH200-96GB", "H100-NVL-94GB", "H100-PCIe-80GB",
                           "H100-SXM5-80GB", "H20-SXM5-96GB", "H200-NVL-141GB", "H200-SXM5-141GB"}) {
        ASSERT_TRUE(find_product(id)->mig.has_value()) << id;
    }
    const Product* pcie = find_product("NVIDIA H100 PCIe");
    EXPECT_NE(pcie->mig->find(*parse_mig_profile("1g.10gb")), nullptr);
    EXPECT_EQ(pcie->mig->mig_sms, 0);  // not known, never taken from the larger chip
    EXPECT_EQ(pcie->mig->find(*parse_mig_profile("3g.40gb"))->sms, 0);
    EXPECT_NE(find_product("H20-SXM5-96GB")->mig->find(*parse_mig_profile("1g.12gb")), nullptr);
}

TEST(Products, KnowTheirLinksToEachOther) {
    EXPECT_EQ(find_product("NVIDIA H100 80GB HBM3")->nvlink_bytes_per_s, 900e9);
    EXPECT_EQ(find_product("NVIDIA H100 NVL")->nvlink_bytes_per_s, 600e9);  // by its bridges
    EXPECT_EQ(find_product("NVIDIA A800-SXM4-80GB")->nvlink_bytes_per_s, 400e9);
    EXPECT_EQ(find_product("NVIDIA H100 PCIe")->nvlink_bytes_per_s, 0.0);
    EXPECT_EQ(find_product("NVIDIA L4")->nvlink_bytes_per_s, 0.0);
}

}  // namespace
}  // namespace arable::model
