// The store of samples: appending in the order of a scrape (all series at one time, then the next) and reading back.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "series/track_store.h"

namespace {

using arable::series::Sample;
using arable::series::TrackRef;
using arable::series::TrackStore;

constexpr int kScrapes = 288;  // a day of 5-minute samples

// Activity as exporters print it: flat for a while, then moving, two decimals.
std::vector<double> activity(int tracks) {
    arable::Rng rng(42);
    std::vector<double> values;
    for (int i = 0; i < tracks * kScrapes; ++i) {
        const std::int64_t r = rng.integer(0, 199);
        values.push_back(r < 100 ? 0.0 : static_cast<double>(r - 100) / 100.0);
    }
    return values;
}

void fill(TrackStore& store, int tracks, const std::vector<double>& values, std::vector<TrackRef>& refs) {
    for (int i = 0; i < tracks; ++i) refs.push_back(store.add_track());
    std::size_t next = 0;
    for (int scrape = 0; scrape < kScrapes; ++scrape) {
        for (const TrackRef ref : refs) store.append(ref, Sample{{scrape * 300'000LL}, values[next++]});
    }
}

void append(benchmark::State& state) {
    const int tracks = static_cast<int>(state.range(0));
    const std::vector<double> values = activity(tracks);
    double bytes = 0;
    for (auto _ : state) {
        TrackStore store({.memory_limit = std::size_t{64} << 20U});
        std::vector<TrackRef> refs;
        fill(store, tracks, values, refs);
        bytes = static_cast<double>(store.stats().bytes_in_memory);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(values.size()));
    state.counters["bytes_a_sample"] = bytes / static_cast<double>(values.size());
}
BENCHMARK(append)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);

void read_back(benchmark::State& state) {
    const int tracks = static_cast<int>(state.range(0));
    const std::vector<double> values = activity(tracks);
    TrackStore store({.memory_limit = std::size_t{64} << 20U});
    std::vector<TrackRef> refs;
    fill(store, tracks, values, refs);
    if (!store.seal()) state.SkipWithError("the store could not be sealed");
    for (auto _ : state) {
        for (const TrackRef ref : refs) benchmark::DoNotOptimize(store.read(ref));
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(values.size()));
}
BENCHMARK(read_back)->Arg(1'000)->Unit(benchmark::kMillisecond);

}  // namespace
