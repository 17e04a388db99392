#include "sources/assemble_pod_lookup.h"

#include <algorithm>

#include "sources/reservation.h"

namespace arable::sources {

PodLookup::PodLookup(const Assembly& a) : a_(a), listing_(a.facts.pods) {
    for (std::size_t i = 0; i < a.timeline.pods.size(); ++i) {
        const model::Pod& p = a.timeline.pods[i];
        lives_.push_back({.start = p.scheduled ? p.scheduled : p.started,
                          .end = p.ended,
                          .recorded = a.pod_origins[i].recorded,
                          .end_guessed = a.pod_origins[i].end_guessed});
    }
}

model::NodeIx PodLookup::node(const std::string& cluster, const std::string& name) const {
    const auto lives = a_.node_of.find({cluster, lowered(name)});
    return name.empty() || lives == a_.node_of.end() ? model::NodeIx::none() : lives->second.back();
}

std::vector<model::PodIx> PodLookup::candidates(const PodKey& key, model::NodeIx node) const {
    if (!key.uid.empty()) {
        const auto at = a_.pod_by_uid.find(key.cluster + '/' + key.uid);
        if (at != a_.pod_by_uid.end()) return {at->second};
    }
    const auto named = a_.pods_by_name.find({key.cluster, key.ns, key.name});
    if (named == a_.pods_by_name.end()) return {};
    std::vector<model::PodIx> here;
    for (const model::PodIx pod : named->second)
        if (a_.timeline.pods[pod.at()].node == node) here.push_back(pod);
    return here.empty() ? named->second : here;
}

std::vector<Holding> PodLookup::split(const std::vector<model::PodIx>& pods, const Holding& whole) const {
    std::vector<Holding> parts;
    Time begin = whole.held.begin;
    const model::Pod& first = a_.timeline.pods[pods.front().at()];
    if (first.created && *first.created - begin > kLabelLag) {
        Holding before = whole;
        before.held.end = std::min(*first.created, whole.held.end);
        before.holder = model::HolderState::unknown;
        before.bridged = {};
        parts.push_back(before);
        begin = before.held.end;
    }
    for (std::size_t i = 0; i < pods.size(); ++i) {
        const PodLife* next = i + 1 < pods.size() ? &lives_[pods[i + 1].at()] : nullptr;
        Time end = whole.held.end;
        if (next != nullptr && next->start) end = std::clamp(*next->start, begin, whole.held.end);
        if (next != nullptr && !next->start) end = begin;             // nothing tells when it took over
        if (whole.held.end - end <= kLabelLag) end = whole.held.end;  // the label is only late
        if (end > begin) {
            Holding part = whole;
            part.pod = pods[i];
            part.held = {begin, end};
            part.start_known = whole.start_known && begin == whole.held.begin;
            if (part.held != whole.held) part.bridged = {};
            parts.push_back(part);
        }
        begin = end;
    }
    return parts;
}

std::vector<Holding> PodLookup::of_run(const PodKey& owner, const OwnerRun& run, model::NodeIx node) const {
    Holding whole{.held = run.held, .start_known = run.appeared, .bridged = run.bridged};
    std::vector<model::PodIx> pods;
    if (!is_reservation(owner.ns)) pods = candidates(owner, node);
    if (pods.empty()) {
        whole.holder = model::HolderState::unknown;
        return {whole};
    }
    return split(pods, whole);
}

std::vector<Holding> PodLookup::of_claim(const ClaimFact& fact, model::NodeIx node) const {
    Holding whole{.held = fact.held,
                  .start_known = fact.start_known,
                  .replicas = fact.replicas,
                  .source = fact.source,
                  .holder = fact.holder,
                  .intended = fact.intended};
    const bool nameless = fact.pod.name.empty() && fact.pod.uid.empty();
    if (nameless || is_reservation(fact.pod.ns)) {
        if (whole.holder == model::HolderState::alive) whole.holder = model::HolderState::unknown;
        return {whole};
    }
    const bool other_uid = !fact.pod.uid.empty() && a_.facts.has_pod_data &&
                           !a_.pod_by_uid.contains(fact.pod.cluster + '/' + fact.pod.uid);
    const std::vector<model::PodIx> pods = other_uid ? std::vector<model::PodIx>{} : candidates(fact.pod, node);
    if (pods.empty()) {
        whole.holder = other_uid ? model::HolderState::gone : model::HolderState::unknown;
        return {whole};
    }
    return without_unlisted(split(pods, whole), fact);
}

// From the first list on that lacks it, the pod of a record is gone; before, nobody can tell.
std::vector<Holding> PodLookup::without_unlisted(std::vector<Holding> parts, const ClaimFact& fact) const {
    if (fact.source != model::ClaimSource::allocation) return parts;
    const IntervalSet listed = listing_.of(fact.pod.cluster, fact.pod.ns);
    std::vector<Holding> out;
    for (Holding& part : parts) {
        const bool described = !part.pod.known() || lives_[part.pod.at()].recorded;
        const IntervalSet missing = described ? IntervalSet{} : intersect(listed, part.held);
        // What a single list does not have at the end of a record may be on its way in or out.
        const bool late =
            !a_.timeline.instant && !missing.empty() && part.held.end - missing.front().begin <= kLabelLag;
        if (missing.empty() || late || part.holder != model::HolderState::alive) {
            out.push_back(part);
            continue;
        }
        Holding ghost = part;
        ghost.holder = model::HolderState::gone;
        part.held.end = missing.front().begin;
        ghost.held.begin = missing.front().begin;
        if (a_.timeline.instant || part.held.length() <= kLabelLag) ghost.held.begin = part.held.begin;
        if (ghost.held.begin > part.held.begin) out.push_back(part);
        out.push_back(ghost);
    }
    return out;
}

}  // namespace arable::sources
