// Step 5: how each GPU was offered over time. MIG instances come from the cards (tracks, nvidia-smi), time-slicing and
// MPS from the node's labels and counts.

#include <algorithm>
#include <mutex>
#include <set>

#include <fmt/core.h>

#include "model/mig.h"
#include "model/product.h"
#include "series/stepping.h"
#include "sources/assemble_parallel.h"
#include "sources/assembly.h"
#include "sources/node_devices.h"

namespace arable::sources {
namespace {

// A change of layout takes minutes: boundaries that are nearer are one change.
constexpr Duration kOneChange = minutes(10);

struct InstanceLife {
    int id = 0;
    std::string printed;
    Interval during;
};

// The quantity that the most instances have: population from whatever shows it best.
std::optional<model::Quantity> widest_quantity(const Assembly& a, const Card& card) {
    std::map<model::Quantity, std::set<int>> instances;
    for (const std::uint32_t t : card.tracks) {
        const TrackFact& f = a.facts.tracks[t];
        if (f.instance && !f.per_process) instances[f.quantity].insert(*f.instance);
    }
    std::optional<model::Quantity> best;
    std::size_t most = 0;
    for (const auto& [quantity, ids] : instances) {
        if (ids.size() <= most) continue;
        most = ids.size();
        best = quantity;
    }
    return best;
}

// When each instance was seen under each profile.
Result<std::vector<InstanceLife>> instance_lives(const Assembly& a, const Card& card) {
    const auto quantity = widest_quantity(a, card);
    std::map<int, std::vector<std::pair<Time, std::string>>> seen;
    for (const std::uint32_t t : card.tracks) {
        const TrackFact& f = a.facts.tracks[t];
        if (!f.instance || f.per_process || f.quantity != quantity) continue;
        ARABLE_TRY(samples, a.store.read(series::TrackRef{f.track}));
        for (const series::Sample& s : samples) seen[*f.instance].emplace_back(s.time, f.mig_profile);
    }
    std::vector<InstanceLife> lives;
    for (auto& [id, times] : seen) {
        std::sort(times.begin(), times.end());
        std::vector<InstanceLife> of_id;
        for (const auto& [time, profile] : times) {
            if (of_id.empty() || (!profile.empty() && of_id.back().printed != profile))
                of_id.push_back({id, profile, {time, time}});
            // Short of one interval, which is far less than what a change of layout takes.
            of_id.back().during.end = time + Duration{1};
        }
        lives.insert(lives.end(), of_id.begin(), of_id.end());
    }
    return lives;
}

model::MigInstance resolve(const InstanceLife& life, const model::Product* product) {
    model::MigInstance instance{.id = life.id, .profile = life.printed, .printed = life.printed};
    const auto name = model::parse_mig_profile(life.printed);
    if (!name) return instance;
    instance.compute_slices = name->compute_slices;
    if (product == nullptr || !product->mig) return instance;
    if (const model::MigProfile* profile = product->mig->resolve(*name)) {
        instance.profile = profile->name;
        instance.compute_slices = profile->compute_slices;
        instance.memory_slices = profile->memory_slices;
    }
    return instance;
}

// Boundaries that are near each other become the first of them.
std::vector<Time> changes_of(const std::vector<InstanceLife>& lives, const Interval& whole) {
    std::vector<Time> times{whole.begin};
    for (const InstanceLife& l : lives) {
        times.push_back(l.during.begin);
        times.push_back(l.during.end);
    }
    std::sort(times.begin(), times.end());
    std::vector<Time> changes;
    for (const Time t : times)
        if (changes.empty() || t - changes.back() > kOneChange) changes.push_back(t);
    if (changes.size() > 1 && whole.end - changes.back() <= kOneChange) changes.pop_back();
    changes.push_back(whole.end);
    return changes;
}

// `seen`: when the card gave any sample at all. What MIG shows at its edges holds up to the edges of its presence.
std::vector<model::LayoutSpan> mig_spans(std::vector<InstanceLife> lives, const Interval& seen, const Interval& stay,
                                         const model::Product* product) {
    Interval whole = lives.front().during;
    for (const InstanceLife& l : lives)
        whole = {std::min(whole.begin, l.during.begin), std::max(whole.end, l.during.end)};
    const Interval shown = whole;
    if (whole.begin - seen.begin <= kOneChange) whole.begin = std::min(whole.begin, stay.begin);
    if (seen.end - whole.end <= kOneChange) whole.end = std::max(whole.end, stay.end);
    for (InstanceLife& l : lives) {
        if (l.during.begin - shown.begin <= kOneChange) l.during.begin = whole.begin;
        if (shown.end - l.during.end <= kOneChange) l.during.end = whole.end;
    }
    std::vector<model::LayoutSpan> spans;
    const std::vector<Time> changes = changes_of(lives, whole);
    for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
        const Interval during{changes[i], changes[i + 1]};
        model::Layout layout{.kind = model::LayoutKind::mig};
        std::set<int> ids;
        for (const InstanceLife& l : lives)
            if (intersect(l.during, during).length().ms * 2 > during.length().ms && ids.insert(l.id).second)
                layout.instances.push_back(resolve(l, product));
        std::sort(layout.instances.begin(), layout.instances.end(),
                  [](const auto& x, const auto& y) { return x.id < y.id; });
        if (!spans.empty() && spans.back().layout == layout) {
            spans.back().during.end = during.end;
        } else {
            spans.push_back({during, std::move(layout)});
        }
    }
    return spans;
}

// Pictures (nvidia-smi) stand until the next picture.
std::vector<model::LayoutSpan> picture_spans(const Assembly& a, const Card& card, const Interval& stay) {
    std::vector<model::LayoutSpan> spans;
    for (const std::uint32_t f : card.facts) {
        const GpuFact& fact = a.facts.gpus[f];
        if (fact.layout) spans.push_back({fact.seen, *fact.layout});
    }
    std::sort(spans.begin(), spans.end(), [](const auto& x, const auto& y) { return x.during < y.during; });
    for (std::size_t i = 0; i < spans.size(); ++i) {
        if (i == 0) spans[i].during.begin = std::min(spans[i].during.begin, stay.begin);
        spans[i].during.end = i + 1 < spans.size() ? spans[i + 1].during.begin : std::max(spans[i].during.end, stay.end);
    }
    std::erase_if(spans, [](const auto& s) { return s.layout.kind == model::LayoutKind::exclusive; });
    return spans;
}

void learn(model::MigInstance& mine, const model::MigInstance& read) {
    if (!mine.start) mine.start = read.start;
    if (!mine.printed.empty()) return;
    mine.profile = read.profile;
    mine.printed = read.printed.empty() ? read.profile : read.printed;
    mine.compute_slices = read.compute_slices;
    mine.memory_slices = read.memory_slices;
}

// What nvidia-smi alone reads: first memory slices, and profiles where series name none.
void learn_from_pictures(const Assembly& a, const Card& card, std::vector<model::LayoutSpan>& spans) {
    for (const std::uint32_t f : card.facts) {
        if (!a.facts.gpus[f].layout) continue;
        for (model::LayoutSpan& span : spans) {
            if (intersect(span.during, a.facts.gpus[f].seen).empty()) continue;
            for (model::MigInstance& mine : span.layout.instances)
                for (const model::MigInstance& read : a.facts.gpus[f].layout->instances)
                    if (mine.id == read.id) learn(mine, read);
        }
    }
}

void canonicalise(model::Layout& layout, const model::Product* product) {
    for (model::MigInstance& m : layout.instances) {
        if (m.printed.empty()) m.printed = m.profile;
        const auto start = m.start;
        const auto slices = std::pair(m.compute_slices, m.memory_slices);
        m = resolve({.id = m.id, .printed = m.printed}, product);
        m.start = start;
        if (m.compute_slices == 0) m.compute_slices = slices.first;
        if (m.memory_slices == 0) m.memory_slices = slices.second;
    }
}

Result<Done> lay_out(const Assembly& a, model::Gpu& gpu, const GpuOrigin& origin) {
    if (gpu.present.empty()) return Done{};
    const Interval stay{gpu.present.front().begin, gpu.present.back().end};
    const model::Product* product = gpu.product.empty() ? nullptr : model::find_product(gpu.product);
    if (origin.card) {
        const Card& card = a.cards[*origin.card];
        ARABLE_TRY(lives, instance_lives(a, card));
        if (!lives.empty()) {
            gpu.layouts = mig_spans(lives, card.seen.value_or(stay), stay, product);
            learn_from_pictures(a, card, gpu.layouts);
        } else {
            gpu.layouts = picture_spans(a, card, stay);
            for (model::LayoutSpan& span : gpu.layouts) canonicalise(span.layout, product);
        }
    }
    if (gpu.layouts.empty() && gpu.node.known()) {
        const Offer offer = offer_of(a.timeline.nodes[gpu.node.at()]);
        if (offer.kind != model::LayoutKind::exclusive)
            gpu.layouts.push_back({stay, {.kind = offer.kind, .replicas = offer.replicas}});
    }
    for (model::LayoutSpan& span : gpu.layouts) span.during = intersect(span.during, stay);
    std::erase_if(gpu.layouts, [](const model::LayoutSpan& s) { return s.during.empty(); });
    return Done{};
}

void report(Assembly& a) {
    std::map<std::string, std::int64_t> aliases;
    std::map<std::string, std::int64_t> unknown;
    for (const model::Gpu& gpu : a.timeline.gpus) {
        for (const model::LayoutSpan& span : gpu.layouts) {
            for (const model::MigInstance& m : span.layout.instances) {
                const std::string on = gpu.product_name.empty() ? std::string("a GPU of unknown product")
                                                                 : gpu.product_name;
                if (m.memory_slices == 0) {
                    ++unknown[fmt::format("{} on {}", m.printed, on)];
                } else if (m.profile != m.printed) {
                    ++aliases[fmt::format("{} on {} is {}", m.printed, on, m.profile)];
                }
            }
        }
    }
    for (const auto& [text, count] : aliases)
        a.gap(model::Gap::Kind::conflict, "MIG profile",
              text + ": the exporter and the device name it differently; the device's name is used", count);
    for (const auto& [text, count] : unknown)
        a.gap(model::Gap::Kind::unknown_product, "MIG profile", text + ": its memory slices are not known", count);
    for (const model::Node& node : a.timeline.nodes)
        if (const Offer offer = offer_of(node); offer.assumed)
            a.gap(model::Gap::Kind::assumption, node.name,
                  fmt::format("it offers {} times as many GPUs as it has and no label says how: taken as time-slicing",
                              offer.replicas));
}

}  // namespace

Result<Done> build_layouts(Assembly& a) {
    std::optional<Error> failure;
    std::mutex guard;
    for_each_index(a.timeline.gpus.size(), a.options.threads, [&](std::size_t i) {
        const auto done = lay_out(a, a.timeline.gpus[i], a.gpu_origins[i]);
        if (done) return;
        const std::lock_guard lock(guard);
        failure = done.error();
    });
    if (failure) return tl::unexpected(*failure);
    report(a);
    return Done{};
}

}  // namespace arable::sources
