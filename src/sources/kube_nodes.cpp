// Nodes of a dump, and how the device plugin's configuration says their GPUs are shared.
#include <algorithm>

#include <fmt/format.h>

#include "kube/documents.h"
#include "sources/hami.h"
#include "sources/kube_parts.h"
#include "sources/label_facts.h"
#include "sources/resource_names.h"

namespace arable::sources {
namespace {

void read_amounts(const kube::Texts& amounts, std::map<std::string, std::int64_t>& into) {
    for (const auto& [name, text] : amounts) {
        const auto resource = find_gpu_resource(name);
        const auto amount = resource ? parse_quantity(text) : Result<std::int64_t>(0);
        if (resource && amount) into[resource->resource] = *amount;
    }
}

void report_unreadable(const KubeContext& context, const kube::Node& node) {
    const auto gap = [&](Text message) {
        context.facts.gaps.push_back({.kind = model::Gap::Kind::unreadable,
                                      .subject = "Node " + node.meta.name,
                                      .message = std::move(message),
                                      .count = 1,
                                      .gpu_time = {}});
    };
    for (const auto& [name, amount] : node.capacity)
        if (find_gpu_resource(name) && !parse_quantity(amount))
            gap(text("{} of {} is no amount: how many GPUs it has is not known from it", amount.substr(0, 40), name));
    const auto label = node.meta.labels.find("nvidia.com/gpu.count");
    if (label != node.meta.labels.end() && !parse_quantity(label->second))
        gap(text("label nvidia.com/gpu.count is {}, which is no amount", label->second.substr(0, 40)));
}

struct Sharing {
    std::string strategy;  // "time-slicing" or "mps"
    std::int64_t replicas = 0;
};

// One key of a device-plugin ConfigMap: sharing.{timeSlicing,mps}.resources[].replicas of whole GPUs.
std::optional<Sharing> sharing_of(const std::string& yaml) {
    std::optional<Sharing> found;
    const auto read = kube::each_object("kind: PluginConfig\n" + yaml, [&](const kube::Value& config) {
        for (const auto& [key, strategy] : {std::pair("timeSlicing", "time-slicing"), std::pair("mps", "mps")}) {
            for (const kube::Value& resource : config["sharing"][key]["resources"].items()) {
                const auto replicas = resource["replicas"].integer();
                if (resource["name"].text() == "nvidia.com/gpu" && replicas && *replicas > 1)
                    found = Sharing{strategy, *replicas};
            }
        }
    });
    return read ? found : std::nullopt;
}

// What the plugin was told for this node, by the node's own label, else by the ClusterPolicy's default.
std::optional<Sharing> configured(const kube::Objects& objects, const kube::Node& node) {
    const auto own = node.meta.labels.find("nvidia.com/device-plugin.config");
    std::string key = own == node.meta.labels.end() ? std::string() : own->second;
    std::string name;
    for (const kube::ClusterPolicy& policy : objects.policies) {
        name = policy.plugin_config;
        if (key.empty()) key = policy.plugin_default;
    }
    if (key.empty()) return std::nullopt;
    for (const kube::ConfigMap& config : objects.configs) {
        if (!name.empty() && config.meta.name != name) continue;
        const auto data = config.data.find(key);
        if (data == config.data.end()) continue;
        if (auto sharing = sharing_of(data->second)) return sharing;
    }
    return std::nullopt;
}

void read_state(const KubeContext& context, const kube::Node& from, NodeFact& fact) {
    const Time begin = fact.node.created.value_or(context.seen_at);
    const Interval life{begin, context.seen_at + Duration{1}};
    if (const kube::Condition* ready = find_condition(from.conditions, "Ready")) {
        fact.node.readiness_known = true;
        const Time since = std::clamp(ready->transition.value_or(begin), life.begin, life.end);
        // Ready now: the picture does not tell of earlier lapses. Not ready: it was until then.
        fact.node.ready = normalise({ready->status == "True" ? life : Interval{life.begin, since}});
    }
    fact.cordon_known = true;
    if (!from.unschedulable) return;
    Time since = context.seen_at;
    for (const kube::NodeTaint& taint : from.taints) {
        if (taint.key == "node.kubernetes.io/unschedulable" && taint.added)
            since = std::clamp(*taint.added, life.begin, life.end);
    }
    fact.node.cordoned = normalise({{since, life.end}});
}

NodeFact fact_of(const KubeContext& context, const kube::Node& from) {
    NodeFact fact;
    model::Node& node = fact.node;
    node.cluster = context.cluster;
    node.name = from.meta.name;
    node.uid = from.meta.uid;
    node.created = from.meta.created;
    node.labels = from.meta.labels;
    for (const kube::NodeTaint& taint : from.taints) node.taints.push_back({taint.key, taint.value, taint.effect});
    read_node_labels(node);
    const auto amount = [&](const char* key) {
        const auto found = from.allocatable.find(key);
        return found == from.allocatable.end() ? std::string() : found->second;
    };
    if (const auto cpu = parse_quantity_milli(amount("cpu"))) node.cpu = MilliCpu{std::min(*cpu, model::kMostMilliCpu)};
    if (const auto memory = parse_quantity(amount("memory")))
        node.memory = Bytes{std::min(*memory, model::kMostMemoryBytes)};
    if (const auto slots = parse_quantity(amount("pods"))) node.pod_slots = *slots;
    read_amounts(from.allocatable, node.allocatable);
    read_amounts(from.capacity, node.capacity);
    report_unreadable(context, from);
    if (const auto sharing = configured(context.objects, from);
        sharing && !node.labels.contains("nvidia.com/gpu.replicas")) {
        node.labels["nvidia.com/gpu.replicas"] = std::to_string(sharing->replicas);
        node.labels["nvidia.com/gpu.sharing-strategy"] = sharing->strategy;
    }
    fact.seen_at = context.seen_at;
    const auto has = node.capacity.find("nvidia.com/gpu");
    const auto gives = node.allocatable.find("nvidia.com/gpu");
    if (has != node.capacity.end() && gives != node.allocatable.end() && has->second > gives->second) {
        const auto missing =
            static_cast<std::size_t>(std::min(has->second - std::max<std::int64_t>(gives->second, 0), kMostWithheld));
        fact.withheld.assign(missing, {{context.seen_at, context.seen_at + Duration{1}}});
    }
    read_state(context, from, fact);
    return fact;
}

// HAMi offers each card as several devices, but gives out shares of cards: what counts is the cards.
void read_hami(const KubeContext& context, const kube::Node& from, NodeFact& fact) {
    const std::vector<HamiCard> cards = hami_cards(from.meta.annotations);
    if (cards.empty()) return;
    std::int64_t devices = 0;
    for (const HamiCard& card : cards) devices += card.devices;
    const auto all = static_cast<std::int64_t>(cards.size());
    for (auto* amounts : {&fact.node.capacity, &fact.node.allocatable}) {
        const auto offered = amounts->find("nvidia.com/gpu");
        if (offered != amounts->end()) offered->second = offered->second * all / devices;
    }
    fact.node.physical_gpus = all;
    fact.withheld.clear();
    const Interval seen{context.seen_at, context.seen_at + Duration{1}};
    for (const HamiCard& card : cards) {
        GpuFact gpu{.key = {.cluster = context.cluster, .node = fact.node.name, .uuid = card.uuid},
                    .product_name = card.product,
                    .seen = seen};
        if (card.memory.value > 0) gpu.memory = card.memory;
        if (!card.healthy) gpu.unhealthy = {seen};
        context.facts.gpus.push_back(std::move(gpu));
    }
}

}  // namespace

void add_kube_nodes(const KubeContext& context) {
    for (const kube::Node& node : context.objects.nodes) {
        NodeFact fact = fact_of(context, node);
        read_hami(context, node, fact);
        context.facts.nodes.push_back(std::move(fact));
    }
}

}  // namespace arable::sources
