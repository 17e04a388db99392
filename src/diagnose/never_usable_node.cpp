#include "diagnose/never_usable_node.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/apportion.h"
#include "base/figures.h"
#include "diagnose/availability.h"
#include "diagnose/confidence.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

struct NodeTime {
    std::int64_t unavailable_ms = 0;
    std::int64_t presence_ms = 0;
    std::int64_t gpus = 0;
    std::int64_t broken = 0, taken_down = 0;  // GPUs lost in a refusal; others that nobody could get in it
    std::int64_t collateral_ms = 0;           // of unavailable_ms, by cards that were not broken themselves
    std::vector<Refusal> refusals;
};

// Wall time that a card was unavailable, by itself and only because its node started nothing.
struct CardTime {
    std::int64_t broken_ms = 0, collateral_ms = 0;
};

std::vector<CardTime> card_times(const DetectorInput& input) {
    const model::Timeline& timeline = input.timeline;
    std::vector<CardTime> cards(timeline.gpus.size());
    std::vector<std::optional<IntervalSet>> broken(timeline.gpus.size());
    for (const Run& run : input.folded.runs) {
        if (run.state != PieceState::unavailable) continue;
        const Lane& lane = input.folded.lanes[run.lane];
        std::optional<IntervalSet>& times = broken[lane.gpu.at()];
        const model::Gpu& gpu = timeline.gpus[lane.gpu.at()];
        if (!times) times = broken_times(gpu, timeline, intersect(gpu.present, timeline.window));
        const std::int64_t weight = std::max(1, lane.slices);
        const std::int64_t itself = total(intersect(*times, run.span)).ms;
        cards[lane.gpu.at()].broken_ms += itself * weight;
        cards[lane.gpu.at()].collateral_ms += (run.span.length().ms - itself) * weight;
    }
    return cards;
}

void count_broken(NodeTime& node, const model::Gpu& gpu, const CardTime& card) {
    const bool lost = std::ranges::any_of(
        node.refusals, [&](const Refusal& r) { return !intersect(gpu.unhealthy, r.during).empty(); });
    if (lost) ++node.broken;
    if (!lost && card.collateral_ms > 0) ++node.taken_down;
}

std::vector<NodeTime> by_node(const DetectorInput& input) {
    const Folded& folded = input.folded;
    const auto& gpus = input.timeline.gpus;
    std::vector<NodeTime> nodes(input.timeline.nodes.size());
    for (Refusal& refusal : refusals(input.timeline, input.policy.detectors.node)) {
        refusal.during = intersect(refusal.during, input.timeline.window);
        if (!refusal.during.empty()) nodes[refusal.node.at()].refusals.push_back(std::move(refusal));
    }
    std::vector<std::int64_t> unavailable(gpus.size(), 0);
    for (const HourShare& share : folded.hours) unavailable[folded.lanes[share.lane].gpu.at()] += share.unavailable_ms;
    const std::vector<CardTime> cards = card_times(input);
    for (std::size_t i = 0; i < folded.gpu_presence_ms.size() && i < gpus.size(); ++i) {
        if (!gpus[i].node.known() || folded.gpu_presence_ms[i] == 0) continue;
        NodeTime& node = nodes[gpus[i].node.at()];
        node.presence_ms += folded.gpu_presence_ms[i];
        node.unavailable_ms += unavailable[i];
        ++node.gpus;
        const std::array<std::int64_t, 2> weights{cards[i].broken_ms, cards[i].collateral_ms};
        node.collateral_ms += apportion(unavailable[i], weights)[1];
        count_broken(node, gpus[i], cards[i]);
    }
    return nodes;
}

Duration refused_for(const NodeTime& node) {
    Duration sum;
    for (const Refusal& refusal : node.refusals) sum = sum + refusal.during.length();
    return sum;
}

// " 37 pods were refused there, but the demand is 1 GPU (ml/chat)."
Text demand_text(const DetectorInput& input, const NodeTime& node) {
    std::set<model::PodIx> pods;
    for (const Refusal& refusal : node.refusals) pods.insert(refusal.pods.begin(), refusal.pods.end());
    if (pods.empty()) return {};
    std::int64_t milli = 0;
    std::string owners;  // names alone
    std::int64_t count = 0;
    for (const Wait& wait : input.waits.waits) {
        const bool here = wait.pod.known() && pods.contains(wait.pod);
        if (!here) continue;
        milli += wait.gpus_milli;
        if (++count <= 3) owners += (owners.empty() ? "" : ", ") + wait.name;
    }
    if (count > 3) owners += ", …";
    const Text refused =
        plural(static_cast<std::int64_t>(pods.size()), "{} pod was refused there", "{} pods were refused there");
    if (count == 0) return text(" {}.", refused);
    const Text gpus = milli % 1000 == 0 ? plural(milli / 1000, "{} GPU", "{} GPUs")
                                        : text("{} GPUs", Decimal{static_cast<double>(milli) / 1000.0, 1});
    return text(" {}, but the demand is {} ({}).", refused, gpus, owners);
}

Text refusal_text(const DetectorInput& input, const model::Node& node, const NodeTime& time) {
    const Text why = time.broken == 0
                         ? plural(time.taken_down, "{} GPU was unavailable, and no input names a broken one",
                                  "{} GPUs were unavailable, and no input names a broken one")
                         : text("{} and {}", plural(time.broken, "{} GPU is broken", "{} GPUs are broken"),
                                plural(time.taken_down, "{} more was unavailable because of it",
                                       "{} more were unavailable because of it"));
    Text all = text("Node {} started no GPU pod for {}: {}: usable {} of {}. The loss is {}, {} of them collateral.",
                    node.name, duration_text(refused_for(time)), why, time.gpus - time.broken - time.taken_down,
                    time.gpus, hours_text(time.unavailable_ms), hours_text(time.collateral_ms));
    return all += demand_text(input, time);
}

Finding describe(const DetectorInput& input, const model::Node& node, const NodeTime& time, double share,
                 bool refuses) {
    Finding finding = new_finding(input, FindingKind::never_usable_node, subject_of(node));
    at(finding.gpu_ms, AccountClass::unavailable) = time.unavailable_ms;
    Confidence confidence = window_confidence(input);
    if (refuses) {
        finding.statement = refusal_text(input, node, time);
        if (time.broken == 0) confidence.doubt(0.8, text("no input names a broken GPU"));
        finding.remedy = {
            text("cordon the node, then restart it (or its device plugin) or replace the broken GPU; its idle "
                 "GPUs are no reason to consolidate, and pods that it refused are no reason to buy"),
            cluster_admin(), kubectl_node(node, "cordon")};
    } else {
        finding.statement = text("Node {} and its {} GPUs were paid for, but not usable {} of the time ({}).",
                                 node.name, time.gpus, percent_text(share), hours_text(time.unavailable_ms));
        finding.remedy = {text("repair or release the node"), cluster_admin(), kubectl_node(node, "describe")};
    }
    finding.evidence.push_back(
        evidence(input, selector("ready", finding.subject), "duty cycle", 1.0 - share, "ratio", time.gpus));
    if (!node.readiness_known) confidence.doubt(0.8, text("no source says when the node was ready"));
    confidence.give(finding);
    return finding;
}

}  // namespace

std::vector<Finding> never_usable_node(const DetectorInput& input) {
    const NodeLimits& limits = input.policy.detectors.node;
    std::vector<Finding> findings;
    const std::vector<NodeTime> nodes = by_node(input);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const NodeTime& time = nodes[i];
        if (time.gpus == 0 || time.unavailable_ms == 0) continue;
        const double share = static_cast<double>(time.unavailable_ms) / static_cast<double>(time.presence_ms);
        const bool never = share >= limits.unavailable_share && time.unavailable_ms >= limits.least.ms * time.gpus;
        const bool refuses = time.collateral_ms > 0 && refused_for(time) >= limits.refusing;
        if (!never && !refuses) continue;
        findings.push_back(describe(input, input.timeline.nodes[i], time, share, refuses));
    }
    return findings;
}

}  // namespace arable::diagnose
