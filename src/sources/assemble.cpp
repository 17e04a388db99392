#include "sources/assemble.h"

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "sources/assemble_pod_lookup.h"
#include "sources/assembly.h"
#include "sources/signals.h"

namespace arable::sources {
namespace {

void take_over(Assembly& a) {
    model::Timeline& t = a.timeline;
    std::set<std::string> clusters;
    for (const model::Node& n : t.nodes) clusters.insert(n.cluster);
    for (const model::Pod& p : t.pods) clusters.insert(p.cluster);
    t.clusters.assign(clusters.begin(), clusters.end());
    if (clusters.size() > 1) {
        std::vector<Text> names;
        for (const std::string& cluster : clusters)
            names.push_back(cluster.empty() ? text("(without a name)") : Text(cluster));
        a.gap(model::Gap::Kind::assumption, "clusters",
              text("the inputs name {} clusters, and all are counted together: {}; if they are one, name its "
                   "label with --cluster-label, else audit each on its own",
                   clusters.size(), joined(names, ", ", ", ")),
              static_cast<std::int64_t>(clusters.size()));
    }
    const PodLookup lookup(a);
    for (std::size_t i = 0; i < a.facts.launches.size(); ++i) {
        model::NodeLaunch launch = a.facts.launches[i];
        launch.node = model::NodeIx::none();
        for (const std::string& cluster : t.clusters)
            if (!launch.node.known()) launch.node = lookup.node(cluster, a.facts.launch_nodes[i]);
        t.launches.push_back(launch);
    }
    t.caps = std::move(a.facts.caps);
    t.quotas = std::move(a.facts.quotas);
    t.pools = std::move(a.facts.pools);
    t.sources = std::move(a.facts.sources);
    t.strict_queues = {a.facts.strict_queues.begin(), a.facts.strict_queues.end()};
    t.gaps.insert(t.gaps.end(), a.facts.gaps.begin(), a.facts.gaps.end());
}

// Replicas that a pod holds of each shared card it is on: all of its request when it is on one.
void count_replicas(model::Timeline& t) {
    std::map<model::PodIx, std::set<model::GpuIx>> cards;
    for (const model::Claim& c : t.claims)
        if (c.pod.known() && c.gpu.known()) cards[c.pod].insert(c.gpu);
    for (model::Claim& c : t.claims) {
        if (!c.pod.known() || !c.gpu.known() || c.replicas > 0) continue;
        const model::DeviceRequest& d = t.pods[c.pod.at()].spec.device;
        const auto& layouts = t.gpus[c.gpu.at()].layouts;
        const bool shared = std::any_of(layouts.begin(), layouts.end(), [](const model::LayoutSpan& s) {
            return s.layout.kind == model::LayoutKind::time_sliced || s.layout.kind == model::LayoutKind::mps;
        });
        if (!shared) continue;
        const auto held = static_cast<std::int64_t>(cards[c.pod].size());
        const std::int64_t asked = d.kind == model::DeviceKind::shared ? std::clamp<std::int64_t>(d.count, 1, 1000) : 1;
        c.replicas = static_cast<int>(std::max<std::int64_t>(1, asked / held));
    }
}

void sort_claims(model::Timeline& t) {
    const auto key = [](const model::Claim& c) {
        return std::tie(c.gpu, c.held, c.pod, c.node, c.instance, c.source, c.holder, c.count, c.replicas);
    };
    std::sort(t.claims.begin(), t.claims.end(), [&](const model::Claim& x, const model::Claim& y) {
        return std::tie(x.gpu, x.held.begin, x.pod) == std::tie(y.gpu, y.held.begin, y.pod)
                   ? key(x) < key(y)
                   : std::tie(x.gpu, x.held.begin, x.pod) < std::tie(y.gpu, y.held.begin, y.pod);
    });
}

// The pod of a track: by uid, else the one of that name; of several with one name each gets the track, cut to its life.
void plan_pods(const Assembly& a, const TrackFact& f, std::vector<model::PodIx>& out) {
    if (const auto at = a.pod_by_uid.find(f.pod.cluster + '/' + f.pod.uid);
        !f.pod.uid.empty() && at != a.pod_by_uid.end()) {
        out.push_back(at->second);
        return;
    }
    const auto named = a.pods_by_name.find({f.pod.cluster, f.pod.ns, f.pod.name});
    if (named != a.pods_by_name.end()) out = named->second;
}

model::Quantity of_process(model::Quantity q) {
    if (q == model::Quantity::memory_used) return model::Quantity::process_gpu_memory;
    if (q == model::Quantity::gpu_util || q == model::Quantity::sm_active || q == model::Quantity::engine_active)
        return model::Quantity::process_gpu_util;
    return q;
}

class Planner {
  public:
    explicit Planner(const Assembly& a) : a_(a) { plan_.step = a.options.step; }

    SignalPlan plan() {
        for (const Card& card : a_.cards)
            for (const std::uint32_t t : card.tracks) add_gpu(card, a_.facts.tracks[t]);
        for (const TrackFact& f : a_.facts.tracks) {
            if (f.of == TrackOf::pod || f.per_process) add_pod(f);
            if (f.of == TrackOf::node) add_node(f);
        }
        return std::move(plan_);
    }

  private:
    static series::Subject subject(model::SubjectKind kind, std::uint32_t index) {
        return {static_cast<std::uint8_t>(kind), index};
    }
    std::uint32_t part_of(series::Subject at, const std::string& part) {
        auto& parts = parts_[at];
        return parts.try_emplace(part, static_cast<std::uint32_t>(parts.size())).first->second;
    }
    void add_gpu(const Card& card, const TrackFact& f) {
        if (f.per_process) return;
        for (const model::GpuIx gpu : card.gpus) {
            const auto at = subject(model::SubjectKind::gpu, gpu.value);
            plan_.tracks[at].push_back(
                {series::TrackRef{f.track}, f.quantity, f.instance.value_or(-1), f.rank, part_of(at, f.addend)});
            plan_.limits[at] = a_.gpu_origins[gpu.at()].owns;
        }
    }
    void add_pod(const TrackFact& f) {
        std::vector<model::PodIx> pods;
        plan_pods(a_, f, pods);
        for (std::size_t i = 0; i < pods.size(); ++i) {
            const auto at = subject(model::SubjectKind::pod, pods[i].value);
            // Containers and, for shares of cards, cards are parts of one pod.
            const std::string card = f.per_process ? f.gpu.uuid + f.gpu.pci : "";
            const std::string index = f.per_process && f.gpu.index ? std::to_string(*f.gpu.index) : "";
            const std::uint32_t source = part_of(at, f.container + '|' + f.addend + '|' + card + '|' + index);
            const model::Quantity q = f.per_process ? of_process(f.quantity) : f.quantity;
            plan_.tracks[at].push_back({series::TrackRef{f.track}, q, -1, f.rank, source});
            if (pods.size() > 1) plan_.limits[at] = {life(pods, i)};
        }
    }
    void add_node(const TrackFact& f) {
        const std::string& cluster = f.gpu.cluster.empty() ? f.pod.cluster : f.gpu.cluster;
        const auto lives = a_.node_of.find({cluster, lowered(f.node)});
        if (lives == a_.node_of.end()) return;
        for (const model::NodeIx n : lives->second) {
            const auto at = subject(model::SubjectKind::node, n.value);
            plan_.tracks[at].push_back({series::TrackRef{f.track}, f.quantity, -1, f.rank, part_of(at, f.addend)});
            if (lives->second.size() > 1) plan_.limits[at] = a_.timeline.nodes[n.at()].present;
        }
    }
    Interval life(const std::vector<model::PodIx>& pods, std::size_t i) const {
        const auto begin = [&](std::size_t k) {
            const model::Pod& p = a_.timeline.pods[pods[k].at()];
            return p.created ? p.created : p.scheduled;
        };
        return {i == 0 ? kBeginningOfTime : begin(i).value_or(kBeginningOfTime),
                i + 1 < pods.size() ? begin(i + 1).value_or(kEndOfTime) : kEndOfTime};
    }

    const Assembly& a_;
    SignalPlan plan_;
    std::map<series::Subject, std::map<std::string, std::uint32_t>> parts_;
};

}  // namespace

void close_gaps(Assembly& a) {
    auto& gaps = a.timeline.gaps;
    const auto key = [](const model::Gap& g) { return std::tie(g.kind, g.subject, g.message); };
    std::sort(gaps.begin(), gaps.end(), [&](const model::Gap& x, const model::Gap& y) {
        return std::tuple(key(x), x.count, x.gpu_time) < std::tuple(key(y), y.count, y.gpu_time);
    });
    std::vector<model::Gap> merged;
    for (model::Gap& g : gaps) {
        if (!merged.empty() && key(merged.back()) == key(g)) {
            merged.back().count += g.count;
            merged.back().gpu_time = merged.back().gpu_time + g.gpu_time;
        } else {
            merged.push_back(std::move(g));
        }
    }
    gaps = std::move(merged);
}

Result<Assembled> assemble(Facts facts, const series::TrackStore& store, const AssembleOptions& options) {
    Assembly a{.facts = std::move(facts), .store = store, .options = options};
    name_clusters(a.facts, options.cluster);
    order_facts(a.facts);
    ARABLE_TRY(window, find_window(a));
    static_cast<void>(window);
    place_by_pods(a);
    build_nodes(a);
    ARABLE_TRY(cards, join_cards(a));
    static_cast<void>(cards);
    ARABLE_TRY(gpus, build_gpus(a));
    static_cast<void>(gpus);
    ARABLE_TRY(layouts, build_layouts(a));
    static_cast<void>(layouts);
    build_pods(a);
    build_workloads(a);
    name_queues(a);
    build_gangs(a);
    ARABLE_TRY(claims, build_claims(a));
    static_cast<void>(claims);
    withhold_cards(a);
    mark_untold(a);
    describe_named_pods(a);
    size_requests(a);
    take_over(a);
    count_replicas(a.timeline);
    sort_claims(a.timeline);
    close_gaps(a);
    auto signals = std::make_unique<MergedSignals>(store, Planner(a).plan());
    return Assembled{std::move(a.timeline), std::move(signals)};
}

}  // namespace arable::sources
