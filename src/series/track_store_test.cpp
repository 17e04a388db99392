#include "series/track_store.h"

#include <algorithm>
#include <limits>
#include <map>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace arable::series {
namespace {

struct Arrival {
    std::size_t track;
    Sample sample;
};

// What a reader must see of each track: the definition, by other means than the store's.
std::vector<std::vector<Sample>> expected(const std::vector<Arrival>& arrivals, std::size_t tracks) {
    std::vector<std::map<std::int64_t, double>> largest(tracks);
    for (const auto& [track, sample] : arrivals) {
        const auto [at, fresh] = largest[track].emplace(sample.time.ms, sample.value);
        if (!fresh) at->second = std::max(at->second, sample.value);
    }
    std::vector<std::vector<Sample>> all(tracks);
    for (std::size_t t = 0; t < tracks; ++t) {
        for (const auto& [ms, value] : largest[t])
            all[t].push_back({Time{ms}, value});
    }
    return all;
}

std::vector<Arrival> arrivals_of(std::uint64_t seed, std::size_t tracks, std::size_t samples) {
    Rng rng(seed);
    std::vector<Arrival> arrivals;
    for (std::size_t i = 0; i < samples; ++i) {
        for (std::size_t t = 0; t < tracks; ++t) {
            if (rng.next() % 20 == 0) continue;  // a scrape is missing
            const auto ms = static_cast<std::int64_t>(i) * 30'000 + static_cast<std::int64_t>(rng.next() % 3);
            const double value = t % 3 == 0 ? 40.0 : static_cast<double>(rng.next() % 1'000'000) / 1e6;
            arrivals.push_back({t, {Time{ms}, value}});
            if (rng.next() % 50 == 0) arrivals.push_back({t, {Time{ms}, value + 1}});  // two sources
        }
    }
    return arrivals;
}

void expect_reads(TrackStore& store, std::size_t tracks, const std::vector<Arrival>& arrivals) {
    ASSERT_TRUE(store.seal());
    const auto truth = expected(arrivals, tracks);
    for (std::size_t t = 0; t < tracks; ++t) {
        const auto read = store.read(TrackRef::of(t));
        ASSERT_TRUE(read) << read.error().message;
        ASSERT_EQ(*read, truth[t]) << "track " << t;
    }
}

void fill(TrackStore& store, std::size_t tracks, const std::vector<Arrival>& arrivals) {
    for (std::size_t t = 0; t < tracks; ++t)
        ASSERT_EQ(store.add_track(), TrackRef::of(t));
    for (const auto& [track, sample] : arrivals)
        store.append(TrackRef::of(track), sample);
}

TEST(TrackStore, GivesBackWhatWasAppendedInAnyOrder) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        auto arrivals = arrivals_of(seed, 5, 500);
        Rng rng(seed);
        for (int order = 0; order < 3; ++order) {
            TrackStore store;
            fill(store, 5, arrivals);
            expect_reads(store, 5, arrivals);
            for (std::size_t i = arrivals.size(); i > 1; --i)
                std::swap(arrivals[i - 1], arrivals[rng.next() % i]);
        }
    }
}

TEST(TrackStore, SpillsAboveItsLimitAndReadsBack) {
    constexpr std::size_t kTracks = 20;
    const auto arrivals = arrivals_of(3, kTracks, 20'000);
    TrackStore store({.memory_limit = 256 << 10});
    fill(store, kTracks, arrivals);
    const auto stats = store.stats();
    EXPECT_GT(stats.bytes_spilled, 512U << 10);
    EXPECT_LE(stats.bytes_in_memory, (256U << 10) + kTracks * 64);
    EXPECT_EQ(stats.samples, arrivals.size());
    expect_reads(store, kTracks, arrivals);
}

TEST(TrackStore, KeepsManySmallTracksWithinTheLimitToo) {
    constexpr std::size_t kTracks = 5000;
    const auto arrivals = arrivals_of(4, kTracks, 100);
    TrackStore store({.memory_limit = 256 << 10});
    fill(store, kTracks, arrivals);
    EXPECT_GT(store.stats().bytes_spilled, 0U);
    EXPECT_LE(store.stats().bytes_in_memory, kTracks * 64 + kTracks * 64 + (64U << 10));
    expect_reads(store, kTracks, arrivals);
}

TEST(TrackStore, ATrackOfOneValueDoesNotGrow) {
    TrackStore store;
    const auto track = store.add_track();
    store.append(track, {Time{0}, 5.0});
    store.append(track, {Time{30'000}, 5.0});
    store.append(track, {Time{60'000}, 5.0});
    const auto before = store.stats().bytes_in_memory;
    for (std::int64_t i = 3; i < 1'000'000; ++i)
        store.append(track, {Time{i * 30'000}, 5.0});
    EXPECT_EQ(store.stats().bytes_in_memory, before);
    ASSERT_TRUE(store.seal());
    const auto samples = store.read(track);
    ASSERT_EQ(samples->size(), 1'000'000U);
    EXPECT_EQ(samples->back(), (Sample{Time{999'999 * 30'000LL}, 5.0}));
}

TEST(TrackStore, OfEqualTimesTheLargestValueStaysAndTheRestIsCountedOnce) {
    TrackStore store;
    const auto track = store.add_track();
    for (const double value : {2.0, 3.0, 1.0})
        store.append(track, {Time{1000}, value});
    store.append(track, {Time{0}, std::numeric_limits<double>::quiet_NaN()});
    ASSERT_TRUE(store.seal());
    EXPECT_EQ(*store.read(track), (std::vector<Sample>{{Time{1000}, 3.0}}));
    ASSERT_TRUE(store.read(track));
    EXPECT_EQ(store.stats().duplicates_dropped, 2U);
    EXPECT_EQ(store.stats().samples, 3U);
    EXPECT_EQ(store.stats().nan_dropped, 1U);
}

TEST(TrackStore, ATrackWithoutSamplesReadsEmpty) {
    TrackStore store;
    const auto track = store.add_track();
    ASSERT_TRUE(store.seal());
    EXPECT_TRUE(store.read(track)->empty());
}

TEST(TrackStore, SaysWhyItCouldNotSpill) {
    TrackStore store({.memory_limit = 0, .spill_directory = "/nonexistent/folder"});
    const auto track = store.add_track();
    Rng rng(1);
    for (std::int64_t i = 0; i < 200'000; ++i) {
        store.append(track, {Time{i * 1000}, static_cast<double>(rng.next() % 1'000'000) / 1e6});
    }
    const auto sealed = store.seal();
    ASSERT_FALSE(sealed);
    EXPECT_EQ(sealed.error().code, ErrorCode::io);
    EXPECT_NE(sealed.error().message.find("/nonexistent/folder"), std::string::npos);
    EXPECT_LE(store.stats().bytes_in_memory, 512U << 10);
}

TEST(TrackStore, IsReadFromSeveralThreadsAtOnce) {
    constexpr std::size_t kTracks = 8;
    const auto arrivals = arrivals_of(9, kTracks, 20'000);
    TrackStore store({.memory_limit = 256 << 10});
    fill(store, kTracks, arrivals);
    ASSERT_TRUE(store.seal());
    std::vector<std::size_t> counts(4);
    std::vector<std::thread> readers;
    for (std::size_t r = 0; r < counts.size(); ++r) {
        readers.emplace_back([&, r] {
            for (std::size_t t = 0; t < kTracks; ++t)
                counts[r] += store.read(TrackRef::of(t))->size();
        });
    }
    for (auto& reader : readers)
        reader.join();
    std::size_t all = 0;
    for (const auto& track : expected(arrivals, kTracks))
        all += track.size();
    for (const auto count : counts)
        EXPECT_EQ(count, all);
    EXPECT_EQ(store.stats().duplicates_dropped, arrivals.size() - all);
}

}  // namespace
}  // namespace arable::series
