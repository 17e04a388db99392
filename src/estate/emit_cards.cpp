// dcgm-exporter: names and labels as tests/captures/dcgm-* print them: old names up to DCGM 4.5, new after.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "estate/emit_parts.h"
#include "estate/scrape.h"

namespace arable::estate {
namespace {

enum Column : std::size_t {
    kUtil,
    kUsed,
    kFree,
    kEngine,
    kSm,
    kTensor,
    kDram,
    kPower,
    kEnergy,
    kClock,
    kTemp,
    kRx,
    kTx,
    kReasons,
    kNvlinkRx,
    kColumns
};
using Names = std::array<std::string_view, kColumns>;
constexpr Names kOld{"DCGM_FI_DEV_GPU_UTIL",
                     "DCGM_FI_DEV_FB_USED",
                     "DCGM_FI_DEV_FB_FREE",
                     "DCGM_FI_PROF_GR_ENGINE_ACTIVE",
                     "DCGM_FI_PROF_SM_ACTIVE",
                     "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE",
                     "DCGM_FI_PROF_DRAM_ACTIVE",
                     "DCGM_FI_DEV_POWER_USAGE",
                     "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION",
                     "DCGM_FI_DEV_SM_CLOCK",
                     "DCGM_FI_DEV_GPU_TEMP",
                     "DCGM_FI_PROF_PCIE_RX_BYTES",
                     "DCGM_FI_PROF_PCIE_TX_BYTES",
                     "DCGM_FI_DEV_CLOCK_THROTTLE_REASONS",
                     "DCGM_FI_PROF_NVLINK_RX_BYTES"};
constexpr Names kNew{"DCGM_FI_DEV_GPU_UTIL_RATIO",
                     "DCGM_FI_DEV_FB_USED",
                     "DCGM_FI_DEV_FB_FREE",
                     "DCGM_FI_PROF_GR_ENGINE_UTIL_RATIO",
                     "DCGM_FI_PROF_SM_UTIL_RATIO",
                     "DCGM_FI_PROF_TENSOR_UTIL_RATIO",
                     "DCGM_FI_PROF_DRAM_UTIL_RATIO",
                     "DCGM_FI_DEV_BOARD_POWER_WATTS",
                     "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION",
                     "DCGM_FI_DEV_SM_CLOCK",
                     "DCGM_FI_DEV_GPU_TEMP_CELSIUS",
                     "DCGM_FI_PROF_PCIE_RX_BYTES",
                     "DCGM_FI_PROF_PCIE_TX_BYTES",
                     "DCGM_FI_DEV_CLOCKS_EVENT_REASONS",
                     "DCGM_FI_PROF_NVLINK_RX_BYTES"};

using Values = std::array<double, kColumns>;
using Owner = std::pair<std::int64_t, int>;  // pod (or -1), replica

bool exported(Column c, const Node& node) {
    if (c == kSm) return node.sm_exported;
    const bool mig = node.offer == Offer::mig;
    return !(mig && (c == kUtil || c == kRx || c == kTx || c == kNvlinkRx));
}

void add_owner(const Estate& estate, const Node& node, Owner owner, std::vector<series::Label>& labels) {
    if (owner.first < 0) return;
    const Pod& pod = estate.pods[static_cast<std::size_t>(owner.first)];
    const std::string prefix = node.exported_labels ? "exported_" : "";
    labels.push_back({prefix + "pod", pod.name});
    labels.push_back({prefix + "namespace", estate.workloads[pod.workload].ns});
    labels.push_back({prefix + "container", "main"});
    if (node.exported_labels) {
        labels.push_back({"pod", fmt::format("nvidia-dcgm-exporter-{}", node.name.substr(node.name.size() - 4))});
        labels.push_back({"namespace", "gpu-operator"});
        labels.push_back({"container", "nvidia-dcgm-exporter"});
    }
    if (owner.second >= 0) labels.push_back({"vgpu", fmt::format("{}", owner.second)});
}

std::vector<series::Label> device_labels(const Estate& estate, const Lane& lane) {
    const Gpu& gpu = estate.gpus[lane.gpu];
    const Node& node = estate.nodes[gpu.node];
    std::vector<series::Label> labels{{"gpu", fmt::format("{}", gpu.index)},
                                      {"UUID", "GPU-" + gpu.uuid},
                                      {"pci_bus_id", gpu.pci},
                                      {"device", fmt::format("nvidia{}", gpu.index)},
                                      {"modelName", std::string(hardware(node.hardware).model_name)},
                                      {node.new_names ? "hostname" : "Hostname", node.name}};
    if (lane.instance >= 0) {
        const Instance& i = node.layout[static_cast<std::size_t>(lane.instance)];
        labels.push_back({"GPU_I_PROFILE", i.profile});
        labels.push_back({"GPU_I_ID", fmt::format("{}", i.id)});
    }
    return labels;
}

// The series of one card (or instance) under one owner.
class Columns {
  public:
    Columns(const Estate& estate, const Lane& lane, Owner owner, series::SampleSink& sink) {
        const Node& node = estate.nodes[estate.gpus[lane.gpu].node];
        std::vector<series::Label> labels = device_labels(estate, lane);
        add_owner(estate, node, owner, labels);
        const Names& names = node.new_names ? kNew : kOld;
        for (std::size_t c = 0; c < kColumns; ++c) {
            if (!exported(static_cast<Column>(c), node)) continue;
            lines_.emplace_back(c, Line(sink, series::make_labels(std::string(names[c]), labels)));
        }
    }
    void put(Time t, const Values& values) {
        for (auto& [c, line] : lines_) line.put(t, values[c]);
    }

  private:
    std::vector<std::pair<std::size_t, Line>> lines_;
};

double noisy(double x, std::uint64_t key, std::uint64_t k, std::uint64_t column) {
    return x * (1.0 + 0.03 * (drawn(key + column, k) - 0.5));
}

// An engine that stutters is seen either busy or nearly idle; the means stay.
void flip(Activity& a, double chance) {
    constexpr double kHigh = 0.97;
    constexpr double kLow = 0.08;
    const double p = std::clamp((a.engine - kLow) / (kHigh - kLow), 0.05, 1.0);
    const bool high = chance < p;
    a.engine = high ? kHigh : kLow;
    a.sm = high ? std::min(kHigh, a.sm / p) : 0.0;
    a.tensor = high ? std::min(a.sm, a.tensor / p) : 0.0;
}

double watts(const Hardware& hw, const Activity& a) {
    const double busy = a.engine >= 0.05 ? 0.2 + 0.4 * a.engine + 0.4 * a.sm : 0.02 * a.engine;
    return hw.idle_watts + (hw.max_watts - hw.idle_watts) * std::min(1.0, busy) * (a.loaded ? 1.0 : 0.05);
}

struct Seen {
    std::uint64_t key = 0;
    Time last;
    double energy_mj = 0.0;
};

// dcgm-exporter prints six decimals of ratios, three of watts, and whole bytes a second.
Values as_printed(Values v) {
    for (const Column c : {kEngine, kSm, kTensor, kDram}) v[c] = std::round(v[c] * 1e6) / 1e6;
    v[kPower] = std::round(v[kPower] * 1e3) / 1e3;
    for (const Column c : {kRx, kTx, kNvlinkRx}) v[c] = std::round(v[c]);
    return v;
}

Values values_at(const Hardware& hw, const Lane& lane, Activity a, bool stuck, Time t, Seen& seen) {
    const auto k = static_cast<std::uint64_t>(t.ms);
    const double power = noisy(watts(hw, a), seen.key, k, kPower);
    seen.energy_mj += power * static_cast<double>((t - seen.last).ms);
    seen.last = t;
    const bool slow = drawn(seen.key + 99, k) < a.throttled;
    if (stuck) a.engine = a.sm = a.tensor = a.dram = 0.0;
    const double used = std::min(lane.memory_mib - 1, std::round(noisy(a.memory_mib, seen.key, 5, kUsed)));
    Values v{};
    v[kEngine] = a.engine < 0.05 ? a.engine : std::clamp(noisy(a.engine, seen.key, k, kEngine), 0.05, 1.0);
    v[kUtil] = std::round(100.0 * v[kEngine]);
    v[kUsed] = a.memory_mib < 100 ? std::round(a.memory_mib) : std::min(used, std::round(a.memory_mib * 1.005));
    v[kFree] = std::max(0.0, std::floor(lane.memory_mib - v[kUsed]));
    v[kSm] = std::min(v[kEngine], noisy(a.sm, seen.key, k, kSm));
    v[kTensor] = std::min(v[kSm], noisy(a.tensor, seen.key, k, kTensor));
    v[kDram] = noisy(a.dram, seen.key, k, kDram);
    v[kPower] = power;
    v[kEnergy] = std::floor(seen.energy_mj);
    v[kClock] = std::round(hw.clock_mhz * (a.engine >= 0.05 ? a.clock : 0.3));
    v[kTemp] = std::round(30 + 45 * power / hw.max_watts);
    v[kRx] = noisy(a.pcie_rx, seen.key, k, kRx);
    v[kTx] = noisy(a.pcie_tx, seen.key, k, kTx);
    v[kReasons] = slow ? 0x48 : (a.engine < 0.05 ? 1 : 0);
    v[kNvlinkRx] = noisy(a.nvlink, seen.key, k, kNvlinkRx);
    return as_printed(v);
}

std::vector<Owner> owners_at(const Estate& estate, const Lane& lane, const Reading& r, Time t) {
    std::vector<Owner> owners;
    for (const Holding* h : r.by) owners.emplace_back(h->pod, h->replica);
    if (owners.empty() && contains(lane.ghosts, t)) {
        for (const Holding& h : lane.holdings) {
            if (h.held.end <= t && t < h.held.end + estate.pods[h.pod].ghost) owners = {{h.pod, h.replica}};
        }
    }
    if (owners.empty()) owners.emplace_back(-1, -1);
    return owners;
}

void emit_lane(const Estate& estate, const Lane& lane, series::SampleSink& sink) {
    const Gpu& gpu = estate.gpus[lane.gpu];
    const Node& node = estate.nodes[gpu.node];
    const Hardware& hw = hardware(node.hardware);
    std::map<Owner, Columns> by_owner;
    Seen seen{.key = (static_cast<std::uint64_t>(lane.gpu) << 20) +
                     static_cast<std::uint64_t>(lane.instance + 1) * 997 + estate.spec.seed,
              .last = node.present.begin,
              .energy_mj = 1e9 * drawn(lane.gpu, 4)};
    for (const Time t : scrapes(estate, 1000 + gpu.node, node.present)) {
        if (contains(node.dark, t)) continue;
        Reading r = read(estate, lane, t);
        const bool flips =
            std::ranges::any_of(r.by, [&](const Holding* h) { return estate.pods[h->pod].process.flips; });
        if (flips && r.activity.engine >= 0.05)
            flip(r.activity, drawn(seen.key + 50, static_cast<std::uint64_t>(t.ms)));
        const Values values = values_at(hw, lane, r.activity, contains(gpu.stuck, t), t, seen);
        for (const Owner& owner : owners_at(estate, lane, r, t)) {
            auto found = by_owner.find(owner);
            if (found == by_owner.end()) found = by_owner.emplace(owner, Columns(estate, lane, owner, sink)).first;
            found->second.put(t, values);
        }
    }
}

}  // namespace

void emit_cards(const Estate& estate, std::span<const Lane> lanes, series::SampleSink& sink) {
    for (const Lane& lane : lanes) {
        if (!lane.uncovered) emit_lane(estate, lane, sink);
    }
}

}  // namespace arable::estate
