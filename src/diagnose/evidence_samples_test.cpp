#include "diagnose/evidence_samples.h"

#include <gtest/gtest.h>

#include "diagnose/catalogue.h"
#include "diagnose/evidence_events.h"
#include "diagnose/test_estate.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

using test::active_hour;
using test::free_hour;
using test::kHour;
using test::mean;
using test::OneCard;
using test::state_hour;
using test::TestEstate;

Finding with(const DetectorInput& input, const std::string& selector, Subject subject) {
    Finding finding = new_finding(input, FindingKind::low_traffic, std::move(subject));
    finding.evidence.push_back(evidence(input, selector, "mean", 0.0, "ratio", 1));
    std::vector<Finding> all{std::move(finding)};
    add_samples(all, input);
    return all.front();
}

template <class Estate>
std::vector<series::Sample> samples_of(const Estate& estate, const std::string& selector, const Subject& subject) {
    const auto judged = stalls(estate.timeline, estate.folded, estate.policy);
    const auto views = workload_views(estate.timeline, estate.folded);
    return with({estate.timeline, estate.folded, judged, estate.waits, estate.marks, estate.policy, views}, selector,
                subject)
        .evidence.front()
        .samples;
}

const Subject kChat{SubjectType::workload, "c1", "ml/chat"};

TEST(EvidenceSamples, AreTheHoursOfTheWorkload) {
    OneCard estate;
    for (int h = 0; h < 3; ++h) estate.hours(active_hour(0.1 * (h + 1)), h, 1);
    const auto found = samples_of(estate, "sm_active{workload=\"ml/chat\"}", kChat);
    ASSERT_EQ(found.size(), 3U);
    for (int h = 0; h < 3; ++h) {
        EXPECT_EQ(found[static_cast<std::size_t>(h)].time.ms, h * kHour);
        EXPECT_NEAR(found[static_cast<std::size_t>(h)].value, 0.1 * (h + 1), 1e-6);
    }
}

TEST(EvidenceSamples, AreAtMostEightFromTheFirstToTheLast) {
    OneCard estate;
    for (int h = 0; h < 48; ++h) {
        estate.hours(active_hour(0.5), h, 1);
        PodHour hour;
        hour.waiting = mean(h);
        estate.host(hour, h, 1);
    }
    const auto found = samples_of(estate, "requests_waiting{workload=\"ml/chat\"}", kChat);
    ASSERT_EQ(found.size(), kEvidenceSamples);
    EXPECT_EQ(found.front().value, 0.0);
    EXPECT_EQ(found.back().value, 47.0);
    for (const auto& sample : found) EXPECT_EQ(static_cast<double>(sample.time.ms / kHour), sample.value);
}

TEST(EvidenceSamples, OfANodeAreOverItsGpus) {
    TestEstate estate(2);
    const auto node = estate.node("n1");
    estate.gpu(node);
    estate.gpu(node);
    estate.repeat(state_hour(&HourShare::unavailable_ms), 0, model::ClaimIx::none(), 0, 2);
    estate.repeat(state_hour(&HourShare::unavailable_ms), 1, model::ClaimIx::none(), 0, 1);
    estate.repeat(free_hour(), 1, model::ClaimIx::none(), 1, 1);
    const auto found = samples_of(estate, "ready{node=\"n1\"}", {SubjectType::node, "c1", "n1"});
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].value, 0.0);
    EXPECT_EQ(found[1].value, 0.5);
}

TEST(EvidenceSamples, AreNoneWhereNothingWasMeasured) {
    OneCard estate;
    estate.hours(active_hour(0.5), 0, 4);
    EXPECT_TRUE(samples_of(estate, "kv_cache_use{workload=\"ml/chat\"}", kChat).empty());
    EXPECT_TRUE(samples_of(estate, "sm_active{workload=\"ml/other\"}", kChat).empty());
    EXPECT_TRUE(samples_of(estate, "request", kChat).empty());
}

TEST(EvidenceSamples, OfAGangAreItsMembersWithoutAPlace) {
    TestEstate estate(10);
    model::Gang gang;
    gang.cluster = "c1";
    gang.ns = "ml";
    gang.name = "train";
    for (int i = 0; i < 2; ++i) {
        const auto pod = estate.pod(estate.workload("train-" + std::to_string(i), "Job"));
        estate.timeline.pods[pod.at()].created = Time{kHour};
        estate.timeline.pods[pod.at()].scheduled = Time{(2 + 3 * i) * kHour};
        gang.pods.push_back(pod);
    }
    estate.timeline.gangs.push_back(gang);
    const auto found = samples_of(estate, "members_waiting{gang=\"ml/train\"}", {SubjectType::gang, "c1", "ml/train"});
    ASSERT_EQ(found.size(), 3U);  // both, one, none
    EXPECT_EQ(found[0].time.ms, kHour);
    EXPECT_EQ(found[0].value, 2.0);
    EXPECT_EQ(found[1].time.ms, 2 * kHour);
    EXPECT_EQ(found[1].value, 1.0);
    EXPECT_EQ(found[2].time.ms, 5 * kHour);
    EXPECT_EQ(found[2].value, 0.0);
}

TEST(EvidenceSamples, OfStrandedCardsAreHowManyWereMarked) {
    TestEstate estate(10);
    const auto node = estate.node("n1");
    estate.gpu(node);
    estate.gpu(node);
    estate.marks = {{0, {Time{0}, Time{4 * kHour}}, WaitCause::stranded, {}},
                    {1, {Time{kHour}, Time{2 * kHour}}, WaitCause::stranded, {}},
                    {1, {Time{5 * kHour}, Time{6 * kHour}}, WaitCause::fragmented, {}}};
    const auto found = samples_of(estate, "free[stranded]{node=\"n1\"}", {SubjectType::node, "c1", "n1"});
    ASSERT_EQ(found.size(), 4U);
    EXPECT_EQ(found[0].value, 1.0);
    EXPECT_EQ(found[1].value, 2.0);
    EXPECT_EQ(found[2].value, 1.0);
    EXPECT_EQ(found[3].time.ms, 4 * kHour);
    EXPECT_EQ(found[3].value, 0.0);
}

TEST(EvidenceSamples, OfARequestAreWhatEachPodAsksFor) {
    OneCard estate;
    estate.hours(active_hour(0.5), 0, 1);
    estate.timeline.pods[estate.holder.at()].spec.device.count = 4;
    const auto found = samples_of(estate, "request{workload=\"ml/chat\"}", kChat);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].value, 4.0);
}

TEST(EvidenceSamples, AreCountedInAUnitOfTheirOwn) {
    const auto unit = [](const std::string& selector) {
        Evidence evidence;
        evidence.selector = selector;
        evidence.unit = "GPU-h";
        return std::string(sample_unit(evidence));
    };
    EXPECT_EQ(unit("wait[gated]{quota=\"ml/q\"}"), "GPUs");
    EXPECT_EQ(unit("claim{gpu=\"a\"}"), "ratio");
    EXPECT_EQ(unit("memory_used{gpu=\"a\"}"), "bytes");
    EXPECT_EQ(unit("cpu_used{workload=\"ml/a\"}"), "cores");
    EXPECT_EQ(unit("requests_done{workload=\"ml/a\"}"), "1/s");
    EXPECT_EQ(unit("else{x=\"y\"}"), "GPU-h");
}

TEST(EvidenceSamples, AreInEveryFindingOfTheCatalogue) {
    OneCard estate;
    estate.timeline.workloads[0].serving = true;
    estate.hours(active_hour(0.25), 0, 4);
    estate.hours(test::loaded_hour(), 4, 16);
    for (HourShare& share : estate.folded.hours) share.engine_all = mean(0.1);
    PodHour hour;
    hour.running = mean(0.5);
    estate.host(hour, 0, 20);
    const auto judged = stalls(estate.timeline, estate.folded, estate.policy);
    const auto views = workload_views(estate.timeline, estate.folded);
    const auto findings =
        detect({estate.timeline, estate.folded, judged, estate.waits, estate.marks, estate.policy, views});
    ASSERT_FALSE(findings.empty());
    for (const Finding& finding : findings) EXPECT_FALSE(finding.evidence.front().samples.empty()) << finding.id;
}

}  // namespace
}  // namespace arable::diagnose
