// The timeline of a story: what each card or pod did when, and for what it waited.
#include <algorithm>
#include <array>
#include <map>
#include <span>

#include <fmt/format.h>

#include "diagnose/story_parts.h"

namespace arable::diagnose {
namespace {

// What is shown where several things are true at once: a later one hides an earlier one.
constexpr std::array<PieceState, 9> kRank{PieceState::free,     PieceState::free_ghost,     PieceState::unavailable,
                                          PieceState::unknown,  PieceState::used_unclaimed, PieceState::empty,
                                          PieceState::starting, PieceState::loaded,         PieceState::active};
using Rank = std::size_t;  // below kWaitCauses: a wait; then the states

Rank rank_of(PieceState state) {
    return kWaitCauses + static_cast<Rank>(std::ranges::find(kRank, state) - kRank.begin());
}
Rank rank_of(WaitCause cause) { return static_cast<Rank>(cause); }

ChartSpan span_of(Rank rank, Interval span) {
    if (rank < kWaitCauses) return {.span = span, .waits = static_cast<WaitCause>(rank)};
    return {.span = span, .state = kRank.at(rank - kWaitCauses), .waits = {}};
}

struct Layer {
    Interval span;
    Rank rank = 0;
};

ChartRow row_of(std::string label, std::span<const Layer> layers) {
    struct Edge {
        Time time;
        Rank rank = 0;
        int change = 0;
    };
    std::vector<Edge> edges;
    for (const Layer& layer : layers) {
        if (layer.span.empty()) continue;
        edges.push_back({layer.span.begin, layer.rank, 1});
        edges.push_back({layer.span.end, layer.rank, -1});
    }
    std::ranges::sort(edges, {}, [](const Edge& e) { return std::tuple(e.time, e.rank, e.change); });
    std::array<int, kWaitCauses + kRank.size()> now{};
    ChartRow row{.label = std::move(label), .spans = {}};
    std::optional<ChartSpan> open;
    for (std::size_t i = 0; i < edges.size();) {
        const Time time = edges[i].time;
        for (; i < edges.size() && edges[i].time == time; ++i) now.at(edges[i].rank) += edges[i].change;
        const auto top = std::find_if(now.rbegin(), now.rend(), [](int n) { return n > 0; });
        std::optional<ChartSpan> next;
        if (top != now.rend()) next = span_of(static_cast<Rank>(now.rend() - top) - 1, {time, time});
        if (open && next && open->state == next->state && open->waits == next->waits) continue;
        if (open) row.spans.push_back({.span = {open->span.begin, time}, .state = open->state, .waits = open->waits});
        open = next;
    }
    return row;
}

class Chart {
  public:
    explicit Chart(const Scene& scene) : scene_(scene), timeline_(scene.timeline), folded_(scene.study.folded) {}

    std::vector<ChartRow> rows() && {
        if (scene_.cast.gpus.empty()) {
            pods();
        } else {
            cards();
            if (scene_.cast.nodes.empty()) holders();
        }
        return std::move(rows_);
    }

  private:
    std::span<const Run> runs_of(std::uint32_t lane) const {
        const auto [first, last] = std::ranges::equal_range(folded_.runs, lane, {}, &Run::lane);
        return {first, last};
    }

    void add_runs(std::uint32_t lane, const Interval& within, std::vector<Layer>& layers) const {
        for (const Run& run : runs_of(lane)) {
            if (run.span.begin >= within.end) break;
            const Interval span = intersect(run.span, within);
            if (!span.empty()) layers.push_back({span, rank_of(run.state)});
        }
    }

    // A row for each card, or each instance of it; layouts that follow each other share rows of one name.
    void cards() {
        for (std::size_t c = 0; c < scene_.cast.gpus.size(); ++c) {
            const model::GpuIx ix = scene_.cast.gpus[c];
            const model::Gpu& gpu = timeline_.gpus[ix.at()];
            const std::string card = gpu.index ? fmt::format("GPU {}", *gpu.index) : fmt::format("GPU {}", gpu.name);
            std::map<std::pair<int, std::string>, std::vector<Layer>> parts;
            const auto lanes = std::ranges::equal_range(folded_.lanes, ix, {}, &Lane::gpu);
            for (auto lane = lanes.begin(); lane != lanes.end(); ++lane) {
                std::pair<int, std::string> key{-1, card};
                if (lane->instance) key = {*lane->instance, fmt::format("{}#{}", card, *lane->instance)};
                if (lane->uncovered) key = {INT32_MAX, fmt::format("{} rest", card)};
                add_runs(static_cast<std::uint32_t>(lane - folded_.lanes.begin()), timeline_.window, parts[key]);
            }
            for (const auto& [key, layers] : parts) rows_.push_back(row_of(key.second, layers));
        }
    }

    // Who held the card: a row for each pod.
    void holders() {
        std::map<std::pair<Time, std::string>, std::vector<Layer>> by_pod;
        std::map<std::string, Time> first;
        std::vector<std::pair<std::string, const ClaimProfile*>> claims;
        for (const ClaimProfile& profile : folded_.claims) {
            const model::Claim& claim = timeline_.claims[profile.claim.at()];
            if (!std::ranges::binary_search(scene_.cast.gpus, folded_.lanes[profile.lane].gpu) || !claim.pod.known())
                continue;
            const std::string pod = full_name(claim.pod);
            claims.emplace_back(pod, &profile);
            const auto seen = first.emplace(pod, claim.held.begin).first;
            seen->second = std::min(seen->second, claim.held.begin);
        }
        for (const auto& [pod, profile] : claims)
            add_runs(profile->lane, timeline_.claims[profile->claim.at()].held, by_pod[{first.at(pod), pod}]);
        for (const auto& [key, layers] : by_pod) rows_.push_back(row_of(key.second, layers));
    }

    // A row for each pod, and for each of its cards where one pod is asked for.
    void pods() {
        const bool by_card = scene_.cast.kind == StoryKind::pod;
        std::map<std::string, std::vector<Layer>> layers;
        for (const model::PodIx pod : scene_.cast.pods) layers[full_name(pod)];
        for (const ClaimProfile& profile : folded_.claims) {
            const model::Claim& claim = timeline_.claims[profile.claim.at()];
            if (!claim.pod.known() || !std::ranges::binary_search(scene_.cast.pods, claim.pod)) continue;
            const std::string label = by_card ? card_of(profile) : full_name(claim.pod);
            add_runs(profile.lane, claim.held, layers[label]);
        }
        for (const std::uint32_t w : scene_.cast.waits) add_wait(scene_.audit.waits.waits[w], layers);
        put(layers, by_card ? scene_.cast.name : "");  // its waiting first, then the cards
    }

    void put(const std::map<std::string, std::vector<Layer>>& layers, const std::string& first) {
        if (const auto found = layers.find(first); found != layers.end() && !found->second.empty())
            rows_.push_back(row_of(found->first, found->second));
        for (const auto& [label, of_row] : layers)
            if (label != first && !of_row.empty()) rows_.push_back(row_of(label, of_row));
    }

    void add_wait(const Wait& wait, std::map<std::string, std::vector<Layer>>& layers) const {
        std::vector<std::string> labels;
        for (const model::PodIx pod : scene_.cast.pods)
            if (waits_in(wait, pod)) labels.push_back(full_name(pod));
        if (labels.empty()) labels.push_back(wait.name);  // a gang without pods, a pool
        for (const std::string& label : labels)
            for (const WaitSpan& span : wait.spans) layers[label].push_back({span.span, rank_of(span.cause)});
    }

    bool waits_in(const Wait& wait, model::PodIx pod) const {
        if (wait.gang.known()) return timeline_.pods[pod.at()].gang == wait.gang;
        return wait.pod == pod;
    }

    std::string full_name(model::PodIx ix) const {
        return timeline_.pods[ix.at()].ns + "/" + timeline_.pods[ix.at()].name;
    }

    std::string card_of(const ClaimProfile& profile) const {
        const Lane& lane = folded_.lanes[profile.lane];
        const model::Gpu& gpu = timeline_.gpus[lane.gpu.at()];
        std::string label = gpu.index ? fmt::format("GPU {}", *gpu.index) : fmt::format("GPU {}", gpu.name);
        if (gpu.node.known()) label = fmt::format("{} {}", timeline_.nodes[gpu.node.at()].name, label);
        return lane.instance ? fmt::format("{}#{}", label, *lane.instance) : label;
    }

    const Scene& scene_;
    const model::Timeline& timeline_;
    const Folded& folded_;
    std::vector<ChartRow> rows_;
};

}  // namespace

std::vector<ChartRow> chart_of(const Scene& scene) {
    if (scene.timeline.instant) return {};
    return Chart(scene).rows();
}

}  // namespace arable::diagnose
