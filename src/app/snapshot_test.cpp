// A snapshot gives the report that its inputs give.

#include "app/snapshot.h"

#include "app/snapshot_fixture.h"

namespace arable::app {
namespace {

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

// Far smaller than the samples, and still the same.
TEST(Snapshot, OfFineScrapesGivesTheSameReport) {
    const auto estate = estate_of("five-percent", days(1), seconds(15));
    const Settings settings = minute_settings(days(1));
    const std::string bytes = snapshot_of(estate, settings, {.version = "1"});
    const std::string raw = snapshot_of(estate, settings, {.raw = true, .version = "1"});
    EXPECT_LT(bytes.size() * 10, raw.size());
    auto prepared = read_packed(bytes);
    ASSERT_TRUE(prepared) << prepared.error().message;
    EXPECT_EQ(json_of(audit_of(std::move(*prepared), settings)), json_of(direct_audit(estate, settings)));
}

// Of a snapshot, with and without its samples, a snapshot can be made again.
TEST(Snapshot, OfASnapshotIsTheSame) {
    Progress silent;
    const auto estate = estate_of("shared", days(1), minutes(5));
    const Settings settings = minute_settings(days(1));
    const std::string bytes = snapshot_of(estate, settings, {.version = "1"});
    const auto again = [&](const std::string& from, const SnapshotOptions& options, std::string& out) {
        auto prepared = read_packed(from);
        EXPECT_TRUE(prepared);
        return write_snapshot(std::move(*prepared), settings, options, std::make_unique<wire::MemorySink>(out), silent);
    };
    std::string once, twice, none;
    ASSERT_TRUE(again(bytes, {.version = "1"}, once));
    EXPECT_EQ(once, bytes);
    ASSERT_TRUE(again(snapshot_of(estate, settings, {.raw = true, .version = "1"}), {.version = "1"}, twice));
    EXPECT_EQ(twice, bytes);
    const auto raw = again(bytes, {.raw = true, .version = "1"}, none);
    ASSERT_FALSE(raw);
    EXPECT_NE(raw.error().message.find("holds no samples"), std::string::npos);
}

TEST(Snapshot, GivesTheSameReportFromATemporaryFile) {
    const auto estate = estate_of("mig", days(1), minutes(5));
    const Settings settings = minute_settings(days(1));
    auto prepared = read_packed(snapshot_of(estate, settings, {.raw = true, .version = "1"}), 0);
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
    ASSERT_TRUE(write_snapshot(std::move(*prepared), settings, {.version = "1"}, file, silent));

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
