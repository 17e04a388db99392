#pragma once
// Reads the figures back out of the text of a story, as a person would.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arable::tests {

struct HeldLine {
    std::string pod, owner, gpu, node;
    double hours = 0.0;
    std::string from, to;
};

struct WaitLine {
    std::string name;
    double gpus = 0.0, gpu_hours = 0.0;
};

struct WaitStretch {
    std::string from, to, cause;
};

struct MeasureLine {
    double value = 0.0;  // percent, GiB, watts, ...
    std::string unit;
    double n = 0.0, known_hours = 0.0;
};

struct FindingLine {
    std::string id;
    double gpu_hours = 0.0, percent_sure = 0.0;
    std::string statement;
};

struct ReadStory {
    std::string kind, name, from, to;
    double gpu_hours = 0.0;                          // of the heading
    std::map<std::string, double> classes, causes;   // GPU-hours
    std::optional<double> share, estate_gpu_hours;   // percent, GPU-hours
    std::optional<double> usd, curable_as_is;        // GPU-hours of the latter
    std::optional<std::pair<double, double>> range;  // of computing
    std::map<std::string, std::string> traits;
    std::map<std::string, std::string> moments;  // "ns/pod was created" -> time
    std::optional<double> paid_hours, not_ready_hours;
    std::vector<HeldLine> held;
    std::vector<WaitLine> waits;
    std::vector<WaitStretch> stretches;
    std::map<std::string, MeasureLine> measures;  // "sm_active, mean while held"
    std::vector<FindingLine> findings;
};

// `text` as wide as words are written at most, without colours.
ReadStory read_story(const std::string& text);

}  // namespace arable::tests
