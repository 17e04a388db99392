#include "sources/pod_listing.h"

#include <algorithm>
#include <utility>

namespace arable::sources {
namespace {

constexpr const char* kEverywhere = "kube-system";

}  // namespace

PodListing::PodListing(const std::vector<PodFact>& pods) {
    for (const PodFact& f : pods) {
        if (!f.first_seen || !f.last_seen) continue;
        const Interval seen{*f.first_seen, *f.last_seen + Duration{1}};
        List& list = f.pictured ? pictured_[{f.pod.cluster, *f.last_seen}] : reported_[f.pod.cluster];
        list.namespaces.insert(f.pod.ns);
        if (list.during.empty()) {
            list.during = {seen};
        } else {  // one reporter, from its first to its last sample
            list.during.front().begin = std::min(list.during.front().begin, seen.begin);
            list.during.front().end = std::max(list.during.front().end, seen.end);
        }
    }
}

IntervalSet PodListing::of(const std::string& cluster, const std::string& ns) const {
    IntervalSet listed;
    const auto add = [&](const List& list) {
        if (list.namespaces.contains(ns) || list.namespaces.contains(kEverywhere))
            listed.insert(listed.end(), list.during.begin(), list.during.end());
    };
    if (const auto at = reported_.find(cluster); at != reported_.end()) add(at->second);
    for (auto at = pictured_.lower_bound({cluster, kBeginningOfTime});
         at != pictured_.end() && at->first.first == cluster; ++at)
        add(at->second);
    return normalise(std::move(listed));
}

}  // namespace arable::sources
