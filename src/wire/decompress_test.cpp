#include "wire/decompress.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <utility>
#include <vector>

#include "wire/byte_sink.h"

namespace arable::wire {
namespace {

std::string gzip(const std::string& text) {
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    std::string out(deflateBound(&stream, text.size()), '\0');
    std::string in = text;
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string zstd(const std::string& text) {
    std::string out;
    auto sink = zstd_compressed(std::make_unique<MemorySink>(out));
    EXPECT_TRUE(sink->write(text));
    EXPECT_TRUE(sink->finish());
    return out;
}

struct Answer {
    std::string bytes;
    std::string error;  // "" when the end was reached
    ErrorCode code = ErrorCode::internal;
};

// Reads `room` bytes at a time until the end or an error, and asks once more to see that it stays.
Answer read_in_pieces(const std::string& compressed, std::size_t room) {
    const auto source = decompressed(std::make_unique<MemorySource>(compressed));
    Answer answer;
    std::string piece(room, '\0');
    for (;;) {
        const auto n = source->read(piece);
        if (!n) {
            answer.error = n.error().message;
            answer.code = n.error().code;
            EXPECT_FALSE(source->read(piece));
            return answer;
        }
        if (*n == 0) {
            EXPECT_EQ(source->read(piece), 0U);
            return answer;
        }
        answer.bytes.append(piece, 0, *n);
    }
}

std::string some_text() {
    std::string text;
    for (int i = 0; i < 40'000; ++i) text += "line " + std::to_string(i * 7919 % 10'007) + "\n";
    return text;
}

TEST(Decompressed, LeavesPlainTextAsItIs) {
    for (const std::string text : {"", "a", "\x1f", "abc", "abcd", "# TYPE up gauge\nup 1\n"}) {
        EXPECT_EQ(read_in_pieces(text, 3).bytes, text);
        EXPECT_EQ(read_in_pieces(text, 1).error, "");
    }
}

TEST(Decompressed, ReadsGzipOfSeveralMembersAndPadding) {
    const std::string text = some_text();
    const std::string members = gzip(text) + gzip("second\n") + gzip("") + std::string(512, '\0');
    for (const std::size_t room : {7U, 4096U, 10'000'000U}) {
        const auto answer = read_in_pieces(members, room);
        EXPECT_EQ(answer.error, "");
        EXPECT_EQ(answer.bytes, text + "second\n");
    }
}

TEST(Decompressed, ReadsZstdOfSeveralFramesAndSkippableOnes) {
    const std::string text = some_text();
    const std::string skippable("\x50\x2a\x4d\x18\x03\x00\x00\x00xyz", 11);
    const std::string frames = skippable + zstd(text) + skippable + zstd("second\n");
    for (const std::size_t room : {7U, 4096U, 10'000'000U}) {
        const auto answer = read_in_pieces(frames, room);
        EXPECT_EQ(answer.error, "");
        EXPECT_EQ(answer.bytes, text + "second\n");
    }
}

TEST(Decompressed, GivesAllGoodBytesOfATruncatedStreamThenSaysWhere) {
    const std::string text = some_text();
    for (const auto& whole : {gzip(text), zstd(text)}) {
        std::size_t least = text.size();
        for (const std::size_t size : {whole.size() - 1, whole.size() - 9, whole.size() / 2, std::size_t{6}}) {
            const auto answer = read_in_pieces(whole.substr(0, size), 1000);
            EXPECT_EQ(answer.code, ErrorCode::truncated);
            EXPECT_NE(answer.error.find("after " + std::to_string(size) + " compressed bytes"), std::string::npos)
                << answer.error;
            EXPECT_EQ(answer.bytes, text.substr(0, answer.bytes.size()));
            EXPECT_LE(answer.bytes.size(), least);
            least = answer.bytes.size();
        }
    }
    // Without its last byte only the checksum is missing.
    EXPECT_EQ(read_in_pieces(gzip(text).substr(0, gzip(text).size() - 1), 1000).bytes, text);
}

TEST(Decompressed, ReportsDamage) {
    const std::string text = some_text();
    for (auto whole : {gzip(text), zstd(text)}) {
        for (std::size_t i = 0; i < 8; ++i)
            whole[whole.size() / 2 + i] = static_cast<char>(~whole[whole.size() / 2 + i]);
        const auto answer = read_in_pieces(whole, 1000);
        EXPECT_EQ(answer.code, ErrorCode::invalid_input);
        EXPECT_NE(answer.error.find("bytes of content"), std::string::npos);
        EXPECT_NE(answer.bytes, text);
    }
}

TEST(Decompressed, ReportsBytesOfSomethingElseAfterTheLastMember) {
    const auto answer = read_in_pieces(gzip("abc\n") + "def\n", 1000);
    EXPECT_EQ(answer.bytes, "abc\n");
    EXPECT_NE(answer.error.find("something else"), std::string::npos);
    EXPECT_EQ(read_in_pieces(zstd("abc\n") + "def\n", 1000).bytes, "abc\n");
}

TEST(ZstdSink, CompressesInAnyPieces) {
    const std::string text = some_text();
    std::string out;
    auto sink = zstd_compressed(std::make_unique<MemorySink>(out));
    for (std::size_t at = 0; at < text.size(); at += 4099) {
        ASSERT_TRUE(sink->write(std::string_view(text).substr(at, 4099)));
    }
    ASSERT_TRUE(sink->finish());
    EXPECT_LT(out.size(), text.size() / 2);
    EXPECT_EQ(read_in_pieces(out, 1 << 16).bytes, text);
}

}  // namespace
}  // namespace arable::wire
