#include "story_truth.h"

#include <algorithm>
#include <functional>

#include "estate/generate.h"

namespace arable::tests {
namespace {

using estate::Lane;
using estate::Reading;
using estate::State;

constexpr double kHour = 3.6e6;
constexpr double kGiB = 1024.0;  // MiB

// Means of what a lane did while it was held.
class Held {
  public:
    void add(double ms, const Reading& r) {
        if (r.by.empty() || r.state == State::unavailable) return;
        if (r.state == State::unknown) return;
        out_.known_hours += ms / kHour;
        if (r.state == State::active) out_.active_hours += ms / kHour;
        out_.engine += ms * r.activity.engine;
        out_.sm += ms * r.activity.sm;
        out_.dram += ms * r.activity.dram;
        out_.memory_gib += ms * r.activity.memory_mib / kGiB;
        out_.most_memory_gib = std::max(out_.most_memory_gib, r.activity.memory_mib / kGiB);
    }
    HeldTruth finish() {
        const double ms = out_.known_hours * kHour;
        if (ms > 0)
            for (double* mean : {&out_.engine, &out_.sm, &out_.dram, &out_.memory_gib}) *mean /= ms;
        for (const auto& [cls, hours] : out_.classes) out_.gpu_hours += hours;
        return out_;
    }
    HeldTruth& out() { return out_; }

  private:
    HeldTruth out_;
};

bool stalled(const estate::Estate& estate, const Reading& r) {
    return std::ranges::any_of(
        r.by, [&](const estate::Holding* h) { return estate.pods[h->pod].process.stall != estate::Stall::none; });
}

// One holder's part of one piece, in the words of the report.
void add_classes(const estate::Estate& estate, const estate::Node& node, const Reading& r, double hours,
                 std::map<std::string, double>& classes) {
    switch (r.state) {
        case State::unavailable:
            classes["unavailable"] += hours;
            return;
        case State::unknown:
            classes["unknown"] += hours;
            return;
        case State::starting:
            classes["held.starting"] += hours;
            return;
        case State::empty:
            classes["held.empty"] += hours;
            return;
        case State::loaded:
            classes["held.loaded"] += hours;
            return;
        case State::active:
            break;
        default:
            return;  // not held
    }
    const double computing = node.sm_exported ? r.activity.sm : r.activity.engine;
    classes["productive"] += hours * computing;
    const char* rest = stalled(estate, r)       ? "active.stalled"
                       : r.activity.dram >= 0.5 ? "active.bandwidth"
                                                : "active.headroom";
    classes[rest] += hours * (1.0 - computing);
}

}  // namespace

HeldTruth StoryTruth::of_gpus(const std::vector<std::uint32_t>& gpus) const {
    Held held;
    std::vector<Lane> mine;
    for (const Lane& lane : lanes_) {
        if (std::ranges::find(gpus, lane.gpu) == gpus.end()) continue;
        mine.push_back(lane);
        estate::walk(estate_, lane, estate_.window,
                     [&](Interval span, const Reading& r) { held.add(static_cast<double>(span.length().ms), r); });
    }
    for (const auto& [cls, ms] : estate::account(estate_, mine, marks_))
        if (ms > 0) held.out().classes[cls] = static_cast<double>(ms) / kHour;
    return held.finish();
}

HeldTruth StoryTruth::of_pods(const std::vector<std::uint32_t>& pods) const {
    Held held;
    for (const Lane& lane : lanes_) {
        const estate::Node& node = estate_.nodes[estate_.gpus[lane.gpu].node];
        const estate::Hardware& hw = estate::hardware(node.hardware);
        // Of a sliced card, the slices share what MIG leaves of it.
        const double weight = lane.slices == 0 ? 1.0 : static_cast<double>(hw.mig_sms) / hw.sms * lane.slices / 7.0;
        estate::walk(estate_, lane, estate_.window, [&](Interval span, const Reading& r) {
            for (const estate::Holding* h : r.by) {
                if (std::ranges::find(pods, h->pod) == pods.end()) continue;
                const auto ms = static_cast<double>(span.length().ms);
                held.add(ms, r);
                add_classes(estate_, node, r, ms / kHour * weight / static_cast<double>(r.by.size()),
                            held.out().classes);
            }
        });
    }
    return held.finish();
}

std::map<std::string, double> StoryTruth::waits(const std::vector<std::uint32_t>& pods) const {
    std::map<std::string, double> causes;
    for (const std::uint32_t p : pods) {
        for (const estate::WaitPart& part : estate_.pods[p].waits) {
            const std::int64_t ms = intersect(part.span, estate_.window).length().ms;
            if (ms > 0)
                causes[part.cause] +=
                    static_cast<double>(ms * estate::waited_milli(estate_, estate_.pods[p])) / 1000.0 / kHour;
        }
    }
    return causes;
}

}  // namespace arable::tests
