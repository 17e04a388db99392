#include "app/cell_values.h"

#include <algorithm>
#include <cmath>

#include "model/quantity.h"

namespace arable::app {
namespace {

using model::Quantity;
using series::Sample;

bool is_read(Quantity quantity) {
    switch (quantity) {
        case Quantity::sm_occupancy:
        case Quantity::mem_copy_util:
        case Quantity::energy:
        case Quantity::temperature:
        case Quantity::xid:
        case Quantity::pcie_replay:
        case Quantity::mig_mode:
        case Quantity::memory_working_set:
        case Quantity::oom_events:
        case Quantity::process_gpu_memory:
        case Quantity::process_gpu_util:
        case Quantity::requests_failed:
        case Quantity::kv_blocks:
        case Quantity::kv_block_tokens:
        case Quantity::max_model_len:
        case Quantity::node_cpu_pressure:
            return false;
        default:
            return true;
    }
}

// Peaks and changes of these are looked at sample by sample; they seldom change, so that keeping all costs little. A
// bitmap has no mean.
bool is_kept_whole(Quantity quantity) {
    switch (quantity) {
        case Quantity::memory_used:
        case Quantity::memory_free:
        case Quantity::memory_total:
        case Quantity::memory_reserved:
        case Quantity::clock_event_reasons:
        case Quantity::requests_running:
        case Quantity::requests_waiting:
        case Quantity::kv_cache_use:
        case Quantity::memory_fraction:
            return true;
        default:
            return false;
    }
}

double rounded(double value, Quantity quantity) {
    const std::string_view unit = model::unit(quantity);
    const double digits = unit == "ratio" ? 1e7 : unit == "W" || unit == "1" ? 1e3 : 1.0;
    const double scaled = value * digits;
    return std::fabs(scaled) < 9e15 ? std::round(scaled) / digits : value;
}

// The samples [first, last] follow each other without a gap: means between them.
class RunMeans {
  public:
    RunMeans(std::span<const Sample> run, Duration step, std::span<const Time> cuts, Duration hold, Quantity quantity,
             std::vector<Sample>& out)
        : run_(run), step_(step), cuts_(cuts), hold_(hold), quantity_(quantity), out_(out) {}

    void write() {
        const Time end = run_.back().time;
        auto cut = std::ranges::upper_bound(cuts_, run_.front().time);
        for (Time t = run_.front().time; t < end;) {
            Time next = std::min(floor_to(t, step_) + step_, end);
            while (cut != cuts_.end() && *cut <= t) ++cut;
            if (cut != cuts_.end()) next = std::min(next, *cut);
            put({t, next});
            t = next;
        }
        out_.push_back(run_.back());
    }

  private:
    void put(const Interval& part) {
        while (at_ + 1 < run_.size() && run_[at_ + 1].time <= part.begin) ++at_;
        const double base = run_[at_].value;
        double weighted = 0.0;
        bool same = true;
        for (std::size_t i = at_; i < run_.size() && run_[i].time < part.end; ++i) {
            const Time until = i + 1 < run_.size() ? std::min(run_[i + 1].time, part.end) : part.end;
            const Duration during = until - std::max(run_[i].time, part.begin);
            same = same && run_[i].value == base;
            weighted += (run_[i].value - base) * static_cast<double>(during.ms);
        }
        const double mean = base + weighted / static_cast<double>(part.length().ms);
        const double value = same ? base : rounded(mean, quantity_);
        for (Time t = part.begin; t < part.end; t = t + hold_) out_.push_back({t, value});
    }

    std::span<const Sample> run_;
    Duration step_;
    std::span<const Time> cuts_;
    Duration hold_;
    Quantity quantity_;
    std::vector<Sample>& out_;
    std::size_t at_ = 0;
};

std::vector<Sample> means(const series::Signal& signal, Duration step, std::span<const Time> cuts) {
    const Duration hold = series::hold_of(signal.median_interval);
    const std::span<const Sample> all(signal.samples);
    std::vector<Sample> out;
    for (std::size_t i = 0; i < all.size();) {
        std::size_t end = i + 1;
        while (end < all.size() && all[end].time - all[end - 1].time <= hold) ++end;
        RunMeans(all.subspan(i, end - i), step, cuts, hold, static_cast<Quantity>(signal.quantity), out).write();
        i = end;
    }
    return out;
}

std::vector<Sample> thinned(std::span<const Sample> counter, Duration step) {
    std::vector<Sample> out;
    for (std::size_t i = 0; i < counter.size(); ++i) {
        const bool edge = i == 0 || i + 1 == counter.size();
        const bool first = !edge && floor_to(counter[i].time, step) != floor_to(counter[i - 1].time, step);
        const bool reset =
            !edge && (counter[i].value < counter[i - 1].value || counter[i + 1].value < counter[i].value);
        if (edge || first || reset) out.push_back(counter[i]);
    }
    return out;
}

void add(const IntervalSet& set, std::vector<Time>& cuts) {
    for (const Interval& i : set) cuts.insert(cuts.end(), {i.begin, i.end});
}

}  // namespace

std::vector<Time> cuts_of(const model::Timeline& timeline, model::GpuIx ix) {
    constexpr Duration kStarting = minutes(10);  // docs/definitions.md: held.starting
    const model::Gpu& gpu = timeline.gpus[ix.at()];
    std::vector<Time> cuts{timeline.window.begin, timeline.window.end};
    add(gpu.present, cuts);
    add(gpu.unhealthy, cuts);
    for (const model::LayoutSpan& span : gpu.layouts) add({span.during}, cuts);
    const auto claim = [&](const model::Claim& c) {
        cuts.insert(cuts.end(), {c.held.begin, c.held.end, c.held.begin + kStarting});
    };
    for (const model::Claim& c : std::ranges::equal_range(timeline.claims, ix, {}, &model::Claim::gpu)) claim(c);
    if (gpu.node.known()) {
        const model::Node& node = timeline.nodes[gpu.node.at()];
        add(node.present, cuts);
        add(node.ready, cuts);
        const auto by_count = std::ranges::equal_range(timeline.claims, model::GpuIx::none(), {}, &model::Claim::gpu);
        for (const model::Claim& c : by_count)
            if (c.node == gpu.node) claim(c);
    }
    std::ranges::sort(cuts);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    return cuts;
}

series::Signal reduced_signal(series::Signal signal, Duration step, std::span<const Time> cuts, bool& reduced) {
    const auto quantity = static_cast<Quantity>(signal.quantity);
    if (!is_read(quantity)) {
        if (signal.samples.size() > 2) signal.samples = {signal.samples.front(), signal.samples.back()};
        return signal;
    }
    const bool fine = signal.median_interval.ms > 0 && signal.median_interval < step && signal.samples.size() > 2;
    if (!fine || is_kept_whole(quantity)) return signal;
    std::vector<Sample> fewer = model::is_counter(quantity) ? thinned(signal.samples, step) : means(signal, step, cuts);
    if (fewer.size() >= signal.samples.size()) return signal;
    signal.samples = std::move(fewer);
    reduced = true;
    return signal;
}

}  // namespace arable::app
