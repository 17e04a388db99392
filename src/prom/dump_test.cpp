// The whole way of a dump: written, compressed, decompressed, read, stored above the limit, and read back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "prom/exposition.h"
#include "prom/write.h"
#include "series/track_store.h"
#include "wire/decompress.h"

namespace arable::prom {
namespace {

using series::Sample;
using series::SeriesRef;
using series::TrackRef;

class StoringSink final : public series::SampleSink {
  public:
    SeriesRef declare(const series::Labels& labels) override {
        names.push_back(series::to_text(labels));
        return SeriesRef::of(store.add_track().at());
    }
    void append(SeriesRef ref, Sample sample) override { store.append(TrackRef::of(ref.at()), sample); }

    series::TrackStore store{{.memory_limit = 256 << 10}};
    std::vector<std::string> names;
};

constexpr std::size_t kSeries = 400;
constexpr std::int64_t kScrapes = 250;

struct Estate {
    std::vector<std::vector<Sample>> truth{kSeries};
    std::string text;  // zstd
};

// Scrapes one after the other, some of them lost, values of every shape that exporters print.
Estate written() {
    Estate estate;
    OpenMetricsWriter writer(wire::zstd_compressed(std::make_unique<wire::MemorySink>(estate.text)));
    std::vector<SeriesRef> refs;
    for (std::size_t i = 0; i < kSeries; ++i) {
        refs.push_back(writer.declare(series::make_labels("m" + std::to_string(i % 4), {{"gpu", std::to_string(i)}})));
    }
    Rng rng(1);
    for (std::int64_t scrape = 0; scrape < kScrapes; ++scrape) {
        for (std::size_t i = 0; i < kSeries; ++i) {
            if (rng.next() % 20 == 0) continue;
            const Time time{1'700'000'000'000 + scrape * 30'000 + static_cast<std::int64_t>(rng.next() % 4)};
            const double values[] = {static_cast<double>(rng.next() % 101), rng.uniform(), 62117.0,
                                     static_cast<double>(rng.next() % 1'000'000) / 1e6};
            estate.truth[i].push_back({time, values[i % 4]});
            writer.append(refs[i], estate.truth[i].back());
        }
    }
    EXPECT_TRUE(writer.finish());
    return estate;
}

TEST(Dump, ComesBackSampleBySample) {
    const Estate estate = written();
    const auto source = wire::decompressed(std::make_unique<wire::MemorySource>(estate.text));
    StoringSink sink;
    const auto stats = read_exposition(*source, sink, {});
    ASSERT_TRUE(stats);
    std::uint64_t all = 0;
    for (const auto& samples : estate.truth) all += samples.size();
    EXPECT_EQ(stats->samples, all);
    EXPECT_EQ(stats->bad_lines + stats->duplicates + stats->backwards + stats->unlikely_unit, 0U);
    EXPECT_FALSE(stats->truncated);
    ASSERT_TRUE(sink.store.seal());
    EXPECT_GT(sink.store.stats().bytes_spilled, 0U);
    ASSERT_EQ(sink.store.size(), kSeries);
    for (std::size_t i = 0; i < kSeries; ++i) {
        const std::string name = "m" + std::to_string(i % 4) + "{gpu=\"" + std::to_string(i) + "\"}";
        const auto at = std::ranges::find(sink.names, name) - sink.names.begin();
        const auto read = sink.store.read(TrackRef::of(static_cast<std::size_t>(at)));
        ASSERT_TRUE(read);
        ASSERT_EQ(*read, estate.truth[i]) << name;
    }
}

// Cut anywhere, the part before the cut is read, no value is invented, and it is said.
TEST(Dump, CutAnywhereGivesAPartOfTheTruth) {
    const Estate estate = written();
    Rng rng(2);
    for (int cut = 0; cut < 5; ++cut) {
        const auto bytes = std::string_view(estate.text).substr(0, 1000 + rng.next() % (estate.text.size() - 1000));
        const auto source = wire::decompressed(std::make_unique<wire::MemorySource>(bytes));
        StoringSink sink;
        const auto stats = read_exposition(*source, sink, {});
        ASSERT_TRUE(stats || stats.error().code == ErrorCode::truncated);
        if (!stats) continue;
        EXPECT_TRUE(stats->truncated);
        EXPECT_TRUE(stats->source_error);
        ASSERT_TRUE(sink.store.seal());
        for (std::size_t i = 0; i < sink.store.size(); ++i) {
            const auto read = sink.store.read(TrackRef::of(i));
            const auto gpu = sink.names[i].substr(sink.names[i].find('"') + 1);
            const auto& truth = estate.truth[std::stoul(gpu)];
            ASSERT_LE(read->size(), truth.size());
            ASSERT_TRUE(std::equal(read->begin(), read->end(), truth.begin())) << sink.names[i];
        }
    }
}

}  // namespace
}  // namespace arable::prom
