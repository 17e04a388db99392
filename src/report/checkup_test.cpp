#include "report/checkup.h"

#include <gtest/gtest.h>

#include <sstream>

#include "report/figures.h"

namespace arable::report {
namespace {

using diagnose::Check;
using diagnose::CheckState;
using diagnose::Checkup;

Checkup example() {
    Checkup checkup;
    checkup.capacity.gpus = 40;
    checkup.capacity.nodes = 5;
    Check sm;
    sm.id = "sm-activity";
    sm.what = text("how much of each card computed");
    sm.state = CheckState::partly;
    sm.covered = 12;
    sm.of = 40;
    sm.unit = "GPUs";
    sm.without = {"n1", "n2", "n3", "n4", "n5", "n6"};
    sm.effect = text("computing is a range");
    sm.gpu_ms = 90 * 3'600'000;
    sm.classes = {diagnose::AccountClass::productive};
    sm.findings = {diagnose::FindingKind::data_starvation};
    sm.setting = "DCGM_FI_PROF_SM_ACTIVE, gauge, The ratio of cycles an SM has at least 1 warp assigned.";
    sm.place = text("a line in a file");
    Check memory;
    memory.id = "gpu-memory";
    memory.what = text("how much memory was loaded on each card");
    memory.state = CheckState::there;
    memory.covered = memory.of = 40;
    memory.unit = "GPUs";
    checkup.checks = {sm, memory};
    return checkup;
}

std::string words_of(const Checkup& checkup, std::size_t width) {
    std::istringstream in(checkup_text(checkup, {.width = width}));
    std::string all;
    for (std::string word; in >> word;) all += word + " ";
    return all;
}

TEST(CheckupText, SaysWhatIsMissingWhatItCostsAndWhatWouldGiveIt) {
    const std::string words = words_of(example(), 100);
    for (const char* part :
         {"40 GPUs on 5 nodes; 1 of 2 inputs are missing or there in part.", "~ sm-activity partly 12 of 40 GPUs 90.0",
          "+ gpu-memory there 40 of 40 GPUs", "sm-activity: computing is a range; 90.0 GPU-hours in doubt",
          "classes in doubt where it is missing: productive",
          "findings that may be missed where it is missing: data-starvation", "not on n1, n2, n3, n4 and 2 more nodes",
          "a line in a file: DCGM_FI_PROF_SM_ACTIVE, gauge,"}) {
        EXPECT_NE(words.find(part), std::string::npos) << part << "\n" << words;
    }
}

TEST(CheckupText, SpeaksOfWhatIsMissingEverywhere) {
    Checkup checkup = example();
    checkup.checks[0].state = CheckState::missing;
    checkup.checks[0].covered = 0;
    checkup.checks[0].of = 1;
    const std::string words = words_of(checkup, 100);
    for (const char* part :
         {"0 of 1 GPU ", "classes that cannot be told: productive", "findings that cannot be seen: data-starvation"})
        EXPECT_NE(words.find(part), std::string::npos) << part << "\n" << words;
}

TEST(CheckupText, KeepsEachSettingOnOneLine) {
    const std::string text = checkup_text(example(), {.width = 60});
    EXPECT_NE(
        text.find("\n        DCGM_FI_PROF_SM_ACTIVE, gauge, The ratio of cycles an SM has at least 1 warp assigned.\n"),
        std::string::npos)
        << text;
}

TEST(CheckupText, IsNoWiderThanAskedButForSettings) {
    for (const std::size_t width : {60U, 80U, 120U}) {
        std::istringstream in(checkup_text(example(), {.width = width}));
        for (std::string line; std::getline(in, line);) {
            if (line.starts_with("        DCGM")) continue;
            EXPECT_LE(columns(line), width) << line;
        }
    }
}

}  // namespace
}  // namespace arable::report
