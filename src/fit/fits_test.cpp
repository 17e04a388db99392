#include "fit/fits.h"

#include <deque>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "fit/gang.h"
#include "fit/labels.h"

namespace arable::fit {
namespace {

using model::DeviceKind;

// Nodes of whole cards, kept at stable addresses.
class Cluster {
  public:
    NodeRoom& add(std::int64_t gpus, std::int64_t free, std::int64_t cores = 96) {
        model::Node& node = nodes_.emplace_back();
        node.name = "n" + std::to_string(nodes_.size());
        NodeRoom room{.node = &node, .cpu = MilliCpu{cores * 1000}};
        for (std::int64_t i = 0; i < gpus; ++i) {
            model::Gpu& gpu = gpus_.emplace_back();
            gpu.product = "H100-SXM5-80GB";
            room.devices.push_back({.id = next_++, .gpu = &gpu, .slots = {i < free ? 1 : 0, 0, 0}});
        }
        rooms.push_back(room);
        return rooms.back();
    }
    model::Node& node(std::size_t at) { return nodes_[at]; }

    std::vector<NodeRoom> rooms;

  private:
    std::deque<model::Node> nodes_;
    std::deque<model::Gpu> gpus_;
    std::uint32_t next_ = 0;
};

model::PodSpec whole(std::int64_t gpus, std::int64_t cores = 0) {
    model::PodSpec spec;
    spec.device = {.kind = DeviceKind::whole, .resource = "nvidia.com/gpu", .count = gpus};
    spec.cpu = MilliCpu{cores * 1000};
    spec.spec_known = true;
    return spec;
}

TEST(Labels, EveryOperatorIsReadAsTheSchedulerReadsIt) {
    const Labels labels{{"zone", "a"}, {"cores", "12"}};
    EXPECT_TRUE(matches(model::LabelRule{"zone", "In", {"b", "a"}}, labels));
    EXPECT_FALSE(matches(model::LabelRule{"zone", "In", {"b"}}, labels));
    EXPECT_FALSE(matches(model::LabelRule{"zone", "NotIn", {"a"}}, labels));
    EXPECT_TRUE(matches(model::LabelRule{"rack", "NotIn", {"a"}}, labels));
    EXPECT_TRUE(matches(model::LabelRule{"zone", "Exists", {}}, labels));
    EXPECT_TRUE(matches(model::LabelRule{"rack", "DoesNotExist", {}}, labels));
    EXPECT_TRUE(matches(model::LabelRule{"cores", "Gt", {"11"}}, labels));
    EXPECT_FALSE(matches(model::LabelRule{"cores", "Lt", {"12"}}, labels));
    EXPECT_FALSE(matches(model::LabelRule{"zone", "Gt", {"1"}}, labels));
    EXPECT_FALSE(matches(model::LabelRule{"zone", "Near", {"a"}}, labels));
}

TEST(Labels, ATolerationWithoutKeyCoversEverythingAndPreferNoScheduleNeverHinders) {
    const std::vector<model::Taint> taints{{"team", "x", "NoSchedule"}, {"soft", "", "PreferNoSchedule"}};
    EXPECT_EQ(untolerated(taints, {})->key, "team");
    const std::vector<model::Toleration> all{{.key = "", .op = "Exists"}};
    EXPECT_EQ(untolerated(taints, all), nullptr);
    const std::vector<model::Toleration> other{{.key = "team", .op = "Equal", .value = "y"}};
    EXPECT_EQ(untolerated(taints, other)->key, "team");
}

TEST(Fits, EveryObstacleIsNamedWithWhatIsMissing) {
    Cluster cluster;
    NodeRoom& room = cluster.add(4, 2, 20);
    cluster.node(0).taints = {{"team", "x", "NoSchedule"}};
    room.cordoned = true;
    room.pod_slots = 0;
    model::PodSpec spec = whole(4, 32);
    spec.rules.node_selector = {{"disk", "ssd"}};
    const auto found = obstacles(spec, nullptr, cluster.rooms, 0);
    ASSERT_EQ(found.size(), 6U);
    EXPECT_EQ(found[0].kind, ObstacleKind::devices);
    EXPECT_EQ(found[0].short_by, 2);
    EXPECT_EQ(found[1].kind, ObstacleKind::cpu);
    EXPECT_EQ(found[1].short_by, 12'000);
    EXPECT_EQ(found[2].kind, ObstacleKind::slots);
    EXPECT_EQ(found[3].kind, ObstacleKind::cordoned);
    EXPECT_EQ(found[4].kind, ObstacleKind::taint);
    EXPECT_EQ(found[4].detail, "team=x:NoSchedule");
    EXPECT_EQ(found[5].kind, ObstacleKind::selector);
}

TEST(Fits, AnotherProductIsAHardObstacleThatNoPolicyRelaxes) {
    Cluster cluster;
    cluster.add(8, 8);
    model::PodSpec spec = whole(1);
    spec.device.product = "T4-16GB";
    EXPECT_EQ(obstacles(spec, nullptr, cluster.rooms, 0).front().kind, ObstacleKind::product);
    const std::vector<Member> gang{{.spec = &spec}};
    EXPECT_FALSE(place(gang, cluster.rooms, {.policy = true, .room = true}).has_value());
    spec.device.product.clear();
    spec.rules.node_selector = {{"nvidia.com/gpu.product", "Tesla-T4"}};
    std::vector<const model::Node*> nodes{cluster.rooms[0].node};
    const auto bits = gates(spec, nodes);
    EXPECT_FALSE(bits[0].kind_ok);
    EXPECT_TRUE(bits[0].policy_ok);
}

TEST(Fits, CpuThatOtherJobsHoldStrandsFreeGpus) {
    Cluster cluster;  // six nodes of 4 free GPUs with 20 of 144 cores left
    for (int i = 0; i < 6; ++i) cluster.add(4, 4, 20);
    const model::PodSpec spec = whole(4, 32);
    const std::vector<Member> gang(6, Member{.spec = &spec});
    EXPECT_FALSE(place(gang, cluster.rooms, {}).has_value());
    EXPECT_FALSE(pool(gang, cluster.rooms, {}).has_value());
    EXPECT_TRUE(place(gang, cluster.rooms, {.room = true}).has_value());
    EXPECT_EQ(obstacles(spec, nullptr, cluster.rooms, 0).front().short_by, 12'000);
    EXPECT_EQ(usable_devices(spec, cluster.rooms[0], {}), 2);
}

TEST(Fits, EightFreeGpusOnFourNodesSufficeTogetherOnly) {
    Cluster cluster;
    for (int i = 0; i < 4; ++i) cluster.add(8, 2);
    const model::PodSpec spec = whole(8);
    const std::vector<Member> gang{{.spec = &spec}};
    EXPECT_FALSE(place(gang, cluster.rooms, {.policy = true, .room = true}).has_value());
    const auto gathered = pool(gang, cluster.rooms, {});
    ASSERT_TRUE(gathered.has_value());
    EXPECT_EQ(gathered->picks.size(), 8U);
    EXPECT_EQ(obstacles(spec, nullptr, cluster.rooms, 0).front().short_by, 6);
}

TEST(Fits, ACountOfTwoInstancesTakesTwo) {
    Cluster cluster;
    model::Gpu card;
    NodeRoom& room = cluster.add(0, 0);
    for (std::uint32_t i = 0; i < 2; ++i) {
        room.devices.push_back({.id = i,
                                .gpu = &card,
                                .layout = model::LayoutKind::mig,
                                .profile = "1g.5gb",
                                .slices = 1,
                                .slots = {1, 0, 0}});
    }
    model::PodSpec spec = whole(2);
    spec.device = {.kind = DeviceKind::mig, .resource = "nvidia.com/mig-1g.5gb", .count = 2, .mig_profile = "1g.5gb"};
    const std::vector<Member> x{{.spec = &spec}};
    const auto placed = place(x, cluster.rooms, {});
    ASSERT_TRUE(placed.has_value());
    occupy(*placed, x, cluster.rooms);
    model::PodSpec one = spec;
    one.device.count = 1;
    const auto y = obstacles(one, nullptr, cluster.rooms, 0);
    ASSERT_EQ(y.size(), 1U);
    EXPECT_EQ(y[0].short_by, 1);
}

TEST(Fits, FourReplicasOfOneCardCarryAPodOfFour) {
    Cluster cluster;
    NodeRoom& room = cluster.add(1, 1);
    room.devices[0].layout = model::LayoutKind::time_sliced;
    room.devices[0].slots = {4, 0, 0};
    model::PodSpec spec = whole(4);
    spec.device.kind = DeviceKind::shared;
    EXPECT_EQ(takeable(spec.device, room, {}), 4);
    spec.device.kind = DeviceKind::whole;  // no resource names known: replicas are no whole cards
    EXPECT_EQ(takeable(spec.device, room, {}), 0);
}

TEST(Fits, FractionsShareACardUntilItIsFullAndNeverGoToMig) {
    Cluster cluster;
    NodeRoom& room = cluster.add(1, 1);
    model::PodSpec spec = whole(1);
    spec.device = {.kind = DeviceKind::fraction, .count = 1, .fraction = MilliGpu{400}};
    const std::vector<Member> two(2, Member{.spec = &spec});
    const std::vector<Member> one(1, Member{.spec = &spec});
    for (int i = 0; i < 2; ++i) {
        const auto placed = place(one, cluster.rooms, {});
        ASSERT_TRUE(placed.has_value());
        occupy(*placed, one, cluster.rooms);
    }
    EXPECT_FALSE(place(one, cluster.rooms, {}).has_value());
    EXPECT_EQ(takeable(whole(1).device, room, {}), 0);
    room.devices[0] = {.id = 0,
                       .gpu = room.devices[0].gpu,
                       .layout = model::LayoutKind::mig,
                       .profile = "3g.20gb",
                       .slots = {1, 0, 0}};
    EXPECT_EQ(takeable(spec.device, room, {}), 0);
}

TEST(Fits, AntiAffinityAndSpreadLookAtWhoIsThere) {
    Cluster cluster;
    cluster.add(8, 8);
    cluster.add(8, 8);
    model::Pod here;
    here.ns = "ml";
    here.labels = {{"app", "chat"}};
    cluster.rooms[0].residents = {&here};
    model::Pod pod = here;
    pod.spec = whole(1);
    const model::LabelSelector chat{{"app", "In", {"chat"}}};
    pod.spec.rules.pod_affinity = {{.anti = true, .topology_key = "kubernetes.io/hostname", .selector = chat}};
    EXPECT_EQ(obstacles(pod.spec, &pod, cluster.rooms, 0).front().kind, ObstacleKind::pod_anti);
    EXPECT_TRUE(obstacles(pod.spec, &pod, cluster.rooms, 1).empty());
    pod.spec.rules.pod_affinity.clear();
    pod.spec.rules.spread = {{.max_skew = 1, .topology_key = "kubernetes.io/hostname", .selector = chat}};
    EXPECT_EQ(obstacles(pod.spec, &pod, cluster.rooms, 0).front().kind, ObstacleKind::spread);
    EXPECT_TRUE(obstacles(pod.spec, &pod, cluster.rooms, 1).empty());
}

// Every way to seat the members, tried one by one.
bool some_seating(std::span<const std::int64_t> sizes, std::vector<std::int64_t>& free) {
    if (sizes.empty()) return true;
    for (std::int64_t& f : free) {
        if (f < sizes[0]) continue;
        f -= sizes[0];
        const bool rest = some_seating(sizes.subspan(1), free);
        f += sizes[0];
        if (rest) return true;
    }
    return false;
}

TEST(Fits, PlacingAGangAgreesWithBruteForceOnSixGpus) {
    Rng rng(7);
    int placed = 0;
    for (int round = 0; round < 400; ++round) {
        Cluster cluster;
        std::vector<std::int64_t> free;
        for (std::int64_t left = 6; left > 0;) {
            const std::int64_t gpus = rng.integer(1, left);
            free.push_back(rng.integer(0, gpus));
            cluster.add(gpus, free.back());
            left -= gpus;
        }
        std::vector<model::PodSpec> specs;
        std::vector<std::int64_t> sizes;
        for (std::int64_t n = rng.integer(1, 3); n > 0; --n) {
            sizes.push_back(rng.integer(1, 3));
            specs.push_back(whole(sizes.back()));
        }
        std::vector<Member> gang;
        for (const model::PodSpec& spec : specs) gang.push_back({.spec = &spec});
        const bool possible = some_seating(sizes, free);
        ASSERT_EQ(place(gang, cluster.rooms, {}).has_value(), possible) << "round " << round;
        placed += possible ? 1 : 0;
    }
    EXPECT_GT(placed, 50);
    EXPECT_LT(placed, 350);
}

}  // namespace
}  // namespace arable::fit
