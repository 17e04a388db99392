#include "report/class_groups.h"

namespace arable::report {

using diagnose::AccountClass;

Group group_of(AccountClass c) {
    switch (c) {
        case AccountClass::unavailable:
        case AccountClass::unusable_mig:
            return Group::out;
        case AccountClass::used_unclaimed:
            return Group::unclaimed;
        case AccountClass::free_ghost:
        case AccountClass::free_fragmented:
        case AccountClass::free_stranded:
        case AccountClass::free_constrained:
        case AccountClass::free_no_demand:
            return Group::free;
        case AccountClass::held_starting:
        case AccountClass::held_empty:
        case AccountClass::held_loaded:
            return Group::idle;
        case AccountClass::active_stalled:
        case AccountClass::active_bandwidth:
        case AccountClass::active_headroom:
            return Group::active;
        case AccountClass::productive:
            return Group::computing;
        case AccountClass::unknown:
            break;
    }
    return Group::unknown;
}

GroupTimes grouped_times(const diagnose::ClassTimes& times) {
    GroupTimes sums{};
    for (std::size_t c = 0; c < times.size(); ++c) {
        sums[static_cast<std::size_t>(group_of(static_cast<AccountClass>(c)))] += times[c];
    }
    return sums;
}

Text label(Group group) {
    switch (group) {
        case Group::computing:
            return text("computing");
        case Group::active:
            return text("active without computing");
        case Group::idle:
            return text("reserved but idle");
        case Group::free:
            return text("free");
        case Group::unclaimed:
            return text("in use by nobody known");
        case Group::out:
            return text("out of service or lost to MIG");
        case Group::unknown:
            break;
    }
    return text("not known");
}

std::string_view name(Group group) {
    static constexpr std::array<std::string_view, kGroups> kNames{"computing", "active", "idle",   "free",
                                                                  "unclaimed", "out",    "unknown"};
    return kNames.at(static_cast<std::size_t>(group));
}

}  // namespace arable::report
