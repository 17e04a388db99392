#include "diagnose/memory_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "diagnose/confidence.h"
#include "diagnose/saturation.h"
#include "diagnose/serving.h"
#include "diagnose/sharing.h"
#include "diagnose/wording.h"
#include "model/product.h"

namespace arable::diagnose {
namespace {

// Largest values over all lanes that a workload held; absent: not measured.
struct MemoryUse {
    Measured most, need, total;  // bytes
    bool published = false;      // the server told how much it takes at start
    Measured most_share;         // of the lane's memory, on any lane
};

void raise(Measured& value, double other) { value = value ? std::max(*value, other) : other; }

using Held = std::pair<model::ClaimIx, std::uint32_t>;  // claim, lane

// Largest sample by claim, without the hour in which it began: the last sample of whoever held the card before still
// stands then.
std::map<Held, double> settled_most(const DetectorInput& input, const WorkloadView& view) {
    const Time first = floor_to(input.timeline.window.begin, hours(1));
    std::map<Held, double> most;
    for (const std::uint32_t i : view.shares) {
        const HourShare& share = input.folded.hours[i];
        const Time begin = first + hours(share.hour);
        const Time held = input.timeline.claims[share.claim.at()].held.begin;
        const bool took_over = held > input.timeline.window.begin && Interval{begin, begin + hours(1)}.contains(held);
        if (!share.memory_used.known() || took_over) continue;
        double& value = most[{share.claim, share.lane}];
        value = std::max(value, static_cast<double>(share.memory_most));
    }
    return most;
}

MemoryUse memory_of(const DetectorInput& input, const WorkloadView& view) {
    const std::map<Held, double> settled = settled_most(input, view);
    MemoryUse use;
    for (const std::uint32_t i : view.profiles) {
        const ClaimProfile& profile = input.folded.claims[i];
        if (input.timeline.claims[profile.claim.at()].disputed) continue;
        if (profile.need_memory >= 0.0F) raise(use.need, static_cast<double>(profile.need_memory));
        use.published = use.published || profile.memory_fraction >= 0.0F;
        if (profile.memory_total > 0.0F) raise(use.total, static_cast<double>(profile.memory_total));
        if (profile.memory_most < 0.0F) continue;
        const auto later = settled.find({profile.claim, profile.lane});
        const double most = later == settled.end() ? static_cast<double>(profile.memory_most) : later->second;
        raise(use.most, most);
        if (profile.memory_total > 0.0F) raise(use.most_share, most / static_cast<double>(profile.memory_total));
    }
    return use;
}

// A server that takes its memory at start, whatever it then uses.
bool preallocates(const DetectorInput& input, const WorkloadView& view, const MemoryUse& use) {
    if (use.need || use.published) return true;
    return std::any_of(view.pod_hours.begin(), view.pod_hours.end(),
                       [&](std::uint32_t i) { return input.folded.pod_hours[i].kv_use.known(); });
}

// Marketing size of the card under a whole-card lane; absent: not known.
std::optional<Bytes> card_size(const model::Gpu& gpu) {
    if (const model::Product* product = model::find_product(gpu.product, gpu.memory)) return product->memory;
    return gpu.memory;
}

// Another pod held the card for some of the same time: it is shared, whether or not an input says so. Claims are sorted
// by card.
bool held_beside(const std::vector<model::Claim>& claims, const model::Claim& claim) {
    const auto first = std::lower_bound(claims.begin(), claims.end(), claim.gpu,
                                        [](const model::Claim& c, model::GpuIx gpu) { return c.gpu < gpu; });
    return std::any_of(first,
                       std::find_if(first, claims.end(), [&](const model::Claim& c) { return c.gpu != claim.gpu; }),
                       [&](const model::Claim& c) {
                           // Owner labels of two pods may touch when one follows the other.
                           return c.pod != claim.pod && intersect(c.held, claim.held).length() >= hours(1);
                       });
}

// Every pod holds one whole card, and every card is large. Claims by lane, so that counted claims are seen too.
bool one_big_card_a_pod(const DetectorInput& input, const WorkloadView& view, const SmallModelLimits& limits) {
    std::map<model::PodIx, model::GpuIx> card_of;
    std::set<model::ClaimIx> claims;
    for (const std::uint32_t i : view.shares) {
        const HourShare& share = input.folded.hours[i];
        const Lane& lane = input.folded.lanes[share.lane];
        const model::Claim& claim = input.timeline.claims[share.claim.at()];
        if (lane.instance || lane.uncovered || claim.replicas > 0) return false;
        const bool placed = claims.insert(share.claim).second && claim.gpu.known();
        if (placed && held_beside(input.timeline.claims, claim)) return false;
        if (input.timeline.pods[claim.pod.at()].spec.device.count > 1) return false;
        if (card_of.emplace(claim.pod, lane.gpu).first->second != lane.gpu) return false;
        const std::optional<Bytes> size = card_size(input.timeline.gpus[lane.gpu.at()]);
        if (!size || *size < limits.card) return false;
    }
    return !card_of.empty();
}

}  // namespace

std::vector<Finding> kv_over_reserved(const DetectorInput& input) {
    const KvLimits& limits = input.policy.detectors.kv;
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        if (!view.serving || saturated_queue(input.folded, view, input.policy.detectors.serving).holds) continue;
        const MemoryUse use = memory_of(input, view);
        const double reserved = use.published ? limits.fraction : limits.memory;
        if (!at_least(use.most_share, reserved)) continue;
        const std::vector<double> peaks = kv_peaks(input.folded, view);
        if (static_cast<std::int64_t>(peaks.size()) < limits.hours) continue;
        const double p95 = percentile(peaks, 0.95);
        if (p95 > limits.kv_p95) continue;
        Finding finding = new_finding(input, FindingKind::kv_over_reserved, subject_of(view));
        // The same margin and steps as the edit that `curable` names.
        const double enough = use.need && use.total ? enough_to_reserve(*use.need, *use.total) : 1.0;
        finding.statement = text(
            "{} {} takes {} of the card's memory, but used at most {} of its KV cache in 95 % of {} hours with "
            "requests: {} of that cache would do.",
            view.kind, view.full_name(), percent_text(*use.most_share), percent_text(p95), peaks.size(),
            percent_text(std::min(1.0, p95 * limits.margin)));
        if (use.most_share && enough < *use.most_share) {
            finding.statement +=
                text(" A memory fraction of {} would do for its weights and cache.", Decimal{enough, 2});
        }
        finding.evidence.push_back(evidence(input, selector(model::Quantity::kv_cache_use, finding.subject),
                                            "p95 of hourly maxima", p95, "ratio",
                                            static_cast<std::int64_t>(peaks.size())));
        finding.evidence.push_back(evidence(input, selector(model::Quantity::memory_used, finding.subject), "max",
                                            *use.most, "bytes", static_cast<std::int64_t>(view.profiles.size())));
        Confidence confidence = workload_confidence(input, view, held_time(input.folded, view.shares));
        if (!use.need) confidence.doubt(0.85, text("how much of its memory is weights is not known"));
        confidence.give(finding);
        finding.remedy = {use.need
                              ? text("lower the memory fraction of the server (vLLM: --gpu-memory-utilization), then "
                                     "share the card")
                              : text("look up how large its weights are; then lower the memory fraction of the server "
                                     "(vLLM: --gpu-memory-utilization) to those and the cache it uses"),
                          owner_of(view), kubectl(view, use.need ? "edit" : "get", use.need ? "" : " -o yaml")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<Finding> small_model_big_card(const DetectorInput& input) {
    const SmallModelLimits& limits = input.policy.detectors.small_model;
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        const HeldTime time = held_time(input.folded, view.shares);
        if (time.claimed_ms() < limits.claimed_ms || time.known_ms() == 0) continue;
        if (static_cast<double>(time.active_ms()) < limits.active * static_cast<double>(time.known_ms())) continue;
        const MemoryUse use = memory_of(input, view);
        const Measured needed = use.need ? use.need : use.most;
        if (!needed || !use.total || *needed > limits.memory * *use.total) continue;
        if (!one_big_card_a_pod(input, view, limits)) continue;
        if (saturated_queue(input.folded, view, input.policy.detectors.serving).holds) continue;
        Finding finding = new_finding(input, FindingKind::small_model_big_card, subject_of(view));
        at(finding.gpu_ms, AccountClass::held_loaded) = time.loaded_ms;
        for (const std::uint32_t i : view.shares)
            if (input.stalls[i] == Stall::none)
                at(finding.gpu_ms, AccountClass::active_headroom) += input.folded.hours[i].other_rest_ms;
        finding.statement = text(
            "{} {} needs {} of a card with {} for each pod: {} were held or active without "
            "computing.",
            view.kind, view.full_name(), gib_text(*needed), gib_text(*use.total), hours_text(extent_of(finding)));
        finding.evidence.push_back(evidence(input, selector(model::Quantity::memory_used, finding.subject),
                                            use.need ? "needed" : "max", *needed, "bytes",
                                            static_cast<std::int64_t>(view.profiles.size())));
        workload_confidence(input, view, time).give(finding);
        finding.remedy = {text("give it a slice (a MIG profile or a shared card) or a smaller card"), owner_of(view),
                          kubectl(view, "get", " -o yaml")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<Finding> near_oom(const DetectorInput& input) {
    std::vector<Finding> findings;
    for (const WorkloadView& view : input.workloads) {
        const MemoryUse use = memory_of(input, view);
        if (!at_least(use.most_share, input.policy.detectors.oom.memory) || preallocates(input, view, use)) continue;
        Finding finding = new_finding(input, FindingKind::near_oom, subject_of(view));
        finding.statement = text("{} {} filled {} of the memory it holds: it must not share a card as it is.",
                                 view.kind, view.full_name(), percent_text(*use.most_share));
        finding.evidence.push_back(evidence(input, selector(model::Quantity::memory_used, finding.subject), "max",
                                            *use.most, "bytes", static_cast<std::int64_t>(view.profiles.size())));
        Confidence confidence = workload_confidence(input, view, held_time(input.folded, view.shares));
        confidence.doubt(0.85, text("caching allocators keep memory that they no longer use"));
        confidence.give(finding);
        finding.remedy = {text("leave it alone on its card; a smaller batch or a larger card gives it room"),
                          owner_of(view), kubectl(view, "get", " -o yaml")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace arable::diagnose
