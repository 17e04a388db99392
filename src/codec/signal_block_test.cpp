#include "codec/signal_block.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/rng.h"
#include "codec/bytes.h"
#include "model/quantity.h"

namespace arable::codec {
namespace {

using model::Quantity;
using series::Sample;
using series::Signal;

Signal signal(Quantity quantity, std::vector<Sample> samples, int part = -1) {
    return {.quantity = static_cast<std::uint16_t>(quantity),
            .part = part,
            .samples = std::move(samples),
            .median_interval = seconds(30)};
}

void expect_same(const std::vector<Signal>& a, const std::vector<Signal>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].quantity, b[i].quantity);
        EXPECT_EQ(a[i].part, b[i].part);
        EXPECT_EQ(a[i].median_interval, b[i].median_interval);
        EXPECT_EQ(a[i].samples, b[i].samples);
    }
}

std::vector<Signal> some_signals() {
    return {signal(Quantity::engine_active, {{Time{1000}, 0.123456}, {Time{31000}, 0.0}, {Time{61000}, 0.0}}),
            signal(Quantity::memory_used, {{Time{1000}, 4.0 * 1048576}, {Time{31000}, 70000.0 * 1048576}}),
            signal(Quantity::memory_used, {{Time{-5}, 1.0}}, 3),
            signal(Quantity::power, {{Time{1000}, 68.244}, {Time{31000}, 1.0 / 3.0}, {Time{61000}, -0.0}})};
}

TEST(SignalBlock, GivesBackEveryBit) {
    const auto signals = some_signals();
    const auto read = decode_signals(encode_signals(signals));
    ASSERT_TRUE(read) << read.error().message;
    expect_same(signals, *read);
    EXPECT_TRUE(std::signbit(read->back().samples.back().value));
}

TEST(SignalBlock, HoldsNoSignalsAndSignalsWithoutSamples) {
    const auto none = decode_signals(encode_signals({}));
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->empty());
    const std::vector<Signal> empty{signal(Quantity::power, {})};
    const auto read = decode_signals(encode_signals(empty));
    ASSERT_TRUE(read);
    expect_same(empty, *read);
}

TEST(SignalBlock, HoldsExtremes) {
    const std::vector<Signal> signals{
        signal(Quantity::power,
               {{kBeginningOfTime, 9e18}, {Time{0}, -9e18}, {kEndOfTime, std::numeric_limits<double>::denorm_min()}})};
    const auto read = decode_signals(encode_signals(signals));
    ASSERT_TRUE(read) << read.error().message;
    expect_same(signals, *read);
}

TEST(SignalBlock, RefusesWhatNoReadingIs) {
    for (const double value : {std::numeric_limits<double>::infinity(), -1e300}) {
        const auto read = decode_signals(encode_signals(std::vector{signal(Quantity::power, {{Time{0}, value}})}));
        ASSERT_FALSE(read) << value;
        EXPECT_EQ(read.error().message, "signal 1: a value is beyond all that is measured");
    }
}

// A month of a value that stays is some bytes; what readings cost is said in bench/README.md.
TEST(SignalBlock, IsSmallWhereNothingChanges) {
    std::vector<Sample> still;
    for (int i = 0; i < 86'400; ++i) still.push_back({Time{i * 30'000}, 62'117.0 * 1048576});
    EXPECT_LT(encode_signals(std::vector{signal(Quantity::memory_used, still)}).size(), 64U);
}

TEST(SignalBlock, SharesTimes) {
    Rng rng(5);
    std::vector<Sample> a, b;
    for (std::int64_t t = 0, i = 0; i < 1000; ++i, t += 30'000 + rng.integer(-500, 500)) {
        a.push_back({Time{t}, 1.0});
        b.push_back({Time{t}, 2.0});
    }
    const auto one = encode_signals(std::vector{signal(Quantity::power, a)}).size();
    const auto two = encode_signals(std::vector{signal(Quantity::power, a), signal(Quantity::sm_clock, b)}).size();
    EXPECT_LT(two, one + 40);
}

TEST(SignalBlock, RefusesEveryBlockThatIsCut) {
    const std::string block = encode_signals(some_signals());
    for (std::size_t n = 0; n < block.size(); ++n) EXPECT_FALSE(decode_signals(block.substr(0, n))) << n;
    EXPECT_FALSE(decode_signals(block + "x"));
}

// Whatever comes out keeps the promises of series::Signal.
TEST(SignalBlock, GivesOrderedTimesOrAnErrorWhateverByteIsChanged) {
    const std::string block = encode_signals(some_signals());
    for (std::size_t n = 0; n < block.size(); ++n) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string wrong = block;
            wrong[n] = static_cast<char>(wrong[n] ^ (1 << bit));
            const auto read = decode_signals(wrong);
            if (!read) continue;
            for (const Signal& s : *read) {
                for (std::size_t i = 1; i < s.samples.size(); ++i) EXPECT_LT(s.samples[i - 1].time, s.samples[i].time);
                for (const Sample& sample : s.samples) EXPECT_TRUE(std::isfinite(sample.value));
            }
        }
    }
}

// 20 bytes that announce 2^60 samples cost nothing.
TEST(SignalBlock, RefusesCountsThatNoSignalHas) {
    std::string block;
    for (const std::uint64_t n :
         {std::uint64_t{1}, std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}, std::uint64_t{0},
          std::uint64_t{1} << 60U, std::uint64_t{0}, std::uint64_t{1}, (std::uint64_t{1} << 60U) - 1})
        put_number(block, n);
    const auto read = decode_signals(block);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message, "signal 1: its times are damaged");
}

}  // namespace
}  // namespace arable::codec
