// Step 9a: cards that a node has but cannot give away. The counts say how many and when, not which: it is taken to be
// those that nobody holds and no metric shows, else the last of those that nobody holds.

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/core.h>

#include "sources/assembly.h"
#include "sources/node_devices.h"

namespace arable::sources {
namespace {

class Withholding {
  public:
    explicit Withholding(Assembly& a) : a_(a), held_(a.timeline.gpus.size()), of_node_(a.timeline.nodes.size()) {
        for (const model::Claim& claim : a.timeline.claims)
            if (claim.gpu.known() && claim.holder == model::HolderState::alive)
                held_[claim.gpu.at()].push_back(claim.held);
        for (IntervalSet& held : held_) held = normalise(std::move(held));
        for (std::size_t g = 0; g < a.timeline.gpus.size(); ++g)
            if (a.timeline.gpus[g].node.known()) of_node_[a.timeline.gpus[g].node.at()].push_back(g);
    }

    void apply(const NodeFact& fact, model::NodeIx at);
    void report(std::size_t node);

  private:
    std::optional<std::size_t> choose(const std::vector<std::size_t>& gpus, const IntervalSet& times,
                                      const std::set<std::size_t>& chosen) const;

    Assembly& a_;
    std::vector<IntervalSet> held_;  // by GPU
    std::vector<std::vector<std::size_t>> of_node_;
};

// Cards that are known to be out of service anyway come first.
std::optional<std::size_t> Withholding::choose(const std::vector<std::size_t>& gpus, const IntervalSet& times,
                                               const std::set<std::size_t>& chosen) const {
    using Fitness = std::tuple<std::int64_t, bool, std::int64_t, std::size_t>;
    std::optional<std::pair<Fitness, std::size_t>> best;
    for (const std::size_t g : gpus) {
        if (chosen.contains(g)) continue;
        const model::Gpu& gpu = a_.timeline.gpus[g];
        const IntervalSet there = intersect(gpu.present, times);
        if (there.empty()) continue;
        const Fitness fitness{total(intersect(gpu.unhealthy, there)).ms, !a_.gpu_origins[g].card.has_value(),
                              -total(intersect(held_[g], there)).ms, g};
        if (!best || fitness > best->first) best = {fitness, g};
    }
    return best ? std::optional(best->second) : std::nullopt;
}

void Withholding::apply(const NodeFact& fact, model::NodeIx at) {
    const model::Node& node = a_.timeline.nodes[at.at()];
    const auto replicas = static_cast<std::size_t>(std::max(1, offer_of(node).replicas));
    const bool cut = std::ranges::any_of(of_node_[at.at()], [&](std::size_t g) {
        return std::ranges::any_of(a_.timeline.gpus[g].layouts, [](const model::LayoutSpan& span) {
            return span.layout.kind == model::LayoutKind::mig;
        });
    });
    if (cut) return;  // the name counts instances, or cards that are not cut
    std::set<std::size_t> chosen;
    // A card of four replicas is gone when four of them are.
    for (std::size_t k = replicas; k <= fact.withheld.size(); k += replicas) {
        const IntervalSet times = intersect(fact.withheld[k - 1], intersect(node.present, a_.window()));
        const auto gpu = times.empty() ? std::nullopt : choose(of_node_[at.at()], times, chosen);
        if (!gpu) return;
        chosen.insert(*gpu);
        model::Gpu& card = a_.timeline.gpus[*gpu];
        const IntervalSet out = intersect(subtract(times, held_[*gpu]), card.present);
        card.unhealthy.insert(card.unhealthy.end(), out.begin(), out.end());
        card.unhealthy = normalise(std::move(card.unhealthy));
    }
}

// Fewer can be given away than the node offers: a card was lost, or the plugin cannot list its devices.
void Withholding::report(std::size_t at) {
    const model::Node& node = a_.timeline.nodes[at];
    const auto capacity = node.capacity.find("nvidia.com/gpu");
    const auto allocatable = node.allocatable.find("nvidia.com/gpu");
    if (capacity == node.capacity.end() || allocatable == node.allocatable.end()) return;
    if (allocatable->second < 0 || capacity->second <= allocatable->second) return;
    const auto known = std::count_if(a_.timeline.gpus.begin(), a_.timeline.gpus.end(), [&](const model::Gpu& gpu) {
        return gpu.node.at() == at && !gpu.unhealthy.empty();
    });
    if (known >= capacity->second - allocatable->second) return;  // they are named
    a_.gap(model::Gap::Kind::conflict, node.name,
           text("{} of {} nvidia.com/gpu could not be given away when the node was last seen; which cards and since "
                "when is not known",
                capacity->second - allocatable->second, capacity->second),
           capacity->second - allocatable->second);
}

}  // namespace

void withhold_cards(Assembly& a) {
    Withholding withholding(a);
    for (const NodeFact& fact : a.facts.nodes) {
        const auto lives = a.node_of.find({fact.node.cluster, lowered(fact.node.name)});
        if (fact.withheld.empty() || lives == a.node_of.end()) continue;
        for (const model::NodeIx life : lives->second) withholding.apply(fact, life);
    }
    for (std::size_t n = 0; n < a.timeline.nodes.size(); ++n) withholding.report(n);
}

}  // namespace arable::sources
