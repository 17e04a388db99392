// Step 5: how each GPU was offered over time. MIG instances come from the cards (tracks, nvidia-smi), time-slicing and
// MPS from the node's labels and counts.

#include <algorithm>
#include <mutex>
#include <set>

#include <fmt/core.h>

#include "model/product.h"
#include "sources/assemble_parallel.h"
#include "sources/assembly.h"
#include "sources/mig_history.h"
#include "sources/node_devices.h"

namespace arable::sources {
namespace {

// One input that shows a card first without and then with instances, or the other way round, says both.
bool tells_no_mig(const Assembly& a, const Card& card, const GpuFact& fact) {
    return !fact.layout && std::any_of(card.facts.begin(), card.facts.end(), [&](std::uint32_t other) {
        const GpuFact& f = a.facts.gpus[other];
        return f.layout && f.key == fact.key && (f.seen.begin == fact.seen.end || f.seen.end == fact.seen.begin);
    });
}

// Pictures (nvidia-smi) stand until the next picture.
std::vector<model::LayoutSpan> picture_spans(const Assembly& a, const Card& card, const Interval& stay) {
    std::vector<model::LayoutSpan> spans;
    for (const std::uint32_t f : card.facts) {
        const GpuFact& fact = a.facts.gpus[f];
        if (fact.layout) spans.push_back({fact.seen, *fact.layout});
        if (tells_no_mig(a, card, fact)) spans.push_back({fact.seen, {}});
    }
    std::sort(spans.begin(), spans.end(), [](const auto& x, const auto& y) { return x.during < y.during; });
    for (std::size_t i = 0; i < spans.size(); ++i) {
        if (i == 0) spans[i].during.begin = std::min(spans[i].during.begin, stay.begin);
        spans[i].during.end =
            i + 1 < spans.size() ? spans[i + 1].during.begin : std::max(spans[i].during.end, stay.end);
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
        m = resolve_instance(m.id, m.printed, product);
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
        ARABLE_TRY(history, mig_history(a, card));
        if (!history.lives.empty()) {
            gpu.layouts = mig_spans(std::move(history), card.seen.value_or(stay), stay, product);
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

// More slices than the card has cannot be: some instance is another card's, or older than the others.
void report_overfull(Assembly& a) {
    std::int64_t cards = 0;
    std::string first;
    for (const model::Gpu& gpu : a.timeline.gpus) {
        const model::Product* product = gpu.product.empty() ? nullptr : model::find_product(gpu.product);
        const int compute = product != nullptr && product->mig ? product->mig->compute_slices : 7;
        const int memory = product != nullptr && product->mig ? product->mig->memory_slices : 8;
        const bool over = std::any_of(gpu.layouts.begin(), gpu.layouts.end(), [&](const model::LayoutSpan& span) {
            int slices = 0;
            int of_memory = 0;
            for (const model::MigInstance& m : span.layout.instances) {
                slices += m.compute_slices;
                of_memory += m.memory_slices;
            }
            return slices > compute || of_memory > memory;
        });
        if (!over) continue;
        if (cards++ == 0) first = gpu.name;
    }
    if (cards > 0)
        a.gap(model::Gap::Kind::conflict, first,
              cards == 1 ? text("this card is printed with more MIG instances at one time than it has slices for: each "
                                "instance counts as its part of all that are printed")
                         : text("this and {} more cards are printed with more MIG instances at one time than they have "
                                "slices for: each instance counts as its part of all that are printed",
                                cards - 1),
              cards);
}

void report_changes(Assembly& a) {
    std::int64_t changed = 0;
    for (const model::Gpu& gpu : a.timeline.gpus) {
        const IntervalSet present = intersect(gpu.present, a.window());
        std::vector<Interval> laid;
        for (const model::LayoutSpan& span : gpu.layouts)
            if (!intersect(present, span.during).empty()) laid.push_back(span.during);
        const std::size_t told = laid.size();
        const bool rest = !subtract(present, normalise(std::move(laid))).empty();
        if (told + (rest ? 1 : 0) > 1) ++changed;
    }
    if (changed > 0)
        a.gap(model::Gap::Kind::assumption, "layouts",
              text("{} changed layout within the window: each time is judged by its own, and a change is taken to "
                   "be at the first sample of the new one",
                   plural(changed, "{} card", "{} cards")),
              changed);
}

void report(Assembly& a) {
    using Name = std::tuple<std::string, std::string, std::string>;  // as printed, product, profile
    std::map<Name, std::int64_t> aliases, unknown;
    for (const model::Gpu& gpu : a.timeline.gpus) {
        for (const model::LayoutSpan& span : gpu.layouts) {
            for (const model::MigInstance& m : span.layout.instances) {
                if (m.memory_slices == 0) {
                    ++unknown[{m.printed, gpu.product_name, ""}];
                } else if (m.profile != m.printed) {
                    ++aliases[{m.printed, gpu.product_name, m.profile}];
                }
            }
        }
    }
    report_changes(a);
    report_overfull(a);
    const auto product_of = [](const std::string& name) {
        return name.empty() ? text("a GPU of unknown product") : Text(name);
    };
    for (const auto& [name, count] : aliases) {
        const auto& [printed, product, profile] = name;
        a.gap(model::Gap::Kind::conflict, "MIG profile",
              text("{} on {} is {}: the exporter and the device name it differently; the device's name is used",
                   printed, product_of(product), profile),
              count);
    }
    for (const auto& [name, count] : unknown)
        a.gap(model::Gap::Kind::unknown_product, "MIG profile",
              text("{} on {}: its memory slices are not known", std::get<0>(name), product_of(std::get<1>(name))),
              count);
    for (const model::Node& node : a.timeline.nodes)
        if (const Offer offer = offer_of(node); offer.assumed)
            a.gap(model::Gap::Kind::assumption, node.name,
                  text("it offers {} times as many GPUs as it has and no label says how: taken as time-slicing",
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
