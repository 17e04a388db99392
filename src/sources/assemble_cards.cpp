// Step 3: which GpuKeys are one card. uuid decides when it is there; else (node, PCI address), else (node, index).
// n log n in keys.

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "series/stepping.h"
#include "sources/assemble_names.h"
#include "sources/assembly.h"
#include "sources/series_keys.h"

namespace arable::sources {
namespace {

using Slot = std::tuple<std::string, std::string, std::string>;  // cluster, node, uuid | pci | index

class Joiner {
  public:
    explicit Joiner(Assembly& a) : a_(a), names_(a) {}

    void learn_nodes();
    Result<Done> merge_spellings();
    void add_all();
    void match_claims();
    void report();

  private:
    struct Sighting {
        bool named = false;  // some input says that this is the node; else only an exporter is called so
        std::optional<Interval> seen;
        std::vector<std::uint32_t> tracks;
    };
    struct Place {
        int trust = 0;  // 0: a known node, 1: named as one, 2: an exporter's own name
        std::string node;
        std::optional<Interval> when;
    };
    std::string node_of(const GpuKey& key);
    std::uint32_t card_of(const GpuKey& key);
    std::optional<std::uint32_t> find(const GpuKey& key, const std::string& node) const;
    void learn_aliases(const GpuKey& key, std::uint32_t card);
    Result<std::optional<Interval>> span(const Sighting& s) const;
    void see(const GpuKey& key, std::optional<Interval> seen, std::optional<std::uint32_t> track);
    Result<std::vector<Place>> places_of(const ClusterName& uuid, const std::map<std::string, Sighting>& nodes) const;
    const Place* same_place(const ClusterName& uuid, const std::vector<Place>& before, const Place& place);

    Assembly& a_;
    NodeNames names_;
    std::map<ClusterName, std::map<std::string, Sighting>> seen_;  // (cluster, uuid) -> node -> when
    std::map<std::tuple<std::string, std::string, std::string>, std::string> same_node_;  // cluster, uuid, node -> node
    std::map<Slot, Interval> span_at_;  // of cards with several node names: when at each
    std::map<Slot, std::uint32_t> by_uuid_;
    std::map<Slot, std::uint32_t> by_pci_;
    std::map<Slot, std::uint32_t> by_index_;
    std::map<ClusterName, std::vector<std::uint32_t>> cards_of_uuid_;
    std::set<ClusterName> own_nodes_;
    std::int64_t renamed_ = 0;
};

// An address tells two exporters apart, not two hosts.
bool is_address(const std::string& name) { return name.find_first_not_of("0123456789.:[]") == std::string::npos; }

std::string index_text(int index) { return std::to_string(index); }

void widen(std::optional<Interval>& into, const Interval& more) {
    if (more.empty()) return;
    into = into ? Interval{std::min(into->begin, more.begin), std::max(into->end, more.end)} : more;
}

void Joiner::see(const GpuKey& key, std::optional<Interval> seen, std::optional<std::uint32_t> track) {
    if (key.uuid.empty()) return;
    const std::string node = names_.resolve(key);
    if (node.empty() && key.exporter.empty()) return;
    Sighting& s = seen_[{key.cluster, key.uuid}][node.empty() ? key.exporter : node];
    s.named |= !node.empty();
    if (seen) widen(s.seen, *seen);
    if (track) s.tracks.push_back(*track);
}

void Joiner::learn_nodes() {
    for (const GpuFact& f : a_.facts.gpus) see(f.key, f.seen, {});
    for (const TrackFact& f : a_.facts.tracks)
        if (f.of == TrackOf::gpu) see(f.gpu, {}, f.track);
}

Result<std::optional<Interval>> Joiner::span(const Sighting& s) const {
    std::optional<Interval> found;
    for (const std::uint32_t track : s.tracks) {
        ARABLE_TRY(samples, a_.store.read(series::TrackRef{track}));
        if (samples.empty()) continue;
        const Duration interval = series::median_interval(samples);
        widen(found, {samples.front().time, samples.back().time + (interval.ms > 0 ? interval : a_.options.step)});
    }
    return found ? found : s.seen;  // a GPU fact may speak of all places of a card
}

// The most trusted first; of the names of exporters the last in time.
Result<std::vector<Joiner::Place>> Joiner::places_of(const ClusterName& uuid,
                                                     const std::map<std::string, Sighting>& nodes) const {
    std::vector<Place> places;
    for (const auto& [node, sighting] : nodes) {
        const int trust = !sighting.named ? 2 : names_.known(uuid.first, node) ? 0 : 1;
        ARABLE_TRY(when, span(sighting));
        places.push_back({trust, node, when});
    }
    std::sort(places.begin(), places.end(), [](const Place& x, const Place& y) {
        const auto late = [](const Place& p) { return p.trust == 2 && p.when ? -p.when->end.ms : std::int64_t{0}; };
        return std::tuple(x.trust, late(x), x.node) < std::tuple(y.trust, late(y), y.node);
    });
    return places;
}

// The place before it that is the same machine, nullptr when none is: then the card moved.
const Joiner::Place* Joiner::same_place(const ClusterName& uuid, const std::vector<Place>& before, const Place& place) {
    const auto common = [&](const Place& p) {
        return place.when && p.when ? intersect(*place.when, *p.when).length() : Duration{};
    };
    const auto most = std::max_element(before.begin(), before.end(),
                                       [&](const Place& x, const Place& y) { return common(x) < common(y); });
    if (most == before.end()) return nullptr;
    const bool exporter = place.trust == 2;  // restarted under another name, or beside one that knows its node
    if (!exporter && common(*most).ms == 0) return nullptr;
    // Unless a driver gave the name, two machines may each have a card of it: they are there side by side for long.
    const bool alike = most->trust == place.trust && is_address(most->node) == is_address(place.node);
    const Duration shorter =
        place.when && most->when ? std::min(place.when->length(), most->when->length()) : Duration{};
    if (!is_full_uuid(uuid.second) && alike && common(*most) * 2 > shorter) return nullptr;
    const bool late = exporter && common(*most) <= a_.options.step * 5;  // one starts while the other still stands
    if (late) {
        ++renamed_;
    } else if (most->trust == place.trust || !exporter) {
        if (!is_address(most->node) && !is_address(place.node))
            a_.gap(model::Gap::Kind::conflict, uuid.second,
                   text("two inputs place this GPU on {} and on {} at one time; {} is taken", most->node, place.node,
                        most->node));
    }
    return &*most;
}

// One uuid is one card. Under two names at one time its node is spelt in two ways; under the names of two exporters one
// after the other the exporter was restarted; on two nodes one after the other it moved.
Result<Done> Joiner::merge_spellings() {
    for (const auto& [uuid, nodes] : seen_) {
        if (nodes.size() < 2) continue;
        std::vector<Place> machines;
        ARABLE_TRY(places, places_of(uuid, nodes));
        for (const Place& place : places) {
            const Place* same = same_place(uuid, machines, place);
            if (same == nullptr) {
                machines.push_back(place);
                continue;
            }
            same_node_[{uuid.first, uuid.second, place.node}] = same->node;
            auto& when = machines[static_cast<std::size_t>(same - machines.data())].when;
            if (place.when) widen(when, *place.when);
        }
        for (const Place& machine : machines)
            if (machine.when) span_at_.insert_or_assign({uuid.first, uuid.second, machine.node}, *machine.when);
    }
    return Done{};
}

std::string Joiner::node_of(const GpuKey& key) {
    std::string node = names_.resolve(key);
    bool named = !node.empty();
    const auto seen = key.uuid.empty() ? seen_.end() : seen_.find({key.cluster, key.uuid});
    if (!named && seen != seen_.end()) {
        node = seen->second.contains(key.exporter) ? key.exporter : seen->second.begin()->first;
        named = seen->second.at(node).named;
    }
    if (const auto same = same_node_.find({key.cluster, key.uuid, node}); !node.empty() && same != same_node_.end()) {
        node = same->second;
        if (seen != seen_.end() && seen->second.contains(node)) named = seen->second.at(node).named;
    }
    if (node.empty()) node = key.exporter.empty() ? "unknown" : key.exporter;
    if (!named) own_nodes_.insert({key.cluster, node});
    return node;
}

std::optional<std::uint32_t> Joiner::find(const GpuKey& key, const std::string& node) const {
    const auto look = [](const auto& map, Slot slot) -> std::optional<std::uint32_t> {
        const auto at = map.find(slot);
        return at == map.end() ? std::nullopt : std::optional(at->second);
    };
    if (!key.uuid.empty()) return look(by_uuid_, {key.cluster, node, key.uuid});
    if (!key.pci.empty())
        if (const auto card = look(by_pci_, {key.cluster, node, key.pci})) return card;
    if (!key.index) return std::nullopt;
    const auto card = look(by_index_, {key.cluster, node, index_text(*key.index)});
    if (card && !key.pci.empty() && !a_.cards[*card].pci.empty()) return std::nullopt;  // renumbered: another card
    return card;
}

void Joiner::learn_aliases(const GpuKey& key, std::uint32_t at) {
    Card& card = a_.cards[at];
    if (card.pci.empty()) card.pci = key.pci;
    if (!card.index) card.index = key.index;
    if (!key.pci.empty()) by_pci_.try_emplace({card.cluster, card.node, key.pci}, at);
    if (key.index) by_index_.try_emplace({card.cluster, card.node, index_text(*key.index)}, at);
}

std::uint32_t Joiner::card_of(const GpuKey& key) {
    const std::string node = node_of(key);
    if (const auto found = find(key, node)) {
        learn_aliases(key, *found);
        return *found;
    }
    const auto at = static_cast<std::uint32_t>(a_.cards.size());
    a_.cards.push_back({.cluster = key.cluster, .node = node, .uuid = key.uuid});
    if (!key.uuid.empty()) {
        by_uuid_[{key.cluster, node, key.uuid}] = at;
        cards_of_uuid_[{key.cluster, key.uuid}].push_back(at);
    }
    learn_aliases(key, at);
    return at;
}

// Keys with a uuid first: they tell which card a PCI address or an index means. Of the rest, those that know more.
void Joiner::add_all() {
    struct Use {
        const GpuKey* key;
        bool track;
        std::uint32_t at;
    };
    std::vector<Use> uses;
    for (std::uint32_t i = 0; i < a_.facts.gpus.size(); ++i) uses.push_back({&a_.facts.gpus[i].key, false, i});
    for (std::uint32_t i = 0; i < a_.facts.tracks.size(); ++i)
        if (a_.facts.tracks[i].of == TrackOf::gpu) uses.push_back({&a_.facts.tracks[i].gpu, true, i});
    const auto order = [](const Use& u) {
        return std::tuple(u.key->uuid.empty(), u.key->pci.empty() + !u.key->index.has_value(), std::cref(*u.key));
    };
    std::stable_sort(uses.begin(), uses.end(), [&](const Use& x, const Use& y) {
        const auto [x1, x2, x3] = order(x);
        const auto [y1, y2, y3] = order(y);
        return std::tie(x1, x2, x3.get()) < std::tie(y1, y2, y3.get());
    });
    const GpuKey* last = nullptr;
    std::uint32_t card = 0;
    for (const Use& u : uses) {
        if (last == nullptr || *last != *u.key) card = card_of(*u.key);
        last = u.key;
        if (u.track) {
            a_.cards[card].tracks.push_back(u.at);
        } else {
            a_.cards[card].facts.push_back(u.at);
            widen(a_.cards[card].seen, a_.facts.gpus[u.at].seen);
        }
    }
    for (Card& c : a_.cards)
        if (const auto span = span_at_.find({c.cluster, c.uuid, c.node}); span != span_at_.end()) c.seen = span->second;
}

// A claim never makes a card: a record that names a device which no inventory has is dangling.
void Joiner::match_claims() {
    for (const ClaimFact& f : a_.facts.claims) {
        std::optional<std::uint32_t> card;
        std::string node = names_.resolve(f.gpu);
        if (const auto of_uuid = cards_of_uuid_.find({f.gpu.cluster, f.gpu.uuid});
            !f.gpu.uuid.empty() && of_uuid != cards_of_uuid_.end()) {
            std::pair best{false, Duration{-1}};  // on the node that the record names; for how long
            for (const std::uint32_t at : of_uuid->second) {
                const Card& c = a_.cards[at];
                const std::pair fit{c.node == node, c.seen ? intersect(*c.seen, f.held).length() : Duration{}};
                if (fit > best) {
                    best = fit;
                    card = at;
                }
            }
        } else if (f.gpu.uuid.empty()) {
            GpuKey key = f.gpu;
            if (node.empty()) node = key.exporter;
            card = find(key, node);
        }
        if (card && node.empty()) node = a_.cards[*card].node;
        a_.claim_cards.push_back(card);
        a_.claim_nodes.push_back(node);
    }
}

void Joiner::report() {
    if (renamed_ > 0)
        a_.gap(model::Gap::Kind::assumption, "GPUs",
               text("GPUs appear under several exporter names one after the other: each is one card on the last of "
                    "them, or "
                    "on the node that another input names"),
               renamed_);
    if (own_nodes_.empty()) return;
    a_.gap(model::Gap::Kind::assumption, "nodes",
           plural(static_cast<std::int64_t>(own_nodes_.size()),
                  "{} exporter does not say on which node it runs, and stands as a node of its own named after it: "
                  "kube_pod_info, a node label on the scrape target or a dump of pods would tell",
                  "{} exporters do not say on which node they run; each stands as a node of its own named after "
                  "it: kube_pod_info, a node label on the scrape target or a dump of pods would tell"),
           static_cast<std::int64_t>(own_nodes_.size()));
}

// Of cards that were in one slot one after the other, each goes when the next one comes.
template <class KeyOf>
void mark_replaced(Assembly& a, KeyOf key_of, bool within_node) {
    std::map<Slot, std::vector<std::uint32_t>> slots;
    for (std::uint32_t i = 0; i < a.cards.size(); ++i)
        if (const auto key = key_of(a.cards[i]); key && a.cards[i].seen) slots[*key].push_back(i);
    for (auto& [slot, cards] : slots) {
        std::sort(cards.begin(), cards.end(), [&](std::uint32_t x, std::uint32_t y) {
            return std::tie(*a.cards[x].seen, x) < std::tie(*a.cards[y].seen, y);
        });
        for (std::size_t i = 0; i + 1 < cards.size(); ++i) {
            Card& before = a.cards[cards[i]];
            Card& after = a.cards[cards[i + 1]];
            // Indices are given anew by the driver: two cards at one time are not one after the other.
            if (before.uuid == after.uuid && within_node) continue;
            const bool overlap = !intersect(*before.seen, *after.seen).empty();
            if (overlap && before.seen->end - after.seen->begin > a.options.step * 5) continue;
            if (!before.replaced || after.seen->begin < *before.replaced) before.replaced = after.seen->begin;
            after.took_over = true;
        }
    }
}

}  // namespace

Result<Done> join_cards(Assembly& a) {
    Joiner joiner(a);
    joiner.learn_nodes();
    ARABLE_TRY(merged, joiner.merge_spellings());
    static_cast<void>(merged);
    joiner.add_all();
    joiner.match_claims();
    joiner.report();
    return Done{};
}

void mark_successors(Assembly& a) {
    mark_replaced(
        a,
        [](const Card& c) -> std::optional<Slot> {
            if (c.pci.empty()) return std::nullopt;
            return Slot{c.cluster, c.node, c.pci};
        },
        true);
    mark_replaced(
        a,
        [](const Card& c) -> std::optional<Slot> {
            if (!c.index) return std::nullopt;
            return Slot{c.cluster, c.node, index_text(*c.index)};
        },
        true);
    mark_replaced(
        a,
        [](const Card& c) -> std::optional<Slot> {
            if (c.uuid.empty()) return std::nullopt;
            return Slot{c.cluster, "", c.uuid};
        },
        false);
}

}  // namespace arable::sources
