#include "sources/prices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace arable::sources {
namespace {

TEST(Prices, ReadTheInstanceListAndLeaveOutFractionsOfCards) {
    std::ifstream file("tests/captures/gpu-prices/gpu_instance_prices.csv");
    std::stringstream text;
    text << file.rdbuf();
    const auto prices = interpret_prices(text.str(), "gpu_instance_prices.csv");
    ASSERT_TRUE(prices.has_value());
    const auto& rows = prices->list.rows;
    const auto p5 =
        std::find_if(rows.begin(), rows.end(), [](const auto& r) { return r.instance_type == "p5.48xlarge"; });
    ASSERT_NE(p5, rows.end());
    EXPECT_EQ(p5->gpus, 8);
    EXPECT_EQ(p5->micros_per_gpu_hour, 6'880'000);
    EXPECT_EQ(p5->currency, "USD");
    EXPECT_EQ(p5->region, "us-east-1");
    // 18 rows have 0 or part of a card, and p5e.48xlarge has no price.
    EXPECT_EQ(rows.size() + static_cast<std::size_t>(prices->gaps.at(0).count), 222U);
    EXPECT_TRUE(
        std::none_of(rows.begin(), rows.end(), [](const auto& r) { return r.instance_type.starts_with("g6f."); }));
}

TEST(Prices, ReadJsonWithItsCurrency) {
    const auto prices = interpret_prices(
        R"({"currency":"EUR","dated":"2026-06-01","prices":[{"instance_type":"x8","gpus":8,"price_per_hour":40},
            {"product":"L4-24GB","price_per_gpu_hour":0.8},{"instance_type":"y"},7]})",
        "p.json");
    ASSERT_TRUE(prices.has_value());
    ASSERT_EQ(prices->list.rows.size(), 2U);
    EXPECT_EQ(prices->list.rows[0].micros_per_gpu_hour, 5'000'000);
    EXPECT_EQ(prices->list.rows[0].currency, "EUR");
    EXPECT_EQ(prices->list.rows[1].product, "L4-24GB");
    EXPECT_EQ(prices->gaps.at(0).count, 2);
}

TEST(Prices, SayWhichRowsContradictEachOther) {
    const auto prices = interpret_prices(
        "instance_type,gpus,price_per_hour,currency\na,8,80,EUR\nb,1,2,EUR\na,8,88,EUR\nb,1,2,EUR\n", "p.csv");
    ASSERT_TRUE(prices.has_value());
    ASSERT_EQ(prices->gaps.size(), 1U);
    EXPECT_EQ(prices->gaps[0].kind, model::Gap::Kind::conflict);
    EXPECT_EQ(prices->gaps[0].count, 1);
    EXPECT_NE(prices->gaps[0].message.english().find("line 2 and line 4 (a)"), std::string::npos)
        << prices->gaps[0].message.english();
    EXPECT_EQ(prices->list.rows[0].micros_per_gpu_hour, 10'000'000);
}

TEST(Prices, ReadAPurchaseHoweverItIsSpelt) {
    const auto prices = interpret_prices(
        "product,price_per_gpu_hour,currency,purchase\nL4,1,USD,Spot\nT4,1,USD,On_Demand\nA10,1,USD,OnDemand\n", "p");
    ASSERT_TRUE(prices.has_value());
    EXPECT_EQ(prices->list.rows.at(0).purchase, "spot");
    EXPECT_EQ(prices->list.rows.at(1).purchase, "on-demand");
    EXPECT_EQ(prices->list.rows.at(2).purchase, "on-demand");
}

// Only the first of two rows counts that match the same nodes: whoever asks for it, and in whatever money.
TEST(Prices, SayWhenProvidersOrCurrenciesDiffer) {
    const auto hidden = [](std::string_view rows) {
        const auto prices =
            interpret_prices("provider,product,price_per_gpu_hour,currency\n" + std::string(rows), "p.csv");
        if (!prices || prices->gaps.empty()) return std::int64_t{0};
        return prices->gaps[0].kind == model::Gap::Kind::conflict ? prices->gaps[0].count : -1;
    };
    EXPECT_EQ(hidden("x,L4,2,EUR\ny,L4,3,EUR\n"), 1);
    EXPECT_EQ(hidden("x,L4,2,EUR\nx,L4,2,USD\n"), 1);
    EXPECT_EQ(hidden("x,L4,2,EUR\ny,L4,2,EUR\n"), 0);
    EXPECT_EQ(hidden("x,L4,2,EUR\ny,T4,3,USD\n"), 0);
}

TEST(Prices, AreJoinedInTheOrderOfTheFilesAndSayWhereFilesDiffer) {
    const auto read = [](std::string_view name, std::string_view rows) {
        auto file = interpret_prices("instance_type,gpus,price_per_hour,currency\n" + std::string(rows), name);
        EXPECT_TRUE(file.has_value());
        return file ? std::move(*file) : PriceFile{};
    };
    std::vector<PriceFile> files;
    files.push_back(read("z-own.csv", "a,8,80,EUR\nc,none,1,EUR\n"));
    files.push_back(read("a-list.csv", "a,8,96,EUR\nb,1,2,EUR\na,8,104,EUR\n"));
    EXPECT_EQ(files[0].dropped, 1);
    std::vector<model::Gap> gaps;
    const model::PriceList all = join_prices(std::move(files), gaps);
    ASSERT_EQ(all.rows.size(), 4U);
    EXPECT_EQ(all.rows[0].micros_per_gpu_hour, 10'000'000);
    ASSERT_EQ(gaps.size(), 1U);
    EXPECT_EQ(gaps[0].subject, "a-list.csv");
    EXPECT_EQ(gaps[0].count, 2);
    EXPECT_NE(gaps[0].message.english().find("for example a in z-own.csv"), std::string::npos);
}

TEST(Prices, SayThatACurrencyWasAssumed) {
    const auto said = [](std::string_view text) {
        const auto prices = interpret_prices(text, "p");
        return prices && prices->gaps.size() == 1 && prices->gaps[0].kind == model::Gap::Kind::assumption;
    };
    EXPECT_TRUE(said("instance_type,gpus,price_per_hour\na,8,80\n"));
    EXPECT_TRUE(said(R"([{"instance_type":"a","gpus":8,"price_per_hour":80}])"));
    EXPECT_FALSE(said("instance_type,gpus,usd_per_hour_on_demand\na,8,80\n"));
    EXPECT_FALSE(said("instance_type,gpus,price_per_hour,currency\na,8,80,EUR\n"));
}

TEST(Prices, AreRefusedWhenNothingHasAPrice) {
    EXPECT_FALSE(interpret_prices("", "p").has_value());
    EXPECT_FALSE(interpret_prices("{", "p").has_value());
    EXPECT_FALSE(
        interpret_prices("instance_type,gpu_count,price_per_hour\nx,8,0\ny,8,-1\nz,8,1e300\n", "p").has_value());
}

}  // namespace
}  // namespace arable::sources
