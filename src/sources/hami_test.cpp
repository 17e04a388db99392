#include "sources/hami.h"

#include <gtest/gtest.h>

#include "kube/documents.h"
#include "sources/assemble.h"
#include "sources/kube_facts.h"

namespace arable::sources {
namespace {

constexpr const char* kRegister = "hami.io/node-nvidia-register";

// The example of HAMi's protocol page: two cards, ten devices each.
TEST(Hami, ReadsCardsFromLists) {
    const auto cards =
        hami_cards({{kRegister,
                     "GPU-00552014-5c87-89ac-b1a6-7b53aa24b0ec,10,32768,100,NVIDIA-Tesla V100-PCIE-32GB,0,true:"
                     "GPU-0FC3EDA5-e98b-a25b-5b0d-cf5c855d1448,10,32768,100,NVIDIA-Tesla V100-PCIE-32GB,0,false:"}});
    ASSERT_EQ(cards.size(), 2U);
    EXPECT_EQ(cards[0].uuid, "00552014-5c87-89ac-b1a6-7b53aa24b0ec");
    EXPECT_EQ(cards[0].devices, 10);
    EXPECT_EQ(cards[0].memory, gibibytes(32));
    EXPECT_EQ(cards[0].product, "Tesla V100-PCIE-32GB");
    EXPECT_TRUE(cards[0].healthy);
    EXPECT_EQ(cards[1].uuid, "0fc3eda5-e98b-a25b-5b0d-cf5c855d1448");
    EXPECT_FALSE(cards[1].healthy);
}

TEST(Hami, ReadsCardsFromJson) {
    const auto cards = hami_cards({{kRegister, R"([{"id":"GPU-19ec","count":15,"devmem":24576,"devcore":100,)"
                                               R"("type":"NVIDIA-NVIDIA GeForce RTX 3090","health":true}])"}});
    ASSERT_EQ(cards.size(), 1U);
    EXPECT_EQ(cards[0].devices, 15);
    EXPECT_EQ(cards[0].product, "NVIDIA GeForce RTX 3090");
}

TEST(Hami, WhatCannotBeReadIsNoCard) {
    for (const char* text : {"", ":", "[", "[1]", "[{}]", "GPU-1", "GPU-1,x,1,1,t,0,true:", "MLU-1,10,5,0,MLU,0,true:",
                             "GPU-1,-3,5,0,t,0,true:", R"([{"id":7,"count":"x"}])"})
        EXPECT_TRUE(hami_cards({{kRegister, text}}).empty()) << text;
    EXPECT_TRUE(hami_cards({}).empty());
}

TEST(Hami, ReadsTheCardsOfAPodOnceEach) {
    const auto given = hami_given(
        {{"hami.io/vgpu-devices-allocated", "GPU-b,NVIDIA,3000,30:GPU-A,NVIDIA,3000,30:;GPU-b,NVIDIA,100,5:;"}});
    EXPECT_EQ(given, (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(hami_given({{"hami.io/vgpu-devices-allocated", ";;"}}).empty());
}

// A dump is one instant, and what it tells holds for the whole cell.
TEST(Hami, AnUnhealthyCardOfADumpIsOutOfServiceForItsCell) {
    const auto objects = kube::parse_objects(R"({"kind":"Node","metadata":{"name":"n1",
  "creationTimestamp":"2026-01-01T00:00:00Z","annotations":{
  "hami.io/node-nvidia-register":"GPU-ab,10,32768,100,NVIDIA-Tesla V100-PCIE-32GB,0,false:"}},
 "status":{"capacity":{"nvidia.com/gpu":"10"},
  "conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z"}]}})");
    ASSERT_TRUE(objects.has_value());
    series::TrackStore store;
    ASSERT_TRUE(store.seal().has_value());
    const auto made = assemble(interpret_objects(*objects, "c", "dump"), store, AssembleOptions{});
    ASSERT_TRUE(made.has_value());
    ASSERT_TRUE(made->timeline.instant);
    ASSERT_EQ(made->timeline.gpus.size(), 1U);
    EXPECT_EQ(made->timeline.gpus[0].unhealthy, made->timeline.gpus[0].present);
    EXPECT_EQ(total(made->timeline.gpus[0].present), made->timeline.window.length());
}

// One card offered as ten devices, two pods with a share of it each: one GPU, held by both.
TEST(Hami, ObjectsAloneShowCardsAndWhoHoldsThem) {
    const char* dump = R"({"kind":"List","items":[
{"kind":"Node","metadata":{"name":"n1","creationTimestamp":"2026-01-01T00:00:00Z","annotations":{
  "hami.io/node-nvidia-register":"GPU-aa,10,32768,100,NVIDIA-Tesla V100-PCIE-32GB,0,true:"}},
 "status":{"capacity":{"nvidia.com/gpu":"10"},"allocatable":{"nvidia.com/gpu":"10"},
  "conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z"}]}},
{"kind":"Pod","metadata":{"name":"p","namespace":"ml","uid":"u1","creationTimestamp":"2026-01-01T00:00:00Z","annotations":{
  "hami.io/vgpu-devices-allocated":"GPU-aa,NVIDIA,8192,30:;"}},
 "spec":{"nodeName":"n1","containers":[{"name":"a","resources":{"limits":{"nvidia.com/gpu":1,"nvidia.com/gpumem":8192}}}]},
 "status":{"phase":"Running","conditions":[{"type":"PodScheduled","status":"True","lastTransitionTime":"2026-01-01T01:00:00Z"}]}},
{"kind":"Pod","metadata":{"name":"q","namespace":"ml","uid":"u2","creationTimestamp":"2026-01-01T00:00:00Z","annotations":{
  "hami.io/vgpu-devices-allocated":"GPU-aa,NVIDIA,4096,30:;"}},
 "spec":{"nodeName":"n1","containers":[{"name":"a","resources":{"limits":{"nvidia.com/gpu":1,"nvidia.com/gpumem":4096}}}]},
 "status":{"phase":"Running","conditions":[{"type":"PodScheduled","status":"True","lastTransitionTime":"2026-01-01T02:00:00Z"}]}}
]})";
    const auto objects = kube::parse_objects(dump);
    ASSERT_TRUE(objects.has_value());
    series::TrackStore store;
    ASSERT_TRUE(store.seal().has_value());
    AssembleOptions options;
    const auto made = assemble(interpret_objects(*objects, "c", "dump"), store, options);
    ASSERT_TRUE(made.has_value());
    ASSERT_EQ(made->timeline.gpus.size(), 1U);
    EXPECT_EQ(made->timeline.gpus[0].uuid, "aa");
    EXPECT_EQ(made->timeline.gpus[0].product, "V100-32GB");
    EXPECT_TRUE(made->timeline.gpus[0].layouts.empty());
    ASSERT_EQ(made->timeline.claims.size(), 2U);
    for (const model::Claim& claim : made->timeline.claims) EXPECT_EQ(claim.gpu, model::GpuIx::of(0));
}

}  // namespace
}  // namespace arable::sources
