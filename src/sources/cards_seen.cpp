#include "sources/cards_seen.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "model/mig.h"
#include "sources/series_keys.h"
#include "sources/sightings.h"

namespace arable::sources {
namespace {

using Q = model::Quantity;

void widen(Interval& into, const Interval& more) {
    into = {std::min(into.begin, more.begin), std::max(into.end, more.end)};
}

bool is_memory(Q quantity) {
    return quantity == Q::memory_used || quantity == Q::memory_free || quantity == Q::memory_total ||
           quantity == Q::memory_reserved;
}

model::MigInstance instance_of(int id, const std::string& printed) {
    model::MigInstance out{.id = id, .profile = printed, .printed = printed};
    if (const auto name = model::parse_mig_profile(printed)) out.compute_slices = name->compute_slices;
    return out;
}

}  // namespace

GpuKey CardsSeen::identity(const GpuKey& key) {
    if (key.uuid.empty() || !is_full_uuid(key.uuid)) return key;
    return {.cluster = key.cluster, .node = "", .uuid = key.uuid, .pci = "", .index = {}, .exporter = ""};
}

void CardsSeen::see(const MetricTrack& track, const SeriesKeys& keys, const GpuKey& key, const std::string& product) {
    const auto [at, fresh] = cards_.try_emplace(identity(key));
    auto& card = at->second;
    // Of several spellings of one card the richest stays, and of those the first in order.
    const auto richness = [](const GpuKey& k) {
        return std::tuple(!k.node.empty(), !k.pci.empty(), k.index.has_value(), !k.exporter.empty());
    };
    if (fresh || richness(key) > richness(card.key)) card.key = key;
    if (!product.empty()) card.product = std::min(card.product, std::pair(track.row->rank, product));
    const Interval there = track.there();
    widen(card.seen, there);
    if (keys.instance) {
        // A layout is what was measured, where anything was: a series without readings may stand for what is gone.
        const Interval shown = track.seen() ? track.reach() : there;
        const auto [life, first] = card.instances.try_emplace({*keys.instance, keys.profile}, shown);
        widen(life->second, shown);
    }
    if (!track.seen()) return;
    const bool flag = track.row->state == StateKind::mig_mode;
    if (flag && track.first_one <= track.last_one) {
        widen(card.mig_flag, {track.first_one, track.last_one + track.interval()});
    }
    if (keys.instance || !track.row->quantity || !is_memory(*track.row->quantity)) return;
    // One of several sharing pods: memory used may be this pod's alone.
    if (keys.replica_label && *track.row->quantity == Q::memory_used) return;
    auto& memory = card.memory[{track.row->rank, *track.row->quantity}];
    if (track.last > memory.at || (track.last == memory.at && track.last_value > memory.value)) {
        memory = {track.last, track.last_value};
    }
}

Interval CardsSeen::in_mig_mode(const GpuKey& key) const {
    const auto at = cards_.find(identity(key));
    if (at == cards_.end()) return {};
    Interval out{kEndOfTime, kBeginningOfTime};
    for (const auto& [instance, life] : at->second.instances) widen(out, life);
    if (!at->second.mig_flag.empty()) widen(out, at->second.mig_flag);
    return out.empty() ? Interval{} : out;
}

// The total as printed, else the sum of its parts at one time; of the finest metric that has it.
std::optional<Bytes> CardsSeen::total_of(const Card& card) {
    std::set<std::int32_t> ranks;
    for (const auto& [key, memory] : card.memory) ranks.insert(key.first);
    for (const auto rank : ranks) {
        const auto get = [&](Q quantity) -> const Memory* {
            const auto at = card.memory.find({rank, quantity});
            return at == card.memory.end() ? nullptr : &at->second;
        };
        if (const auto* total = get(Q::memory_total)) return Bytes{std::llround(total->value)};
        const auto* used = get(Q::memory_used);
        const auto* free = get(Q::memory_free);
        if (used == nullptr || free == nullptr || used->at != free->at) continue;
        const auto* reserved = get(Q::memory_reserved);
        const bool with = reserved != nullptr && reserved->at == used->at;
        return Bytes{std::llround(used->value + free->value + (with ? reserved->value : 0.0))};
    }
    return std::nullopt;
}

std::vector<std::pair<Interval, std::optional<model::Layout>>> CardsSeen::layouts_of(const Card& card) {
    std::set<Time> cuts{card.seen.begin, card.seen.end};
    auto mig = card.mig_flag;
    for (const auto& [instance, life] : card.instances) {
        cuts.insert(life.begin);
        cuts.insert(life.end);
        widen(mig, life);
    }
    if (!mig.empty()) {
        cuts.insert(mig.begin);
        cuts.insert(mig.end);
    }
    // A change of layout takes minutes, and series do not end in the same millisecond: near cuts are one.
    std::vector<Time> changes{card.seen.begin};
    for (const Time cut : cuts) {
        if (cut - changes.back() > kBridge && card.seen.end - cut > kBridge) changes.push_back(cut);
    }
    changes.push_back(card.seen.end);
    std::vector<std::pair<Interval, std::optional<model::Layout>>> out;
    for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
        const Interval during{changes[i], changes[i + 1]};
        const auto holds = [&](const Interval& life) {
            const auto common = intersect(during, life).length();
            return during.length() <= kBridge ? common.ms > 0 : common.ms * 2 > during.length().ms;
        };
        std::optional<model::Layout> layout;
        if (holds(mig)) layout = model::Layout{.kind = model::LayoutKind::mig, .instances = {}};
        for (const auto& [instance, life] : card.instances) {
            if (layout && holds(life)) layout->instances.push_back(instance_of(instance.first, instance.second));
        }
        if (!out.empty() && out.back().second == layout) {
            out.back().first.end = during.end;
        } else {
            out.emplace_back(during, std::move(layout));
        }
    }
    return out;
}

std::vector<GpuFact> CardsSeen::facts() const {
    std::vector<GpuFact> out;
    for (const auto& [identity, card] : cards_) {
        for (auto& [during, layout] : layouts_of(card)) {
            GpuFact fact;
            fact.key = card.key;
            fact.product_name = card.product.second;
            fact.memory = total_of(card);
            fact.seen = during;
            fact.layout = std::move(layout);
            out.push_back(std::move(fact));
        }
    }
    return out;
}

}  // namespace arable::sources
