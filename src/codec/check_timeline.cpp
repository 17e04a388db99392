#include "codec/check_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace arable::codec {
namespace {

// Far above what any estate has, far below what could overflow a sum of GPU-milliseconds.
constexpr std::int64_t kMostDevices = 1'000'000;
constexpr std::int64_t kMostSlices = 64;
constexpr Duration kLongest = days(366 * 20);
// Of the window, of all GPUs that exist or are asked for together: several times this fits into 64 bits.
constexpr std::int64_t kMostGpuMs = 1'000'000'000'000'000'000;

__extension__ using Wide = __int128;

class Check {
  public:
    explicit Check(const model::Timeline& timeline) : t_(timeline) {}

    void window() {
        must(!t_.window.empty() && t_.window.length() <= kLongest, "the header", 0,
             "window is empty or above 20 years");
        must(t_.step >= Duration{1} && t_.step <= days(1) && t_.asked.ms > 0, "the header", 0, "step is none");
    }
    void node(const model::Node& node, std::size_t i) {
        must(in_order(node.present) && in_order(node.ready) && in_order(node.cordoned), "node", i, kIntervals);
        must(!node.cpu || in(node.cpu->value, 0, kMostOfAnything), "node", i, "CPU is none");
        must(!node.memory || in(node.memory->value, 0, kMostOfAnything), "node", i, "memory is none");
        must(!node.physical_gpus || in(*node.physical_gpus, 0, kMostDevices), "node", i, kCount);
        for (const auto* counts : {&node.allocatable, &node.capacity})
            for (const auto& [name, value] : *counts) must(in(value, 0, kMostOfAnything), "node", i, kCount);
    }
    void gpu(const model::Gpu& gpu, std::size_t i) {
        must(leads(gpu.node, t_.nodes), "gpu", i, kIndex);
        must(in_order(gpu.present) && in_order(gpu.unhealthy), "gpu", i, kIntervals);
        must(!gpu.memory || in(gpu.memory->value, 0, kMostOfAnything), "gpu", i, "memory is none");
        Time last = kBeginningOfTime;
        for (const model::LayoutSpan& span : gpu.layouts) {
            must(!span.during.empty() && span.during.begin >= last, "gpu", i, kIntervals);
            last = span.during.end;
            must(in(span.layout.replicas, 1, kMostDevices) && span.layout.instances.size() <= kMostSlices, "gpu", i,
                 "layout is none");
            must(std::ranges::is_sorted(span.layout.instances, std::ranges::less_equal{}, &model::MigInstance::id) &&
                     std::ranges::adjacent_find(span.layout.instances, {}, &model::MigInstance::id) ==
                         span.layout.instances.end(),
                 "gpu", i, "MIG instances are not in order");
            for (const model::MigInstance& m : span.layout.instances) {
                must(in(m.id, 0, kMostDevices) && in(m.compute_slices, 0, kMostSlices) &&
                         in(m.memory_slices, 0, kMostSlices) && (!m.start || in(*m.start, 0, kMostSlices)),
                     "gpu", i, "MIG instance is none");
            }
        }
    }
    void spec(const model::PodSpec& spec, std::string_view what, std::size_t i) {
        must(in(spec.device.count, 0, kMostDevices) && in(spec.device.size.value, 0, kMostDevices * 1000), what, i,
             kCount);
        must(in(spec.cpu.value, 0, kMostOfAnything) && in(spec.memory.value, 0, kMostOfAnything), what, i,
             "CPU or memory is none");
        for (const model::SpreadRule& rule : spec.rules.spread)
            must(in(rule.max_skew, 0, kMostDevices), what, i, kCount);
    }
    void notes(const std::vector<model::WaitNote>& notes, std::string_view what, std::size_t i) {
        const auto begin = [](const model::WaitNote& note) { return note.during.begin; };
        must(std::ranges::is_sorted(notes, {}, begin), what, i, "notes are not in order");
    }
    void pod(const model::Pod& pod, std::size_t i) {
        must(leads(pod.workload, t_.workloads) && leads(pod.gang, t_.gangs) && leads(pod.node, t_.nodes), "pod", i,
             kIndex);
        spec(pod.spec, "pod", i);
        notes(pod.notes, "pod", i);
    }
    void gang(const model::Gang& gang, std::size_t i) {
        must(leads(gang.workload, t_.workloads), "gang", i, kIndex);
        for (const model::PodIx pod : gang.pods) must(pod.known() && leads(pod, t_.pods), "gang", i, kIndex);
        must(std::ranges::adjacent_find(gang.pods, std::ranges::greater_equal{}) == gang.pods.end(), "gang", i,
             "pods are not in order");
        must(in(gang.min_members, 0, kMostDevices), "gang", i, kCount);
        std::int64_t members = 0;
        for (const auto& [of, count] : gang.templates) {
            must(in(count, 0, kMostDevices), "gang", i, kCount);
            members += std::clamp<std::int64_t>(count, 0, kMostDevices);
            spec(of, "gang", i);
        }
        must(members <= kMostDevices, "gang", i, kCount);
        notes(gang.notes, "gang", i);
    }
    void claim(const model::Claim& claim, std::size_t i) {
        must(leads(claim.pod, t_.pods) && leads(claim.gpu, t_.gpus) && leads(claim.node, t_.nodes), "claim", i, kIndex);
        must(in(claim.count, 0, kMostDevices) && in(claim.replicas, 0, kMostDevices), "claim", i, kCount);
        must(!claim.instance || in(*claim.instance, 0, kMostDevices), "claim", i, kCount);
        must(claim.held.empty() || (t_.window.begin <= claim.held.begin && claim.held.end <= t_.window.end), "claim", i,
             "lies outside the window");
    }
    void lists() {
        const auto order = [](const model::Claim& c) { return std::tuple(c.gpu, c.held.begin, c.pod); };
        must(std::ranges::is_sorted(t_.claims, {}, order), "the claims", 0, "are not in order");
        for (std::size_t i = 0; i < t_.launches.size(); ++i)
            must(leads(t_.launches[i].node, t_.nodes), "launch", i, kIndex);
        for (std::size_t i = 0; i < t_.pools.size(); ++i) {
            const auto& points = t_.pools[i].points;
            const auto back = std::ranges::adjacent_find(points, std::ranges::greater_equal{}, &model::PoolPoint::time);
            must(back == points.end(), "pool", i, "points are not in order");
            for (const model::PoolPoint& p : points)
                must(in(p.total, 0, kMostDevices) && in(p.running, 0, kMostDevices) && in(p.pending, 0, kMostDevices),
                     "pool", i, kCount);
        }
        for (std::size_t i = 0; i < t_.gaps.size(); ++i)
            must(in(t_.gaps[i].count, 0, kMostOfAnything), "gap", i, kCount);
        for (std::size_t i = 0; i < t_.workloads.size(); ++i)
            must(!t_.workloads[i].replicas || in(*t_.workloads[i].replicas, 0, kMostDevices), "workload", i, kCount);
    }
    // Waits, presence and the totals of pools are added up.
    void gpu_time() {
        Wide milli = static_cast<Wide>(t_.gpus.size()) * 1000;
        for (const model::Pod& pod : t_.pods) milli += pod.spec.device.size.value;
        for (const model::Gang& gang : t_.gangs)
            for (const auto& [spec, count] : gang.templates) milli += static_cast<Wide>(spec.device.size.value) * count;
        for (const model::PoolHistory& pool : t_.pools) {
            std::int64_t most = 0;
            for (const model::PoolPoint& p : pool.points) most = std::max(most, p.total + p.pending);
            milli += static_cast<Wide>(most) * 1000;
        }
        must(milli / 1000 * t_.window.length().ms <= kMostGpuMs, "the lists", 0,
             "ask for more GPU time than can be added up");
    }
    void price(const model::PriceRow& row, std::size_t i) {
        must(in(row.gpus, 0, kMostDevices) && in(row.micros_per_gpu_hour, 0, 1'000'000'000'000), "price", i, "is none");
    }
    template <class List, class Each>
    void each(const List& list, const Each& one) {
        for (std::size_t i = 0; i < list.size() && fault_.empty(); ++i) (this->*one)(list[i], i);
    }
    const std::string& fault() const { return fault_; }

  private:
    static constexpr std::string_view kIntervals = "times are not in order";
    static constexpr std::string_view kIndex = "names a value that is not there";
    static constexpr std::string_view kCount = "has a count that is none";
    static constexpr std::int64_t kMostOfAnything = std::int64_t{1} << 50U;

    void must(bool holds, std::string_view what, std::size_t i, std::string_view else_says) {
        if (holds || !fault_.empty()) return;
        fault_ = what.starts_with("the ") ? fmt::format("{}: {}", what, else_says)
                                          : fmt::format("{} {}: {}", what, i + 1, else_says);
    }
    static bool in(std::int64_t value, std::int64_t least, std::int64_t most) {
        return least <= value && value <= most;
    }
    static bool in_order(const IntervalSet& set) {
        Time last = kBeginningOfTime;
        for (std::size_t i = 0; i < set.size(); ++i) {
            if (set[i].empty() || set[i].begin < last || (i > 0 && set[i].begin == last)) return false;
            last = set[i].end;
        }
        return true;
    }
    template <class Tag, class List>
    static bool leads(Index<Tag> index, const List& list) {
        return !index.known() || index.at() < list.size();
    }

    const model::Timeline& t_;
    std::string fault_;
};

}  // namespace

Result<Done> check_timeline(const model::Timeline& timeline, const model::PriceList& prices) {
    Check check(timeline);
    check.window();
    check.each(timeline.nodes, &Check::node);
    check.each(timeline.gpus, &Check::gpu);
    check.each(timeline.pods, &Check::pod);
    check.each(timeline.gangs, &Check::gang);
    check.each(timeline.claims, &Check::claim);
    check.lists();
    if (check.fault().empty()) check.gpu_time();
    check.each(prices.rows, &Check::price);
    if (check.fault().empty()) return Done{};
    return fail(ErrorCode::invalid_input, check.fault());
}

}  // namespace arable::codec
