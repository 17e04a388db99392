#include "story_truth.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "estate/generate.h"

namespace arable::tests {
namespace {

using estate::Lane;
using estate::Reading;
using estate::State;

constexpr double kHour = 3.6e6;
constexpr double kGiB = 1024.0;  // MiB

// Board power of an activity, as the generator's cards draw it.
double watts_of(const estate::Hardware& hw, const estate::Activity& a) {
    return hw.idle_watts + (hw.max_watts - hw.idle_watts) * std::min(1.0, 0.2 + 0.4 * a.engine + 0.4 * a.sm);
}

// Values over time, and the value below which a share of the time lies.
class Spread {
  public:
    void add(double value, double ms) { values_.emplace_back(value, ms); }
    double quantile(double share) {
        std::ranges::sort(values_);
        double all = 0.0;
        for (const auto& [value, ms] : values_) all += ms;
        double below = 0.0;
        for (const auto& [value, ms] : values_) {
            below += ms;
            if (below >= share * all) return value;
        }
        return 0.0;
    }

  private:
    std::vector<std::pair<double, double>> values_;
};

// Means of what a lane did while it was held.
class Held {
  public:
    explicit Held(const estate::Estate& estate) : estate_(estate) {}

    void add(const Lane& lane, double ms, const Reading& r) {
        const estate::Node& node = estate_.nodes[estate_.gpus[lane.gpu].node];
        const estate::Hardware& hw = estate::hardware(node.hardware);
        if (r.by.empty() || r.state == State::unavailable) return;
        if (r.state == State::unknown) return;
        out_.known_hours += ms / kHour;
        if (r.state == State::active) {
            out_.active_hours += ms / kHour;
            out_.tensor += ms * r.activity.tensor;
            out_.watts += ms * watts_of(hw, r.activity);
        }
        out_.engine += ms * r.activity.engine;
        out_.sm += ms * r.activity.sm;
        out_.dram += ms * r.activity.dram;
        out_.memory_gib += ms * r.activity.memory_mib / kGiB;
        out_.most_memory_gib = std::max(out_.most_memory_gib, r.activity.memory_mib / kGiB);
        for (const estate::Holding* h : r.by) {
            out_.flips = out_.flips || estate_.pods[h->pod].process.flips;
            auto& [engine, sm] = spreads_[{lane.gpu, lane.instance, h->pod}];
            engine.add(r.activity.engine, ms);
            sm.add(r.activity.sm, ms);
        }
    }
    HeldTruth finish() {
        const double ms = out_.known_hours * kHour;
        if (ms > 0)
            for (double* mean : {&out_.engine, &out_.sm, &out_.dram, &out_.memory_gib}) *mean /= ms;
        if (out_.active_hours > 0)
            for (double* mean : {&out_.tensor, &out_.watts}) *mean /= out_.active_hours * kHour;
        for (const auto& [cls, hours] : out_.classes) out_.gpu_hours += hours;
        const auto widen = [](std::pair<double, double>& p95, Spread& spread) {
            p95.first = std::max(p95.first, spread.quantile(0.93));
            p95.second = std::max(p95.second, spread.quantile(0.97));
        };
        for (auto& [holder, spread] : spreads_) {
            widen(out_.engine_p95, spread.first);
            widen(out_.sm_p95, spread.second);
        }
        return out_;
    }
    HeldTruth& out() { return out_; }

  private:
    const estate::Estate& estate_;
    HeldTruth out_;
    std::map<std::tuple<std::uint32_t, int, std::uint32_t>, std::pair<Spread, Spread>> spreads_;
};

double usd_per_gpu_hour(const estate::Estate& estate, std::uint32_t gpu) {
    const estate::Hardware& hw = estate::hardware(estate.nodes[estate.gpus[gpu].node].hardware);
    return hw.hourly_usd / hw.gpus;
}

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
    Held held(estate_);
    std::vector<Lane> mine;
    for (const Lane& lane : lanes_) {
        if (std::ranges::find(gpus, lane.gpu) == gpus.end()) continue;
        mine.push_back(lane);
        estate::walk(estate_, lane, estate_.window, [&](Interval span, const Reading& r) {
            held.add(lane, static_cast<double>(span.length().ms), r);
        });
    }
    for (const auto& [cls, ms] : estate::account(estate_, mine, marks_))
        if (ms > 0) held.out().classes[cls] = static_cast<double>(ms) / kHour;
    HeldTruth truth = held.finish();
    if (!gpus.empty()) truth.usd = truth.gpu_hours * usd_per_gpu_hour(estate_, gpus.front());
    return truth;
}

HeldTruth StoryTruth::of_pods(const std::vector<std::uint32_t>& pods) const {
    Held held(estate_);
    for (const Lane& lane : lanes_) {
        const estate::Node& node = estate_.nodes[estate_.gpus[lane.gpu].node];
        const estate::Hardware& hw = estate::hardware(node.hardware);
        // Of a sliced card, the slices share what MIG leaves of it.
        const double weight = lane.slices == 0 ? 1.0 : static_cast<double>(hw.mig_sms) / hw.sms * lane.slices / 7.0;
        estate::walk(estate_, lane, estate_.window, [&](Interval span, const Reading& r) {
            for (const estate::Holding* h : r.by) {
                if (std::ranges::find(pods, h->pod) == pods.end()) continue;
                const auto ms = static_cast<double>(span.length().ms);
                held.add(lane, ms, r);
                const double hours = ms / kHour * weight / static_cast<double>(r.by.size());
                add_classes(estate_, node, r, hours, held.out().classes);
                held.out().usd += hours * usd_per_gpu_hour(estate_, lane.gpu);
            }
        });
    }
    return held.finish();
}

PodTruth StoryTruth::of_servers(const std::vector<std::uint32_t>& pods) const {
    constexpr double kOutputTokens = 211;  // a request: the mean of azure-llm-2023's conversations
    PodTruth out;
    double lived = 0.0, loaded = 0.0, requests = 0.0;
    Duration hull;
    for (const std::uint32_t p : pods) {
        const estate::Pod& pod = estate_.pods[p];
        if (!pod.started) continue;
        const Interval life = intersect({*pod.started, pod.ended.value_or(estate_.window.end)}, estate_.window);
        hull = std::max(hull, life.length());
        for (Time t = life.begin; t < life.end; t = t + minutes(1)) {
            const estate::Activity a = estate::activity(pod.process, 0, t - *pod.started, t);
            lived += 60.0;
            out.cores += 60.0 * (a.engine >= 0.05 ? pod.process.host.cores_per_gpu * pod.gpus : 0.05);
            if (!a.loaded) continue;
            loaded += 60.0;
            out.running += 60.0 * a.running;
            out.waiting += 60.0 * a.waiting;
            out.kv += 60.0 * a.kv;
            const double more = 60.0 * pod.process.server.requests_per_s * std::min(1.0, a.demand);
            requests += more;
            out.latency_s += more * (4.0 + 0.05 * a.waiting);
            out.ttft_s += more * (0.15 + 0.05 * a.waiting);
        }
    }
    if (lived > 0.0) out.cores /= lived;
    if (loaded > 0.0)
        for (double* mean : {&out.running, &out.waiting, &out.kv}) *mean /= loaded;
    if (requests > 0.0)
        for (double* mean : {&out.latency_s, &out.ttft_s}) *mean /= requests;
    if (hull.ms > 0) out.requests_per_s = requests / (static_cast<double>(hull.ms) / 1000.0);
    out.tokens_per_s = out.requests_per_s * kOutputTokens;
    return out;
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
