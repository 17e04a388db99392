#include "model/mig_node.h"

#include <gtest/gtest.h>

#include "model/mig_table.h"

namespace arable::model {
namespace {

using Resources = std::map<std::string, int>;

struct Node {
    MigGeometry geometry = mig_geometry(MigFamily::a100_80);
    std::vector<MigCard> cards{
        {.geometry = &geometry, .is_on = true, .instances = {}},
        {.geometry = &geometry, .is_on = true, .instances = {{"3g.40gb", 0}, {"3g.40gb", 4}}},
        {.geometry = &geometry, .is_on = true, .instances = {}},
        {.geometry = &geometry, .is_on = false, .instances = {}},
    };
    Node() {
        for (int start = 0; start < 7; ++start) cards[0].instances.push_back({"1g.10gb", start});
    }
};

// The device plugin fails on a GPU in MIG mode without instances, and then the node announces nothing at all.
TEST(MigNodes, WithAnEmptyMigGpuAnnounceNothing) {
    const Node node;
    const auto checked = check_cards(node.cards);
    ASSERT_FALSE(checked.has_value());
    EXPECT_NE(checked.error().message.find("GPU 2 is in MIG mode without an instance"), std::string::npos);
    EXPECT_NE(checked.error().message.find("Turn MIG off on it, or make one 7g.80gb"), std::string::npos);
    EXPECT_TRUE(announced(node.cards).empty());
}

TEST(MigNodes, AreRepairedInTwoWays) {
    Node node;
    node.cards[2].is_on = false;
    EXPECT_TRUE(check_cards(node.cards).has_value());
    EXPECT_EQ(announced(node.cards),
              (Resources{{"nvidia.com/gpu", 2}, {"nvidia.com/mig-1g.10gb", 7}, {"nvidia.com/mig-3g.40gb", 2}}));
    node.cards[2] = {.geometry = &node.geometry, .is_on = true, .instances = {{"7g.80gb", 0}}};
    EXPECT_EQ(announced(node.cards), (Resources{{"nvidia.com/gpu", 1},
                                                {"nvidia.com/mig-1g.10gb", 7},
                                                {"nvidia.com/mig-3g.40gb", 2},
                                                {"nvidia.com/mig-7g.80gb", 1}}));
}

TEST(MigNodes, AnnounceAttributesWithADot) {
    const MigGeometry a30 = mig_geometry(MigFamily::a30);
    const std::vector<MigCard> cards{
        {.geometry = &a30, .is_on = true, .instances = {{"2g.12gb+me", 0}, {"2g.12gb", 2}}}};
    EXPECT_EQ(announced(cards), (Resources{{"nvidia.com/mig-2g.12gb", 1}, {"nvidia.com/mig-2g.12gb.me", 1}}));
}

TEST(MigNodes, RefuseWhatTheHardwareCannotHold) {
    Node node;
    node.cards[2].instances = {{"4g.40gb", 0}, {"4g.40gb", 4}};
    EXPECT_NE(check_cards(node.cards).error().message.find("GPU 2: 4g.40gb cannot start at 4"), std::string::npos);
    node.cards[2] = {.geometry = nullptr, .is_on = true, .instances = {}};
    EXPECT_FALSE(check_cards(node.cards).has_value());
    node.cards[2] = {.geometry = &node.geometry, .is_on = false, .instances = {{"7g.80gb", 0}}};
    EXPECT_FALSE(check_cards(node.cards).has_value());
}

}  // namespace
}  // namespace arable::model
