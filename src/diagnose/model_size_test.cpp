#include "diagnose/model_size.h"

#include <gtest/gtest.h>

#include "diagnose/test_estate.h"

namespace arable::diagnose {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;

TEST(ModelSize, IsReadOffNames) {
    EXPECT_EQ(weights_of("Llama-3.1-70B-Instruct"), 140e9);
    EXPECT_EQ(weights_of("qwen2.5-0.5b"), 1e9);
    EXPECT_EQ(weights_of("org/qwen-14b-awq"), 7e9);
    EXPECT_EQ(weights_of("llama-8b-fp8"), 8e9);
    EXPECT_EQ(weights_of("mixtral-8x7b"), 112e9);
    EXPECT_EQ(weights_of("chat-7b-7b"), 14e9);
}

TEST(ModelSize, IsUnknownWhereNoNameTellsIt) {
    for (const char* name : {"", "chat", "bert-base", "v2b1", "chat-7c9d8b7f6b-x2b4z", "7boxes", "a-7b-and-13b", "0b"})
        EXPECT_FALSE(weights_of(name)) << name;
}

TEST(ModelSize, IsSplitOverTheCardsOfItsPod) {
    test::TestEstate estate;
    const auto pod = estate.pod(estate.workload("llama-3-70b"), 4);
    EXPECT_EQ(weights_per_card(estate.timeline, estate.timeline.pods[pod.at()]), 35e9);
    estate.timeline.pods[pod.at()].spec.image = "registry/llama-8b";
    EXPECT_FALSE(weights_per_card(estate.timeline, estate.timeline.pods[pod.at()]));
}

TEST(ModelSize, IsWhatTheServerSaysBeforeOtherNames) {
    test::TestEstate estate;
    model::Pod& pod = estate.timeline.pods[estate.pod(estate.workload("chat-8b"), 2).at()];
    pod.model = "meta-llama/Llama-3.3-70B-Instruct";
    EXPECT_EQ(weights_per_card(estate.timeline, pod), 70e9);
    pod.model = "served-alias";  // names no size: the others may
    EXPECT_EQ(weights_per_card(estate.timeline, pod), 8e9);
}

TEST(NeededMemory, IsWeightsAndTheCacheInUse) {
    EXPECT_DOUBLE_EQ(*needed_memory(72 * kGiB, 20 * kGiB, 0.0), 22 * kGiB);
    EXPECT_DOUBLE_EQ(*needed_memory(72 * kGiB, 20 * kGiB, 0.5), 22 * kGiB + 50 * kGiB * 0.55);
    EXPECT_DOUBLE_EQ(*needed_memory(72 * kGiB, 20 * kGiB, 1.0), 72 * kGiB);
    // 26 GiB of weights in 36 GiB: half of the reservation would not even hold the weights.
    EXPECT_GT(*needed_memory(36 * kGiB, 26 * kGiB, 0.0), 26 * kGiB);
}

TEST(NeededMemory, IsUnknownWithoutWeightsOrWhereTheyDoNotFit) {
    EXPECT_FALSE(needed_memory(72 * kGiB, std::nullopt, 0.1));
    EXPECT_FALSE(needed_memory(72 * kGiB, 71 * kGiB, 0.1));
}

}  // namespace
}  // namespace arable::diagnose
