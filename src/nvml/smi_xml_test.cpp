#include "nvml/smi_xml.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace arable::nvml {
namespace {

SmiLog capture(const std::string& name) {
    std::ifstream file("tests/captures/" + name);
    std::stringstream text;
    text << file.rdbuf();
    auto logs = parse_smi_xml(text.str());
    EXPECT_TRUE(logs && logs->size() == 1) << name;
    return logs ? logs->front() : SmiLog{};
}

TEST(SmiXml, ReadsEightIdleH100s) {
    const SmiLog log = capture("nvidia-smi-xml-aicr-8xh100/gpu.xml");
    EXPECT_EQ(log.schema, "v12");
    ASSERT_EQ(log.gpus.size(), 8U);
    EXPECT_EQ(log.gpus[0].product, "NVIDIA H100 80GB HBM3");
    EXPECT_EQ(log.gpus[0].gpu_util, 0.0);
    EXPECT_EQ(log.gpus[0].mig, false);
    EXPECT_EQ(format_rfc3339(*log.time), "2025-04-14T12:55:43Z");
}

TEST(SmiXml, ReadsMigInstancesAndLeavesUtilisationAbsent) {
    const SmiLog log = capture("nvidia-smi-xml-telegraf/a100-sxm4-v12.xml");
    ASSERT_EQ(log.gpus.size(), 1U);
    const SmiGpu& gpu = log.gpus[0];
    EXPECT_EQ(log.attached, 4);
    EXPECT_EQ(gpu.mig, true);
    EXPECT_FALSE(gpu.gpu_util.has_value());
    EXPECT_EQ(gpu.memory_total, mebibytes(81920));
    EXPECT_EQ(gpu.memory_used, mebibytes(50));
    EXPECT_DOUBLE_EQ(*gpu.power_watts, 67.03);
    ASSERT_EQ(gpu.instances.size(), 4U);
    EXPECT_EQ(gpu.instances[0].gpu_instance, 3);
    EXPECT_EQ(gpu.instances[0].sms, 14);
    EXPECT_EQ(gpu.instances[0].memory_total, mebibytes(19968));
    EXPECT_EQ(format_rfc3339(*log.time), "2023-08-04T11:44:30Z");
}

TEST(SmiXml, ReadsTheOldestAndTheNewestSchema) {
    const SmiLog old = capture("nvidia-smi-xml-telegraf/gtx-1070-ti.xml");
    EXPECT_EQ(old.schema, "v10");
    EXPECT_FALSE(old.time.has_value());
    EXPECT_EQ(old.attached, -1);
    EXPECT_FALSE(old.gpus[0].power_watts.has_value());
    EXPECT_FALSE(old.gpus[0].mig.has_value());
    EXPECT_EQ(old.gpus[0].memory_used, mebibytes(42));
    EXPECT_EQ(old.gpus[0].sm_clock_hz, 135e6);
    const SmiLog recent = capture("nvidia-smi-xml-telegraf/rtx-3080-v13.xml");
    EXPECT_EQ(recent.schema, "v13");
    EXPECT_DOUBLE_EQ(*recent.gpus[0].power_watts, 142.33);
    EXPECT_EQ(recent.gpus[0].clock_event_reasons, std::vector<std::string>{});
}

TEST(SmiXml, ReadsEveryOtherCapture) {
    for (const char* name : {"a10g", "quadro-p2000-v12", "rtx-3080-v12", "rtx-3090-v12", "tesla-t4"}) {
        const SmiLog log = capture(std::string("nvidia-smi-xml-telegraf/") + name + ".xml");
        ASSERT_EQ(log.gpus.size(), 1U) << name;
        EXPECT_TRUE(log.gpus[0].memory_total.has_value()) << name;
        EXPECT_TRUE(log.notes.empty()) << name << ": " << (log.notes.empty() ? "" : log.notes[0].english());
    }
}

TEST(SmiXml, NotesWhatItCannotReadAndGoesOn) {
    const auto logs = parse_smi_xml(
        "<nvidia_smi_log><gpu id='0'><fb_memory_usage><total>many MiB</total><used>7 GiB</used></fb_memory_usage>"
        "<utilization><gpu_util>250 %</gpu_util></utilization></gpu></nvidia_smi_log>");
    ASSERT_TRUE(logs.has_value());
    const SmiLog* log = &logs->front();
    EXPECT_FALSE(log->gpus[0].memory_total.has_value());
    EXPECT_FALSE(log->gpus[0].memory_used.has_value());
    EXPECT_FALSE(log->gpus[0].gpu_util.has_value());
    EXPECT_EQ(log->notes.size(), 3U);
}

TEST(SmiXml, ReadsEachLogOfALoopAndLosesOnlyOneThatIsCut) {
    const std::string one =
        "<?xml version=\"1.0\" ?><nvidia_smi_log><timestamp>Mon Apr 14 12:55:43 2025</timestamp>"
        "<gpu id='0'></gpu></nvidia_smi_log>\n";
    const auto logs = parse_smi_xml("\n" + one + one + one.substr(0, 60));
    ASSERT_TRUE(logs.has_value());
    ASSERT_EQ(logs->size(), 2U);
    EXPECT_EQ(logs->at(1).gpus.size(), 1U);
    ASSERT_EQ(logs->at(1).notes.size(), 1U);
    EXPECT_NE(logs->at(1).notes[0].english().find("not well-formed XML at byte"), std::string::npos);
}

TEST(SmiXml, RefusesWhatIsNotItsOwnWithTheReason) {
    EXPECT_NE(parse_smi_xml("<nvidia_smi_log><gpu>").error().message.find("byte"), std::string::npos);
    EXPECT_FALSE(parse_smi_xml("").has_value());
    EXPECT_FALSE(parse_smi_xml("<html></html>").has_value());
}

}  // namespace
}  // namespace arable::nvml
