#include "nvml/smi_text.h"

#include <gtest/gtest.h>

#include "nvml/smi.h"

namespace arable::nvml {
namespace {

// The shape of driver 440, before MIG: other names for a few keys.
constexpr const char* kOld = R"(
==============NVSMI LOG==============

Timestamp                           : Mon Apr  6 10:23:01 2020
Driver Version                      : 440.33.01

Attached GPUs                       : 2
GPU 00000000:3B:00.0
    Product Name                    : Tesla V100-PCIE-32GB
    GPU UUID                        : GPU-1f2e
    Minor Number                    : 0
    Clocks Throttle Reasons
        Idle                        : Not Active
        HW Slowdown                 : Active
            HW Thermal Slowdown     : Active
    FB Memory Usage
        Total                       : 32510 MiB
        Used                        : 1024 MiB
        Free                        : 31486 MiB
    Utilization
        Gpu                         : 37 %
        Memory                      : 250 %
    Temperature
        GPU Current Temp            : 83 C
    Power Readings
        Power Draw                  : 249.12 W
        Power Limit                 : 250.00 W
    Clocks
        SM                          : 1380 MHz
    Processes
        Process ID                  : 4711
            Type                    : C
            Name                    : python3 -m train : all
            Used GPU Memory         : 1013 MiB
        Process ID                  : 4712
            Type                    : C

GPU 00000000:AF:00.0
    Product Name                    : Tesla V100-PCIE-32GB
    GPU UUID                        : GPU-3d4c
    Processes                       : None
)";

TEST(SmiText, ReadsTheNamesOfOldDrivers) {
    const auto logs = parse_smi_text(kOld);
    ASSERT_TRUE(logs && logs->size() == 1);
    const SmiLog& log = logs->front();
    EXPECT_EQ(format_rfc3339(*log.time), "2020-04-06T10:23:01Z");
    EXPECT_EQ(log.driver, "440.33.01");
    EXPECT_EQ(log.attached, 2);
    ASSERT_EQ(log.gpus.size(), 2U);
    const SmiGpu& gpu = log.gpus[0];
    EXPECT_EQ(gpu.pci, "00000000:3B:00.0");
    EXPECT_EQ(gpu.uuid, "GPU-1f2e");
    EXPECT_FALSE(gpu.mig.has_value());
    EXPECT_EQ(gpu.memory_used, mebibytes(1024));
    EXPECT_EQ(gpu.gpu_util, 0.37);
    EXPECT_FALSE(gpu.memory_util.has_value());  // 250 % is none
    EXPECT_EQ(gpu.power_watts, 249.12);
    EXPECT_EQ(gpu.power_limit_watts, 250.0);
    EXPECT_EQ(gpu.sm_clock_hz, 1380e6);
    EXPECT_EQ(gpu.temperature, 83.0);
    EXPECT_EQ(gpu.clock_event_reasons, (std::vector<std::string>{"hw_slowdown", "hw_thermal_slowdown"}));
    ASSERT_EQ(gpu.processes.size(), 2U);
    EXPECT_EQ(gpu.processes[0].pid, 4711);
    EXPECT_EQ(gpu.processes[0].name, "python3 -m train : all");
    EXPECT_EQ(gpu.processes[0].memory, mebibytes(1013));
    EXPECT_EQ(gpu.processes[1].pid, 4712);
    EXPECT_FALSE(gpu.processes[1].memory.has_value());
    EXPECT_EQ(log.gpus[1].uuid, "GPU-3d4c");
    EXPECT_TRUE(log.gpus[1].processes.empty());
    ASSERT_EQ(log.notes.size(), 1U);
    EXPECT_NE(log.notes[0].english().find("250 %"), std::string::npos);
}

TEST(SmiText, ReadsEachLogOfALoopAndSkipsWhatStandsBetween) {
    const std::string log =
        "==============NVSMI LOG==============\nTimestamp : Mon Apr  6 10:23:01 2020\nGPU 0:1:0.0\n";
    const auto logs = parse_smi_text("ssh: welcome\n" + log + log + "# other output\nGPU 0:2:0.0\n" + log);
    ASSERT_TRUE(logs.has_value());
    ASSERT_EQ(logs->size(), 3U);
    EXPECT_EQ(logs->at(1).gpus.size(), 1U);
}

TEST(SmiText, ALogThatIsCutKeepsWhatCameBefore) {
    const std::string text(kOld);
    const auto logs = parse_smi_text(text.substr(0, text.find("Used     ") + 4));
    ASSERT_TRUE(logs && logs->size() == 1);
    EXPECT_EQ(logs->front().gpus[0].memory_total, mebibytes(32510));
    EXPECT_FALSE(logs->front().gpus[0].memory_used.has_value());
}

TEST(Smi, KnowsTheFormByTheContent) {
    EXPECT_EQ(parse_smi(kOld)->front().schema, "text");
    EXPECT_EQ(parse_smi("<nvidia_smi_log></nvidia_smi_log>")->size(), 1U);
    EXPECT_NE(parse_smi("up 1\n").error().message.find("no log of nvidia-smi"), std::string::npos);
    EXPECT_FALSE(parse_smi("").has_value());
}

}  // namespace
}  // namespace arable::nvml
