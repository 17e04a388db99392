// Notebooks and forgotten claims: nothing is free, but much is held with nothing loaded.
#include "estate/blocks.h"
#include "estate/kinds.h"

namespace arable::estate {
namespace {

void fill_small_cards(Builder& b, std::uint32_t node) {
    const Interval all = b.window();
    for (int i = 0; i < 3; ++i) idle_notebook(b, {node, 1, all});
    used_notebook(b, {node, 1, all});
}

void waiters(Builder& b) {
    for (int i = 0; i < 6; ++i) {
        const Time from = b.at(0.08 + 0.14 * i) + minutes(b.rng().integer(0, 200));
        Pod& pod = b.wait(b.add_workload(b.team(), "Job", "experiment"), 1,
                          {from, from + minutes(b.rng().integer(240, 900))}, "held-empty");
        pod.cpu_milli = 2000;
    }
}

}  // namespace

void add_dead_node(Builder& b) {
    const std::uint32_t dead = b.add_node(HardwareKind::l4, "repair");
    b.node(dead).not_ready = {b.window()};
    b.found("never-usable-node", b.node(dead).name);
}

void build_notebooks(Builder& b, int unit) {
    static_cast<void>(unit);
    const Interval all = b.window();
    const std::vector<std::uint32_t> big = b.add_nodes(6, HardwareKind::a100_40);
    const std::vector<std::uint32_t> small = b.add_nodes(4, HardwareKind::l4, "small");
    for (const std::uint32_t n : small) fill_small_cards(b, n);
    for (int i = 0; i < 8; ++i) idle_notebook(b, {big[0], 1, all});
    for (int i = 0; i < 4; ++i) used_notebook(b, {big[1], 1, all});
    for (int i = 0; i < 4; ++i) never_loaded(b, {big[1], 1, all});
    for (int i = 0; i < 4; ++i) never_loaded(b, {big[2], 1, all});
    for (int i = 0; i < 4; ++i) over_requested(b, {big[3], 2, all});
    for (int i = 0; i < 4; ++i) partly_empty(b, {big[2], 1, all}, b.rng().uniform(0.32, 0.8));
    for (int i = 0; i < 2; ++i) partly_empty(b, {big[4], 1, all}, b.rng().uniform(0.05, 0.2));
    for (int i = 0; i < 3; ++i) near_oom(b, {big[4], 1, all});
    squat(b, {big[4], 3, all});
    for (int i = 0; i < 4; ++i) small_model(b, {big[5], 1, all});
    for (int i = 0; i < 2; ++i) middling_model(b, {big[5], 1, all});
    for (int i = 0; i < 2; ++i) loaded_idle(b, {big[5], 1, all});
    add_dead_node(b);
    waiters(b);
}

}  // namespace arable::estate
