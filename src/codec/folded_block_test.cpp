// What is left of samples as bytes and back, exact; and what is refused.
#include "codec/folded_block.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "base/rng.h"
#include "codec/check_folded.h"
#include "codec/rows.h"

namespace arable::codec {
namespace {

using diagnose::Folded;
using diagnose::HourShare;

constexpr std::int64_t kHour = 3'600'000;

struct Sample {
    model::Timeline timeline;
    Folded folded;
};

float noise(Rng& rng) { return static_cast<float>(rng.uniform()); }

HourShare active_hour(Rng& rng, std::uint32_t lane, std::int32_t hour, std::uint32_t claim) {
    HourShare h{.lane = lane, .hour = hour, .claim = model::ClaimIx{claim}};
    h.sm = {noise(rng), static_cast<std::uint32_t>(kHour)};
    h.computing_ms = std::llround(static_cast<double>(h.sm.value) * kHour);
    h.other_rest_ms = kHour - h.computing_ms;
    h.engine = h.engine_all = {noise(rng), static_cast<std::uint32_t>(kHour)};
    h.power = {noise(rng) * 700.0F, 1'800'000};
    h.memory_used = {noise(rng) * 8e10F, static_cast<std::uint32_t>(kHour)};
    h.memory_most = h.memory_used.value;
    h.engine_pairs = 60;
    return h;
}

// `gpus` cards for `length` hours, each held by its own claim in even hours.
Sample sample(std::size_t gpus, std::int32_t length) {
    Sample s;
    Rng rng(7);
    s.timeline.window = s.folded.window = {Time{0}, Time{length * kHour}};
    s.folded.sample_interval = seconds(30);
    s.folded.sampled = s.folded.window;
    for (std::uint32_t g = 0; g < gpus; ++g) {
        s.timeline.gpus.emplace_back();
        s.timeline.pods.emplace_back();
        s.timeline.claims.emplace_back();
        s.folded.lanes.push_back({.gpu = model::GpuIx{g}, .during = s.folded.window});
        s.folded.runs.push_back(
            {.lane = g, .span = s.folded.window, .state = diagnose::PieceState::active, .claim = model::ClaimIx{g}});
        s.folded.claims.push_back({.claim = model::ClaimIx{g}, .lane = g, .known_ms = kHour, .sm_p95 = noise(rng)});
        for (std::int32_t h = 0; h < length; ++h) {
            HourShare idle{.lane = g, .hour = h};
            idle.free_ms = kHour;
            s.folded.hours.push_back(h % 2 == 0 ? active_hour(rng, g, h, g) : idle);
            s.folded.pod_hours.push_back({.pod = model::PodIx{g}, .hour = h, .cpu_cores = {noise(rng), 3'600'000}});
        }
        s.folded.gpu_presence_ms.push_back(length * kHour);
        s.folded.gpu_unusable_ms.push_back(0);
        s.folded.gpu_quantities.push_back(g % 3);
        s.folded.presence_ms += length * kHour;
    }
    s.folded.quantity_seen[3] = true;
    s.folded.stuck.push_back(
        {.gpu = model::GpuIx{1}, .length = hours(1), .stretches = 2, .watts = 301.7, .memory_used = 1e10});
    return s;
}

std::vector<std::string> encoded(const Folded& folded) {
    std::vector<std::string> blocks;
    for (std::uint64_t i = 0; i < folded_blocks(folded); ++i) blocks.push_back(encode_folded(folded, i));
    return blocks;
}

Result<Folded> decoded(const std::vector<std::string>& blocks, const model::Timeline& timeline) {
    FoldedReader reader(timeline);
    for (const std::string& block : blocks) {
        ARABLE_TRY(added, reader.add(block));
        static_cast<void>(added);
    }
    return reader.take();
}

TEST(FoldedBlock, ComesBackToTheBit) {
    const Sample s = sample(40, 700);  // several blocks of hours
    const std::vector<std::string> blocks = encoded(s.folded);
    EXPECT_EQ(blocks.size(), 5U);
    const auto back = decoded(blocks, s.timeline);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(encoded(*back), blocks);
    ASSERT_EQ(back->hours.size(), s.folded.hours.size());
    for (std::size_t i = 0; i < back->hours.size(); ++i) {
        const HourShare& a = s.folded.hours[i];
        const HourShare& b = back->hours[i];
        ASSERT_EQ(std::tie(a.lane, a.hour, a.claim, a.free_ms, a.computing_ms, a.other_rest_ms, a.engine_pairs),
                  std::tie(b.lane, b.hour, b.claim, b.free_ms, b.computing_ms, b.other_rest_ms, b.engine_pairs));
        ASSERT_EQ(std::memcmp(&a.power, &b.power, sizeof a.power), 0);
        ASSERT_EQ(std::memcmp(&a.engine_all, &b.engine_all, sizeof a.engine_all), 0);
        ASSERT_EQ(a.memory_most, b.memory_most);
    }
    EXPECT_EQ(back->stuck.at(0).watts, 301.7);
    EXPECT_EQ(back->quantity_seen, s.folded.quantity_seen);
    EXPECT_EQ(back->gpu_quantities, s.folded.gpu_quantities);
    EXPECT_EQ(back->claims.at(39).sm_p95, s.folded.claims.at(39).sm_p95);
    EXPECT_EQ(back->sampled, s.folded.sampled);
}

TEST(FoldedBlock, AnythingMissingOrAddedIsRefused) {
    const Sample s = sample(3, 10);
    const std::vector<std::string> blocks = encoded(s.folded);
    ASSERT_EQ(blocks.size(), 3U);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        for (std::size_t n = 0; n < blocks[b].size(); ++n) {
            auto cut = blocks;
            cut[b].resize(n);
            EXPECT_FALSE(decoded(cut, s.timeline)) << b << " " << n;
        }
        auto more = blocks;
        more[b] += '\0';
        EXPECT_FALSE(decoded(more, s.timeline)) << b;
    }
    EXPECT_FALSE(decoded({blocks[0], blocks[1]}, s.timeline));
    EXPECT_FALSE(decoded({blocks[0], blocks[1], blocks[2], blocks[2]}, s.timeline));
    EXPECT_FALSE(decoded({}, s.timeline));
}

// A promise that is broken is named.
TEST(FoldedBlock, WhatBreaksAPromiseIsNamed) {
    const Sample good = sample(3, 10);
    ASSERT_TRUE(check_folded(good.folded, good.timeline));
    const auto fault = [&](auto change) {
        Sample s = sample(3, 10);
        change(s.folded);
        const auto checked = check_folded(s.folded, s.timeline);
        return checked ? std::string() : checked.error().message;
    };
    EXPECT_EQ(fault([](Folded& f) { f.window.end = Time{1}; }), "its window is not the Timeline's");
    EXPECT_EQ(fault([](Folded& f) { f.gpu_presence_ms.pop_back(); }), "it has not a number for each GPU");
    EXPECT_EQ(fault([](Folded& f) { f.lanes[1].gpu = model::GpuIx{3}; }), "lane 2: no such GPU");
    EXPECT_EQ(fault([](Folded& f) { std::swap(f.lanes[0], f.lanes[1]); }), "lane 2: it is not in order");
    EXPECT_EQ(fault([](Folded& f) { f.lanes[1] = f.lanes[0]; }), "lane 2: it is not in order");
    EXPECT_EQ(fault([](Folded& f) { f.lanes[1].during.begin = Time{-1}; }), "lane 2: it is outside of the window");
    EXPECT_EQ(fault([](Folded& f) { f.lanes[1].during.end.ms += 1; }), "lane 2: it is outside of the window");
    EXPECT_EQ(fault([](Folded& f) { f.runs[2].claim = model::ClaimIx{9}; }), "run 3: no such lane or claim");
    EXPECT_EQ(fault([](Folded& f) { f.hours[4].free_ms = -1; }), "hour 5: a part is none");
    EXPECT_EQ(fault([](Folded& f) { f.hours[4].unknown_ms = 1; }), "hour 5: it is longer than an hour");
    EXPECT_EQ(fault([](Folded& f) { f.hours[1].free_ms -= 1; }), "GPU 1: its hours do not add up to its presence");
    EXPECT_EQ(fault([](Folded& f) { f.hours[2].claim = {}; }), "hour 3: nobody holds it");
    EXPECT_EQ(fault([](Folded& f) { f.hours[3].hour = 1; }), "hour 4: it is not in order");
    EXPECT_EQ(fault([](Folded& f) { f.hours[29].hour = 11; }), "hour 30: no such lane, claim or hour");
    EXPECT_EQ(fault([](Folded& f) { f.hours[0].power.value = std::numeric_limits<float>::quiet_NaN(); }),
              "hour 1: a mean is none");
    EXPECT_EQ(fault([](Folded& f) { f.presence_ms += 1; }), "its sums are not those of its GPUs");
    EXPECT_EQ(fault([](Folded& f) { f.pod_hours[0].to_ms = 4'000'000; }), "pod hour 1: its life");
    EXPECT_EQ(fault([](Folded& f) { f.claims[1].lane = 7; }), "profile 2: no such claim or lane");
    EXPECT_EQ(fault([](Folded& f) { f.stuck[0].gpu = {}; }), "stuck card 1: it is not in order");
}

// What two parts of it say of one card agrees.
TEST(FoldedBlock, WhatContradictsItselfIsNamed) {
    const auto fault = [&](auto change) {
        Sample s = sample(3, 10);
        for (std::uint32_t g = 0; g < 3; ++g) s.timeline.claims[g].gpu = model::GpuIx{g};
        change(s);
        const auto checked = check_folded(s.folded, s.timeline);
        return checked ? std::string() : checked.error().message;
    };
    EXPECT_EQ(fault([](Sample&) {}), "");
    EXPECT_EQ(fault([](Sample& s) { s.folded.hours[2].claim = model::ClaimIx{1}; }),
              "hour 3: its claim is of another card");
    EXPECT_EQ(fault([](Sample& s) { s.folded.runs[2].claim = model::ClaimIx{0}; }),
              "run 3: its claim is of another card");
    EXPECT_EQ(fault([](Sample& s) { s.folded.claims[1].lane = 2; }), "profile 2: its claim is of another card");
    EXPECT_EQ(fault([](Sample& s) {
                  s.timeline.nodes.resize(1);
                  s.timeline.claims[0].gpu = {};
                  s.timeline.claims[0].node = model::NodeIx{0};
              }),
              "run 1: its claim is of another node");
    EXPECT_EQ(fault([](Sample& s) { s.folded.lanes[1].during.end.ms -= kHour; }), "run 2: it is outside of its lane");
    EXPECT_EQ(fault([](Sample& s) {
                  s.folded.lanes[0].during.end.ms -= kHour;
                  s.folded.runs[0].span.end.ms -= kHour;
              }),
              "hour 10: it is outside of its lane");
    // Moved to another hour: the sums stay what they were.
    EXPECT_EQ(fault([](Sample& s) { s.folded.hours[1].hour = 0; }), "hour 2: its card has more than an hour of it");
}

TEST(FoldedBlock, OneScrapeIsEnough) {
    Sample s = sample(2, 10);
    s.folded.sampled = Interval{Time{kHour}, Time{kHour}};
    EXPECT_TRUE(decoded(encoded(s.folded), s.timeline));
    s.folded.sampled = Interval{Time{kHour}, Time{kHour - 1}};
    EXPECT_FALSE(decoded(encoded(s.folded), s.timeline));
}

TEST(FoldedBlock, AnInstanceThatIsNoneIsRefused) {
    Sample s = sample(2, 2);
    s.folded.lanes[0].instance = -5;
    EXPECT_FALSE(decoded(encoded(s.folded), s.timeline));
    s.folded.lanes[0].instance = 3;
    EXPECT_TRUE(decoded(encoded(s.folded), s.timeline));
}

// As many rows as the Timeline can have, and no more.
TEST(FoldedBlock, MoreHoursThanTheTimelineHasAreRefusedAtOnce) {
    const Sample s = sample(2, 10);
    const std::string head = encoded(s.folded)[0];
    ByteReader in(head);
    const std::uint64_t window[] = {in.number(), in.number()};
    static_cast<void>(in.number());
    static_cast<void>(in.number());
    const auto announced = [&](std::uint64_t hours, std::uint64_t pod_hours) {
        std::string other;
        for (const std::uint64_t n : {window[0], window[1], hours, pod_hours}) put_number(other, n);
        other += head.substr(head.size() - in.left());
        FoldedReader reader(s.timeline);
        return bool(reader.add(other));
    };
    EXPECT_TRUE(announced(20, 20));
    EXPECT_FALSE(announced(1 << 24, 20));
    EXPECT_FALSE(announced(20, 1 << 24));
}

// A block of some bytes that announces millions of rows costs nothing.
TEST(FoldedBlock, RowsOfNoBytesAreRefused) {
    const Sample s = sample(1, 2);
    std::string block = encoded(s.folded)[0];
    FoldedReader reader(s.timeline);
    ASSERT_TRUE(reader.add(block));
    std::string rows;
    put_number(rows, 2);
    rows.append(48, '\0');  // columns without a byte
    EXPECT_FALSE(reader.add(rows));
    std::vector<std::uint64_t> column;
    const std::string nothing(1, '\0');
    ByteReader in(nothing);
    EXPECT_TRUE(take_planes(in, std::size_t{1} << 40U, column));
    EXPECT_TRUE(column.empty());
}

}  // namespace
}  // namespace arable::codec
