#include "prom/answer_log.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "wire/byte_sink.h"

namespace arable::prom {
namespace {

constexpr Time kNow{1'790'000'000'123};

class AnswerLogTest : public testing::Test {
  protected:
    AnswerLogTest() {
        std::string folder = testing::TempDir() + "/answers-XXXXXX";
        if (::mkdtemp(folder.data()) != nullptr) folder_ = folder;
    }
    ~AnswerLogTest() override { std::filesystem::remove_all(folder_); }
    std::string path() const { return folder_ + "/log"; }
    Result<std::unique_ptr<AnswerLog>> open(std::string_view identity = "https://p 30d", Time now = kNow) const {
        return AnswerLog::open(path(), identity, now);
    }
    static std::string packed(std::string_view text) {
        std::string out;
        const auto sink = wire::zstd_compressed(std::make_unique<wire::MemorySink>(out));
        EXPECT_TRUE(sink->write(text) && sink->finish());
        return out;
    }
    static std::string held(const AnswerLog& log, std::string_view question) {
        const auto body = log.find(question);
        if (!body) return "(none)";
        return wire::read_all(*body, 1 << 20).value_or("(unreadable)");
    }

  private:
    std::string folder_;
};

TEST_F(AnswerLogTest, GivesBackWhatAnInterruptedReadingKept) {
    {
        const auto log = open();
        ASSERT_TRUE(log) << log.error().message;
        (*log)->keep("q1", packed("one"));
        (*log)->keep("q2", packed(std::string(100'000, 'x')));
    }
    const auto again = open("https://p 30d", kNow + hours(3));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ((*again)->begun(), kNow);
    EXPECT_EQ((*again)->size(), 2U);
    EXPECT_EQ(held(**again, "q1"), "one");
    EXPECT_EQ(held(**again, "q2").size(), 100'000U);
    EXPECT_EQ(held(**again, "q3"), "(none)");
}

TEST_F(AnswerLogTest, CutsOffWhatWasNotFinished) {
    {
        const auto log = open();
        ASSERT_TRUE(log);
        (*log)->keep("q1", packed("one"));
        (*log)->keep("q2", packed("two"));
    }
    std::filesystem::resize_file(path(), std::filesystem::file_size(path()) - 3);
    {
        const auto log = open();
        ASSERT_TRUE(log);
        EXPECT_EQ((*log)->size(), 1U);
        (*log)->keep("q3", packed("three"));
    }
    const auto log = open();
    ASSERT_TRUE(log);
    EXPECT_EQ(held(**log, "q1"), "one");
    EXPECT_EQ(held(**log, "q2"), "(none)");
    EXPECT_EQ(held(**log, "q3"), "three");
}

TEST_F(AnswerLogTest, DoesNotGiveDamagedAnswers) {
    {
        const auto log = open();
        ASSERT_TRUE(log);
        (*log)->keep("q1", packed("one"));
    }
    std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-2, std::ios::end);
    file.put('!');
    file.close();
    const auto log = open();
    ASSERT_TRUE(log);
    EXPECT_EQ(held(**log, "q1"), "(none)");
}

TEST_F(AnswerLogTest, BelongsToOneReadingAndOneProcess) {
    const auto log = open();
    ASSERT_TRUE(log);
    const auto second = open();
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("another reading uses it"), std::string::npos);
}

TEST_F(AnswerLogTest, RefusesOtherReadingsAndOtherFiles) {
    ASSERT_TRUE(open());
    const auto other = open("https://q 7d");
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().message.find("(https://p 30d; this one is https://q 7d)"), std::string::npos)
        << other.error().message;
    for (const char* text :
         {"some notes\n", "some notes", "arable.answers/v1 x y\n", "arable.answers/v1 12 x", "arable.answers/v1 x"}) {
        std::ofstream(path(), std::ios::trunc) << text;
        EXPECT_FALSE(open("y")) << text;
    }
    EXPECT_FALSE(AnswerLog::open("/nowhere/at/all", "", kNow));
}

// Killed while it wrote its first line.
TEST_F(AnswerLogTest, BeginsAnewWhereItsFirstLineWasNotFinished) {
    for (const char* text : {"arable", "arable.answers/v1 ", "arable.answers/v1 17", "arable.answers/v1 17 http"}) {
        std::ofstream(path(), std::ios::trunc) << text;
        {
            const auto log = open();
            ASSERT_TRUE(log) << text << ": " << log.error().message;
            EXPECT_EQ((*log)->begun(), kNow);
            (*log)->keep("q1", packed("one"));
        }
        const auto again = open("https://p 30d", kNow + hours(1));
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(held(**again, "q1"), "one");
    }
}

TEST_F(AnswerLogTest, DoesNotBelieveSizes) {
    ASSERT_TRUE(open());
    std::ofstream(path(), std::ios::app | std::ios::binary) << std::string(200, '\xff');
    const auto log = open();
    ASSERT_TRUE(log);
    EXPECT_EQ((*log)->size(), 0U);
}

}  // namespace
}  // namespace arable::prom
