#include "diagnose/catalogue.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>
#include <sstream>
#include <string>

#include "diagnose/test_estate.h"

namespace arable::diagnose {
namespace {

using test::empty_hour;
using test::loaded_hour;
using test::OneCard;
using test::TestEstate;

// Tests run from the repository's root.
std::string page(const std::string& name) {
    std::ifstream file("docs/detectors/" + name + ".md");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(Catalogue, HasEveryKindOnceInReportOrder) {
    ASSERT_EQ(catalogue().size(), kFindingKinds);
    for (std::size_t i = 0; i < kFindingKinds; ++i) {
        EXPECT_EQ(static_cast<std::size_t>(catalogue()[i].kind), i);
        EXPECT_NE(catalogue()[i].run, nullptr);
    }
    for (std::size_t i = 1; i < kFindingKinds; ++i)
        EXPECT_LE(step_of(catalogue()[i - 1].kind), step_of(catalogue()[i].kind));
}

TEST(Catalogue, EveryKindHasAPageThatSaysWhatWhyCureAndDoubt) {
    const std::string list = page("README");
    std::size_t last = 0;
    for (const CatalogueEntry& entry : catalogue()) {
        const std::string kind(name(entry.kind));
        const std::string text = page(kind);
        for (const std::string_view part : {"# ", "## What it sees", "## Thresholds", "## Cure", "## When it is wrong"})
            EXPECT_NE(text.find(part), std::string::npos) << kind << " lacks " << part;
        const std::size_t at = list.find("(" + kind + ".md)");
        ASSERT_NE(at, std::string::npos) << kind << " is not listed";
        EXPECT_GT(at, last) << kind << " is out of report order";
        last = at;
    }
}

std::vector<Finding> detected(const TestEstate& estate) { return estate.run(detect); }

TEST(Detect, SaysNothingOfAnEmptyEstate) { EXPECT_TRUE(detected(TestEstate()).empty()); }

TEST(Detect, OrdersByStepThenExtent) {
    TestEstate estate;
    const model::NodeIx host = estate.node("n1");
    const auto held = [&](const std::string& name, const HourShare& share, int hours) {
        const auto lane = static_cast<std::uint32_t>(estate.folded.lanes.size());
        const model::ClaimIx claim = estate.claim(estate.pod(estate.workload(name), 1, host), estate.gpu(host));
        estate.repeat(share, lane, claim, 0, hours);
    };
    held("a", loaded_hour(), 40);
    held("b", empty_hour(), 4);
    held("c", empty_hour(), 8);
    std::vector<std::string> ids;
    for (const Finding& finding : detected(estate)) ids.push_back(finding.id);
    EXPECT_EQ(ids, (std::vector<std::string>{"claimed-empty/ml/c", "claimed-empty/ml/b", "loaded-idle/ml/a"}));
}

TEST(Detect, TwoOwnersWithOneNameGetTwoIds) {
    TestEstate estate;
    const model::NodeIx host = estate.node("n1");
    for (std::uint32_t i = 0; i < 2; ++i) {
        const model::WorkloadIx owner = estate.workload("x", i == 0 ? "Deployment" : "Job");
        estate.repeat(empty_hour(), i, estate.claim(estate.pod(owner, 1, host), estate.gpu(host)), 0, 4);
    }
    std::set<std::string> ids;
    for (const Finding& finding : detected(estate)) ids.insert(finding.id);
    EXPECT_EQ(ids.size(), 2U);
}

TEST(Detect, IdsCarryTheClusterOnlyWhenThereAreSeveral) {
    OneCard estate;
    estate.hours(empty_hour(), 0, 4);
    estate.timeline.clusters = {"c1", "c2"};
    EXPECT_EQ(detected(estate)[0].id, "claimed-empty/c1/ml/chat");
}

TEST(Detect, EveryFindingHasWordsEvidenceRemedyAndConfidence) {
    OneCard estate;
    estate.hours(loaded_hour(), 0, 40);
    for (const Finding& finding : detected(estate)) {
        EXPECT_FALSE(finding.statement.empty());
        EXPECT_FALSE(finding.evidence.empty());
        EXPECT_FALSE(finding.remedy.action.empty());
        EXPECT_FALSE(finding.remedy.owner.empty());
        EXPECT_FALSE(finding.confidence_reason.empty());
        EXPECT_GT(finding.confidence, 0.0);
        EXPECT_LE(finding.confidence, 1.0);
    }
}

}  // namespace
}  // namespace arable::diagnose
