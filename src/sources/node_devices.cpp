#include "sources/node_devices.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace arable::sources {
namespace {

std::optional<std::int64_t> resource(const std::map<std::string, std::int64_t>& amounts) {
    std::optional<std::int64_t> sum;
    for (const char* name : {"nvidia.com/gpu", "nvidia.com/gpu.shared", "amd.com/gpu"})
        if (const auto at = amounts.find(name); at != amounts.end() && at->second >= 0)
            sum = (sum ? *sum : std::int64_t{}) + std::min<std::int64_t>(at->second, 1'000'000);
    return sum;
}

bool offers_mig(const model::Node& node) {
    const auto at = node.capacity.lower_bound("nvidia.com/mig-");
    if (at != node.capacity.end() && at->first.starts_with("nvidia.com/mig-")) return true;
    const auto label = node.labels.find("nvidia.com/gpu.product");
    return label != node.labels.end() && label->second.find("-MIG-") != std::string::npos;
}

// With the MIG strategy `single` feature discovery counts instances where it otherwise counts cards.
bool counts_instances(const model::Node& node) {
    const auto label = node.labels.find("nvidia.com/gpu.product");
    return label != node.labels.end() && label->second.find("-MIG-") != std::string::npos;
}

bool product_shared(const model::Node& node) {
    const auto label = node.labels.find("nvidia.com/gpu.product");
    return label != node.labels.end() && label->second.ends_with("-SHARED");
}

// At most this many replicas are believed: more is a broken label.
constexpr std::int64_t kMostReplicas = 1000;

}  // namespace

std::optional<std::int64_t> label_number(const model::Node& node, const std::string& label) {
    const auto at = node.labels.find(label);
    if (at == node.labels.end()) return std::nullopt;
    std::int64_t value = 0;
    const char* end = at->second.data() + at->second.size();
    const auto [stop, error] = std::from_chars(at->second.data(), end, value);
    if (error != std::errc{} || stop != end || value < 0) return std::nullopt;
    return value;
}

Offer offer_of(const model::Node& node) {
    const auto strategy = node.labels.find("nvidia.com/gpu.sharing-strategy");
    const bool mps = strategy != node.labels.end() && strategy->second == "mps";
    const model::LayoutKind kind = mps ? model::LayoutKind::mps : model::LayoutKind::time_sliced;
    if (strategy != node.labels.end() && strategy->second == "none") return {};
    const auto replicas = label_number(node, "nvidia.com/gpu.replicas");
    if (replicas && *replicas >= 2 && *replicas <= kMostReplicas) return {kind, static_cast<int>(*replicas)};
    if (replicas && *replicas == 1) return {};
    auto cards = node.physical_gpus;
    if (!cards) cards = label_number(node, "nvidia.com/gpu.count");
    const auto offered = resource(node.capacity);
    if (offers_mig(node) || !cards || *cards <= 0 || !offered) return {};
    if (*offered > *cards && *offered % *cards == 0 && *offered / *cards <= kMostReplicas)
        return {kind, static_cast<int>(*offered / *cards), !product_shared(node) && strategy == node.labels.end()};
    return {};
}

DeviceCounts device_counts(const model::Node& node) {
    DeviceCounts counts;
    counts.physical = node.physical_gpus;
    const auto label = label_number(node, "nvidia.com/gpu.count");
    if (counts_instances(node) && counts.physical == label) counts.physical.reset();  // read off that label
    if (label && !counts_instances(node)) counts.physical = std::max(counts.physical.value_or(*label), *label);
    const auto offered = resource(node.capacity);
    if (!offered || offers_mig(node)) return counts;
    const int replicas = offer_of(node).replicas;
    const std::int64_t cards = *offered / replicas;
    if (!product_shared(node) || replicas > 1) {
        counts.physical = std::max(counts.physical.value_or(cards), cards);
        counts.usable = cards;
    }
    return counts;
}

}  // namespace arable::sources
