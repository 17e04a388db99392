// Whole nodes of training, one job after the other; the next one waits while every card computes: a real shortage.
#include <array>

#include "estate/blocks.h"
#include "estate/kinds.h"

namespace arable::estate {
namespace {

using Block = Pod& (*)(Builder&, const Place&);

// Jobs on the same cards one after the other; each but the first waits some hours for the one before it.
void chain(Builder& b, std::uint32_t node, int gpus, std::span<const Block> blocks) {
    const auto n = static_cast<double>(blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const double k = static_cast<double>(i);
        const Interval span{b.at(k / n), b.at((k + 1) / n)};
        Pod& pod = blocks[i](b, {node, gpus, span});
        if (i == 0) continue;
        const Time asked = span.begin - minutes(b.rng().integer(120, 900));
        pod.created = asked;
        pod.waits.push_back({{asked, span.begin}, "real", {}});
    }
}

}  // namespace

void build_training(Builder& b, int unit) {
    const HardwareKind kind = unit % 2 == 0 ? HardwareKind::a100_80 : HardwareKind::h100;
    const std::vector<std::uint32_t> n = b.add_nodes(8, kind);
    chain(b, n[0], 8, std::array<Block, 3>{busy_training, starved_training, busy_training});
    chain(b, n[1], 8, std::array<Block, 3>{starved_training, slow_but_fed, straggling});
    chain(b, n[2], 8, std::array<Block, 3>{straggling, warm, straggling});
    chain(b, n[3], 8, std::array<Block, 3>{throttled, throttled, busy_training});
    for (int half = 0; half < 2; ++half) {
        chain(b, n[4], 4, std::array<Block, 2>{bandwidth_bound, dense});
        chain(b, n[5], 4, std::array<Block, 2>{pcie_bound, launch_bound});
        chain(b, n[6], 4, std::array<Block, 2>{half == 0 ? copying : near_oom, throttled});
    }
    chain(b, n[7], 8, std::array<Block, 2>{starved_training, bandwidth_bound});
    b.node(n[7]).dark = {{b.at(0.2), b.at(0.45)}};
    b.node(n[6]).sm_exported = unit % 2 == 1;
}

}  // namespace arable::estate
