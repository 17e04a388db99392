#pragma once
// Whether sharing would cure what a claim leaves unused: as it is, after a named edit, or never, and by which rule.

#include <array>
#include <map>
#include <string>
#include <vector>

#include "base/text.h"
#include "diagnose/accounting.h"
#include "diagnose/finding.h"
#include "diagnose/held_on.h"
#include "diagnose/tenants.h"

namespace arable::diagnose {

enum class Cure : std::uint8_t { as_is, after_edit, forbidden };

struct CureJudgement {
    Cure cure = Cure::forbidden;
    std::string rule;  // forbidden: its id, as rules.h words it
    Text edit;         // after_edit
};

// Rules, first match: owner not known · multi-GPU · gang · peer-to-peer · MIG instance already cut · card
// already shared · no platform support · no partner in its trust domain · memory need not known · CPU in use · memory,
// bandwidth, latency of all partners. Edits: the reservation of a preallocating server (memory_fraction > 0.5, or >= 70
// % of the card held while its KV cache never passed 30 %), a CPU or memory request above half a GPU's share of its
// node. A partner is another pod's tenant of the same domain whose memory fits beside it (each peak x 1.10 + 512 MiB;
// beside a tenant that needs an edit, partners have made theirs too), not both bound by DRAM (mean >= 0.5), and not
// both services unless each is active at most 15 % of the time (10 % with under 14 days known): the guard under MPS.
// One judgement for each tenant. O(n log n), partners are looked for among the 32 smallest of a domain.
std::vector<CureJudgement> judge_tenants(const model::Timeline& timeline, const std::vector<Tenant>& tenants);

// Exact split of what sharing might cure (held.starting, held.empty, held.loaded, active.headroom) by claim.
struct CurableSplit {
    std::array<Curable, kAccountClasses> estate{};                 // by class
    std::vector<std::array<Curable, kAccountClasses>> workloads;   // by position in Accounts::workloads
    std::map<std::string, std::int64_t> forbidden;                 // rule -> GPU-ms
    std::map<std::pair<std::uint32_t, Text>, std::int64_t> edits;  // (workload, edit) -> GPU-ms
    std::vector<std::map<std::string, std::int64_t>> rules;        // by workload: rule -> GPU-ms
    std::vector<std::map<model::GpuIx, HeldOn>> cards;             // by workload: adds up to its classes
};
bool sharing_might_cure(AccountClass cls);
CurableSplit split_curable(const Folded& folded, const Accounts& accounts, const std::vector<Tenant>& tenants,
                           const std::vector<CureJudgement>& judgements);

}  // namespace arable::diagnose
