#include "app/exposition_notes.h"

#include <gtest/gtest.h>

namespace arable::app {
namespace {

TEST(ExpositionNotes, CountWhatWasPassedOverInAllFiles) {
    LeftOut left_out;
    EXPECT_EQ(left_out.text(), "");
    prom::ExpositionStats stats;
    stats.unwanted = 7;
    stats.exemplars = 2;
    left_out.add(stats);
    left_out.add(stats);
    EXPECT_EQ(left_out.text(), "; 14 lines of metrics that are not used left out; 4 exemplars left out");
}

TEST(ExpositionNotes, SayNothingOfAFileThatWasReadWhole) {
    EXPECT_TRUE(gaps_of("m.txt", {}).empty());
    prom::ExpositionStats stats;
    stats.bad_lines = 1;
    stats.lines = 9;
    ASSERT_EQ(gaps_of("m.txt", stats).size(), 1U);
    EXPECT_EQ(gaps_of("m.txt", stats)[0].message, "1 of 9 lines are no samples and were left out");
}

}  // namespace
}  // namespace arable::app
