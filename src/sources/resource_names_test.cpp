#include "sources/resource_names.h"

#include <gtest/gtest.h>

namespace arable::sources {
namespace {

using model::DeviceKind;

TEST(ResourceNames, KnowsBothSpellingsOfEveryFamily) {
    for (const auto* name : {"nvidia.com/gpu", "nvidia_com_gpu"}) {
        EXPECT_EQ(find_gpu_resource(name)->resource, "nvidia.com/gpu");
        EXPECT_EQ(find_gpu_resource(name)->kind, DeviceKind::whole);
    }
    EXPECT_EQ(find_gpu_resource("nvidia_com_gpu_shared")->kind, DeviceKind::shared);
    EXPECT_EQ(find_gpu_resource("amd_com_gpu")->resource, "amd.com/gpu");
    EXPECT_EQ(find_gpu_resource("gpu_intel_com_i915")->resource, "gpu.intel.com/i915");
    EXPECT_EQ(find_gpu_resource("aliyun_com_gpu_core_percentage")->reads, ResourceReads::core_total);
    EXPECT_EQ(find_gpu_resource("volcano.sh/vgpu-memory")->reads, ResourceReads::memory_mib);
    EXPECT_FALSE(find_gpu_resource("cpu"));
    EXPECT_FALSE(find_gpu_resource("nvidia.com/gpuX"));
    EXPECT_FALSE(find_gpu_resource(""));
}

TEST(ResourceNames, ReadsMigProfilesFromEitherSpelling) {
    const auto plain = find_gpu_resource("nvidia_com_mig_1g_10gb");
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->resource, "nvidia.com/mig-1g.10gb");
    EXPECT_EQ(plain->mig_profile, "1g.10gb");
    const auto media = find_gpu_resource("nvidia.com/mig-1g.10gb.me");
    ASSERT_TRUE(media);
    EXPECT_EQ(media->mig_profile, "1g.10gb+me");
    EXPECT_EQ(find_gpu_resource("nvidia_com_mig_1g_10gb_me")->resource, "nvidia.com/mig-1g.10gb.me");
    EXPECT_EQ(find_gpu_resource("nvidia.com/mig-1c.3g.20gb")->mig_profile, "1c.3g.20gb");
    EXPECT_EQ(find_gpu_resource("nvidia.com/mig-1g.5gb.shared")->mig_profile, "1g.5gb");
    EXPECT_EQ(find_gpu_resource("nvidia_com_mig_1g_10gb_me_shared")->mig_profile, "1g.10gb+me");
    for (const auto* name : {"nvidia.com/mig-", "nvidia.com/mig-1g", "nvidia.com/mig-xg.5gb", "nvidia.com/mig-g.gb"}) {
        EXPECT_FALSE(find_gpu_resource(name)) << name;
    }
}

TEST(ResourceNames, CountsWhatACardLosesToAMigInstance) {
    const auto seven = read_device_request({{"nvidia.com/mig-3g.20gb", 2}}, {});
    EXPECT_EQ(seven.kind, DeviceKind::mig);
    EXPECT_EQ(seven.count, 2);
    EXPECT_EQ(seven.size.value, 858);                                                     // 2 x 3/7, rounded up
    EXPECT_EQ(read_device_request({{"nvidia_com_mig_2g_12gb", 1}}, {}).size.value, 500);  // an A30 has four slices
}

TEST(ResourceNames, AFractionIsParsedOnceAndStrictly) {
    const std::vector<std::string> texts = {"0.25", "1", "NaN", "Inf", "-0.5", "0", "1.5", "0,25", "0.25x", ""};
    std::int64_t taken = 600;
    int refused = 0;
    int invalid = 0;
    for (const auto& text : texts) {
        const auto request = read_device_request({}, {{"gpu-fraction", text}});
        if (request.kind == DeviceKind::invalid) {
            ++invalid;
            EXPECT_FALSE(request.why_invalid.empty()) << text;
            EXPECT_EQ(request.size.value, 0);
            EXPECT_FALSE(request.fraction);
        } else if (taken + request.size.value <= 1000) {
            taken += request.size.value;
        } else {
            ++refused;
        }
    }
    EXPECT_EQ(taken, 850);
    EXPECT_EQ(refused, 1);
    EXPECT_EQ(invalid, 8);
}

TEST(ResourceNames, RoundsAFractionUpToAThousandth) {
    EXPECT_EQ(parse_gpu_fraction("0.0001")->value, 1);
    EXPECT_EQ(parse_gpu_fraction("0.33333")->value, 334);
    EXPECT_EQ(parse_gpu_fraction("0.5000")->value, 500);
    EXPECT_EQ(parse_gpu_fraction("1.000")->value, 1000);
    EXPECT_EQ(parse_gpu_fraction(".5")->value, 500);
    for (const auto* text : {".", "0.000", "1.0001", "10", "2", " 0.5", "0.5 ", "+0.5", "0x1", "1e-1", "0.1.2"}) {
        EXPECT_FALSE(parse_gpu_fraction(text)) << text;
    }
    EXPECT_FALSE(parse_gpu_fraction("0." + std::string(1000, '1')));
}

TEST(ResourceNames, ReadsTheSharingStacks) {
    const auto hami =
        read_device_request({{"nvidia.com/gpu", 2}, {"nvidia.com/gpumem", 3000}, {"nvidia.com/gpucores", 30}}, {});
    EXPECT_EQ(hami.kind, DeviceKind::fraction);
    EXPECT_EQ(hami.count, 2);
    EXPECT_EQ(hami.memory, mebibytes(3000));
    EXPECT_EQ(hami.fraction, MilliGpu{300});
    EXPECT_EQ(hami.size, MilliGpu{600});
    const auto volcano = read_device_request({{"volcano.sh/vgpu-number", 1}, {"volcano.sh/vgpu-memory", 1024}}, {});
    EXPECT_EQ(volcano.memory, gibibytes(1));
    EXPECT_EQ(volcano.size, MilliGpu{1000});  // how much of the card is not said: at most all of it
    const auto aliyun = read_device_request({{"aliyun.com/gpu-mem", 4}}, {});
    EXPECT_EQ(aliyun.memory, gibibytes(4));
    const auto kai = read_device_request({}, {{"gpu-fraction", "0.5"}, {"gpu-fraction-num-devices", "2"}});
    EXPECT_EQ(kai.count, 2);
    EXPECT_EQ(kai.size, MilliGpu{1000});
    EXPECT_EQ(read_device_request({}, {{"gpu-memory", "2000"}}).memory, mebibytes(2000));
    EXPECT_EQ(read_device_request({}, {{"alibabacloud.com/gpu-milli", "460"}}).fraction, MilliGpu{460});
}

TEST(ResourceNames, SaysWhatCannotBeRead) {
    EXPECT_EQ(read_device_request({{"nvidia.com/gpucores", 130}}, {}).kind, DeviceKind::invalid);
    EXPECT_EQ(read_device_request({{"nvidia.com/gpu", -1}}, {}).kind, DeviceKind::invalid);
    EXPECT_EQ(read_device_request({{"nvidia.com/gpu", 1}, {"amd.com/gpu", 1}}, {}).kind, DeviceKind::invalid);
    EXPECT_EQ(read_device_request({}, {{"gpu-memory", "lots"}}).kind, DeviceKind::invalid);
    EXPECT_EQ(read_device_request({}, {{"alibabacloud.com/gpu-milli", "1001"}}).kind, DeviceKind::invalid);
    EXPECT_EQ(read_device_request({{"cpu", 4}}, {}).kind, DeviceKind::none);
    EXPECT_EQ(read_device_request({{"nvidia.com/gpu", 0}}, {}).kind, DeviceKind::none);
}

}  // namespace
}  // namespace arable::sources
