#include "wire/line_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace arable::wire {
namespace {

// Gives `piece` bytes at a time and, if asked, an error at the end.
class Trickle final : public ByteSource {
  public:
    Trickle(std::string_view text, std::size_t piece, bool broken = false)
        : text_(text), piece_(piece), broken_(broken) {}
    Result<std::size_t> read(std::span<char> into) override {
        const std::size_t n = std::min({into.size(), piece_, text_.size()});
        if (n == 0 && broken_) return fail(ErrorCode::truncated, "cut");
        std::copy_n(text_.data(), n, into.data());
        text_.remove_prefix(n);
        return n;
    }

  private:
    std::string_view text_;
    std::size_t piece_;
    bool broken_;
};

// Gives one long line of 'x', `bytes` of it, then "\nend\n", without holding it.
class LongLine final : public ByteSource {
  public:
    explicit LongLine(std::uint64_t bytes) : left_(bytes) {}
    Result<std::size_t> read(std::span<char> into) override {
        if (left_ > 0) {
            const std::size_t n = std::min<std::uint64_t>(into.size(), left_);
            std::fill_n(into.data(), n, 'x');
            left_ -= n;
            return n;
        }
        return tail_.read(into);
    }

  private:
    std::uint64_t left_;
    MemorySource tail_{"\nend\n"};
};

TEST(LineReader, CutsLinesWhereverTheReadsEnd) {
    const std::string text = "first\n\nthird\r\nlast";
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
        Trickle source(text, piece);
        LineReader reader(source, 100);
        std::vector<std::string> lines;
        std::vector<std::uint64_t> offsets;
        bool terminated = true;
        while (const auto line = reader.next()) {
            lines.emplace_back(line->text);
            offsets.push_back(line->offset);
            terminated = line->terminated;
            EXPECT_EQ(line->number, lines.size());
        }
        EXPECT_EQ(lines, (std::vector<std::string>{"first", "", "third", "last"}));
        EXPECT_EQ(offsets, (std::vector<std::uint64_t>{0, 6, 7, 14}));
        EXPECT_FALSE(terminated);
        EXPECT_EQ(reader.bytes_read(), text.size());
    }
}

TEST(LineReader, SkipsALineAboveTheLimitAndGoesOn) {
    for (const std::size_t length : {11U, 1'000'000U}) {
        const std::string text = "a\n" + std::string(length, 'x') + "\nb\n" + std::string(10, 'y') + "\n";
        MemorySource source(text);
        LineReader reader(source, 10);
        EXPECT_EQ(reader.next()->text, "a");
        const auto skipped = reader.next();
        EXPECT_TRUE(skipped->too_long);
        EXPECT_EQ(skipped->offset, 2U);
        EXPECT_EQ(skipped->text, "");
        const auto after = reader.next();
        EXPECT_EQ(after->text, "b");
        EXPECT_EQ(after->number, 3U);
        EXPECT_EQ(after->offset, 2 + length + 1);
        EXPECT_EQ(reader.next()->text, std::string(10, 'y'));
        EXPECT_FALSE(reader.next());
    }
}

TEST(LineReader, ALineOfGigabytesCostsNoMemory) {
    const std::uint64_t bytes = 3ULL << 30U;
    LongLine source(bytes);
    LineReader reader(source, 1 << 20);
    EXPECT_TRUE(reader.next()->too_long);
    const auto line = reader.next();
    EXPECT_EQ(line->text, "end");
    EXPECT_EQ(line->offset, bytes + 1);
}

TEST(LineReader, GivesTheCutLineBeforeItTellsTheError) {
    Trickle source("whole\ncu", 3, true);
    LineReader reader(source, 100);
    EXPECT_EQ(reader.next()->text, "whole");
    const auto cut = reader.next();
    EXPECT_EQ(cut->text, "cu");
    EXPECT_FALSE(cut->terminated);
    EXPECT_FALSE(reader.next());
    ASSERT_TRUE(reader.error());
    EXPECT_EQ(reader.error()->message, "cut");
}

TEST(LineReader, SkipsAByteOrderMark) {
    MemorySource source("\xef\xbb\xbfup 1\n");
    LineReader reader(source, 100);
    EXPECT_EQ(reader.next()->text, "up 1");
}

}  // namespace
}  // namespace arable::wire
