// Which card was lost, and since when: a node offers fewer devices than it has, and as many of its cards fell silent
// while the others went on.

#include <algorithm>
#include <tuple>

#include "sources/assembly.h"
#include "sources/node_devices.h"

namespace arable::sources {
namespace {

// A scrape or two may fail for one card alone.
constexpr Duration kSilence = minutes(10);

struct LastSeen {
    std::size_t gpu = 0;
    Time end;
};

std::vector<std::vector<LastSeen>> cards_by_node(const Assembly& a) {
    std::vector<std::vector<LastSeen>> by_node(a.timeline.nodes.size());
    for (std::size_t g = 0; g < a.timeline.gpus.size(); ++g) {
        const auto origin = a.gpu_origins[g].card;
        if (!origin) continue;
        const Card& card = a.cards[*origin];
        if (card.seen && !card.replaced) by_node[a.timeline.gpus[g].node.at()].push_back({g, card.seen->end});
    }
    return by_node;
}

// Devices that cannot be given away and that no card stands for yet.
std::int64_t missing_on(const Assembly& a, std::size_t node) {
    const DeviceCounts counts = device_counts(a.timeline.nodes[node]);
    const auto given = a.timeline.nodes[node].allocatable.find("nvidia.com/gpu");
    if (!counts.physical || !counts.usable || given == a.timeline.nodes[node].allocatable.end()) return 0;
    const std::int64_t replicas = std::max(1, offer_of(a.timeline.nodes[node]).replicas);
    std::int64_t missing = *counts.physical - std::max<std::int64_t>(given->second, 0) / replicas;
    for (const model::Gpu& gpu : a.timeline.gpus)
        if (gpu.node.at() == node && !gpu.unhealthy.empty()) --missing;
    return missing;
}

}  // namespace

void find_lost_cards(Assembly& a) {
    if (a.timeline.instant) return;
    const auto by_node = cards_by_node(a);
    for (std::size_t n = 0; n < by_node.size(); ++n) {
        if (by_node[n].size() < 2 || a.timeline.nodes[n].present.empty()) continue;
        Time latest = kBeginningOfTime;
        for (const LastSeen& card : by_node[n]) latest = std::max(latest, card.end);
        std::vector<LastSeen> silent;
        for (const LastSeen& card : by_node[n])
            if (card.end + kSilence <= latest) silent.push_back(card);
        if (silent.empty() || static_cast<std::int64_t>(silent.size()) > missing_on(a, n)) continue;
        for (const LastSeen& card : silent) {
            model::Gpu& gpu = a.timeline.gpus[card.gpu];
            gpu.unhealthy.push_back({card.end, kEndOfTime});
            gpu.unhealthy = intersect(normalise(std::move(gpu.unhealthy)), gpu.present);
        }
    }
}

}  // namespace arable::sources
