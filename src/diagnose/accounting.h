#pragma once
// Every GPU-millisecond in its class (docs/definitions.md §6.1), for the estate and for each of its parts.

#include <span>
#include <vector>

#include "diagnose/account_class.h"
#include "diagnose/folded.h"
#include "diagnose/policy.h"
#include "diagnose/signatures.h"
#include "diagnose/waits.h"
#include "diagnose/workload_view.h"

namespace arable::diagnose {

// GPU time of one part of the estate.
struct Account {
    ClassTimes classes{};
    std::int64_t computing_low_ms = 0;  // of `productive`, the part that is sure: 0.3 x where SM activity is missing
    bool is_range = false;              // SM activity was missing for some of it

    void add(const ClassTimes& times, std::int64_t low_ms);
    std::int64_t total() const;
};

struct Accounts {
    Account estate;
    std::vector<Account> gpus;            // by GpuIx
    std::vector<Account> workloads;       // by position in the views; one more at the end: claimed, holder not known
    series::RowTable<ClassTimes> shares;  // by position in Folded.hours
    std::vector<std::uint32_t> owner;     // by position in Folded.hours: of `workloads`; kNoOwner when not claimed
    static constexpr std::uint32_t kNoOwner = UINT32_MAX;
};

// `stalls`: one for each of Folded.hours, or empty: none. Marks that overlap or lie outside free time are clipped; the
// first one counts. Checks that everything adds up to presence. O(hours + marks + claims).
Accounts account(const model::Timeline& timeline, const Folded& folded, std::span<const Stall> stalls,
                 std::span<const FreeMark> marks, std::span<const WorkloadView> views, const Policy& policy);

}  // namespace arable::diagnose
