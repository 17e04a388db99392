#pragma once
// The identity of a series reduced to what it is about (the set of labels that are mapped, not the
// set that was received): card, MIG instance, owner, server, node. Which of two owners is meant is decided later, when
// all series of an exporter are known, so both are kept.

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "series/labels.h"
#include "sources/dialect.h"
#include "sources/facts.h"

namespace arable::sources {

// Lower case without "GPU-"; "" for blank, masked (all zeros) or not-a-UUID words such as "N/A". A "MIG-..." name is
// kept with its prefix: it names an instance, not a card.
std::string normalise_uuid(std::string_view text);
// Whether a lower-case UUID stands for all cards: zeros, one letter repeated, "redacted" and the like. All fleets'
// cards would be one card under it.
bool is_masked_uuid(std::string_view uuid);
// Whether it has the form of one (8-4-4-4-12 hex digits): what a driver gives, unlike "0" or "a100-1", is the card's
// alone.
bool is_full_uuid(std::string_view uuid);
// "00000000:07:00.0" from any of "0000:07:00.0", "07:00.0", upper case; "" when it is no PCI address.
std::string normalise_pci(std::string_view text);
// Digits only, or digits behind "nvidia" ("nvidia3"); absent otherwise.
std::optional<int> parse_index(std::string_view text);

struct SeriesKeys {
    std::string cluster;
    std::string target;  // the scrape target ("instance"), else the exporter's host
    std::string host;    // as the exporter calls its machine: a node, or the exporter's own pod
    std::string node;    // a label that names the node
    std::string uuid;
    std::string pci;
    std::optional<int> index;
    std::string product;
    std::optional<int> instance;
    std::string profile;
    bool replica_label = false;  // a "vgpu" label: one series for each sharing pod
    PodKey exported;             // exported_pod and so on: what the exporter said, when Prometheus kept its own labels
    std::string exported_container;
    PodKey plain;  // pod, namespace: what the exporter said, or the exporter itself
    std::string plain_container;
    std::string claim;  // DRA claim, with claim_ns
    std::string claim_ns;
    std::string object;  // state: name of the node, owner, queue or quota
    friend auto operator<=>(const SeriesKeys&, const SeriesKeys&) = default;
};

// SeriesKeys::target, and so GpuKey::exporter, of a card that only its pod places: this, namespace, "/", pod.
inline constexpr std::string_view kOfPod = "pod/";

// `cluster_label`: the label that names the cluster; "" tries the usual ones.
SeriesKeys device_keys(const series::Labels& labels, std::string_view cluster_label);
SeriesKeys container_keys(const series::Labels& labels, std::string_view cluster_label);
SeriesKeys server_keys(const series::Labels& labels, std::string_view cluster_label);
SeriesKeys node_keys(const series::Labels& labels, std::string_view cluster_label);

// Whether a target says of itself that it is a NIM: only then its bare names are taken.
bool is_nim_target(const series::Labels& labels);
// The first of the two that is set and says something ("", "N/A", "none" and "[N/A]" say nothing).
std::string label_or(const series::Labels& labels, std::string_view first, std::string_view second);
std::size_t hash_of(const SeriesKeys& keys);

}  // namespace arable::sources
