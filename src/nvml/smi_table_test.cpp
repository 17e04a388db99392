#include "nvml/smi_table.h"

#include <gtest/gtest.h>

namespace arable::nvml {
namespace {

// As driver 440 prints it: names cut, no column for MIG, processes without instance ids.
constexpr const char* kOld = R"(Mon Apr  6 10:23:01 2020
+-----------------------------------------------------------------------------+
| NVIDIA-SMI 440.33.01    Driver Version: 440.33.01    CUDA Version: 10.2     |
|-------------------------------+----------------------+----------------------+
| GPU  Name        Persistence-M| Bus-Id        Disp.A | Volatile Uncorr. ECC |
| Fan  Temp  Perf  Pwr:Usage/Cap|         Memory-Usage | GPU-Util  Compute M. |
|===============================+======================+======================|
|   0  Tesla V100-PCIE...  Off  | 00000000:3B:00.0 Off |                    0 |
| N/A   83C    P0   249W / 250W |   1024MiB / 32510MiB |     37%   E. Process |
+-------------------------------+----------------------+----------------------+
|   1  Tesla V100-PCIE...  Off  | 00000000:AF:00.0 Off |                    0 |
| N/A   30C    P0    N/A /  N/A |      0MiB / 32510MiB |    N/A      Default |
+-------------------------------+----------------------+----------------------+

+-----------------------------------------------------------------------------+
| Processes:                                                       GPU Memory |
|  GPU       PID   Type   Process name                             Usage      |
|=============================================================================|
|    0      4711      C   python3                                     1013MiB |
|    7      4712      C   of no card                                     1MiB |
+-----------------------------------------------------------------------------+
)";

TEST(SmiTable, ReadsOldDrivers) {
    const auto logs = parse_smi_tables(kOld);
    ASSERT_TRUE(logs && logs->size() == 1);
    const SmiLog& log = logs->front();
    EXPECT_EQ(format_rfc3339(*log.time), "2020-04-06T10:23:01Z");
    EXPECT_EQ(log.driver, "440.33.01");
    EXPECT_EQ(log.attached, -1);
    ASSERT_EQ(log.gpus.size(), 2U);
    const SmiGpu& gpu = log.gpus[0];
    EXPECT_EQ(gpu.product, "Tesla V100-PCIE...");
    EXPECT_EQ(gpu.pci, "00000000:3B:00.0");
    EXPECT_EQ(gpu.uuid, "");
    EXPECT_EQ(gpu.memory_used, mebibytes(1024));
    EXPECT_EQ(gpu.memory_total, mebibytes(32510));
    EXPECT_EQ(gpu.gpu_util, 0.37);
    EXPECT_EQ(gpu.power_watts, 249.0);
    EXPECT_EQ(gpu.power_limit_watts, 250.0);
    EXPECT_EQ(gpu.temperature, 83.0);
    EXPECT_FALSE(gpu.mig.has_value());
    ASSERT_EQ(gpu.processes.size(), 1U);
    EXPECT_EQ(gpu.processes[0].pid, 4711);
    EXPECT_FALSE(log.gpus[1].power_watts.has_value());
    EXPECT_FALSE(log.gpus[1].gpu_util.has_value());
    EXPECT_EQ(log.gpus[1].memory_used, mebibytes(0));
}

TEST(SmiTable, OtherTextIsNoTable) {
    EXPECT_TRUE(parse_smi_tables("| a | b |\n+---+\n")->empty());
    EXPECT_TRUE(parse_smi_tables("| NVIDIA-SMI 1 |\nnothing below\n|===|\n| 0 X On | 0:1 | |\n")->empty());
}

}  // namespace
}  // namespace arable::nvml
