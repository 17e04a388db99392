#include "sources/smi_facts.h"
#include "nvml/smi_xml.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace arable::sources {
namespace {

SmiLogs placed(const std::string& name, const std::string& node, const std::string& file) {
    std::ifstream input("tests/captures/" + name);
    std::stringstream text;
    text << input.rdbuf();
    return place_logs({{.name = file, .node = node, .written = {}, .logs = *nvml::parse_smi_xml(text.str())}});
}

TEST(SmiFacts, GiveMigInstancesTheirProfileAndNoUtilisation) {
    series::TrackStore store;
    const Facts facts = interpret_smi(placed("nvidia-smi-xml-telegraf/a100-sxm4-v12.xml", "n1", "a100.xml"), store);
    ASSERT_EQ(facts.gpus.size(), 1U);
    ASSERT_TRUE(facts.gpus[0].layout.has_value());
    ASSERT_EQ(facts.gpus[0].layout->instances.size(), 4U);
    EXPECT_EQ(facts.gpus[0].layout->instances[0].profile, "1g.20gb");
    EXPECT_EQ(facts.gpus[0].layout->instances[0].memory_slices, 2);
    EXPECT_TRUE(std::none_of(facts.tracks.begin(), facts.tracks.end(),
                             [](const TrackFact& t) { return t.quantity == model::Quantity::gpu_util; }));
    // The driver counts four cards, the capture lists one.
    EXPECT_EQ(facts.gaps.at(0).count, 3);
}

TEST(SmiFacts, KeepEachNumberOnce) {
    series::TrackStore store;
    const Facts facts = interpret_smi(placed("nvidia-smi-xml-aicr-8xh100/gpu.xml", "", "logs/gpu.xml.gz"), store);
    ASSERT_TRUE(store.seal().has_value());
    EXPECT_EQ(facts.gpus.size(), 8U);
    const auto power = std::find_if(facts.tracks.begin(), facts.tracks.end(),
                                    [](const TrackFact& t) { return t.quantity == model::Quantity::memory_total; });
    ASSERT_NE(power, facts.tracks.end());
    EXPECT_EQ(power->gpu.exporter, "gpu");
    EXPECT_EQ(store.read(series::TrackRef{power->track})->at(0).value, 81559.0 * 1024 * 1024);
}

TEST(SmiFacts, TellWhyClocksAreLowAsDcgmDoes) {
    const auto reasons = [](const std::optional<std::vector<std::string>>& listed) {
        nvml::SmiLog log{.time = Time{1'767'225'600'000}};
        log.gpus.push_back({.pci = "00000000:01:00.0", .uuid = "GPU-a", .product = "NVIDIA L4"});
        log.gpus[0].clock_event_reasons = listed;
        series::TrackStore store;
        const Facts facts =
            interpret_smi(place_logs({{.name = "f", .node = "n", .written = {}, .logs = {log}}}), store);
        EXPECT_TRUE(store.seal().has_value());
        std::vector<double> values;
        for (const TrackFact& track : facts.tracks) {
            if (track.quantity != model::Quantity::clock_event_reasons) continue;
            const auto samples = store.read(series::TrackRef{track.track});
            for (const series::Sample& s : *samples) values.push_back(s.value);
        }
        return values;
    };
    EXPECT_EQ(reasons(std::vector<std::string>{"hw_slowdown", "hw_thermal_slowdown"}), std::vector<double>{0x48});
    EXPECT_EQ(reasons(std::vector<std::string>{}), std::vector<double>{0});
    EXPECT_TRUE(reasons(std::nullopt).empty());  // the plain table does not say
}

TEST(SmiFacts, WithoutATimeAreInventoryOnly) {
    series::TrackStore store;
    const Facts facts = interpret_smi(placed("nvidia-smi-xml-telegraf/gtx-1070-ti.xml", "n", "g.xml"), store);
    EXPECT_EQ(facts.gpus.size(), 1U);
    EXPECT_TRUE(facts.tracks.empty());
    EXPECT_EQ(facts.gaps.at(0).kind, model::Gap::Kind::missing_samples);
}

}  // namespace
}  // namespace arable::sources
