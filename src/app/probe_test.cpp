#include "app/probe.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

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

// Opening it would wait for a writer, and reading it would take away what the audit is to read.
TEST(Probe, LeavesPipesAlone) {
    const std::string pipe = testing::TempDir() + "arable-probe-" + std::to_string(getpid());
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_FALSE(probe_file(pipe).timed);
    unlink(pipe.c_str());
}

}  // namespace
}  // namespace arable::app
