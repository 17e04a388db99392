#pragma once
// What the steps of `assemble` hand to each other. Each step fills what is named after it and reads the rest.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/result.h"
#include "sources/assemble.h"
#include "sources/facts.h"

namespace arable::sources {

using ClusterName = std::pair<std::string, std::string>;  // (cluster, name)

// One card on one node, as all inputs together know it (assemble_cards).
struct Card {
    std::string cluster;
    std::string node;
    std::string uuid;
    std::string pci;
    std::optional<int> index;
    std::optional<Interval> seen;       // by GPU facts, else by its tracks
    bool took_over = false;             // another card was in this slot before
    std::optional<Time> replaced;       // another card took its slot, or it turned up on another node
    std::vector<std::uint32_t> facts;   // positions in Facts::gpus
    std::vector<std::uint32_t> tracks;  // positions in Facts::tracks
    std::vector<model::GpuIx> gpus;     // one for each generation of its node
};

// What belongs to a model::Gpu beside its values, same position (assemble_gpus).
struct GpuOrigin {
    std::optional<std::uint32_t> card;  // absent: only the node's count tells of it
    IntervalSet owns;                   // the part of the card's samples that is this GPU's
};

// What belongs to a model::Pod, same position (assemble_pods).
struct PodOrigin {
    std::vector<OwnerRef> owners;
    std::string node_name;
    std::string gang_kind;
    std::string gang_name;
    bool recorded = false;           // some input describes it; false: known by a label alone
    bool end_guessed = false;        // it was seen no more: `ended` is its last sighting
    std::vector<OwnerRef> ancestry;  // from the pod itself to the top (assemble_workloads)
};

struct Assembly {
    Facts facts;
    const series::TrackStore& store;
    AssembleOptions options;
    model::Timeline timeline;

    std::vector<bool> presence_known;                           // by node (assemble_nodes)
    std::map<ClusterName, std::vector<model::NodeIx>> node_of;  // generations, ascending

    std::vector<Card> cards;
    std::vector<std::optional<std::uint32_t>> claim_cards;  // by position in Facts::claims; absent: no such card
    std::vector<std::string> claim_nodes;                   // the node that Facts::claims[i] means, "" unknown
    std::vector<GpuOrigin> gpu_origins;
    std::map<ClusterName, std::vector<std::uint32_t>> gpu_facts_of;  // (cluster, uuid) -> positions in Facts::gpus

    std::vector<PodOrigin> pod_origins;
    std::map<std::string, model::PodIx> pod_by_uid;  // key: cluster '/' uid
    std::map<std::tuple<std::string, std::string, std::string>, std::vector<model::PodIx>> pods_by_name;

    void gap(model::Gap::Kind kind, std::string subject, Text message, std::int64_t count = 1, Duration gpu_time = {}) {
        timeline.gaps.push_back({kind, std::move(subject), std::move(message), count, gpu_time});
    }
    const Interval& window() const { return timeline.window; }
};

// The steps, in order.
void name_clusters(Facts& facts, const std::string& fallback);
void order_facts(Facts& facts);
Result<Done> find_window(Assembly& a);
void place_by_pods(Assembly& a);  // cards that only their pod places
void build_nodes(Assembly& a);
Result<Done> join_cards(Assembly& a);
void mark_successors(Assembly& a);  // once the cards are dated
Result<Done> build_gpus(Assembly& a);
void find_lost_cards(Assembly& a);  // once all GPUs are known
Result<Done> build_layouts(Assembly& a);
void build_pods(Assembly& a);
void build_workloads(Assembly& a);
void name_queues(Assembly& a);  // once all pods are known, before their gangs
void build_gangs(Assembly& a);
Result<Done> build_claims(Assembly& a);
void withhold_cards(Assembly& a);       // that could not be given away
void mark_untold(Assembly& a);          // nodes whose idle GPUs cannot be called free
void describe_named_pods(Assembly& a);  // what the claims tell of pods that no record describes
void size_requests(Assembly& a);        // parts of cards that go under the name of cards
void close_gaps(Assembly& a);

// Lower case, ASCII.
std::string lowered(std::string_view text);

}  // namespace arable::sources
