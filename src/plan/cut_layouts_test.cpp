#include "plan/cut_layouts.h"

#include <gtest/gtest.h>

#include "model/product.h"

namespace arable::plan {
namespace {

// Without the variants of a profile that differ in engines alone.
model::MigGeometry plain(const char* product) {
    model::MigGeometry geometry = *model::find_product(product)->mig;
    std::erase_if(geometry.profiles,
                  [](const model::MigProfile& p) { return p.name.find_first_of("+-") != std::string::npos; });
    return geometry;
}

TEST(CutLayouts, AreAsManyAsTheLatticeHas) {
    EXPECT_EQ(maximal_layouts(plain("NVIDIA A100-SXM4-80GB")).size(), 28U);
    EXPECT_EQ(maximal_layouts(plain("NVIDIA H100 80GB HBM3")).size(), 28U);
    EXPECT_EQ(maximal_layouts(plain("NVIDIA A30")).size(), 4U);
    EXPECT_EQ(maximal_layouts(plain("NVIDIA RTX PRO 6000 Blackwell Server Edition")).size(), 4U);
}

TEST(CutLayouts, AreLegalAndHoldNoOther) {
    for (const char* product :
         {"NVIDIA A30", "NVIDIA H100 80GB HBM3", "NVIDIA RTX PRO 6000 Blackwell Server Edition"}) {
        const model::MigGeometry& geometry = *model::find_product(product)->mig;
        const auto menu = maximal_layouts(geometry);
        for (const CutLayout& a : menu) {
            EXPECT_TRUE(model::check_layout(geometry, a.placements).has_value());
            std::int64_t instances = 0;
            for (const std::int64_t n : a.counts) instances += n;
            EXPECT_EQ(instances, static_cast<std::int64_t>(a.placements.size()));
            for (const CutLayout& b : menu) {
                if (&a == &b) continue;
                bool inside = true;
                for (std::size_t p = 0; p < a.counts.size(); ++p) inside = inside && a.counts[p] <= b.counts[p];
                EXPECT_FALSE(inside);
            }
        }
    }
}

// 4g + 2g + 1g fit one H100: 4g at 0, 2g at 4, 1g at 6.
TEST(CutLayouts, HoldFourTwoAndOne) {
    const model::MigGeometry geometry = plain("NVIDIA H100 80GB HBM3");
    const auto menu = maximal_layouts(geometry);
    EXPECT_TRUE(std::ranges::any_of(menu, [](const CutLayout& layout) {
        const auto has = [&](std::string_view profile) {
            return std::ranges::any_of(layout.placements, [&](const auto& p) { return p.profile == profile; });
        };
        return has("4g.40gb") && has("2g.20gb") && has("1g.10gb");
    }));
}

}  // namespace
}  // namespace arable::plan
