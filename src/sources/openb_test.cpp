#include "sources/openb.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace arable::sources {
namespace {

std::string capture(const std::string& name) {
    std::ifstream file("tests/captures/alibaba-openb/" + name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(Openb, ReadsTheProductionNodeList) {
    const auto facts = interpret_openb_nodes(capture("openb_node_list_gpu_node.csv"), "nodes");
    ASSERT_TRUE(facts.has_value());
    std::int64_t gpus = 0;
    for (const NodeFact& node : facts->nodes) gpus += *node.node.physical_gpus;
    EXPECT_EQ(facts->nodes.size(), 1213U);
    EXPECT_EQ(gpus, 6212);
    EXPECT_TRUE(facts->gaps.empty());
}

TEST(Openb, ReadsTheDefaultPodList) {
    const auto facts = interpret_openb_pods(capture("openb_pod_list_default.csv"), "pods");
    ASSERT_TRUE(facts.has_value());
    EXPECT_EQ(facts->pods.size(), 8152U);
    std::int64_t none = 0;
    std::int64_t fractional = 0;
    std::int64_t milli = 0;
    for (const PodFact& pod : facts->pods) {
        const auto& device = pod.pod.spec.device;
        none += device.kind == model::DeviceKind::none ? 1 : 0;
        fractional += device.kind == model::DeviceKind::fraction ? 1 : 0;
        milli += device.size.value;
    }
    EXPECT_EQ(none, 1088);
    EXPECT_EQ(fractional, 3078);
    EXPECT_NEAR(static_cast<double>(milli) / 1000.0, 6086.8, 0.05);
}

TEST(Openb, LeavesOutBadRowsAndRefusesListsWithoutTimes) {
    const auto nodes =
        interpret_openb_nodes("sn,cpu_milli,memory_mib,gpu,model\na,1,1,2,T4\nb,x,1,2,T4\nc,1,1,-2,T4\n", "n");
    ASSERT_TRUE(nodes.has_value());
    EXPECT_EQ(nodes->nodes.size(), 1U);
    EXPECT_EQ(nodes->gaps.at(0).count, 2);
    EXPECT_NE(
        interpret_openb_pods("name,cpu_milli,memory_mib,num_gpu,gpu_milli\n", "p").error().message.find("gpu_spec"),
        std::string::npos);
}

}  // namespace
}  // namespace arable::sources
