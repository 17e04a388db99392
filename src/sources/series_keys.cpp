#include "sources/series_keys.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <initializer_list>

namespace arable::sources {
namespace {

using series::Labels;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), lower);
    return out;
}

std::string_view said(std::string_view text) {
    for (const std::string_view nothing : {"N/A", "[N/A]", "none", "None", "<none>", "unknown"}) {
        if (text == nothing) return {};
    }
    return text;
}

std::string first_of(const Labels& labels, std::initializer_list<std::string_view> names) {
    for (const auto name : names) {
        if (const auto value = said(labels.get(name)); !value.empty()) return std::string(value);
    }
    return {};
}

bool is_hex(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string cluster_of(const Labels& labels, std::string_view cluster_label) {
    if (!cluster_label.empty()) return std::string(labels.get(cluster_label));
    return first_of(labels, {"cluster", "cluster_name", "ClusterName", "clusterId"});
}

std::string host_of_target(const Labels& labels) { return first_of(labels, {"Hostname", "hostname"}); }

void read_owner(const Labels& labels, SeriesKeys& keys) {
    keys.exported.ns = first_of(labels, {"exported_namespace"});
    keys.exported.name = first_of(labels, {"exported_pod"});
    keys.exported.uid = first_of(labels, {"exported_pod_uid"});
    keys.exported_container = first_of(labels, {"exported_container"});
    keys.plain.ns = first_of(labels, {"namespace"});
    keys.plain.name = first_of(labels, {"pod"});
    keys.plain_container = first_of(labels, {"container"});
    const auto older = first_of(labels, {"pod_name", "FullPodName", "PodName", "podname"});
    if (keys.exported.name.empty() && !older.empty()) {
        // These spellings are never those of a scrape target.
        keys.exported.name = older;
        keys.exported.ns = first_of(labels, {"pod_namespace", "namespace_name", "Namespace", "podnamespace"});
        keys.exported_container = first_of(labels, {"container_name", "ContainerName", "ctrname"});
    }
    const auto uid = first_of(labels, {"pod_uid", "pod_uuid"});
    if (!keys.exported.name.empty() && keys.exported.uid.empty()) keys.exported.uid = uid;
    if (keys.exported.name.empty()) keys.plain.uid = uid;
    keys.claim = first_of(labels, {"dra_claim_name"});
    keys.claim_ns = first_of(labels, {"dra_claim_namespace"});
}

// AMD prints partitions of a card like MIG instances; partition 0 carries the card's own numbers.
void read_instance(const Labels& labels, SeriesKeys& keys) {
    keys.instance = parse_index(first_of(labels, {"GPU_I_ID", "gpu_instance_id"}));
    keys.profile = first_of(labels, {"GPU_I_PROFILE", "dra_mig_profile"});
    if (keys.instance && keys.profile.empty()) keys.profile = first_of(labels, {"profile"});
    const auto part = parse_index(first_of(labels, {"gpu_partition_id"}));
    if (part && *part > 0) {
        keys.instance = part;
        keys.profile = first_of(labels, {"gpu_compute_partition_type"});
    }
}

}  // namespace

std::string normalise_uuid(std::string_view text) {
    auto out = lowered(said(text));
    if (out.starts_with("gpu-")) out.erase(0, 4);
    return is_masked_uuid(out) ? std::string() : out;
}

bool is_masked_uuid(std::string_view uuid) {
    for (const std::string_view word : {"<", "*", "redact", "mask", "hidden", "anonym"}) {
        if (uuid.find(word) != std::string_view::npos) return true;
    }
    const std::size_t first = uuid.find_first_not_of('-');
    if (first == std::string_view::npos) return true;
    const std::string same{uuid[first], '-'};
    const bool one_letter = uuid.find_first_not_of(same) == std::string_view::npos;
    return one_letter && uuid.size() >= 3;
}

bool is_full_uuid(std::string_view uuid) {
    constexpr std::string_view kForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    if (uuid.size() != kForm.size()) return false;
    for (std::size_t i = 0; i < kForm.size(); ++i) {
        const bool digit = std::isxdigit(static_cast<unsigned char>(uuid[i])) != 0;
        if (kForm[i] == '-' ? uuid[i] != '-' : !digit) return false;
    }
    return true;
}

std::string normalise_pci(std::string_view text) {
    const auto address = lowered(text);
    const auto dot = address.rfind('.');
    const auto device = address.rfind(':', dot);
    if (dot == std::string::npos || device == std::string::npos) return {};
    const auto domain_end = device == 0 ? std::string::npos : address.rfind(':', device - 1);
    const auto domain = domain_end == std::string::npos ? std::string("0") : address.substr(0, domain_end);
    const auto bus_from = domain_end == std::string::npos ? 0 : domain_end + 1;
    const auto bus = address.substr(bus_from, device - bus_from);
    const auto slot = address.substr(device + 1, dot - device - 1);
    const auto function = address.substr(dot + 1);
    const bool parts = is_hex(domain) && is_hex(bus) && is_hex(slot) && is_hex(function);
    if (!parts || bus.size() != 2 || slot.size() != 2 || function.size() != 1 || domain.size() > 8) return {};
    return std::string(8 - domain.size(), '0') + domain + ":" + bus + ":" + slot + "." + function;
}

std::optional<int> parse_index(std::string_view text) {
    if (text.starts_with("nvidia")) text.remove_prefix(6);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

std::string label_or(const Labels& labels, std::string_view first, std::string_view second) {
    return first_of(labels, {first, second});
}

SeriesKeys device_keys(const Labels& labels, std::string_view cluster_label) {
    SeriesKeys keys;
    keys.cluster = cluster_of(labels, cluster_label);
    keys.host = host_of_target(labels);
    keys.target = first_of(labels, {"instance"});
    if (keys.target.empty()) keys.target = keys.host;
    keys.node = first_of(labels, {"node", "nodename", "kubernetes_node", "NodeName", "node_name", "nodeid"});
    const auto uuid =
        first_of(labels, {"UUID", "uuid", "gpu_uuid", "GPU_UUID", "device_uuid", "deviceuuid", "accelerator_id"});
    keys.uuid = normalise_uuid(uuid);
    keys.pci = normalise_pci(first_of(labels, {"pci_bus_id", "pci_bdf"}));
    keys.index = parse_index(first_of(
        labels, {"gpu", "index", "device_index", "deviceidx", "gpu_id", "GpuDevice", "minor_number", "device"}));
    keys.product = first_of(labels, {"modelName", "card_model", "model_name", "device_type", "devicetype", "model"});
    keys.replica_label = !labels.get("vgpu").empty();
    read_instance(labels, keys);
    read_owner(labels, keys);
    // A card that is known by its number and its pod alone: the pod's node says where it is (assemble_placed.cpp).
    const bool of_pod = !labels.get("GpuDevice").empty() && !keys.exported.name.empty();
    if (of_pod && keys.node.empty() && keys.uuid.empty() && keys.pci.empty() && keys.target.empty()) {
        keys.target = std::string(kOfPod) + keys.exported.ns + "/" + keys.exported.name;
    }
    return keys;
}

SeriesKeys container_keys(const Labels& labels, std::string_view cluster_label) {
    SeriesKeys keys;
    keys.cluster = cluster_of(labels, cluster_label);
    keys.plain.ns = first_of(labels, {"exported_namespace", "pod_namespace", "podnamespace", "namespace"});
    keys.plain.name = first_of(labels, {"exported_pod", "pod_name", "podname", "pod"});
    keys.plain.uid = first_of(labels, {"pod_uid", "pod_uuid"});
    keys.plain_container = first_of(labels, {"exported_container", "container_name", "ctrname", "container"});
    keys.uuid = normalise_uuid(first_of(labels, {"device_uuid", "deviceuuid"}));
    keys.index = parse_index(first_of(labels, {"gpu"}));
    keys.node = first_of(labels, {"node", "nodename"});
    return keys;
}

SeriesKeys server_keys(const Labels& labels, std::string_view cluster_label) {
    SeriesKeys keys;
    keys.cluster = cluster_of(labels, cluster_label);
    keys.target = first_of(labels, {"instance"});
    keys.plain.ns = first_of(labels, {"namespace", "exported_namespace", "kubernetes_namespace"});
    keys.plain.name = first_of(labels, {"pod", "exported_pod", "kubernetes_pod_name", "pod_name"});
    return keys;
}

SeriesKeys node_keys(const Labels& labels, std::string_view cluster_label) {
    SeriesKeys keys;
    keys.cluster = cluster_of(labels, cluster_label);
    keys.node = first_of(labels, {"exported_node", "node", "nodename", "kubernetes_node"});
    keys.target = first_of(labels, {"instance"});
    return keys;
}

bool is_nim_target(const Labels& labels) {
    return std::ranges::any_of(
        std::initializer_list<std::string_view>{"job", "pod", "container", "service", "namespace"},
        [&](std::string_view name) {
            const auto value = lowered(labels.get(name));
            for (auto at = value.find("nim"); at != std::string::npos; at = value.find("nim", at + 1)) {
                const bool begins = at == 0 || value[at - 1] == '-' || value[at - 1] == '_' || value[at - 1] == '/';
                const auto end = at + 3;
                const bool ends = end == value.size() || value[end] == '-' || value[end] == '_' || value[end] == '/';
                if (begins && ends) return true;
            }
            return false;
        });
}

std::size_t hash_of(const SeriesKeys& keys) {
    std::size_t hash = 0;
    const auto mix = [&](const auto& value) {
        hash ^= std::hash<std::decay_t<decltype(value)>>{}(value) + 0x9e3779b97f4a7c15U + (hash << 6U) + (hash >> 2U);
    };
    for (const auto* text :
         {&keys.cluster, &keys.target, &keys.host, &keys.node, &keys.uuid, &keys.pci, &keys.product, &keys.profile,
          &keys.exported.ns, &keys.exported.name, &keys.exported_container, &keys.plain.ns, &keys.plain.name,
          &keys.plain.uid, &keys.plain_container, &keys.claim, &keys.object}) {
        mix(*text);
    }
    mix(keys.index);
    mix(keys.instance);
    return hash;
}

}  // namespace arable::sources
