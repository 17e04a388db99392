#include "estate/builder.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/check.h"

namespace arable::estate {
namespace {

Time whole_minute(Time t) { return floor_to(t, minutes(1)); }

std::string uuid_of(Rng& rng) {
    const std::uint64_t a = rng.next();
    const std::uint64_t b = rng.next();
    return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", a >> 32, (a >> 16) & 0xFFFF, a & 0xFFFF, b >> 48,
                       b & 0xFFFFFFFFFFFFULL);
}

std::string suffix_of(Rng& rng) {
    constexpr std::string_view kLetters = "bcdfghjklmnpqrstvwxz2456789";
    std::string text;
    for (int i = 0; i < 5; ++i) {
        text += kLetters[static_cast<std::size_t>(rng.integer(0, static_cast<std::int64_t>(kLetters.size()) - 1))];
    }
    return text;
}

}  // namespace

std::string subject(const Workload& workload) { return workload.ns + "/" + workload.name; }

Builder::Builder(const EstateSpec& spec) : rng_(spec.seed * 1000003 + 17) {
    estate_.spec = spec;
    const Time begin = floor_to(spec.begin, hours(1));
    estate_.window = {begin, begin + spec.length};
}

Time Builder::at(double share) const {
    return whole_minute({begin().ms + static_cast<std::int64_t>(share * static_cast<double>(estate_.spec.length.ms))});
}

std::uint32_t Builder::add_node(HardwareKind kind, std::string_view pool) {
    const Hardware& hw = hardware(kind);
    const auto n = static_cast<std::uint32_t>(estate_.nodes.size());
    Node node;
    node.name = fmt::format("gpu-{}-{:04}", hw.key, n);
    node.pool = pool;
    node.hardware = kind;
    node.first_gpu = static_cast<std::uint32_t>(estate_.gpus.size());
    node.present = window();
    node.new_names = rng_.chance(0.25);
    node.exported_labels = rng_.chance(0.5);
    estate_.nodes.push_back(node);
    for (int i = 0; i < hw.gpus; ++i) {
        Gpu gpu;
        gpu.node = n;
        gpu.index = i;
        gpu.uuid = uuid_of(rng_);
        gpu.pci = fmt::format("00000000:{:02X}:00.0", 7 + 16 * i);
        estate_.gpus.push_back(std::move(gpu));
        held_.emplace_back();
    }
    return n;
}

std::vector<std::uint32_t> Builder::add_nodes(int count, HardwareKind kind, std::string_view pool) {
    std::vector<std::uint32_t> nodes;
    for (int i = 0; i < count; ++i) nodes.push_back(add_node(kind, pool));
    return nodes;
}

std::uint32_t Builder::add_workload(std::string_view ns, std::string_view kind, std::string_view stem) {
    Workload w;
    w.ns = ns;
    w.kind = kind;
    w.name = fmt::format("{}-{}", stem, ++names_);
    w.notebook = kind == "Notebook";
    estate_.workloads.push_back(std::move(w));
    return static_cast<std::uint32_t>(estate_.workloads.size() - 1);
}

Pod& Builder::add_pod(std::uint32_t workload, Time created) {
    Workload& w = estate_.workloads[workload];
    Pod pod;
    pod.workload = workload;
    pod.uid = uuid_of(rng_);
    pod.created = whole_minute(created);
    if (w.kind == "StatefulSet" || w.kind == "Notebook") {
        pod.name = fmt::format("{}-{}", w.name, w.pods.size());
    } else if (w.kind == "Deployment") {
        pod.name = fmt::format("{}-6d4cf56db6-{}", w.name, suffix_of(rng_));
    } else {
        pod.name = fmt::format("{}-{}", w.name, suffix_of(rng_));
    }
    pod.process.key = rng_.next();
    w.pods.push_back(static_cast<std::uint32_t>(estate_.pods.size()));
    estate_.pods.push_back(std::move(pod));
    return estate_.pods.back();
}

bool Builder::is_free(std::uint32_t gpu, Interval during) const {
    return std::ranges::none_of(held_[gpu], [&](const Interval& h) { return !intersect(h, during).empty(); });
}

int Builder::free_cards(std::uint32_t node, Interval during) const {
    const Node& n = estate_.nodes[node];
    int free = 0;
    for (int i = 0; i < hardware(n.hardware).gpus; ++i) {
        free += is_free(n.first_gpu + static_cast<std::uint32_t>(i), during) ? 1 : 0;
    }
    return free;
}

void Builder::place_on(Pod& pod, Slot slot) {
    if (!pod.started) pod.started = pod.created;
    pod.node = estate_.gpus[slot.gpu].node;
    pod.slots.push_back(slot);
    const Interval held{*pod.started, pod.ended.value_or(end())};
    const bool whole = slot.instance < 0 && slot.replica < 0;
    ARABLE_CHECK(!whole || is_free(slot.gpu, held));
    held_[slot.gpu].push_back(held);
}

void Builder::place(Pod& pod, std::uint32_t node, int gpus) {
    if (!pod.started) pod.started = pod.created;
    const Interval held{*pod.started, pod.ended.value_or(end())};
    const std::uint32_t first = estate_.nodes[node].first_gpu;
    int left = gpus;
    for (int i = 0; i < hardware(estate_.nodes[node].hardware).gpus && left > 0; ++i) {
        const std::uint32_t gpu = first + static_cast<std::uint32_t>(i);
        if (!is_free(gpu, held)) continue;
        place_on(pod, {.gpu = gpu});
        --left;
    }
    ARABLE_CHECK(left == 0);
    pod.gpus = gpus;
}

Pod& Builder::run(std::uint32_t workload, std::uint32_t node, int gpus, Time from, std::optional<Time> to) {
    // A pod that is there when the window begins is older than it: its start is not seen.
    Pod& pod = add_pod(workload, from <= begin() ? begin() - days(2) : from);
    if (to && *to < end()) pod.ended = whole_minute(*to);
    pod.cpu_milli = 4000 * gpus;
    pod.memory_gib = 32 * gpus;
    place(pod, node, gpus);
    return pod;
}

Pod& Builder::wait(std::uint32_t workload, int gpus, Interval span, std::string_view cause) {
    Pod& pod = add_pod(workload, span.begin);
    pod.gpus = gpus;
    pod.cpu_milli = 4000 * gpus;
    pod.memory_gib = 32 * gpus;
    const Interval waited{pod.created, whole_minute(span.end)};
    if (waited.end < end()) pod.ended = waited.end;
    pod.waits.push_back({waited, std::string(cause), {}});
    pod.gated = cause == "gated";
    return pod;
}

void Builder::found(std::string_view kind, std::string subject) {
    estate_.placed.push_back({std::string(kind), std::move(subject)});
}

void Builder::distractor(std::string_view kind, std::string subject) {
    estate_.distractors.push_back({std::string(kind), std::move(subject)});
}

double Builder::above(double threshold, double reach) { return threshold * rng_.uniform(1.15, reach); }

double Builder::below(double threshold, double reach) { return threshold * rng_.uniform(reach, 0.85); }

std::string_view Builder::team() {
    constexpr std::array<std::string_view, 6> kTeams{"search", "vision", "speech", "ranking", "research", "platform"};
    return kTeams.at(static_cast<std::size_t>(rng_.integer(0, 5)));
}

}  // namespace arable::estate
