#include "diagnose/compare.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace arable::diagnose {
namespace {

constexpr std::int64_t kHour = 3'600'000;

Audit audit(Time begin, Duration length, std::int64_t gpus, std::int64_t loaded_percent) {
    Audit a;
    a.clusters = {"prod"};
    a.window.window = {begin, begin + length};
    a.capacity = {.clusters = 1, .nodes = 1, .gpus = gpus, .gpu_ms = gpus * length.ms, .by_product = {}};
    for (std::size_t c = 0; c < kAccountClasses; ++c) a.accounting.push_back({static_cast<AccountClass>(c), 0, {}});
    auto& loaded = a.accounting[static_cast<std::size_t>(AccountClass::held_loaded)];
    loaded.gpu_ms = a.capacity.gpu_ms / 100 * loaded_percent;
    loaded.curable.as_is_ms = loaded.gpu_ms / 2;
    loaded.curable.after_edit_ms = loaded.gpu_ms / 4;
    a.accounting[static_cast<std::size_t>(AccountClass::productive)].gpu_ms = a.capacity.gpu_ms - loaded.gpu_ms;
    a.waits.known = true;
    return a;
}

void add_finding(Audit& a, const std::string& id, std::int64_t hours) {
    Finding f;
    f.id = id;
    f.gpu_ms[static_cast<std::size_t>(AccountClass::held_loaded)] = hours * kHour;
    a.findings.push_back(f);
}

void add_workload(Audit& a, const std::string& name, std::int64_t held, std::int64_t productive) {
    WorkloadRow row;
    row.ns = "ml";
    row.kind = "Deployment";
    row.name = name;
    row.gpu_ms = held * kHour;
    row.classes[static_cast<std::size_t>(AccountClass::productive)] = productive * kHour;
    a.workloads.push_back(row);
}

std::vector<std::string> said(const Comparison& c) {
    std::vector<std::string> texts;
    for (const Text& caution : c.cautions) texts.push_back(caution.english());
    return texts;
}

TEST(Compare, SaysOfEachFindingWhetherItWentCameOrStayed) {
    Audit a = audit(Time{0}, days(1), 8, 40);
    Audit b = audit(Time{0} + days(1), days(1), 8, 20);
    add_finding(a, "gone-small", 1);
    add_finding(a, "gone-large", 5);
    add_finding(a, "stays", 3);
    add_finding(b, "stays", 2);
    add_finding(b, "comes", 1);
    const Comparison c = compare(a, b);
    std::vector<std::string> ids;
    for (const FindingChange& f : c.findings) ids.push_back(f.id);
    EXPECT_EQ(ids, (std::vector<std::string>{"gone-large", "gone-small", "comes", "stays"}));
    EXPECT_EQ(c.findings[3].before_ms, 3 * kHour);
    EXPECT_EQ(c.findings[3].after_ms, 2 * kHour);
    EXPECT_FALSE(c.findings[0].after_ms);
}

// 40 % loaded before, of which half could be shared as it is and a quarter after edits; 10 % after, of twice the time.
TEST(Compare, MeasuresWhatWasRealisedInPartsOfEachCapacity) {
    const Comparison c = compare(audit(Time{0}, days(10), 8, 40), audit(Time{0} + days(10), days(20), 8, 10));
    const Realised r = realised(c);
    EXPECT_NEAR(r.as_is, 0.20, 1e-12);
    EXPECT_NEAR(r.after_edit, 0.10, 1e-12);
    EXPECT_NEAR(r.lost, 0.30, 1e-12);
}

// Idle GPUs on average: 10 days x 24 h = 240 h; 480 h in 20 days are one GPU, too.
TEST(Compare, OrdersWorkloadsByWhatChangedPerTime) {
    Audit a = audit(Time{0}, days(10), 8, 40);
    Audit b = audit(Time{0} + days(10), days(20), 8, 40);
    add_workload(a, "same", 240, 0);
    add_workload(b, "same", 480, 0);
    add_workload(a, "better", 240, 0);
    add_workload(b, "better", 480, 360);
    add_workload(b, "new", 960, 0);
    const Comparison c = compare(a, b);
    ASSERT_EQ(c.workloads.size(), 3U);
    EXPECT_EQ(c.workloads[0].name, "new");
    EXPECT_FALSE(c.workloads[0].before_held_ms);
    EXPECT_EQ(c.workloads[1].name, "better");
    EXPECT_EQ(c.workloads[1].after_fallow_ms, 120 * kHour);
    EXPECT_EQ(c.workloads[2].name, "same");
}

TEST(Compare, HasNoCautionForTwoThatAreAlike) {
    EXPECT_EQ(said(compare(audit(Time{0}, days(1), 8, 40), audit(Time{0} + days(1), days(1), 8, 20))),
              std::vector<std::string>{});
}

TEST(Compare, WarnsOfWhatMakesTwoLessAlike) {
    Audit a = audit(Time{0}, days(10), 8, 40);
    Audit b = audit(Time{0} + days(9), days(30), 16, 20);
    a.window.sample_interval = seconds(30);
    b.window.sample_interval = minutes(5);
    b.waits.known = false;
    a.worth.paid = {{1, "USD"}};
    a.sources = {{.kind = "metrics"}, {.kind = "objects"}};
    b.sources = {{.kind = "metrics"}};
    b.clusters = {"other"};
    b.computing_is_range = true;
    add_workload(a, "ns-1", 1, 0);
    add_workload(b, "chat", 1, 0);
    const Comparison c = compare(a, b);
    EXPECT_EQ(said(c),
              (std::vector<std::string>{
                  "The windows differ in length (10 d and 30 d): compare shares, not hours.",
                  "The windows overlap by 1 d: that time is on both sides.",
                  "The clusters have different names: the two may be of different estates.",
                  "The GPUs differ in number (8 and 16): a share may change because the whole did.",
                  "Samples are 30 s and 5 min apart: coarser ones see fewer short pauses.",
                  "SM activity is exported in one of the two only: productive time is an upper bound in the other.",
                  "Only one of the two knows what waited: waits cannot be compared.",
                  "Only one of the two has prices: money cannot be compared.",
                  "Input of the kind objects was read in the first one only.",
                  "No workload has the same name in both: a redacted snapshot has pseudonyms, which join with no other "
                  "names."}));
    EXPECT_TRUE(c.causes.empty());
}

TEST(Compare, SaysWhenTheOrderIsTurnedRound) {
    const auto texts = said(compare(audit(Time{0} + days(5), days(1), 8, 40), audit(Time{0}, days(1), 8, 40)));
    ASSERT_EQ(texts.size(), 1U);
    EXPECT_EQ(texts[0], "The second one begins before the first one: what is called new may be what went away.");
}

}  // namespace
}  // namespace arable::diagnose
