#include "diagnose/catalogue.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "diagnose/blocked_waits.h"
#include "diagnose/card_bound.h"
#include "diagnose/evidence_samples.h"
#include "diagnose/gang_partial.h"
#include "diagnose/gpu_count.h"
#include "diagnose/host_bound.h"
#include "diagnose/idle_claims.h"
#include "diagnose/memory_size.h"
#include "diagnose/mig_layouts.h"
#include "diagnose/never_usable_node.h"
#include "diagnose/serving.h"
#include "diagnose/shared_cards.h"
#include "diagnose/stuck_counter.h"
#include "diagnose/unclaimed_gpus.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

constexpr CatalogueEntry kCatalogue[] = {
    {FindingKind::claimed_empty, claimed_empty},
    {FindingKind::ghost_claim, ghost_claim},
    {FindingKind::used_unclaimed, used_unclaimed},
    {FindingKind::never_usable_node, never_usable_node},
    {FindingKind::idle_notebook, idle_notebook},
    {FindingKind::over_requested_gpus, over_requested_gpus},
    {FindingKind::gang_partial, gang_partial},
    {FindingKind::loaded_idle, loaded_idle},
    {FindingKind::kv_over_reserved, kv_over_reserved},
    {FindingKind::small_model_big_card, small_model_big_card},
    {FindingKind::near_oom, near_oom},
    {FindingKind::fragmentation, fragmentation},
    {FindingKind::stranding, stranding},
    {FindingKind::constraint_conflict, constraint_conflict},
    {FindingKind::mig_leftover, mig_leftover},
    {FindingKind::mig_wrong_profile, mig_wrong_profile},
    {FindingKind::replicas_on_one_card, replicas_on_one_card},
    {FindingKind::quota_old_unit, quota_old_unit},
    {FindingKind::data_starvation, data_starvation},
    {FindingKind::cpu_launch_bound, cpu_launch_bound},
    {FindingKind::pcie_bound, pcie_bound},
    {FindingKind::bandwidth_bound, bandwidth_bound},
    {FindingKind::straggler, straggler},
    {FindingKind::throttling, throttling},
    {FindingKind::low_traffic, low_traffic},
    {FindingKind::queue_saturated, queue_saturated},
    {FindingKind::stuck_counter, stuck_counter},
};

bool before(const Finding& a, const Finding& b) {
    const auto key = [](const Finding& f) {
        return std::tuple(is_about_telemetry(f.kind), step_of(f.kind), -extent_of(f));
    };
    return std::tuple(key(a), std::string_view(a.id)) < std::tuple(key(b), std::string_view(b.id));
}

// Two subjects can share a name (a Deployment and a Job): later ones get a number.
void number_duplicates(std::vector<Finding>& findings) {
    std::map<std::string, int> seen;
    for (Finding& finding : findings)
        if (const int n = ++seen[finding.id]; n > 1) finding.id += "#" + std::to_string(n);
}

}  // namespace

std::span<const CatalogueEntry> catalogue() { return kCatalogue; }

std::vector<Finding> detect(const DetectorInput& input) {
    std::vector<Finding> all;
    for (const CatalogueEntry& entry : catalogue()) {
        std::vector<Finding> found = entry.run(input);
        std::move(found.begin(), found.end(), std::back_inserter(all));
    }
    number_duplicates(all);
    add_samples(all, input);
    std::stable_sort(all.begin(), all.end(), before);
    return all;
}

}  // namespace arable::diagnose
