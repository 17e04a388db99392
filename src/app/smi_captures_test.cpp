// The text and table captures of tests/captures/nvidia-smi-captures: what they say, read by hand.

#include <gtest/gtest.h>

#include "app/files.h"
#include "nvml/smi.h"
#include "nvml/smi_table.h"

namespace arable::app {
namespace {

std::string capture(const std::string& name) {
    const auto text = read_whole("tests/captures/nvidia-smi-captures/linux-x86_64__nvidia-" + name + ".txt.gz");
    EXPECT_TRUE(text.has_value()) << name;
    return text ? *text : std::string();
}

struct Seen {
    const char* file;
    const char* product;
    std::int64_t total;
    const char* idle_at;
    double idle_util, idle_watts;
    const char* load_at;
    std::int64_t load_used;
    double load_util, load_watts, load_celsius;
    std::vector<std::int64_t> load_pids;
};

const std::vector<Seen>& whole_cards() {
    static const std::vector<Seen> kSeen{
        {"h100-80gb-hbm3__590.48.01",
         "NVIDIA H100 80GB HBM3",
         81559,
         "2026-07-14T08:12:38Z",
         0.0,
         69.62,
         "2026-07-14T08:12:53Z",
         19818,
         1.0,
         588.39,
         59.0,
         {11327, 11328, 11345}},
        {"h200__590.48.01",
         "NVIDIA H200",
         143771,
         "2026-07-03T22:10:45Z",
         0.0,
         77.88,
         "2026-07-03T22:11:09Z",
         32362,
         1.0,
         625.24,
         52.0,
         {10291, 10293, 10309}},
        {"l40s__595.80",
         "NVIDIA L40S",
         46068,
         "2026-07-03T08:33:38Z",
         1.0,
         119.88,
         "2026-07-03T08:33:53Z",
         1235,
         0.09,
         110.01,
         54.0,
         {20037, 20038}},
    };
    return kSeen;
}

TEST(SmiTextCaptures, SayWhatTheFilesSay) {
    for (const Seen& seen : whole_cards()) {
        SCOPED_TRACE(seen.file);
        const auto logs = nvml::parse_smi(capture(seen.file));
        ASSERT_TRUE(logs && logs->size() == 2);
        const nvml::SmiGpu& idle = logs->front().gpus.at(0);
        const nvml::SmiGpu& load = logs->back().gpus.at(0);
        EXPECT_TRUE(logs->front().notes.empty());
        EXPECT_EQ(logs->front().attached, 1);
        EXPECT_EQ(format_rfc3339(*logs->front().time), seen.idle_at);
        EXPECT_EQ(idle.product, seen.product);
        EXPECT_EQ(idle.memory_total, mebibytes(seen.total));
        EXPECT_EQ(idle.memory_used, mebibytes(0));
        EXPECT_EQ(idle.gpu_util, seen.idle_util);
        EXPECT_EQ(idle.power_watts, seen.idle_watts);
        EXPECT_NE(idle.mig, true);  // "Disabled" or, on the L40S, "N/A"
        EXPECT_TRUE(idle.processes.empty());
        EXPECT_EQ(format_rfc3339(*logs->back().time), seen.load_at);
        EXPECT_EQ(load.memory_used, mebibytes(seen.load_used));
        EXPECT_EQ(load.gpu_util, seen.load_util);
        EXPECT_EQ(load.power_watts, seen.load_watts);
        EXPECT_EQ(load.temperature, seen.load_celsius);
        ASSERT_EQ(load.processes.size(), seen.load_pids.size());
        for (std::size_t i = 0; i < seen.load_pids.size(); ++i) EXPECT_EQ(load.processes[i].pid, seen.load_pids[i]);
    }
}

TEST(SmiTextCaptures, ShowMigInstances) {
    const auto logs = nvml::parse_smi(capture("h100-mig__590.48.01"));
    ASSERT_TRUE(logs && logs->size() == 2);
    const nvml::SmiGpu& idle = logs->front().gpus.at(0);
    EXPECT_EQ(idle.pci, "00000000:00:09.0");
    EXPECT_EQ(idle.mig, true);
    EXPECT_FALSE(idle.gpu_util.has_value());
    EXPECT_EQ(idle.memory_used, mebibytes(59));
    EXPECT_EQ(idle.power_watts, 72.63);
    EXPECT_EQ(idle.clock_event_reasons, std::vector<std::string>{"gpu_idle"});
    ASSERT_EQ(idle.instances.size(), 4U);
    EXPECT_EQ(idle.instances[0].gpu_instance, 2);
    EXPECT_EQ(idle.instances[0].sms, 60);
    EXPECT_EQ(idle.instances[0].memory_total, mebibytes(40448));
    EXPECT_EQ(idle.instances[0].memory_used, mebibytes(26));
    EXPECT_EQ(idle.instances[3].gpu_instance, 10);
    EXPECT_EQ(idle.instances[3].memory_used, mebibytes(9));
    const nvml::SmiGpu& load = logs->back().gpus.at(0);
    EXPECT_EQ(load.instances[0].memory_used, mebibytes(11091));
    ASSERT_EQ(load.processes.size(), 3U);
    EXPECT_EQ(load.processes[2].name, "./gpu_burn");
    EXPECT_EQ(load.processes[2].gpu_instance, 2);
    EXPECT_EQ(load.processes[2].memory, mebibytes(7484));
}

// The files hold the tables beside the texts; power is printed there in whole watts.
TEST(SmiTableCaptures, SayWhatTheFilesSay) {
    const auto logs = nvml::parse_smi_tables(capture("h100-mig__590.48.01"));
    ASSERT_TRUE(logs && logs->size() == 2);
    EXPECT_EQ(format_rfc3339(*logs->back().time), "2026-07-14T09:00:43Z");
    EXPECT_EQ(logs->back().driver, "590.48.01");
    const nvml::SmiGpu& load = logs->back().gpus.at(0);
    EXPECT_EQ(load.product, "NVIDIA H100 80GB HBM3");
    EXPECT_EQ(load.pci, "00000000:00:09.0");
    EXPECT_EQ(load.mig, true);
    EXPECT_FALSE(load.gpu_util.has_value());
    EXPECT_EQ(load.power_watts, 432.0);
    EXPECT_EQ(load.memory_used, mebibytes(11125));
    ASSERT_EQ(load.instances.size(), 4U);
    EXPECT_EQ(load.instances[0].sms, 60);
    EXPECT_EQ(load.instances[0].memory_used, mebibytes(11091));
    EXPECT_EQ(load.instances[2].memory_total, mebibytes(9984));
    ASSERT_EQ(load.processes.size(), 3U);
    EXPECT_EQ(load.processes[0].pid, 21180);
    EXPECT_EQ(load.processes[0].gpu_instance, 2);
    const auto whole = nvml::parse_smi_tables(capture("l40s__595.80"));
    ASSERT_TRUE(whole && whole->size() == 2);
    EXPECT_EQ(whole->back().gpus.at(0).gpu_util, 0.09);
    EXPECT_EQ(whole->back().gpus.at(0).memory_used, mebibytes(1235));
    EXPECT_FALSE(whole->back().gpus.at(0).mig.has_value());
}

}  // namespace
}  // namespace arable::app
