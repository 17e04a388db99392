// Step 8: which pods only work together. A Kueue Workload over an owner of the pod comes first (it knows admission),
// then the group that the pod's labels name, then a parallel Job.

#include <algorithm>

#include "sources/assembly.h"

namespace arable::sources {
namespace {

using GangKey = std::tuple<std::string, std::string, std::string, std::string>;  // cluster, ns, kind, name

class GangBook {
  public:
    explicit GangBook(Assembly& a) : a_(a) {
        for (const GangFact& f : a.facts.gangs) learn(f);
        for (const OwnerFact& f : a.facts.owners)
            if (f.kind == "Job" && f.parallelism && *f.parallelism > 1)
                parallel_[{f.cluster, f.ns, f.name}] = *f.parallelism;
    }

    void place(model::PodIx pod);
    void finish();

  private:
    void learn(const GangFact& f);
    model::Gang& open(const GangKey& key);
    std::optional<GangKey> of_owner(const model::Pod& pod, const PodOrigin& origin) const;

    Assembly& a_;
    std::map<GangKey, model::Gang> gangs_;
    std::map<std::tuple<std::string, std::string, std::string>, GangKey> by_owner_name_;  // cluster/ns, kind, name
    std::map<ClusterName, GangKey> by_owner_uid_;
    std::map<GangKey, OwnerRef> owner_of_;
    std::map<std::tuple<std::string, std::string, std::string>, std::int64_t> parallel_;
};

void GangBook::learn(const GangFact& f) {
    const GangKey key{f.gang.cluster, f.gang.ns, f.gang.kind, f.gang.name};
    const auto [at, fresh] = gangs_.try_emplace(key, f.gang);
    model::Gang& g = at->second;
    if (!fresh) {  // the same object in several dumps: what any of them knows
        if (!g.created) g.created = f.gang.created;
        if (f.gang.admitted) g.admitted = g.admitted ? std::min(*g.admitted, *f.gang.admitted) : f.gang.admitted;
        if (f.gang.ended) g.ended = f.gang.ended;
        if (g.queue.empty()) g.queue = f.gang.queue;
        g.min_members = std::max(g.min_members, f.gang.min_members);
        if (g.templates.empty()) g.templates = f.gang.templates;
        g.notes.insert(g.notes.end(), f.gang.notes.begin(), f.gang.notes.end());
    }
    g.pods.clear();
    g.workload = model::WorkloadIx::none();
    if (!f.owner) return;
    owner_of_.try_emplace(key, *f.owner);
    by_owner_name_.try_emplace({f.gang.cluster + '/' + f.gang.ns, f.owner->kind, f.owner->name}, key);
    if (!f.owner->uid.empty()) by_owner_uid_.try_emplace({f.gang.cluster, f.owner->uid}, key);
}

model::Gang& GangBook::open(const GangKey& key) {
    const auto [at, fresh] = gangs_.try_emplace(key);
    if (fresh) {
        at->second.cluster = std::get<0>(key);
        at->second.ns = std::get<1>(key);
        at->second.kind = std::get<2>(key);
        at->second.name = std::get<3>(key);
    }
    return at->second;
}

std::optional<GangKey> GangBook::of_owner(const model::Pod& pod, const PodOrigin& origin) const {
    for (const OwnerRef& o : origin.ancestry) {
        if (!o.uid.empty())
            if (const auto at = by_owner_uid_.find({pod.cluster, o.uid}); at != by_owner_uid_.end()) return at->second;
        const auto at = by_owner_name_.find({pod.cluster + '/' + pod.ns, o.kind, o.name});
        if (at == by_owner_name_.end()) continue;
        // The same name with another uid is another object.
        const auto owner = owner_of_.find(at->second);
        if (owner != owner_of_.end() && !owner->second.uid.empty() && !o.uid.empty() && owner->second.uid != o.uid)
            continue;
        return at->second;
    }
    return std::nullopt;
}

void GangBook::place(model::PodIx ix) {
    const model::Pod& pod = a_.timeline.pods[ix.at()];
    const PodOrigin& origin = a_.pod_origins[ix.at()];
    if (const auto key = of_owner(pod, origin)) {
        open(*key).pods.push_back(ix);
        return;
    }
    if (!origin.gang_name.empty()) {
        const std::string kind = origin.gang_kind.empty() ? "PodGroup" : origin.gang_kind;
        open({pod.cluster, pod.ns, kind, origin.gang_name}).pods.push_back(ix);
        return;
    }
    for (const OwnerRef& o : origin.ancestry) {
        const auto job = parallel_.find({pod.cluster, pod.ns, o.name});
        if (o.kind != "Job" || job == parallel_.end()) continue;
        model::Gang& g = open({pod.cluster, pod.ns, "Job", o.name});
        g.pods.push_back(ix);
        return;
    }
}

void GangBook::finish() {
    std::map<std::tuple<std::string, std::string, std::string, std::string>, model::WorkloadIx> workloads;
    for (std::size_t i = 0; i < a_.timeline.workloads.size(); ++i) {
        const model::Workload& w = a_.timeline.workloads[i];
        workloads[{w.cluster, w.ns, w.kind, w.name}] = model::WorkloadIx::of(i);
    }
    for (auto& [key, g] : gangs_) {
        if (g.ended && *g.ended < a_.window().begin) continue;
        std::sort(g.pods.begin(), g.pods.end());
        const auto note = [](const model::WaitNote& n) { return std::tie(n.during, n.kind, n.detail); };
        std::sort(g.notes.begin(), g.notes.end(), [&](const auto& x, const auto& y) { return note(x) < note(y); });
        g.notes.erase(std::unique(g.notes.begin(), g.notes.end(),
                                  [&](const auto& x, const auto& y) { return note(x) == note(y); }),
                      g.notes.end());
        const auto ix = model::GangIx::of(a_.timeline.gangs.size());
        for (const model::PodIx pod : g.pods) {
            a_.timeline.pods[pod.at()].gang = ix;
            if (g.queue.empty()) g.queue = a_.timeline.pods[pod.at()].spec.queue;
        }
        if (!g.pods.empty()) {
            g.workload = a_.timeline.pods[g.pods.front().at()].workload;
        } else if (const auto owner = owner_of_.find(key); owner != owner_of_.end()) {
            const auto at = workloads.find({g.cluster, g.ns, owner->second.kind, owner->second.name});
            if (at != workloads.end()) g.workload = at->second;
        }
        a_.timeline.gangs.push_back(std::move(g));
    }
}

}  // namespace

void build_gangs(Assembly& a) {
    GangBook book(a);
    for (std::size_t i = 0; i < a.timeline.pods.size(); ++i) book.place(model::PodIx::of(i));
    book.finish();
}

}  // namespace arable::sources
