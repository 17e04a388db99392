#pragma once
// For tests: Facts and samples by hand, in few words. Times are minutes after an arbitrary midnight.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/rng.h"
#include "sources/assemble.h"

namespace arable::sources {

inline constexpr Time kMidnight{1'700'006'400'000};  // 2023-11-15T00:00:00Z

inline Time at(std::int64_t minute) {
    return kMidnight + minutes(minute);
}
inline Interval from_to(std::int64_t a, std::int64_t b) {
    return {at(a), at(b)};
}

struct Scene {
    Facts facts;
    series::TrackStore store;
    AssembleOptions options;

    // Samples of one value each `every` seconds in [a, b) minutes.
    TrackFact& track(TrackFact fact, std::int64_t a, std::int64_t b, double value, std::int64_t every = 30) {
        const series::TrackRef ref = store.add_track();
        for (Time t = at(a); t < at(b); t = t + seconds(every)) {
            store.append(ref, {t, value});
            see(t);
        }
        fact.track = ref.value;
        facts.tracks.push_back(std::move(fact));
        return facts.tracks.back();
    }
    void see(Time t) {
        facts.first_time = std::min(facts.first_time.value_or(t), t);
        facts.last_time = std::max(facts.last_time.value_or(t), t);
    }
    NodeFact& node(const std::string& name, std::int64_t a, std::int64_t b) {
        NodeFact f;
        f.node.name = name;
        f.node.present = {from_to(a, b)};
        f.presence_known = true;
        facts.nodes.push_back(std::move(f));
        return facts.nodes.back();
    }
    // A pod with GPUs that kube-state-metrics showed up to `seen`.
    PodFact& pod(const std::string& name, const std::string& node, std::int64_t scheduled, std::int64_t seen,
                 std::int64_t gpus = 1) {
        PodFact f;
        f.pod.ns = "ml";
        f.pod.name = name;
        f.pod.created = at(scheduled);
        f.pod.scheduled = at(scheduled);
        f.pod.phase = model::PodPhase::running;
        f.pod.spec.device = {.kind = model::DeviceKind::whole,
                             .resource = "nvidia.com/gpu",
                             .count = gpus,
                             .size = MilliGpu{gpus * 1000}};
        f.node = node;
        f.last_seen = at(seen);
        facts.pods.push_back(std::move(f));
        facts.has_pod_data = true;
        return facts.pods.back();
    }
    Assembled run() {
        ARABLE_CHECK(store.seal().has_value());
        Result<Assembled> made = assemble(facts, store, options);
        ARABLE_CHECK(made.has_value());
        return std::move(*made);
    }
    // The same facts in another order.
    Assembled run_shuffled(std::uint64_t seed) {
        Rng rng(seed);
        const auto shuffle = [&](auto& items) {
            for (std::size_t i = items.size(); i > 1; --i)
                std::swap(items[i - 1], items[static_cast<std::size_t>(rng.integer(0, static_cast<std::int64_t>(i) - 1))]);
        };
        shuffle(facts.nodes);
        shuffle(facts.gpus);
        shuffle(facts.pods);
        shuffle(facts.owners);
        shuffle(facts.gangs);
        shuffle(facts.claims);
        shuffle(facts.tracks);
        Result<Assembled> made = assemble(facts, store, options);
        ARABLE_CHECK(made.has_value());
        return std::move(*made);
    }
};

inline TrackFact gpu_track(const std::string& node, const std::string& uuid, std::optional<int> index,
                           const std::string& owner = "", model::Quantity q = model::Quantity::sm_active) {
    TrackFact f{.quantity = q, .gpu = {.node = node, .uuid = uuid, .index = index}};
    if (!owner.empty()) f.pod = {.ns = "ml", .name = owner};
    return f;
}

inline std::string pod_name(const model::Timeline& t, const model::Claim& c) {
    return c.pod.known() ? t.pods[c.pod.at()].name : "?";
}
inline const model::Pod& pod_named(const model::Timeline& t, const std::string& name) {
    const auto found = std::find_if(t.pods.begin(), t.pods.end(), [&](const auto& p) { return p.name == name; });
    ARABLE_CHECK(found != t.pods.end());
    return *found;
}
// Sum of claimed time by holder name; "?" nobody, a leading '+' for ghosts.
inline std::int64_t held_minutes(const model::Timeline& t, const std::string& who) {
    Duration sum;
    for (const model::Claim& c : t.claims) {
        const std::string name = (c.holder == model::HolderState::gone ? "+" : "") + pod_name(t, c);
        if (name == who) sum = sum + c.held.length();
    }
    return sum.ms / 60'000;
}
inline bool has_gap(const model::Timeline& t, model::Gap::Kind kind, const std::string& word) {
    return std::any_of(t.gaps.begin(), t.gaps.end(), [&](const model::Gap& g) {
        return g.kind == kind && (g.subject + ' ' + g.message.english()).find(word) != std::string::npos;
    });
}
inline std::vector<series::Signal> signals_of(const Assembled& a, model::SubjectKind kind, std::uint32_t index) {
    const auto signals = a.signals->read({static_cast<std::uint8_t>(kind), index});
    ARABLE_CHECK(signals.has_value());
    return *signals;
}

}  // namespace arable::sources
