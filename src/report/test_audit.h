#pragma once
// A small audit for the tests of reports: 16 GPUs, 30 days, a third each idle, computing and free.

#include "diagnose/audit.h"

namespace arable::report {

inline constexpr std::int64_t kHour = 3'600'000;

inline diagnose::Audit example() {
    using diagnose::AccountClass;
    diagnose::Audit audit;
    audit.clusters = {"prod"};
    audit.window.window = {Time{0}, Time{0} + days(30)};
    audit.window.asked = audit.window.found = days(30);
    audit.window.sample_interval = minutes(5);
    audit.activity_seen = true;
    audit.holders_seen = true;
    audit.capacity = {.clusters = 1, .nodes = 2, .gpus = 16, .gpu_ms = 16 * 720 * kHour, .by_product = {}};
    for (std::size_t c = 0; c < diagnose::kAccountClasses; ++c)
        audit.accounting.push_back({static_cast<AccountClass>(c), 0, {}});
    const auto put = [&](AccountClass c, std::int64_t ms) {
        audit.accounting[static_cast<std::size_t>(c)].gpu_ms = ms;
    };
    put(AccountClass::held_loaded, 16 * 720 * kHour / 3);
    put(AccountClass::productive, 16 * 720 * kHour / 3);
    put(AccountClass::free_no_demand, 16 * 720 * kHour - 2 * (16 * 720 * kHour / 3));
    audit.accounting[static_cast<std::size_t>(AccountClass::held_loaded)].curable.as_is_ms = 16 * 720 * kHour / 6;
    audit.waits.known = audit.waits.seen = true;
    audit.waits.gpu_ms = 100 * kHour;
    audit.waits.by_cause[static_cast<std::size_t>(diagnose::WaitCause::real)] = 12 * kHour;
    audit.waits.by_cause[static_cast<std::size_t>(diagnose::WaitCause::fragmented)] = 88 * kHour;
    audit.waits.buy = {{"", 1, kHour}, {"", 8, 9 * kHour}, {"", 16, 12 * kHour}};
    for (std::size_t s = 0; s < 4; ++s)
        audit.steps.push_back({static_cast<diagnose::Step>(s), "nothing to report.", 0, {}});
    return audit;
}

}  // namespace arable::report
