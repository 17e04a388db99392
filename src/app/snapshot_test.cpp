// A snapshot gives the report that its inputs give.

#include "app/snapshot.h"

#include "app/snapshot_fixture.h"

namespace arable::app {
namespace {

using diagnose::AccountClass;

class SnapshotOfEachKind : public testing::TestWithParam<std::string_view> {};

TEST_P(SnapshotOfEachKind, GivesTheSameReportToTheByte) {
    const auto estate = estate_of(GetParam(), days(1), minutes(5));
    const Settings settings = minute_settings(days(1));
    auto prepared = read_packed(snapshot_of(estate, settings, {.version = "1"}));
    ASSERT_TRUE(prepared) << prepared.error().message;
    EXPECT_EQ(json_of(audit_of(std::move(*prepared), settings)), json_of(direct_audit(estate, settings)));
}
INSTANTIATE_TEST_SUITE_P(Kinds, SnapshotOfEachKind, testing::ValuesIn(estate_kinds()), [](const auto& kind) {
    std::string name(kind.param);
    std::erase(name, '-');
    return name;
});

TEST(Snapshot, OfRawSamplesGivesTheSameReportWhateverTheScrapes) {
    const auto estate = estate_of("inference", days(1), seconds(15));
    const Settings settings = minute_settings(days(1));
    auto prepared = read_packed(snapshot_of(estate, settings, {.raw = true, .version = "1"}));
    ASSERT_TRUE(prepared) << prepared.error().message;
    EXPECT_EQ(json_of(audit_of(std::move(*prepared), settings)), json_of(direct_audit(estate, settings)));
}

// Samples of 15 s as values of cells: docs/snapshot.md says what stays and how near the rest is.
TEST(Snapshot, OfCellsGivesTheSameClassesWaitsAndFindings) {
    const auto estate = estate_of("five-percent", days(1), seconds(15));
    const Settings settings = minute_settings(days(1));
    const std::string cells = snapshot_of(estate, settings, {.version = "1"});
    EXPECT_LT(cells.size() * 2, snapshot_of(estate, settings, {.raw = true, .version = "1"}).size());
    auto prepared = read_packed(cells);
    ASSERT_TRUE(prepared) << prepared.error().message;
    const auto a = direct_audit(estate, settings);
    const auto b = audit_of(std::move(*prepared), settings);
    ASSERT_EQ(a.accounting.size(), b.accounting.size());
    std::int64_t off = 0;
    for (std::size_t c = 0; c < a.accounting.size(); ++c)
        off += std::abs(a.accounting[c].gpu_ms - b.accounting[c].gpu_ms);
    EXPECT_LE(off, 2000) << "of " << a.capacity.gpu_ms << " GPU-milliseconds";
    EXPECT_EQ(a.capacity.gpu_ms, b.capacity.gpu_ms);
    EXPECT_EQ(a.waits.by_cause, b.waits.by_cause);
    std::vector<std::string> ids_a, ids_b;
    for (const auto& f : a.findings) ids_a.push_back(f.id);
    for (const auto& f : b.findings) ids_b.push_back(f.id);
    EXPECT_EQ(ids_a, ids_b);
    ASSERT_FALSE(b.gaps.empty());
    EXPECT_EQ(b.gaps.back().kind, model::Gap::Kind::assumption);
    EXPECT_EQ(b.gaps.size(), a.gaps.size() + 1);
}

TEST(Snapshot, GivesTheSameReportFromATemporaryFile) {
    const auto estate = estate_of("mig", days(1), minutes(5));
    const Settings settings = minute_settings(days(1));
    auto prepared = read_packed(snapshot_of(estate, settings, {.version = "1"}), 0);
    ASSERT_TRUE(prepared) << prepared.error().message;
    EXPECT_EQ(json_of(audit_of(std::move(*prepared), settings)), json_of(direct_audit(estate, settings)));
}

TEST(Snapshot, IsTheSameBytesEveryTime) {
    const auto estate = estate_of("batch-queue", days(1), minutes(5));
    EXPECT_EQ(snapshot_of(estate, minute_settings(days(1)), {.version = "1"}),
              snapshot_of(estate, minute_settings(days(1)), {.version = "1"}));
}

// Files, with the step and window of the snapshot whatever the reader's settings say; price lists are replaced.
TEST(Snapshot, OfFilesIsReadWithOtherPrices) {
    const Folder folder;
    Progress silent;
    const auto files = export_estate(small_spec("five-percent"), folder.path(), true, silent);
    ASSERT_TRUE(files) << files.error().message;
    const Settings settings = settings_on(1);
    auto prepared = prepare(inputs_of(*files), settings, silent);
    ASSERT_TRUE(prepared) << prepared.error().message;
    const std::string file = folder / "s.json.zst";
    ASSERT_TRUE(write_snapshot(std::move(*prepared), {.version = "1"}, file, silent));

    const auto direct = audit(inputs_of(*files), settings, silent);
    ASSERT_TRUE(direct) << direct.error().message;
    Inputs inputs{.snapshot = file};
    const auto again = audit(inputs, Settings{}, silent);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(json_of(*again), json_of(*direct));

    inputs.prices = {folder / "prices.csv"};
    write_text(inputs.prices[0], "instance_type,price_per_hour,gpu_count,currency\nnone,1,1,EUR\n");
    const auto unpriced = audit(inputs, Settings{}, silent);
    ASSERT_TRUE(unpriced) << unpriced.error().message;
    EXPECT_GT(again->worth.priced_nodes, 0);
    EXPECT_EQ(unpriced->worth.priced_nodes, 0);
}

}  // namespace
}  // namespace arable::app
