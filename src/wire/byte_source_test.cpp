#include "wire/byte_source.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "wire/byte_sink.h"

namespace arable::wire {
namespace {

TEST(MemorySource, GivesItsBytesAndThenTheEndForEver) {
    MemorySource source("abcde");
    std::array<char, 3> room{};
    EXPECT_EQ(source.read(room), 3U);
    EXPECT_EQ(source.read(room), 2U);
    EXPECT_EQ(room[0], 'd');
    EXPECT_EQ(source.read(room), 0U);
    EXPECT_EQ(source.read(room), 0U);
}

TEST(ReadAll, StopsAtItsLimit) {
    MemorySource fits("12345");
    EXPECT_EQ(read_all(fits, 5), "12345");
    MemorySource too_long("123456");
    const auto refused = read_all(too_long, 5);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::limit);
    MemorySource empty("");
    EXPECT_EQ(read_all(empty, 0), "");
}

TEST(FileSource, ReadsWhatASinkWrote) {
    const std::string path = testing::TempDir() + "arable_byte_source_test.txt";
    auto sink = create_file(path);
    ASSERT_TRUE(sink);
    ASSERT_TRUE((*sink)->write("hello "));
    ASSERT_TRUE((*sink)->write("world"));
    ASSERT_TRUE((*sink)->finish());
    auto source = open_file(path);
    ASSERT_TRUE(source);
    EXPECT_EQ(read_all(**source, 1000), "hello world");
}

TEST(FileSource, NamesThePathThatIsMissingOrNotAFile) {
    const auto missing = open_file("tests/captures/no-such-file");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::not_found);
    EXPECT_NE(missing.error().message.find("tests/captures/no-such-file"), std::string::npos);

    const auto folder = open_file("tests/captures");
    ASSERT_TRUE(folder);
    const auto read = read_all(**folder, 10);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::io);
    EXPECT_NE(read.error().message.find("'tests/captures' at byte 0"), std::string::npos);

    EXPECT_FALSE(create_file("/nonexistent/folder/file"));
}

}  // namespace
}  // namespace arable::wire
