#include "series/sample_codec.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace arable::series {
namespace {

std::string encoded(const std::vector<Sample>& samples) {
    CodecState state;
    std::array<char, kMaxEncodedBytes> bytes{};
    std::string chunk;
    for (const Sample& sample : samples) {
        const std::size_t n = encode(state, sample, bytes);
        chunk.append(bytes.data(), n);
    }
    const std::size_t n = finish_run(state, bytes);
    chunk.append(bytes.data(), n);
    return chunk;
}

void expect_round_trip(const std::vector<Sample>& samples) {
    std::vector<Sample> back;
    ASSERT_TRUE(decode(encoded(samples), back));
    ASSERT_EQ(back.size(), samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        ASSERT_EQ(back[i].time, samples[i].time) << i;
        ASSERT_EQ(std::bit_cast<std::uint64_t>(back[i].value), std::bit_cast<std::uint64_t>(samples[i].value)) << i;
    }
}

std::vector<Sample> every_half_minute(std::size_t n, double value) {
    std::vector<Sample> samples;
    for (std::size_t i = 0; i < n; ++i) {
        samples.push_back({Time{1'700'000'000'000 + static_cast<std::int64_t>(i) * 30'000}, value});
    }
    return samples;
}

TEST(SampleCodec, ALongConstantCostsAHandfulOfBytes) {
    const auto samples = every_half_minute(1'000'000, 97.0);
    EXPECT_LE(encoded(samples).size(), 20U);
    expect_round_trip(samples);
}

TEST(SampleCodec, SmallMovesOfIntegersAndDecimalsCostOneByteEach) {
    auto samples = every_half_minute(1000, 0.0);
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i].value = 40.0 + static_cast<double>(i * 7 % 31);
    EXPECT_LE(encoded(samples).size(), 1000U + 20U);
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i].value = 0.5 + static_cast<double>(i * 7 % 31) / 1000;
    EXPECT_LE(encoded(samples).size(), 1000U + 20U);
    expect_round_trip(samples);
}

TEST(SampleCodec, SixDecimalsCostAtMostFourBytes) {
    auto samples = every_half_minute(1000, 0.0);
    Rng rng(7);
    for (auto& sample : samples)
        sample.value = static_cast<double>(rng.next() % 1'000'000) / 1e6;
    EXPECT_LE(encoded(samples).size(), 4000U + 20U);
    expect_round_trip(samples);
}

TEST(SampleCodec, KeepsHardValuesToTheBit) {
    using limits = std::numeric_limits<double>;
    const std::vector<double> hard{0.0,
                                   -0.0,
                                   1.0 / 3,
                                   limits::max(),
                                   limits::min(),
                                   limits::denorm_min(),
                                   -1e-7,
                                   9.2233720368547758e18,
                                   limits::infinity(),
                                   -limits::infinity(),
                                   9007199254740993.0,
                                   0.1 + 0.2,
                                   123456789.123456,
                                   -123456789.123456,
                                   1e15 + 0.5};
    std::vector<Sample> samples;
    for (std::size_t i = 0; i < 2 * hard.size(); ++i) {
        samples.push_back({Time{static_cast<std::int64_t>(i) * 1000}, hard[i % hard.size()]});
        samples.push_back({Time{static_cast<std::int64_t>(i) * 1000 + 10}, hard[i % hard.size()]});
    }
    expect_round_trip(samples);
}

TEST(SampleCodec, KeepsTimesThatRepeatGoBackAndLieAtTheEnds) {
    const std::int64_t least = std::numeric_limits<std::int64_t>::min();
    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    std::vector<Sample> samples;
    for (const std::int64_t ms : {least, most, least, most, std::int64_t{0}, std::int64_t{0}, std::int64_t{-5}, most}) {
        samples.push_back({Time{ms}, 1.0});
    }
    expect_round_trip(samples);
}

// Any mixture of runs, jitter, gaps, going back, decimals, integers and odd values.
TEST(SampleCodec, RoundTripsAnySeries) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Rng rng(seed);
        std::vector<Sample> samples;
        Time time{static_cast<std::int64_t>(rng.next() % 2'000'000'000'000)};
        double value = 0.0;
        for (std::uint64_t i = 0, n = rng.next() % 400; i < n; ++i) {
            const auto kind = rng.next() % 10;
            if (kind < 3) value = static_cast<double>(rng.next() % 100);
            if (kind == 3) value = static_cast<double>(rng.next() % 1'000'000'000) / 1e6;
            if (kind == 4) value = -static_cast<double>(rng.next() % 100'000) / 1e3;
            if (kind == 5) value = std::bit_cast<double>(rng.next() % 0x7ff0000000000000ULL);
            time = time + Duration{kind == 9 ? static_cast<std::int64_t>(rng.next() % 100'000) - 50'000 : 30'000};
            samples.push_back({time, value});
        }
        expect_round_trip(samples);
    }
}

TEST(SampleCodec, DamagedBytesAreRefusedNotRead) {
    std::vector<Sample> out;
    EXPECT_FALSE(decode(std::string("\xf2\x01\x02", 3), out));  // half a value
    EXPECT_FALSE(decode("\xff", out));                          // no such token
    EXPECT_FALSE(decode("\xf0\xff", out));                      // half a varint
    EXPECT_FALSE(decode("\x80", out));
    EXPECT_FALSE(decode("\xc0\x01", out));
    EXPECT_FALSE(decode("\xf6\xf3", out));  // a scale that falls
    EXPECT_TRUE(out.empty());
}

}  // namespace
}  // namespace arable::series
