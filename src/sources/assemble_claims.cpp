// Step 9: claims. Allocation records first, else the owner labels of the device's series, else counts
// (assemble_counts.cpp). What one device shows is settled in device_claims.cpp.

#include <algorithm>
#include <mutex>
#include <set>

#include <fmt/core.h>

#include "base/figures.h"
#include "sources/assemble_counts.h"
#include "sources/assemble_parallel.h"
#include "sources/assemble_pod_lookup.h"
#include "sources/assembly.h"
#include "sources/device_claims.h"
#include "sources/devices_seen.h"

namespace arable::sources {
namespace {

class ClaimBook {
  public:
    explicit ClaimBook(Assembly& a) : a_(a), lookup_(a) {
        for (std::size_t i = 0; i < a.facts.claims.size(); ++i) {
            const auto card = a.claim_cards[i];
            if (card) {
                of_card_[*card].push_back(i);
            } else {
                dangle(i);
            }
        }
    }
    // Before any device is settled: on how many of them each pod is seen, and whether where its scheduler meant it to
    // be.
    void count_sightings(const std::vector<std::vector<DeviceSeen>>& seen);
    void settle_gpu(model::GpuIx gpu, const std::vector<DeviceSeen>& devices);
    void report();

  private:
    void dangle(std::size_t fact);
    bool refuted(const ClaimFact& fact, model::PodIx pod) const;
    void compare_intentions();
    void book_allocations();
    void write(model::GpuIx gpu, std::optional<int> instance, const DeviceClaims& claims);
    void settle_rest(model::GpuIx gpu, const std::vector<DeviceSeen>& devices);
    std::vector<Holding> recorded_on(std::uint32_t card, std::optional<int> instance, bool only, model::NodeIx node,
                                     model::ClaimSource source) const;
    IntervalSet stay_of(const model::Gpu& gpu, std::optional<int> instance) const;

    Assembly& a_;
    PodLookup lookup_;
    std::map<std::uint32_t, std::vector<std::size_t>> of_card_;
    std::vector<IntervalSet> allocated_;                      // by pod
    std::map<model::PodIx, std::set<model::GpuIx>> seen_on_;  // by labels
    std::set<model::PodIx> elsewhere_;                        // seen on other cards than their scheduler wrote down
    std::set<model::PodIx> contradicted_;                     // labelled on other cards than they were given
    Duration assumed_free_;
    std::int64_t dangling_ = 0;
    Duration bridged_;
};

void ClaimBook::book_allocations() {
    allocated_.resize(a_.timeline.pods.size());
    for (const ClaimFact& f : a_.facts.claims) {
        if (f.source != model::ClaimSource::allocation || f.intended) continue;
        for (const Holding& h : lookup_.of_claim(f, model::NodeIx::none())) {
            if (!h.pod.known()) continue;
            const PodLife& life = lookup_.lives()[h.pod.at()];
            Interval held = h.held;
            if (life.recorded && life.start) held.begin = std::min(held.begin, *life.start);
            if (life.recorded) held.end = std::max(held.end, life.end.value_or(a_.window().end));
            allocated_[h.pod.at()].push_back(held);
        }
    }
    for (IntervalSet& set : allocated_) set = normalise(std::move(set));
}

// A record of a device that no inventory has: beside the totals (count 0), never inside.
void ClaimBook::dangle(std::size_t fact) {
    const ClaimFact& f = a_.facts.claims[fact];
    const model::NodeIx node = lookup_.node(f.gpu.cluster, a_.claim_nodes[fact]);
    for (Holding h : lookup_.of_claim(f, node)) {
        h.held = intersect(h.held, a_.window());
        if (h.held.empty()) continue;
        ++dangling_;
        a_.timeline.claims.push_back({.pod = h.pod,
                                      .gpu = model::GpuIx::none(),
                                      .node = node,
                                      .instance = f.instance,
                                      .count = 0,
                                      .held = h.held,
                                      .source = f.source,
                                      .holder = model::HolderState::gone});
    }
}

std::vector<Holding> ClaimBook::recorded_on(std::uint32_t card, std::optional<int> instance, bool only,
                                            model::NodeIx node, model::ClaimSource source) const {
    std::vector<Holding> out;
    const auto facts = of_card_.find(card);
    if (facts == of_card_.end()) return out;
    for (const std::size_t i : facts->second) {
        const ClaimFact& f = a_.facts.claims[i];
        if (f.source != source || (f.instance != instance && !only)) continue;
        for (const Holding& h : lookup_.of_claim(f, node))
            if (!refuted(f, h.pod)) out.push_back(h);
    }
    return out;
}

IntervalSet ClaimBook::stay_of(const model::Gpu& gpu, std::optional<int> instance) const {
    if (!instance) {
        IntervalSet uncut = subtract(gpu.present, cut_times(gpu));
        return uncut.empty() ? gpu.present : uncut;
    }
    std::vector<Interval> there;
    for (const model::LayoutSpan& span : gpu.layouts)
        for (const model::MigInstance& m : span.layout.instances)
            if (m.id == *instance) there.push_back(span.during);
    return there.empty() ? gpu.present : intersect(gpu.present, normalise(std::move(there)));
}

// Whether owners were seen side by side for long: a device that nobody called shared.
std::int64_t most_owners(const DeviceRuns& runs, Duration step) {
    std::vector<std::pair<Time, int>> edges;
    for (const OwnerRun& r : runs.runs) {
        edges.emplace_back(r.held.begin, 1);
        edges.emplace_back(r.held.end, -1);
    }
    std::sort(edges.begin(), edges.end());
    const Duration sampled = total(runs.sampled);
    const Duration enough = std::min(kLabelLag, std::max(step, Duration{sampled.ms / 10}));
    std::int64_t now = 0;
    std::int64_t most = 0;
    Duration together;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        now += edges[i].second;
        most = std::max(most, now);
        if (now >= 2 && i + 1 < edges.size()) together = together + (edges[i + 1].first - edges[i].first);
    }
    return together >= enough ? most : std::int64_t{1};
}

// When at least `n` of the spans hold.
IntervalSet held_by(const std::vector<Interval>& spans, std::int64_t n) {
    std::vector<std::pair<Time, int>> edges;
    for (const Interval& span : spans) {
        edges.emplace_back(span.begin, 1);
        edges.emplace_back(span.end, -1);
    }
    std::sort(edges.begin(), edges.end());
    std::vector<Interval> held;
    std::int64_t now = 0;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        now += edges[i].second;
        if (now >= n) held.push_back({edges[i].first, edges[i + 1].first});
    }
    return normalise(std::move(held));
}

void ClaimBook::count_sightings(const std::vector<std::vector<DeviceSeen>>& seen) {
    std::map<model::PodIx, std::vector<Interval>> spans;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        for (const DeviceSeen& device : seen[i]) {
            for (const OwnerRun& run : device.runs.runs) {
                for (const Holding& h : lookup_.of_run(device.owners[run.owner], run, a_.timeline.gpus[i].node)) {
                    if (!h.pod.known()) continue;
                    spans[h.pod].push_back(h.held);
                    seen_on_[h.pod].insert(model::GpuIx::of(i));
                }
            }
        }
    }
    for (const auto& [pod, of_pod] : spans) {
        const model::DeviceRequest& request = a_.timeline.pods[pod.at()].spec.device;
        const bool devices = request.kind == model::DeviceKind::whole || request.kind == model::DeviceKind::mig ||
                             request.kind == model::DeviceKind::shared;
        if (devices && request.count > 0) lookup_.note_full(pod, held_by(of_pod, request.count));
    }
    compare_intentions();
    book_allocations();
}

// A scheduler writes down a card, then the kubelet gives one out, and they need not agree. A label shows what was
// given: a pod that none shows where it was meant to be, but elsewhere, is there.
void ClaimBook::compare_intentions() {
    std::map<model::PodIx, bool> meant;  // whether it is seen on any of its cards
    for (std::size_t i = 0; i < a_.facts.claims.size(); ++i) {
        const ClaimFact& f = a_.facts.claims[i];
        if (!f.intended || !a_.claim_cards[i]) continue;
        for (const Holding& h : lookup_.of_claim(f, model::NodeIx::none())) {
            const auto seen = seen_on_.find(h.pod);
            if (!h.pod.known() || seen == seen_on_.end()) continue;
            const auto& gpus = a_.cards[*a_.claim_cards[i]].gpus;
            const auto is_seen = [&](model::GpuIx gpu) { return seen->second.contains(gpu); };
            meant[h.pod] = meant[h.pod] || std::ranges::any_of(gpus, is_seen);
        }
    }
    for (const auto& [pod, somewhere] : meant)
        if (!somewhere) elsewhere_.insert(pod);
}

bool ClaimBook::refuted(const ClaimFact& fact, model::PodIx pod) const {
    return fact.intended && elsewhere_.contains(pod);
}

void ClaimBook::settle_gpu(model::GpuIx ix, const std::vector<DeviceSeen>& devices) {
    model::Gpu& gpu = a_.timeline.gpus[ix.at()];
    for (const DeviceSeen& device : devices) {
        DeviceView view{.sampled = device.runs.sampled,
                        .present = stay_of(gpu, device.instance),
                        .otherwise = device.instance ? IntervalSet{} : cut_times(gpu),
                        .window = a_.window(),
                        .pods_recorded = a_.facts.has_pod_data};
        for (const model::LayoutSpan& span : gpu.layouts)
            view.shared |=
                span.layout.kind == model::LayoutKind::time_sliced || span.layout.kind == model::LayoutKind::mps;
        const std::int64_t owners = most_owners(device.runs, a_.options.step);
        if (owners > 1 && !view.shared) {
            view.shared = true;
            if (gpu.layouts.empty() && !gpu.present.empty()) {
                gpu.layouts.push_back({{gpu.present.front().begin, gpu.present.back().end},
                                       {.kind = model::LayoutKind::time_sliced, .replicas = static_cast<int>(owners)}});
                a_.gap(model::Gap::Kind::assumption, gpu.name,
                       text("{} pods are printed as its owners at one time and nothing says how it is shared: "
                            "taken as time-slicing",
                            owners));
            }
        }
        if (const auto card = a_.gpu_origins[ix.at()].card) {
            const bool only = devices.size() == 1 && !device.instance;
            view.allocated = recorded_on(*card, device.instance, only, gpu.node, model::ClaimSource::allocation);
            view.labelled = recorded_on(*card, device.instance, only, gpu.node, model::ClaimSource::exporter_labels);
            view.shared |= std::ranges::any_of(view.allocated, [&](const Holding& h) {
                return h.intended ||
                       (h.pod.known() && a_.timeline.pods[h.pod.at()].spec.device.kind == model::DeviceKind::fraction);
            });
        }
        for (const OwnerRun& run : device.runs.runs) {
            const std::vector<Holding> found = lookup_.of_run(device.owners[run.owner], run, gpu.node);
            view.labelled.insert(view.labelled.end(), found.begin(), found.end());
        }
        write(ix, device.instance, settle(view, lookup_.lives(), allocated_));
    }
    settle_rest(ix, devices);
}

// Records that name the card but none of the devices seen on it (DRA gives a MIG device without its number).
void ClaimBook::settle_rest(model::GpuIx ix, const std::vector<DeviceSeen>& devices) {
    const auto card = a_.gpu_origins[ix.at()].card;
    const auto facts = card ? of_card_.find(*card) : of_card_.end();
    if (facts == of_card_.end() || (devices.size() == 1 && !devices.front().instance)) return;
    const model::Gpu& gpu = a_.timeline.gpus[ix.at()];
    const IntervalSet cut = intersect(cut_times(gpu), gpu.present);
    std::map<std::optional<int>, DeviceView> rest;
    for (const std::size_t i : facts->second) {
        const ClaimFact& f = a_.facts.claims[i];
        const bool seen =
            std::any_of(devices.begin(), devices.end(), [&](const DeviceSeen& d) { return d.instance == f.instance; });
        if (seen && (f.instance || cut.empty())) continue;
        DeviceView& view = rest[f.instance];
        for (const Holding& h : lookup_.of_claim(f, gpu.node)) view.allocated.push_back(h);
    }
    for (auto& [instance, view] : rest) {
        view.sampled = gpu.present;
        view.present = instance || cut.empty() ? gpu.present : cut;
        if (!instance) view.otherwise = subtract(gpu.present, view.present);
        view.window = a_.window();
        view.shared = true;
        view.pods_recorded = true;
        write(ix, instance, settle(view, lookup_.lives(), allocated_));
    }
}

void ClaimBook::write(model::GpuIx gpu, std::optional<int> instance, const DeviceClaims& claims) {
    const model::NodeIx node = a_.timeline.gpus[gpu.at()].node;
    const auto put = [&](const Holding& h, model::GpuIx on, int count) {
        a_.timeline.claims.push_back({.pod = h.pod,
                                      .gpu = on,
                                      .node = node,
                                      .instance = instance,
                                      .replicas = h.replicas,
                                      .count = count,
                                      .held = h.held,
                                      .start_known = h.start_known,
                                      .source = h.source,
                                      .holder = h.holder,
                                      .bridged = h.bridged,
                                      .disputed = elsewhere_.contains(h.pod)});
        bridged_ = bridged_ + h.bridged;
    };
    for (const Holding& h : claims.holdings) put(h, gpu, 1);
    for (const Holding& h : claims.dangling) put(h, model::GpuIx::none(), 0);
    dangling_ += static_cast<std::int64_t>(claims.dangling.size());
    contradicted_.insert(claims.contradicted.begin(), claims.contradicted.end());
    assumed_free_ = assumed_free_ + claims.assumed_free;
}

void ClaimBook::report() {
    using Kind = model::Gap::Kind;
    if (dangling_ > 0)
        a_.gap(Kind::conflict, "claims",
               text("records give a device that no inventory has (it left, or never was there); their pods' use is not "
                    "known"),
               dangling_);
    for (const model::PodIx pod : elsewhere_) {
        const model::Pod& p = a_.timeline.pods[pod.at()];
        a_.gap(Kind::conflict, p.ns + '/' + p.name,
               text("its scheduler wrote down another GPU than the one that labels show it on: use is booked where it "
                    "is seen, and its size in this time is no ground for advice"));
    }
    for (const model::PodIx pod : contradicted_) {
        const model::Pod& p = a_.timeline.pods[pod.at()];
        a_.gap(Kind::conflict, p.ns + '/' + p.name,
               text("labels or annotations give it another device than the allocation records; use is booked on the "
                    "recorded "
                    "device, and its size in this time is no ground for advice"));
    }
    if (assumed_free_.ms > 0)
        a_.gap(Kind::assumption, "claims",
               text("GPUs without an owner label after an owner that no record describes were taken as free"), 1,
               assumed_free_);
    for (model::Claim& c : a_.timeline.claims) c.disputed = c.disputed || contradicted_.contains(c.pod);
    Duration nameless;
    std::int64_t count = 0;
    for (const model::Claim& c : a_.timeline.claims) {
        if (c.holder != model::HolderState::unknown) continue;
        nameless = nameless + c.held.length();
        ++count;
    }
    if (count > 0)
        a_.gap(Kind::unknown_owner, "claims", text("times in which a holder cannot be named"), count, nameless);
    if (bridged_.ms > 0)
        a_.gap(Kind::assumption, "claims",
               text("owner labels were missing for {} in all between two sightings of one owner, and filled",
                    duration_text(bridged_)));
}

// Times in which a GPU that has an exporter gave nothing, by node.
void report_silence(Assembly& a, const std::vector<std::vector<DeviceSeen>>& seen) {
    std::map<model::NodeIx, std::pair<std::int64_t, Duration>> silent;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (!a.gpu_origins[i].card) continue;
        std::vector<Interval> sampled;
        for (const DeviceSeen& d : seen[i]) sampled.insert(sampled.end(), d.runs.sampled.begin(), d.runs.sampled.end());
        const IntervalSet holes = subtract(intersect(a.timeline.gpus[i].present, a.window()), normalise(sampled));
        if (holes.empty()) continue;
        auto& [count, time] = silent[a.timeline.gpus[i].node];
        count += static_cast<std::int64_t>(holes.size());
        time = time + total(holes);
    }
    for (const auto& [node, what] : silent)
        a.gap(model::Gap::Kind::missing_samples, node.known() ? a.timeline.nodes[node.at()].name : "unknown node",
              text("no samples of its GPUs for longer than 2.5 scrape intervals"), what.first, what.second);
}

}  // namespace

Result<Done> build_claims(Assembly& a) {
    std::vector<std::vector<DeviceSeen>> seen(a.timeline.gpus.size());
    std::optional<Error> failure;
    std::mutex guard;
    for_each_index(seen.size(), a.options.threads, [&](std::size_t i) {
        auto devices = look_at_gpu(a, i);
        if (devices) {
            seen[i] = std::move(*devices);
            return;
        }
        const std::lock_guard lock(guard);
        failure = devices.error();
    });
    if (failure) return tl::unexpected(*failure);
    ClaimBook book(a);
    book.count_sightings(seen);
    for (std::size_t i = 0; i < seen.size(); ++i) book.settle_gpu(model::GpuIx::of(i), seen[i]);
    book.report();
    report_silence(a, seen);
    count_claims(a);
    return Done{};
}

}  // namespace arable::sources
