// Step 4: cards on nodes -> GPUs with their presence, and the GPUs that a node says it has though no metric shows them
// (the population comes from inventory).

#include <algorithm>
#include <mutex>
#include <numeric>
#include <set>

#include <fmt/core.h>

#include "model/product.h"
#include "series/stepping.h"
#include "sources/assemble_parallel.h"
#include "sources/assembly.h"
#include "sources/cut_cards.h"
#include "sources/node_devices.h"

namespace arable::sources {
namespace {

// Cards that no GpuFact dates are dated by the tracks of their most frequent quantity.
Result<Done> date_cards(Assembly& a) {
    std::optional<Error> failure;
    std::mutex guard;
    for_each_index(a.cards.size(), a.options.threads, [&](std::size_t i) {
        Card& card = a.cards[i];
        if (card.seen) return;
        std::map<model::Quantity, std::size_t> counts;
        for (const std::uint32_t t : card.tracks) ++counts[a.facts.tracks[t].quantity];
        if (counts.empty()) return;
        const auto most = std::max_element(counts.begin(), counts.end(),
                                           [](const auto& x, const auto& y) { return x.second < y.second; });
        for (const std::uint32_t t : card.tracks) {
            if (a.facts.tracks[t].quantity != most->first) continue;
            const auto samples = a.store.read(series::TrackRef{a.facts.tracks[t].track});
            if (!samples) {
                const std::lock_guard lock(guard);
                failure = samples.error();
                return;
            }
            if (samples->empty()) continue;
            const Duration interval = series::median_interval(*samples);
            const Interval seen{samples->front().time,
                                samples->back().time + (interval.ms > 0 ? interval : a.options.step)};
            card.seen =
                card.seen ? Interval{std::min(card.seen->begin, seen.begin), std::max(card.seen->end, seen.end)} : seen;
        }
    });
    if (failure) return tl::unexpected(*failure);
    std::int64_t undated = 0;
    for (Card& card : a.cards) {
        if (!card.seen) ++undated;
        if (!card.seen || a.timeline.instant) card.seen = a.window();
    }
    if (undated > 0)
        a.gap(model::Gap::Kind::assumption, "GPUs",
              text("inputs that show GPUs do not say when: taken as there all the time"), undated);
    return Done{};
}

Interval life_of(const Assembly& a, const std::vector<model::NodeIx>& lives, std::size_t i) {
    const auto created = [&](std::size_t k) { return a.timeline.nodes[lives[k].at()].created; };
    return {i == 0 ? kBeginningOfTime : created(i).value_or(kBeginningOfTime),
            i + 1 < lives.size() ? created(i + 1).value_or(kEndOfTime) : kEndOfTime};
}

// Nodes that only cards tell of, in the order of the timeline; a node is there at least while its cards are seen.
void place_cards(Assembly& a) {
    for (const Card& card : a.cards) {
        auto& lives = a.node_of[{card.cluster, lowered(card.node)}];
        if (!lives.empty()) continue;
        lives.push_back(model::NodeIx::of(a.timeline.nodes.size()));
        a.timeline.nodes.push_back({.cluster = card.cluster, .name = card.node});
        a.presence_known.push_back(false);
    }
    std::vector<std::size_t> order(a.timeline.nodes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
        const model::Node& m = a.timeline.nodes[x];
        const model::Node& n = a.timeline.nodes[y];
        return std::tie(m.cluster, m.name, m.created, m.uid) < std::tie(n.cluster, n.name, n.created, n.uid);
    });
    std::vector<model::Node> nodes;
    std::vector<bool> known;
    a.node_of.clear();
    for (const std::size_t from : order) {
        model::Node& n = a.timeline.nodes[from];
        a.node_of[{n.cluster, lowered(n.name)}].push_back(model::NodeIx::of(nodes.size()));
        known.push_back(a.presence_known[from]);
        nodes.push_back(std::move(n));
    }
    a.timeline.nodes = std::move(nodes);
    a.presence_known = std::move(known);
    std::vector<IntervalSet> stated;
    for (const model::Node& n : a.timeline.nodes) stated.push_back(n.present);
    for (const Card& card : a.cards) {
        const auto& lives = a.node_of[{card.cluster, lowered(card.node)}];
        for (std::size_t i = 0; card.seen && i < lives.size(); ++i) {
            model::Node& n = a.timeline.nodes[lives[i].at()];
            const Interval seen = intersect(intersect(*card.seen, life_of(a, lives, i)), a.window());
            if (seen.empty()) continue;
            // Where only its cards speak of the node, nothing says that it was not ready.
            for (const Interval& untold : subtract(IntervalSet{seen}, stated[lives[i].at()])) n.ready.push_back(untold);
            n.present.push_back(seen);
        }
    }
    for (model::Node& n : a.timeline.nodes) {
        n.present = normalise(std::move(n.present));
        n.ready = n.readiness_known ? normalise(std::move(n.ready)) : n.present;
    }
}

// The same part of a name in every input: memory decides between sizes of one product.
void name_product(Assembly& a, model::Gpu& gpu, const model::Node& node) {
    if (gpu.product_name.empty()) {
        const auto label = node.labels.find("nvidia.com/gpu.product");
        if (label != node.labels.end()) gpu.product_name = label->second;
    }
    if (gpu.product_name.empty()) return;
    if (const model::Product* product = model::find_product(gpu.product_name, gpu.memory)) {
        gpu.product = product->id;
    } else {
        a.gap(model::Gap::Kind::unknown_product, gpu.product_name,
              text("a product that the table does not have: its power, link and MIG geometry are not known"));
    }
}

// A card that moved is described by the inputs of all its places.
void take_from_elsewhere(const Assembly& a, const Card& card, model::Gpu& gpu) {
    if (card.uuid.empty() || (!gpu.product_name.empty() && gpu.memory)) return;
    const auto facts = a.gpu_facts_of.find({card.cluster, card.uuid});
    if (facts == a.gpu_facts_of.end()) return;
    for (const std::uint32_t f : facts->second) {
        const GpuFact& fact = a.facts.gpus[f];
        if (gpu.product_name.empty()) gpu.product_name = fact.product_name;
        if (!gpu.memory) gpu.memory = fact.memory;
    }
}

model::Gpu describe(Assembly& a, const Card& card, model::NodeIx at) {
    const model::Node& node = a.timeline.nodes[at.at()];
    model::Gpu gpu{.node = at, .cluster = card.cluster, .uuid = card.uuid, .pci = card.pci, .index = card.index};
    Time latest = kBeginningOfTime;
    for (const std::uint32_t f : card.facts) {
        const GpuFact& fact = a.facts.gpus[f];
        if (!fact.product_name.empty() && fact.seen.end >= latest) {
            gpu.product_name = fact.product_name;
            latest = fact.seen.end;
        }
        if (fact.memory) gpu.memory = std::max(gpu.memory.value_or(*fact.memory), *fact.memory);
        gpu.unhealthy.insert(gpu.unhealthy.end(), fact.unhealthy.begin(), fact.unhealthy.end());
    }
    take_from_elsewhere(a, card, gpu);
    gpu.name = !card.uuid.empty() ? card.uuid
               : card.index       ? fmt::format("{}/{}", node.name, *card.index)
                                  : fmt::format("{}/{}", node.name, card.pci.empty() ? "gpu" : card.pci);
    name_product(a, gpu, node);
    return gpu;
}

void add_card(Assembly& a, std::uint32_t at) {
    Card& card = a.cards[at];
    const auto& lives = a.node_of[{card.cluster, lowered(card.node)}];
    for (std::size_t i = 0; i < lives.size(); ++i) {
        const model::Node& node = a.timeline.nodes[lives[i].at()];
        const Interval life = life_of(a, lives, i);
        if (lives.size() > 1 && intersect(intersect(*card.seen, life), a.window()).empty()) continue;
        // While its node is there a card is paid for, seen or not, unless another card had its place.
        const bool known = a.presence_known[lives[i].at()];
        const Interval stay{card.took_over || !known ? card.seen->begin : kBeginningOfTime,
                            card.replaced.value_or(known ? kEndOfTime : card.seen->end)};
        IntervalSet present = intersect(node.present, stay);
        if (present.empty()) continue;
        model::Gpu gpu = describe(a, card, lives[i]);
        gpu.unhealthy = intersect(normalise(std::move(gpu.unhealthy)), present);
        gpu.present = std::move(present);
        a.timeline.gpus.push_back(std::move(gpu));
        a.gpu_origins.push_back({.card = at, .owns = {intersect(life, stay)}});
    }
}

constexpr std::int64_t kMostCards = 1024;     // of one node that only its own count tells of
constexpr std::int64_t kLargestMachine = 16;  // GPUs (HGX-2)

bool has_instances(const Assembly& a, const Card& card) {
    return std::any_of(card.tracks.begin(), card.tracks.end(),
                       [&](std::uint32_t t) { return a.facts.tracks[t].instance.has_value(); });
}

// Without labels of feature discovery only metrics can tell replicas from cards (docs/decisions/0007): an exporter that
// prints cards 0 to n - 1 prints all of the node, and the node offers a multiple of n.
void bound_by_metrics(Assembly& a) {
    std::map<model::NodeIx, std::set<int>> shown;
    std::set<model::NodeIx> odd;  // cut cards, or cards without a number
    for (std::size_t i = 0; i < a.timeline.gpus.size(); ++i) {
        const model::Gpu& g = a.timeline.gpus[i];
        const Card& card = a.cards[*a.gpu_origins[i].card];
        if (card.replaced) continue;
        const bool counted = g.index && !g.uuid.empty() && shown[g.node].insert(*g.index).second;
        if (!counted || has_instances(a, card)) odd.insert(g.node);
    }
    for (const auto& [ix, indices] : shown) {
        model::Node& node = a.timeline.nodes[ix.at()];
        const auto offered = node.capacity.find("nvidia.com/gpu");
        if (odd.contains(ix) || offered == node.capacity.end() || node.physical_gpus || indices.empty()) continue;
        if (node.labels.contains("nvidia.com/gpu.count") || node.labels.contains("nvidia.com/gpu.replicas")) continue;
        const auto cards = static_cast<std::int64_t>(indices.size());
        const bool all = *indices.begin() == 0 && *indices.rbegin() == cards - 1;
        if (!all || offered->second <= cards || offered->second % cards != 0) continue;
        if (cards >= 2 || offered->second > kLargestMachine) node.physical_gpus = cards;
    }
}

struct Shown {
    std::set<int> indices;
    std::int64_t slots = 0;  // in which metrics show a card, or several one after the other
};

// By node. A card whose successor sits in another life of its node, or that moved, has had a slot of its own there.
std::vector<Shown> shown_slots(const Assembly& a) {
    std::vector<std::vector<const Card*>> cards(a.timeline.nodes.size());
    std::vector<Shown> shown(a.timeline.nodes.size());
    for (std::size_t i = 0; i < a.timeline.gpus.size(); ++i) {
        const std::size_t node = a.timeline.gpus[i].node.at();
        cards[node].push_back(&a.cards[*a.gpu_origins[i].card]);
        if (a.timeline.gpus[i].index) shown[node].indices.insert(*a.timeline.gpus[i].index);
    }
    for (std::size_t n = 0; n < cards.size(); ++n) {
        for (const Card* card : cards[n]) {
            const bool followed = card->replaced && std::ranges::any_of(cards[n], [&](const Card* next) {
                                      const bool slot = (!card->pci.empty() && card->pci == next->pci) ||
                                                        (card->index && card->index == next->index);
                                      return next != card && slot && next->seen->begin >= *card->replaced;
                                  });
            if (!followed) ++shown[n].slots;
        }
    }
    return shown;
}

void report_unseen(Assembly& a, const model::Node& node, std::int64_t missing, std::int64_t of) {
    if (a.cards.empty()) {  // one gap for all nodes
        a.gap(model::Gap::Kind::missing_metric, "GPUs",
              text("the input has no GPU metrics: what the GPUs did is not known"), missing,
              total(node.present) * missing);
        return;
    }
    a.gap(model::Gap::Kind::missing_samples, node.name,
          text("{} of {} GPUs that the node has are in no metric: what they did is not known", missing, of), missing,
          total(node.present) * missing);
}

// A node whose cards are cut and in no metric at all: its own records tell of the instances.
bool add_cut(Assembly& a, model::NodeIx at) {
    const model::Node& node = a.timeline.nodes[at.at()];
    const auto label = node.labels.find("nvidia.com/gpu.product");
    const model::Product* product = label == node.labels.end() ? nullptr : model::find_product(label->second);
    const auto cut = cut_cards(node, product);
    if (!cut || node.present.empty()) return false;
    for (std::size_t i = 0; i < cut->layouts.size(); ++i) {
        model::Gpu gpu{.node = at, .cluster = node.cluster, .index = static_cast<int>(i), .present = node.present};
        gpu.name = fmt::format("{}/{}", node.name, i);
        if (cut->layouts[i].kind == model::LayoutKind::mig)
            gpu.layouts.push_back({{kBeginningOfTime, kEndOfTime}, cut->layouts[i]});
        name_product(a, gpu, node);
        a.timeline.gpus.push_back(std::move(gpu));
        a.gpu_origins.push_back({});
    }
    const auto cards = static_cast<std::int64_t>(cut->layouts.size());
    a.gap(model::Gap::Kind::assumption, node.name,
          cut->counted
              ? text("{} MIG instances on {} GPUs: on which of them each is cut is not told; they are taken as "
                     "dealt evenly",
                     cut->instances, cards)
              : text("{} MIG instances, but the node does not say on how many GPUs: taken as on {}, the "
                     "fewest that hold them",
                     cut->instances, cards));
    if (cut->unplaced > 0)
        a.gap(model::Gap::Kind::conflict, node.name,
              text("{} of {} MIG instances have no legal place on the node's GPUs: they are left out", cut->unplaced,
                   cut->instances),
              cut->unplaced);
    report_unseen(a, node, cards, cards);
    return true;
}

// GPUs that the node's own counts tell of and no metric.
void add_unseen(Assembly& a, model::NodeIx at, std::set<int> indices, std::int64_t slots) {
    if (slots == 0 && add_cut(a, at)) return;
    const model::Node& node = a.timeline.nodes[at.at()];
    const DeviceCounts counts = device_counts(node);
    if (!counts.physical || *counts.physical <= slots || node.present.empty()) return;
    const std::int64_t missing = std::min(*counts.physical - slots, kMostCards);
    if (*counts.physical - slots > kMostCards)
        a.gap(model::Gap::Kind::assumption, node.name,
              text("it says that it has {} GPUs; {} of them that no metric shows are counted, the rest is left "
                   "out: no machine has so many",
                   *counts.physical, kMostCards),
              *counts.physical - slots - kMostCards);
    const std::int64_t unusable = counts.usable ? *counts.physical - std::min(*counts.usable, *counts.physical) : 0;
    int index = 0;
    for (std::int64_t i = 0; i < missing; ++i) {
        while (indices.contains(index)) ++index;
        indices.insert(index);
        model::Gpu gpu{.node = at, .cluster = node.cluster, .index = index, .present = node.present};
        gpu.name = fmt::format("{}/{}", node.name, index);
        // Never allocatable: the last of those that no metric shows.
        if (missing - i <= unusable) gpu.unhealthy = node.present;
        name_product(a, gpu, node);
        a.timeline.gpus.push_back(std::move(gpu));
        a.gpu_origins.push_back({});
    }
    report_unseen(a, node, missing, *counts.physical);
}

void sort_gpus(Assembly& a) {
    std::vector<std::size_t> order(a.timeline.gpus.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) {
        const model::Gpu& g = a.timeline.gpus[i];
        return std::tie(g.cluster, a.timeline.nodes[g.node.at()].name, g.index, g.pci, g.uuid, g.node);
    };
    std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return key(x) < key(y); });
    std::vector<model::Gpu> gpus;
    std::vector<GpuOrigin> origins;
    for (const std::size_t from : order) {
        if (const auto card = a.gpu_origins[from].card) a.cards[*card].gpus.push_back(model::GpuIx::of(gpus.size()));
        gpus.push_back(std::move(a.timeline.gpus[from]));
        origins.push_back(std::move(a.gpu_origins[from]));
    }
    a.timeline.gpus = std::move(gpus);
    a.gpu_origins = std::move(origins);
}

}  // namespace

Result<Done> build_gpus(Assembly& a) {
    ARABLE_TRY(dated, date_cards(a));
    static_cast<void>(dated);
    mark_successors(a);
    place_cards(a);
    for (std::uint32_t i = 0; i < a.facts.gpus.size(); ++i) {
        const GpuKey& key = a.facts.gpus[i].key;
        if (!key.uuid.empty()) a.gpu_facts_of[{key.cluster, key.uuid}].push_back(i);
    }
    for (std::uint32_t i = 0; i < a.cards.size(); ++i) add_card(a, i);
    bound_by_metrics(a);
    const std::vector<Shown> shown = shown_slots(a);
    for (std::size_t n = 0; n < shown.size(); ++n)
        add_unseen(a, model::NodeIx::of(n), shown[n].indices, shown[n].slots);
    find_lost_cards(a);
    sort_gpus(a);
    return Done{};
}

}  // namespace arable::sources
