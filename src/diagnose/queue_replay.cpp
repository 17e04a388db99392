#include "diagnose/queue_replay.h"

#include <algorithm>
#include <map>
#include <string>

#include "diagnose/buy.h"
#include "diagnose/wait_ledger.h"

namespace arable::diagnose {
namespace {

struct ProductNodes {
    std::map<std::size_t, const model::Gpu*> sample;  // by room: one of its cards
    std::int64_t node_gpus = 1;
};

std::map<std::string, ProductNodes> products_of(const ClusterClock& clock) {
    std::map<std::string, ProductNodes> products;
    std::map<std::string, std::map<std::int64_t, std::int64_t>> sizes;
    for (const fit::NodeRoom& room : clock.ever()) {
        const auto at = static_cast<std::size_t>(std::ranges::find(clock.nodes(), room.node) - clock.nodes().begin());
        std::map<std::string, std::map<const model::Gpu*, bool>> cards;
        for (const fit::Device& device : room.devices) {
            const model::Gpu& gpu = *device.gpu;
            const std::string& product = gpu.product.empty() ? gpu.product_name : gpu.product;
            cards[product][&gpu] = true;
            products[product].sample.try_emplace(at, &gpu);
        }
        for (const auto& [product, gpus] : cards) ++sizes[product][static_cast<std::int64_t>(gpus.size())];
    }
    for (auto& [product, nodes] : products) {
        std::int64_t most = 0;
        for (const auto& [size, n] : sizes[product]) {
            if (n < most) continue;
            most = n;
            nodes.node_gpus = size;
        }
    }
    return products;
}

bool accepts(const model::PodSpec& spec, std::span<const fit::Gate> gates, const ProductNodes& nodes) {
    return std::ranges::any_of(nodes.sample, [&](const auto& entry) {
        const auto& [room, gpu] = entry;
        if (!gates[room].kind_ok) return false;
        const std::string& wanted = spec.device.product;
        return wanted.empty() || wanted == gpu->product || wanted == gpu->product_name;
    });
}

// How long the gang then ran: its longest member.
std::int64_t ran_ms(const model::Timeline& timeline, const WaitUnit& unit) {
    std::int64_t longest = 0;
    for (const WaitingMember& member : unit.members) {
        if (!member.pod.known()) return timeline.window.length().ms;
        const model::Pod& pod = timeline.pods[member.pod.at()];
        if (!pod.scheduled && !pod.started) return timeline.window.length().ms;
        const Time begin = pod.started ? *pod.started : *pod.scheduled;
        const Time end = pod.ended ? *pod.ended : timeline.window.end;
        longest = std::max(longest, (end - begin).ms);
    }
    return longest;
}

QueuedGang gang_of(const model::Timeline& timeline, const WaitUnit& unit, const Wait& wait) {
    QueuedGang gang{.created = unit.created, .scheduled = unit.span.end, .milli = wait.gpus_milli};
    for (const WaitingMember& member : unit.members) gang.members.push_back(milli_of(*member.spec));
    for (const WaitSpan& span : wait.spans) {
        if (cured_by_buying(span.cause)) gang.curable.push_back(span.span);
    }
    for (std::size_t c = 0; c < kWaitCauses; ++c) {
        if (cured_by_buying(static_cast<WaitCause>(c))) gang.curable_ms += wait.by_cause[c];
    }
    gang.ran_ms = ran_ms(timeline, unit);
    return gang;
}

}  // namespace

std::vector<BuyPoint> buys(const model::Timeline& timeline, const ClusterClock& clock, GateTable& gates,
                           std::span<const WaitUnit> units, std::span<const Wait> waits) {
    std::vector<BuyPoint> points;
    for (const auto& [product, nodes] : products_of(clock)) {
        std::vector<QueuedGang> queue;
        for (std::size_t u = 0; u < units.size(); ++u) {
            const bool all = std::ranges::all_of(units[u].members, [&](const WaitingMember& member) {
                return accepts(*member.spec, gates.of(*member.spec, units[u].cluster), nodes);
            });
            if (!all) continue;
            QueuedGang gang = gang_of(timeline, units[u], waits[u]);
            if (gang.curable_ms > 0) queue.push_back(std::move(gang));
        }
        const auto curve = buy_curve(product, queue, nodes.node_gpus, timeline.window.end);
        points.insert(points.end(), curve.begin(), curve.end());
    }
    return points;
}

}  // namespace arable::diagnose
