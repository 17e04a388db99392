#include "app/probe.h"

#include <gtest/gtest.h>

namespace arable::app {
namespace {

TEST(Probe, TellsWhetherSamplesHaveTimes) {
    EXPECT_FALSE(probe("# TYPE up gauge\nup 1\nup{a=\"b\"} 2\n").timed);
    EXPECT_FALSE(probe("").timed);
    const Probe mixed = probe("machine_memory 1\nup 1 1767225600000\nup 1 1767225500000\n");
    EXPECT_TRUE(mixed.timed);
    EXPECT_EQ(mixed.latest, Time{1'767'225'600'000});
}

TEST(Probe, OfAFileThatCannotBeReadSaysNothing) { EXPECT_FALSE(probe_file("nowhere.prom").timed); }

}  // namespace
}  // namespace arable::app
