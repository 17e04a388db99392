#include "codec/redact.h"

#include <gtest/gtest.h>

#include "codec/read_labels.h"
#include "diagnose/model_size.h"
#include "fit/labels.h"

namespace arable::codec {
namespace {

SnapshotValues site() {
    SnapshotValues v;
    model::Timeline& t = v.timeline;
    t.clusters = {"acme-east"};
    for (const char* name : {"host-blue", "host-alfa"}) {
        model::Node node;
        node.cluster = "acme-east";
        node.name = name;
        node.pool = "secret-pool";
        node.labels = {{"kubernetes.io/hostname", name},
                       {"nvidia.com/gpu.product", "NVIDIA-A100-SXM4-80GB"},
                       {"acme.com/team", "rockets"},
                       {"acme.com/unread", "nobody asks"},
                       {"rank", "12"}};
        node.taints = {{"acme.com/only", "rockets", "NoSchedule"}, {"nvidia.com/gpu", "present", "NoSchedule"}};
        node.instance_type = "p4d.24xlarge";
        t.nodes.push_back(node);
    }
    model::Pod pod;
    pod.cluster = "acme-east";
    pod.ns = "rocket-lab";
    pod.name = "zephyr-8b-chat-0";
    pod.labels = {{"app", "zephyr"}, {"pod-template-hash", "6d4cf"}};
    pod.spec.image = "registry.acme.com/zephyr";
    pod.spec.queue = "gold";
    pod.spec.device.resource = "nvidia.com/gpu";
    pod.spec.rules.node_selector = {{"acme.com/team", "rockets"}};
    pod.spec.rules.node_affinity = {{{"kubernetes.io/hostname", "In", {"host-blue"}}}, {{"rank", "Gt", {"11"}}}};
    pod.spec.rules.tolerations = {{"acme.com/only", "Equal", "rockets", "NoSchedule"}};
    pod.spec.rules.pod_affinity = {{.anti = true,
                                    .topology_key = "kubernetes.io/hostname",
                                    .selector = {{"app", "In", {"zephyr"}}},
                                    .namespaces = {"rocket-lab"}}};
    pod.notes = {{.detail = "exceeded quota: gold, requested: requests.nvidia.com/gpu=8 by jane.doe on host-blue."}};
    t.pods.push_back(pod);
    t.quotas.push_back({.cluster = "acme-east",
                        .ns = "rocket-lab",
                        .kind = "ResourceQuota",
                        .name = "gold",
                        .resource = "requests.nvidia.com/gpu",
                        .hard = 8});
    t.gaps.push_back(
        {.kind = model::Gap::Kind::conflict, .subject = "host-blue", .message = "host-blue says jane", .count = 3});
    t.sources.push_back({.kind = "metrics", .name = "/home/jane/m.txt", .records = 4, .detail = "jane's exporter"});
    return v;
}

class RedactedSite : public testing::Test {
  protected:
    void SetUp() override {
        drop_unread_labels(values.timeline);
        const Redaction redaction(values);
        redaction.apply(values);
    }
    std::string text() const {
        std::string all;
        EXPECT_TRUE(write_lines(values, [&](std::string_view line) -> Result<Done> {
            all += line;
            return Done{};
        }));
        return all;
    }
    SnapshotValues values = site();
};

TEST_F(RedactedSite, HoldsNoneOfItsNames) {
    const std::string all = text();
    for (const char* name : {"acme", "rocket", "host-", "blue", "alfa", "secret", "zephyr", "gold", "jane", "home",
                             "registry", "unread", "nobody", "6d4cf", "chat"}) {
        EXPECT_EQ(all.find(name), std::string::npos) << name;
    }
}

TEST_F(RedactedSite, KeepsWhatIsEverybodys) {
    const std::string all = text();
    for (const char* name :
         {"nvidia.com/gpu.product", "NVIDIA-A100-SXM4-80GB", "kubernetes.io/hostname", "p4d.24xlarge", "ResourceQuota",
          "requests.nvidia.com/gpu", "NoSchedule", "present", "exceeded quota: "}) {
        EXPECT_NE(all.find(name), std::string::npos) << name;
    }
    EXPECT_EQ(values.timeline.gaps[0].count, 3);
    EXPECT_EQ(values.timeline.gaps[0].message, "inputs disagreed");
    EXPECT_EQ(values.timeline.gaps[0].subject, "node-2");
    EXPECT_TRUE(values.header.redacted);
}

TEST_F(RedactedSite, KeepsLengthsOfTimeInGaps) {
    std::vector<model::Gap> gaps{{.kind = model::Gap::Kind::assumption,
                                  .subject = "claims",
                                  .message = "labels of jane-7 d were missing for 5 h 55 min in all, 30 s apart"}};
    Redaction(values).apply(gaps);
    EXPECT_EQ(gaps[0].message, "something was taken as true for lack of data (5 h 55 min, 30 s)");
    EXPECT_EQ(gaps[0].subject, "claims");
}

TEST_F(RedactedSite, StillJoins) {
    const model::Timeline& t = values.timeline;
    const model::PlacementRules& rules = t.pods[0].spec.rules;
    EXPECT_EQ(t.nodes[0].name, "node-2");  // numbers follow the order of names
    EXPECT_EQ(t.nodes[0].labels.at("kubernetes.io/hostname"), "node-2");
    EXPECT_TRUE(fit::matches(rules.node_affinity[0], t.nodes[0].labels));
    EXPECT_FALSE(fit::matches(rules.node_affinity[0], t.nodes[1].labels));
    EXPECT_TRUE(fit::matches(rules.node_affinity[1], t.nodes[1].labels));
    EXPECT_EQ(t.nodes[0].labels.at(rules.node_selector.begin()->first), rules.node_selector.begin()->second);
    EXPECT_TRUE(fit::tolerates(rules.tolerations[0], t.nodes[0].taints[0]));
    EXPECT_FALSE(fit::tolerates(rules.tolerations[0], t.nodes[0].taints[1]));
    EXPECT_TRUE(fit::matches(rules.pod_affinity[0].selector, t.pods[0].labels));
    EXPECT_EQ(rules.pod_affinity[0].namespaces[0], t.pods[0].ns);
    EXPECT_EQ(t.quotas[0].name, t.pods[0].spec.queue);
    EXPECT_EQ(t.quotas[0].ns, t.pods[0].ns);
    EXPECT_EQ(t.pods[0].notes[0].detail,
              "exceeded quota: queue-1, requested: requests.nvidia.com/gpu=8 by (…) on node-2.");
}

TEST_F(RedactedSite, StillSaysHowLargeAModelIs) {
    EXPECT_EQ(values.timeline.pods[0].name, "pod-1-8b");
    EXPECT_EQ(diagnose::weights_of(values.timeline.pods[0].name), diagnose::weights_of("zephyr-8b-chat-0"));
}

TEST(Labels, ThatNothingReadsAreDropped) {
    auto values = site();
    drop_unread_labels(values.timeline);
    EXPECT_EQ(values.timeline.nodes[0].labels.count("acme.com/unread"), 0U);
    EXPECT_EQ(values.timeline.nodes[0].labels.size(), 4U);
    EXPECT_EQ(values.timeline.pods[0].labels, (std::map<std::string, std::string>{{"app", "zephyr"}}));
}

}  // namespace
}  // namespace arable::codec
