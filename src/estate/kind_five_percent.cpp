// The preset `five-percent`: a cluster as they are found. 400 GPUs in 50 nodes (scaled when fewer are asked): 12 %
// unclaimed, 8 % claimed with nothing loaded, 60 % services, 10 % notebooks, 6 % batch, 4 % training.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "estate/blocks.h"
#include "estate/kinds.h"

namespace arable::estate {
namespace {

// First node with this many free cards and one more.
std::optional<std::uint32_t> room_on(Builder& b, std::span<const std::uint32_t> nodes, int gpus) {
    for (const std::uint32_t n : nodes) {
        if (b.free_cards(n, b.window()) > gpus) return n;
    }
    return std::nullopt;
}

struct Model {
    double share;
    double memory_gib;  // 0: preallocates
    int gpus;
};
constexpr std::array<Model, 5> kModels{{{.20, 5, 1}, {.48, 0, 1}, {.20, 0, 1}, {.05, 0, 1}, {.07, 0, 4}}};

const Model& draw_model(Builder& b) {
    double u = b.rng().uniform();
    for (const Model& m : kModels) {
        if (u < m.share) return m;
        u -= m.share;
    }
    return kModels[1];
}

void service(Builder& b, std::uint32_t node, const Model& model) {
    Pod& pod = low_traffic(b, {node, model.gpus, b.window()});
    const bool critical = b.rng().chance(0.55);
    Process& p = pod.process;
    p.duty = std::min(0.6, critical ? b.rng().lognormal(0.09, 1.1) : b.rng().lognormal(0.036, 1.3));
    p.sm = 0.5;
    p.dram = 0.6;
    p.server.most_running = 32;
    if (model.memory_gib > 0) {
        p.server.on = false;
        p.memory_mib = 1024 * b.rng().uniform(2.5, 12);
    }
}

void batch_worker(Builder& b, std::uint32_t node) {
    Pod& pod = busy_training(b, {node, 1, b.window()});
    pod.process.pattern = Pattern::lumps;
    pod.process.duty = 0.45;
    pod.process.sm = 0.5 * pod.process.engine;
    pod.process.memory_mib = 1024 * b.rng().uniform(15, 50);
}

}  // namespace

void build_five_percent(Builder& b, int unit) {
    static_cast<void>(unit);
    const int size = std::clamp((b.estate().spec.gpus + 7) / 8, 8, 50);
    const std::vector<std::uint32_t> nodes = b.add_nodes(size, HardwareKind::a100_80);
    const auto share = [&](double of_400) { return static_cast<int>(std::lround(of_400 * size / 50.0)); };
    const std::span<const std::uint32_t> all(nodes);
    const int whole = std::max(1, share(2));
    for (int i = 0; i < whole; ++i) starved_training(b, {nodes[static_cast<std::size_t>(i)], 8, b.window()});
    const auto rest = all.subspan(static_cast<std::size_t>(whole));
    // One card of every node stays unclaimed, so that wide jobs find no room.
    for (int used = 0; used < share(220);) {
        const Model* model = &draw_model(b);
        if (!room_on(b, rest, model->gpus)) model = &kModels[1];
        const auto node = room_on(b, rest, model->gpus);
        if (!node) break;
        service(b, *node, *model);
        used += model->gpus;
    }
    for (int i = 0; i < share(32); ++i) {
        if (const auto node = room_on(b, rest, 1)) never_loaded(b, {*node, 1, b.window()});
    }
    for (int i = 0; i < share(40); ++i) {
        const auto node = room_on(b, rest, 1);
        if (node) (i % 3 == 2 ? used_notebook : idle_notebook)(b, {*node, 1, b.window()});
    }
    for (const std::uint32_t n : rest) {
        while (b.free_cards(n, b.window()) > 1) batch_worker(b, n);
    }
    // One after the other: an earlier one would use up the free cards that make a later one's shortage fragmentation.
    for (int i = 0; i < 3; ++i) {
        const Time from = b.at(0.1 + 0.28 * i);
        const Time to = std::min(from + minutes(b.rng().integer(600, 1500)), b.at(0.1 + 0.28 * i + 0.27));
        b.wait(b.add_workload(b.team(), "Job", "wide"), 4, {from, to}, "fragmented");
    }
    add_dead_node(b);
}

}  // namespace arable::estate
