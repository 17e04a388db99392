#include "sources/exporters.h"

#include <algorithm>

namespace arable::sources {
namespace {

using S = StateKind;

// "10.0.3.7:9400" -> "10.0.3.7".
std::string address_of(const std::string& target) {
    const auto colon = target.rfind(':');
    const bool several = colon != std::string::npos && target.find(':') != colon;
    if (colon == std::string::npos || (several && target.find(']') == std::string::npos)) return target;
    auto host = target.substr(0, colon);
    if (host.size() > 2 && host.front() == '[') host = host.substr(1, host.size() - 2);
    return host;
}

template <class Map, class Value>
void remember(Map& map, const typename Map::key_type& key, const Value& value) {
    const auto [at, fresh] = map.try_emplace(key, value);
    if (!fresh && at->second != value) at->second.reset();
}

bool sounds_like_exporter(std::string_view name) {
    return name.find("exporter") != std::string_view::npos || name == "nvidia-dcgm" || name.starts_with("dcgm-");
}

}  // namespace

Exporters::Exporters(const Collected& all, const Facts& facts) {
    for (const auto& pod : facts.pods) {
        const bool daemon = std::ranges::any_of(pod.owners, [](const OwnerRef& o) { return o.kind == "DaemonSet"; });
        if (daemon) daemons_.insert({pod.pod.cluster, {pod.pod.ns, pod.pod.name}});
    }
    for (const auto* track : all.tracks) {
        const auto& keys = all.keys_of(*track);
        if (track->row->of == RowOf::gpu && !keys.exported.name.empty() && !keys.plain.name.empty()) {
            own_targets_.insert({keys.cluster, keys.target});
        }
        if (track->row->state == S::gpu_info) learn_info(keys);
    }
    learn_addresses(all);
}

void Exporters::learn_info(const SeriesKeys& keys) {
    const auto [at, fresh] = info_.try_emplace({{keys.cluster, keys.target}, keys.uuid});
    auto& card = at->second;
    if (!fresh && (card.pci != keys.pci || card.index != keys.index)) card.ambiguous = true;
    card.pci = keys.pci;
    card.index = keys.index;
    card.product = keys.product;
}

void Exporters::learn_addresses(const Collected& all) {
    for (const auto* track : all.tracks) {
        const auto& keys = all.keys_of(*track);
        auto pod = keys.plain;
        pod.cluster = keys.cluster;
        if (track->row->state == S::pod_info && !track->c.empty()) remember(pod_at_, {keys.cluster, track->c}, pod);
        if (track->row->state == S::node_info && !track->c.empty()) {
            remember(node_at_, {keys.cluster, track->c}, keys.object);
        }
        if (track->row->state == S::pod_claim && !track->a.empty()) {
            remember(pod_of_claim_, {keys.cluster, keys.plain.ns + "/" + track->a}, pod);
        }
    }
}

bool Exporters::is_own(const SeriesKeys& keys) const {
    if (sounds_like_exporter(keys.plain_container) || sounds_like_exporter(keys.plain.name)) return true;
    if (!keys.host.empty() && keys.plain.name == keys.host) return true;
    if (own_targets_.contains({keys.cluster, keys.target})) return true;
    if (daemons_.contains({keys.cluster, {keys.plain.ns, keys.plain.name}})) return true;
    const auto at = pod_at_.find({keys.cluster, address_of(keys.target)});
    return at != pod_at_.end() && at->second && at->second->name == keys.plain.name && at->second->ns == keys.plain.ns;
}

const Exporters::Card* Exporters::info(const SeriesKeys& keys) const {
    const auto at = info_.find({{keys.cluster, keys.target}, keys.uuid});
    return at == info_.end() || at->second.ambiguous ? nullptr : &at->second;
}

GpuKey Exporters::card(const SeriesKeys& keys) const {
    GpuKey key{.cluster = keys.cluster, .node = keys.node, .uuid = keys.uuid, .pci = keys.pci, .index = keys.index};
    key.exporter = keys.host.empty() ? keys.target : keys.host;
    if (keys.host.empty() && !keys.plain.name.empty() && is_own(keys)) key.exporter = keys.plain.name;
    if (const auto* more = info(keys)) {
        if (key.pci.empty()) key.pci = more->pci;
        if (!key.index) key.index = more->index;
    }
    return key;
}

std::string Exporters::product(const SeriesKeys& keys) const {
    if (!keys.product.empty()) return keys.product;
    const auto* more = info(keys);
    return more == nullptr ? std::string() : more->product;
}

PodKey Exporters::owner(const SeriesKeys& keys) const {
    PodKey out = keys.exported;
    if (out.name.empty() && !keys.plain.name.empty() && !is_own(keys)) out = keys.plain;
    if (out.name.empty() && !keys.claim.empty()) {
        const auto at = pod_of_claim_.find({keys.cluster, keys.claim_ns + "/" + keys.claim});
        if (at != pod_of_claim_.end() && at->second) out = *at->second;
    }
    if (out.name.empty()) return {};
    out.cluster = keys.cluster;
    return out;
}

std::string Exporters::owner_container(const SeriesKeys& keys) const {
    if (!keys.exported.name.empty()) return keys.exported_container;
    return keys.plain.name.empty() || is_own(keys) ? std::string() : keys.plain_container;
}

PodKey Exporters::server(const SeriesKeys& keys) const {
    if (!keys.plain.name.empty()) {
        auto out = keys.plain;
        out.cluster = keys.cluster;
        return out;
    }
    const auto at = pod_at_.find({keys.cluster, address_of(keys.target)});
    return at != pod_at_.end() && at->second ? *at->second : PodKey{};
}

std::string Exporters::node(const SeriesKeys& keys) const {
    if (!keys.node.empty()) return keys.node;
    const auto address = address_of(keys.target);
    const auto at = node_at_.find({keys.cluster, address});
    return at != node_at_.end() && at->second ? *at->second : address;
}

}  // namespace arable::sources
