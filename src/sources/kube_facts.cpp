#include "sources/kube_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sources/kube_parts.h"

namespace arable::sources {

const kube::Condition* find_condition(const std::vector<kube::Condition>& conditions, std::string_view type) {
    const auto found =
        std::find_if(conditions.begin(), conditions.end(), [&](const auto& c) { return c.type == type; });
    return found == conditions.end() ? nullptr : &*found;
}

std::optional<Time> true_since(const std::vector<kube::Condition>& conditions, std::string_view type) {
    const kube::Condition* condition = find_condition(conditions, type);
    return condition != nullptr && condition->status == "True" ? condition->transition : std::nullopt;
}

std::optional<OwnerRef> owner_of(const kube::Meta& meta) {
    if (meta.owners.empty()) return std::nullopt;
    return OwnerRef{meta.owners.front().kind, meta.owners.front().name, meta.owners.front().uid};
}

std::optional<Time> one_picture(std::span<const kube::Objects> files) {
    std::set<std::string> kinds;
    std::optional<Time> latest;
    for (const kube::Objects& file : files) {
        for (const auto& [kind, count] : file.by_kind) {
            if (!kinds.insert(kind).second) return std::nullopt;
        }
        if (file.latest) latest = std::max(latest.value_or(*file.latest), *file.latest);
    }
    return latest;
}

Facts interpret_objects(const kube::Objects& objects, std::string_view cluster, std::string_view file_name,
                        std::optional<Time> seen_at, const ClaimBook* claims) {
    if (!seen_at || (objects.latest && *objects.latest > *seen_at)) seen_at = objects.latest;
    Facts facts;
    const std::string file(file_name);
    std::int64_t used = 0;
    std::string kinds;
    for (const auto& [kind, count] : objects.by_kind) {
        used += count;
        kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, kind);
    }
    facts.sources.push_back(
        {.kind = "objects", .name = file, .records = used, .dropped = objects.bad, .detail = kinds});
    for (const std::string& problem : objects.problems) {
        facts.gaps.push_back(
            {.kind = model::Gap::Kind::unreadable, .subject = file, .message = problem, .count = 1, .gpu_time = {}});
    }
    if (!seen_at) {
        if (used > 0) {
            facts.gaps.push_back(
                {.kind = model::Gap::Kind::unreadable,
                 .subject = file,
                 .message = text("no object carries a time: the dump cannot be placed and is left out"),
                 .count = used,
                 .gpu_time = {}});
        }
        return facts;
    }
    const ClaimBook own(std::span(&objects, claims == nullptr ? 1 : 0));
    const KubeContext context{objects, std::string(cluster), file, *seen_at, claims == nullptr ? own : *claims, facts};
    add_kube_nodes(context);
    add_kube_pods(context);
    add_kube_owners(context);
    add_kube_queues(context);
    add_kube_devices(context);
    facts.last_time = seen_at;
    facts.first_time = seen_at;
    return facts;
}

}  // namespace arable::sources
