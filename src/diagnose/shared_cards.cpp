#include "diagnose/shared_cards.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/figures.h"
#include "diagnose/confidence.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

// Claims of one workload on one card.
using Claims = std::vector<const model::Claim*>;

std::map<model::GpuIx, Claims> replicas_by_card(const DetectorInput& input, const WorkloadView& view) {
    std::map<model::GpuIx, Claims> cards;
    // Claims are sorted by card, not by pod: look at those that shares and profiles name.
    std::vector<model::ClaimIx> claims;
    for (const std::uint32_t i : view.shares) claims.push_back(input.folded.hours[i].claim);
    for (const std::uint32_t i : view.profiles) claims.push_back(input.folded.claims[i].claim);
    std::sort(claims.begin(), claims.end());
    claims.erase(std::unique(claims.begin(), claims.end()), claims.end());
    for (const model::ClaimIx ix : claims) {
        const model::Claim& claim = input.timeline.claims[ix.at()];
        if (claim.gpu.known() && !claim.instance) cards[claim.gpu].push_back(&claim);
    }
    return cards;
}

// The longest that two or more replicas of one pod, or two pods, held a card at once.
struct Doubled {
    Duration one_pod, two_pods;
};

Duration overlap(const model::Claim& a, const model::Claim& b) { return intersect(a.held, b.held).length(); }

Doubled doubled(const Claims& claims) {
    Doubled times;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        if (claims[i]->replicas >= 2) times.one_pod = std::max(times.one_pod, claims[i]->held.length());
        // Ascending begin, as in the Timeline.
        for (std::size_t j = i + 1; j < claims.size() && claims[j]->held.begin < claims[i]->held.end; ++j) {
            const bool same = claims[i]->pod == claims[j]->pod;
            // One pod named twice on a card that is not known to be shared is one claim from two sources.
            if (same && (claims[i]->replicas == 0 || claims[j]->replicas == 0)) continue;
            Duration& time = same ? times.one_pod : times.two_pods;
            time = std::max(time, overlap(*claims[i], *claims[j]));
        }
    }
    return times;
}

std::optional<Text> fault_of(const WorkloadView& view, const Claims& claims, Duration least) {
    const Doubled times = doubled(claims);
    if (times.one_pod >= least)
        return text("a pod holds several replicas of it for {}: that is one GPU, and no more of its time",
                    duration_text(times.one_pod));
    // Replicas of one workload share a card only where it wants several at all.
    if (times.two_pods >= least && view.replicas && *view.replicas >= 2)
        return text("two of its pods share it for {}: one fault takes both down, and they halve each other's speed",
                    duration_text(times.two_pods));
    return std::nullopt;
}

std::string_view bare_resource(std::string_view resource) {
    constexpr std::string_view kPrefix = "requests.";
    return resource.substr(0, kPrefix.size()) == kPrefix ? resource.substr(kPrefix.size()) : resource;
}

// Cards behind a resource, when every node that offers it shares its cards; absent otherwise.
std::optional<std::int64_t> shared_cards_of(const DetectorInput& input, const model::Quota& quota) {
    const std::string resource(bare_resource(quota.resource));
    std::map<model::NodeIx, std::pair<std::int64_t, std::int64_t>> cards;  // all, shared
    for (const model::Gpu& gpu : input.timeline.gpus) {
        if (!gpu.node.known() || gpu.cluster != quota.cluster) continue;
        auto& [all, shared] = cards[gpu.node];
        ++all;
        if (gpu.layouts.empty()) continue;
        const model::LayoutKind kind = gpu.layouts.back().layout.kind;
        shared += kind == model::LayoutKind::time_sliced || kind == model::LayoutKind::mps ? 1 : 0;
    }
    std::int64_t total_cards = 0;
    for (std::size_t i = 0; i < input.timeline.nodes.size(); ++i) {
        const model::Node& node = input.timeline.nodes[i];
        const auto offered = node.allocatable.find(resource);
        if (node.cluster != quota.cluster || offered == node.allocatable.end() || offered->second == 0) continue;
        const auto [all, shared] = cards[model::NodeIx::of(i)];
        if (shared == 0 || shared < all) return std::nullopt;
        total_cards += node.physical_gpus ? *node.physical_gpus : all;
    }
    return total_cards > 0 ? std::optional(total_cards) : std::nullopt;
}

// Whether no other quota of its namespace counts GPUs: then gated work there waits on it, though its notes may only say
// that it was gated (kube-state-metrics names no quota).
bool is_only_quota(const DetectorInput& input, const model::Quota& quota) {
    const auto same_place = [&](const model::Quota& other) {
        return other.cluster == quota.cluster && (other.kind == "ClusterQueue" || other.ns == quota.ns);
    };
    return std::count_if(input.timeline.quotas.begin(), input.timeline.quotas.end(), same_place) == 1;
}

// Whether a message names it as a whole word: quota "gpu" is not named by "gpu-old".
bool names(std::string_view message, std::string_view name) {
    const auto letter = [&](std::size_t at) {
        return at < message.size() && std::isalnum(static_cast<unsigned char>(message[at])) != 0;
    };
    const auto joins = [&](std::size_t at) {
        return at < message.size() && (message[at] == '-' || message[at] == '.');
    };
    for (std::size_t at = message.find(name); !name.empty() && at != std::string_view::npos;
         at = message.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool before = at > 0 && (letter(at - 1) || (joins(at - 1) && at > 1 && letter(at - 2)));
        const bool after = letter(end) || (joins(end) && letter(end + 1));
        if (!before && !after) return true;
    }
    return false;
}

bool names(const WaitDetail& detail, std::string_view name) {
    return detail.kind == WaitDetail::Kind::said ? names(std::string_view(detail.name), name) : detail.name == name;
}

// GPU-milliseconds that pods waited on this quota, and from when on how many GPUs did.
struct WaitedOn {
    std::int64_t ms = 0;
    std::vector<series::Sample> samples;
};
WaitedOn waited_on(const DetectorInput& input, const model::Quota& quota) {
    const bool only = is_only_quota(input, quota);
    WaitedOn waited;
    for (const Wait& wait : input.waits.waits) {
        const bool same_space = quota.kind == "ClusterQueue" || wait.name.substr(0, wait.name.find('/')) == quota.ns;
        if (wait.cluster != quota.cluster || !same_space) continue;
        for (const WaitSpan& span : wait.spans) {
            if (span.cause != WaitCause::gated || !(only || names(span.detail, quota.name))) continue;
            waited.ms += span.gpu_ms();
            waited.samples.push_back({span.span.begin, static_cast<double>(span.gpus_milli) / 1000.0});
        }
    }
    std::ranges::sort(waited.samples, {}, [](const series::Sample& s) { return std::pair(s.time, s.value); });
    return waited;
}

}  // namespace

std::vector<Finding> replicas_on_one_card(const DetectorInput& input) {
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        std::optional<Text> fault;
        std::string card;
        std::int64_t cards = 0;
        for (const auto& [gpu, claims] : replicas_by_card(input, view)) {
            const auto found = fault_of(view, claims, input.policy.detectors.replicas.least);
            if (!found) continue;
            if (!fault) {
                fault = found;
                card = input.timeline.gpus[gpu.at()].name;
            }
            ++cards;
        }
        if (!fault) continue;
        Finding finding = new_finding(input, FindingKind::replicas_on_one_card, subject_of(view));
        finding.statement = text("{} {} on shared card {}: {}.", view.kind, view.full_name(), card, *fault);
        if (cards > 1) finding.statement += text(" The same holds on {} cards.", cards);
        finding.evidence.push_back(
            evidence(input, selector("claim", finding.subject), "count", static_cast<double>(cards), "GPUs", cards));
        workload_confidence(input, view, held_time(input.folded, view.shares)).give(finding);
        finding.remedy = {
            text("send pods that ask for more than one GPU to nodes that do not share, and spread replicas over cards "
                 "(device plugin: failRequestsGreaterThanOne)"),
            owner_of(view), kubectl(view, "get", " -o yaml")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<Finding> quota_old_unit(const DetectorInput& input) {
    std::vector<Finding> findings;
    for (const model::Quota& quota : input.timeline.quotas) {
        WaitedOn on = waited_on(input, quota);
        const std::int64_t waited = on.ms;
        if (waited < input.policy.detectors.wait.least_ms) continue;
        const std::optional<std::int64_t> cards = shared_cards_of(input, quota);
        if (!cards || quota.hard > *cards) continue;
        const bool cluster_wide = quota.kind == "ClusterQueue";
        const std::string name = cluster_wide ? quota.name : quota.ns + "/" + quota.name;
        Finding finding = new_finding(input, FindingKind::quota_old_unit, {SubjectType::quota, quota.cluster, name});
        finding.statement = text(
            "{} {} allows {} of {}, counted as whole cards, but every node offers them shared ({} cards): "
            "pods waited {} on it.",
            quota.kind, name, quota.hard, quota.resource, *cards, hours_text(waited));
        finding.evidence.push_back(
            evidence(input, selector("wait[gated]", finding.subject), "sum", gpu_hours(GpuTime{waited}), "GPU-h", 1));
        finding.evidence.back().samples = std::move(on.samples);
        Confidence confidence = window_confidence(input);
        confidence.doubt(0.85, text("the quota may be meant as it is"));
        confidence.give(finding);
        finding.remedy = {text("raise the quota by the number of replicas a card is offered as"), cluster_admin(),
                          cluster_wide ? "kubectl get " + shell_word("clusterqueue/" + quota.name) + " -o yaml"
                                       : fmt::format("kubectl -n {} get {} -o yaml", shell_word(quota.ns),
                                                     shell_word("resourcequota/" + quota.name))};
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
