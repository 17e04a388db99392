#include "codec/story_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace arable::codec {
namespace {

using nlohmann::json;

diagnose::Story example() {
    diagnose::Story story;
    story.kind = diagnose::StoryKind::gpu;
    story.name = "gpu-a";
    story.window.window = {Time{0}, Time{3'600'000}};
    story.traits = {{diagnose::Trait::Key::product, "A100-SXM4-80GB"}};
    story.gpu_ms = 3'600'000;
    story.classes[static_cast<std::size_t>(diagnose::AccountClass::held_empty)] = 3'600'000;
    story.chart = {{.label = "GPU 0",
                    .spans = {{{Time{0}, Time{60'000}}, diagnose::PieceState::empty, {}},
                              {{Time{60'000}, Time{120'000}}, {}, diagnose::WaitCause::real}}}};
    return story;
}

TEST(StoryJson, HasTheContractsKeys) {
    const json root = json::parse(story_json(example()));
    EXPECT_EQ(root["schema"], "arable.story/v1");
    EXPECT_EQ(root["kind"], "gpu");
    EXPECT_EQ(root["traits"][0], json({{"key", "product"}, {"value", "A100-SXM4-80GB"}}));
    EXPECT_EQ(root["classes"], json({{"held.empty", 3'600'000}}));
    EXPECT_EQ(root["chart"][0]["spans"][0]["state"], "held.empty");
    EXPECT_EQ(root["chart"][0]["spans"][1]["state"], "waits");
    EXPECT_EQ(root["chart"][0]["spans"][1]["cause"], "real");
}

TEST(StoryJson, WritesTheUnknownAsNull) {
    const json root = json::parse(story_json(example()));
    EXPECT_TRUE(root["money"].is_null());
    EXPECT_TRUE(root["computing_low_ms"].is_null());
    EXPECT_EQ(root["waits"], json({{"known", false}, {"pending", nullptr}}));
}

TEST(StoryJson, IsTheSameEachTime) { EXPECT_EQ(story_json(example()), story_json(example())); }

}  // namespace
}  // namespace arable::codec
