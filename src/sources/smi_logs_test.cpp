#include "sources/smi_logs.h"

#include <gtest/gtest.h>

#include "series/track_store.h"
#include "sources/smi_facts.h"

namespace arable::sources {
namespace {

const Time kNoon = *parse_rfc3339("2026-03-01T12:00:00Z");

nvml::SmiLog log_at(std::optional<Time> time, std::vector<std::string> uuids) {
    nvml::SmiLog log;
    log.time = time;
    for (const std::string& uuid : uuids) {
        nvml::SmiGpu gpu;
        gpu.uuid = uuid;
        gpu.memory_used = mebibytes(100);
        log.gpus.push_back(gpu);
    }
    return log;
}

SmiFile file(std::string name, std::optional<Time> time, std::vector<std::string> uuids, std::string node = "") {
    return {.name = std::move(name), .node = std::move(node), .written = {}, .logs = {log_at(time, std::move(uuids))}};
}

TEST(SmiLogs, OfSeveralNodesAreOnePictureOfTheLatest) {
    const SmiLogs placed =
        place_logs({file("x/n1.xml.gz", kNoon - hours(3), {"GPU-a"}), file("x/n2.txt", kNoon, {"GPU-b"}),
                    file("y/n3", kNoon - minutes(1), {"GPU-c"})});
    EXPECT_EQ(placed.picture, kNoon);
    ASSERT_EQ(placed.logs.size(), 3U);
    for (const PlacedLog& log : placed.logs) {
        EXPECT_EQ(log.time, kNoon);
        EXPECT_TRUE(log.numbers);
    }
    EXPECT_EQ(placed.logs[0].exporter, "n1");
    EXPECT_EQ(placed.logs[1].exporter, "n2");
    EXPECT_EQ(placed.logs[2].exporter, "n3");
    ASSERT_EQ(placed.gaps.size(), 1U);
    EXPECT_NE(placed.gaps[0].message.english().find("3 nodes were taken up to 3 h apart"), std::string::npos)
        << placed.gaps[0].message.english();
}

TEST(SmiLogs, TooFarFromTheOthersGiveTheirCardsAlone) {
    const SmiLogs placed = place_logs({file("n1", *parse_rfc3339("2099-01-01T00:00:00Z"), {"GPU-a"}),
                                       file("n2", kNoon, {"GPU-b"}), file("n3", kNoon, {"GPU-c"})});
    EXPECT_EQ(placed.picture, kNoon);
    EXPECT_FALSE(placed.logs[0].numbers);
    EXPECT_TRUE(placed.logs[1].numbers);
    ASSERT_EQ(placed.gaps.size(), 1U);
    EXPECT_EQ(placed.gaps[0].subject, "n1");
    EXPECT_NE(placed.gaps[0].message.english().find("taken at 2099-01-01T00:00:00Z"), std::string::npos);
    series::TrackStore store;
    const Facts facts = interpret_smi(placed, store);
    EXPECT_EQ(facts.gpus.size(), 3U);
    EXPECT_EQ(facts.tracks.size(), 2U);
    EXPECT_EQ(facts.first_time, kNoon);
    EXPECT_EQ(facts.last_time, kNoon);
}

TEST(SmiLogs, OfOneNodeOverTimeAreItsHistory) {
    const SmiLogs placed = place_logs({file("a-1000.xml", kNoon - hours(2), {"GPU-a", "GPU-b"}),
                                       file("a-1200.xml", kNoon, {"GPU-a", "GPU-b"}),
                                       file("a-1100.xml", kNoon - hours(1), {"GPU-b", "GPU-a"})});
    EXPECT_FALSE(placed.picture.has_value());
    ASSERT_EQ(placed.logs.size(), 3U);
    EXPECT_EQ(placed.logs[0].time, kNoon - hours(2));
    EXPECT_EQ(placed.logs[0].until, kNoon - hours(1));
    EXPECT_EQ(placed.logs[2].time, kNoon);
    for (const PlacedLog& log : placed.logs) EXPECT_EQ(log.exporter, "a-1000");
    EXPECT_EQ(placed.gaps.size(), 2U);  // two files are taken as the node of the first
    series::TrackStore store;
    const Facts facts = interpret_smi(placed, store);
    ASSERT_TRUE(store.seal().has_value());
    ASSERT_EQ(facts.tracks.size(), 2U);
    EXPECT_EQ(store.read(series::TrackRef{facts.tracks[0].track})->size(), 3U);
}

TEST(SmiLogs, TakeTheNameThatTheCallerGives) {
    const SmiLogs placed =
        place_logs({file("old.xml", kNoon - hours(2), {"GPU-a"}), file("new.xml", kNoon, {"GPU-a"}, "gpu-node-7")});
    for (const PlacedLog& log : placed.logs) EXPECT_EQ(log.node, "gpu-node-7");
}

TEST(SmiLogs, OfOneNameInSeveralFoldersAreToldApartByThem) {
    const SmiLogs placed =
        place_logs({file("logs/n1/smi.xml", kNoon, {"GPU-a"}), file("logs/n2/smi.xml", kNoon, {"GPU-b"}),
                    file("m/smi.xml", kNoon, {"GPU-0000-00"})});
    EXPECT_EQ(placed.logs[0].exporter, "m/smi");
    EXPECT_EQ(placed.logs[1].exporter, "n1/smi");
    EXPECT_EQ(placed.logs[2].exporter, "n2/smi");
}

TEST(SmiLogs, OfSeveralNodesInOneFileAreToldApartByTheirCards) {
    const SmiLogs placed = place_logs({{.name = "all.txt",
                                        .node = "",
                                        .written = {},
                                        .logs = {log_at(kNoon, {"GPU-a"}), log_at(kNoon + seconds(5), {"GPU-b"}),
                                                 log_at(kNoon + seconds(60), {"GPU-a"})}}});
    ASSERT_EQ(placed.logs.size(), 3U);
    EXPECT_EQ(placed.logs[0].exporter, "all");
    EXPECT_EQ(placed.logs[1].exporter, "all");
    EXPECT_EQ(placed.logs[2].exporter, "all-2");
}

TEST(SmiLogs, MoveWithAPictureOfOtherInputs) {
    SmiLogs placed = place_logs({file("n1", kNoon, {"GPU-a"})});
    move_picture(placed, kNoon + minutes(5));
    EXPECT_EQ(placed.logs[0].time, kNoon + minutes(5));
    move_picture(placed, kNoon + days(3));
    EXPECT_EQ(placed.picture, kNoon + minutes(5));
}

}  // namespace
}  // namespace arable::sources
