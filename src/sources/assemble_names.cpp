#include "sources/assemble_names.h"

#include <cstdint>
#include <tuple>

namespace arable::sources {
namespace {

std::string short_name(const std::string& name) { return name.substr(0, name.find('.')); }

// "10.0.3.7:9400" -> "10.0.3.7"; an IPv6 address without a port is left alone.
std::string without_port(const std::string& target) {
    const auto colon = target.rfind(':');
    if (colon == std::string::npos || (target.find(':') != colon && target.find(']') == std::string::npos))
        return target;
    return target.substr(0, colon);
}

void remember(std::map<ClusterName, std::optional<std::string>>& names, ClusterName key, const std::string& node) {
    const auto [at, fresh] = names.try_emplace(std::move(key), node);
    if (!fresh && at->second != node) at->second.reset();
}

}  // namespace

NodeNames::NodeNames(const Assembly& a) {
    for (const NodeFact& f : a.facts.nodes) {
        if (f.node.name.empty()) continue;
        const std::string low = lowered(f.node.name);
        const auto [at, fresh] = full_.try_emplace({f.node.cluster, low}, f.node.name);
        if (fresh) remember(short_, {f.node.cluster, short_name(low)}, at->second);
    }
    for (const PodFact& f : a.facts.pods)
        if (!f.node.empty()) remember(exporter_at_, {f.pod.cluster, lowered(f.pod.name)}, f.node);
    learn_from_owners(a);
}

// A device's owner runs where the device is: nine of ten owners of known whereabouts must agree, since labels are late.
void NodeNames::learn_from_owners(const Assembly& a) {
    std::map<std::tuple<std::string, std::string, std::string>, std::optional<std::string>> home;
    for (const PodFact& f : a.facts.pods) {
        if (f.node.empty()) continue;
        const auto [at, fresh] = home.try_emplace({f.pod.cluster, f.pod.ns, f.pod.name}, f.node);
        if (!fresh && at->second != f.node) at->second.reset();
    }
    std::map<ClusterName, std::map<std::string, std::int64_t>> votes;
    for (const TrackFact& f : a.facts.tracks) {
        if (f.of != TrackOf::gpu || f.pod.name.empty() || f.gpu.exporter.empty() || !resolve(f.gpu).empty()) continue;
        const auto at = home.find({f.pod.cluster, f.pod.ns, f.pod.name});
        if (at != home.end() && at->second)
            ++votes[{f.gpu.cluster, lowered(f.gpu.exporter)}][known(f.gpu.cluster, *at->second).value_or(*at->second)];
    }
    for (const auto& [exporter, nodes] : votes) {
        std::int64_t all = 0;
        for (const auto& [node, count] : nodes) all += count;
        for (const auto& [node, count] : nodes)
            if (count * 10 >= all * 9) prints_pods_of_[exporter] = node;
    }
}

std::optional<std::string> NodeNames::known(const std::string& cluster, std::string_view text) const {
    if (text.empty()) return std::nullopt;
    const std::string low = lowered(text);
    if (const auto at = full_.find({cluster, low}); at != full_.end()) return at->second;
    // An address is not a host name with a domain.
    if (low.find_first_not_of("0123456789.") == std::string::npos) return std::nullopt;
    const auto at = short_.find({cluster, short_name(low)});
    if (at == short_.end() || !at->second) return std::nullopt;
    // Two domains that are both spelt and differ are two machines.
    const bool both = low.find('.') != std::string::npos && at->second->find('.') != std::string::npos;
    return both ? std::nullopt : at->second;
}

std::string NodeNames::resolve(const GpuKey& key) const {
    if (const auto node = known(key.cluster, key.node)) return *node;
    if (!key.node.empty()) return key.node;
    const std::string host = without_port(key.exporter);
    if (const auto node = known(key.cluster, host)) return *node;
    const auto pod = exporter_at_.find({key.cluster, lowered(host)});
    if (pod != exporter_at_.end() && pod->second) return known(key.cluster, *pod->second).value_or(*pod->second);
    const auto owners = prints_pods_of_.find({key.cluster, lowered(key.exporter)});
    return owners == prints_pods_of_.end() ? "" : owners->second;
}

}  // namespace arable::sources
