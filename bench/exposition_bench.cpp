// Reading and writing dumps of dcgm-exporter text with timestamps: 6 metrics of each GPU, 8 GPUs a node, scrape after
// scrape.

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/rng.h"
#include "prom/exposition.h"
#include "prom/write.h"
#include "series/track_store.h"

namespace {

using arable::series::SeriesRef;
using arable::series::TrackRef;

constexpr std::array<const char*, 6> kMetrics{"DCGM_FI_DEV_GPU_UTIL",    "DCGM_FI_DEV_FB_USED",
                                              "DCGM_FI_DEV_POWER_USAGE", "DCGM_FI_PROF_GR_ENGINE_ACTIVE",
                                              "DCGM_FI_PROF_SM_ACTIVE",  "DCGM_FI_PROF_DRAM_ACTIVE"};
constexpr int kGpusPerNode = 8;
constexpr std::int64_t kBegin = 1'700'000'000'000;

// Half of the time a GPU does nothing, as most do.
std::string value_of(std::size_t metric, arable::Rng& rng) {
    const bool busy = rng.chance(0.5);
    switch (metric) {
        case 0:
            return fmt::format("{}", busy ? rng.integer(1, 100) : 0);
        case 1:
            return fmt::format("{}", busy ? rng.integer(1000, 80'000) : 62'117);
        case 2:
            return fmt::format("{}.{:03}000", rng.integer(60, 700), rng.integer(0, 999));
        default:
            return busy ? fmt::format("0.{:06}", rng.integer(0, 999'999)) : "0.000000";
    }
}

std::string labels_of(int gpu) {
    return fmt::format(
        R"({{gpu="{0}",UUID="GPU-{1:08x}-69c4-b61d-e0bc-7b2460096005",pci_bus_id="00000000:{0}3:00.0",device="nvidia{0}",)"
        R"(modelName="NVIDIA H100 80GB HBM3",Hostname="gpu-node-{2}",DCGM_FI_DRIVER_VERSION="580.105.08",)"
        R"(container="main",namespace="team-{3}",pod="train-{1}-0"}})",
        gpu % kGpusPerNode, gpu, gpu / kGpusPerNode, gpu % 13);
}

std::string dump(int gpus, int scrapes) {
    arable::Rng rng(42);
    std::string text;
    for (int scrape = 0; scrape < scrapes; ++scrape) {
        for (int node = 0; node < gpus / kGpusPerNode; ++node) {
            for (std::size_t metric = 0; metric < kMetrics.size(); ++metric) {
                for (int i = 0; i < kGpusPerNode; ++i) {
                    text += kMetrics[metric] + labels_of(node * kGpusPerNode + i) + ' ' + value_of(metric, rng);
                    text += fmt::format(" {}\n", kBegin + scrape * 30'000);
                }
            }
        }
    }
    return text;
}

class Counting final : public arable::series::SampleSink {
  public:
    SeriesRef declare(const arable::series::Labels&) override { return SeriesRef::of(next_++); }
    void append(SeriesRef, arable::series::Sample sample) override { sum_ += sample.value; }
    double sum() const { return sum_; }

  private:
    std::uint32_t next_ = 0;
    double sum_ = 0.0;
};

class Storing final : public arable::series::SampleSink {
  public:
    SeriesRef declare(const arable::series::Labels&) override { return SeriesRef::of(store_.add_track().at()); }
    void append(SeriesRef ref, arable::series::Sample sample) override {
        store_.append(TrackRef::of(ref.at()), sample);
    }

  private:
    arable::series::TrackStore store_;
};

template <class Sink>
void read_dump(benchmark::State& state) {
    const std::string text = dump(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
    for (auto _ : state) {
        Sink sink;
        arable::wire::MemorySource source(text);
        const auto stats = arable::prom::read_exposition(source, sink, {});
        if (!stats || stats->bad_lines > 0) state.SkipWithError("the dump was not read");
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
void parse(benchmark::State& state) { read_dump<Counting>(state); }
void parse_and_store(benchmark::State& state) { read_dump<Storing>(state); }
BENCHMARK(parse)->Args({1000, 40})->Args({80, 400})->Unit(benchmark::kMillisecond);
BENCHMARK(parse_and_store)->Args({1000, 40})->Unit(benchmark::kMillisecond);

// A scrape per file, by one reader: every file begins with no guess.
void parse_single_scrapes(benchmark::State& state) {
    const std::string text = dump(1000, 1);
    Counting sink;
    arable::prom::ExpositionReader reader(sink);
    for (auto _ : state) {
        arable::wire::MemorySource source(text);
        benchmark::DoNotOptimize(reader.read(source, {}));
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(parse_single_scrapes)->Unit(benchmark::kMillisecond);

// Every series is new: the labels are parsed in full.
void parse_new_series(benchmark::State& state) {
    const std::string text = dump(1000, 1);
    for (auto _ : state) {
        Counting sink;
        arable::wire::MemorySource source(text);
        benchmark::DoNotOptimize(arable::prom::read_exposition(source, sink, {}));
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(parse_new_series)->Unit(benchmark::kMillisecond);

void write(benchmark::State& state) {
    std::size_t bytes = 0;
    for (auto _ : state) {
        arable::Rng rng(1);
        std::string out;
        arable::prom::OpenMetricsWriter writer(std::make_unique<arable::wire::MemorySink>(out));
        std::vector<SeriesRef> refs;
        for (int i = 0; i < 1000; ++i) {
            refs.push_back(writer.declare(arable::series::make_labels(
                "DCGM_FI_PROF_SM_ACTIVE", {{"UUID", fmt::format("GPU-{:08x}-69c4-b61d-e0bc-7b2460096005", i)},
                                           {"Hostname", fmt::format("gpu-node-{}", i / 8)},
                                           {"modelName", "NVIDIA H100 80GB HBM3"},
                                           {"pod", fmt::format("train-{}-0", i)}})));
        }
        for (std::int64_t scrape = 0; scrape < 100; ++scrape) {
            for (const SeriesRef ref : refs) {
                const double value = static_cast<double>(rng.next() % 1'000'000) / 1e6;
                writer.append(ref, {.time = {kBegin + scrape * 30'000}, .value = value});
            }
        }
        if (!writer.finish()) state.SkipWithError("the dump was not written");
        bytes = out.size();
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}
BENCHMARK(write)->Unit(benchmark::kMillisecond);

}  // namespace
