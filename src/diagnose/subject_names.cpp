#include "diagnose/subject_names.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/nearest.h"

namespace arable::diagnose {
namespace {

constexpr std::size_t kMostCandidates = 10;

enum class Fit : std::uint8_t { full, other, beginning };

bool fits(const Naming& naming, std::string_view name, Fit fit) {
    switch (fit) {
        case Fit::full:
            return naming.full == name;
        case Fit::other:
            return std::ranges::find(naming.others, name) != naming.others.end();
        case Fit::beginning:
            break;
    }
    return naming.full.starts_with(name) ||
           std::ranges::any_of(naming.others, [&](const std::string& other) { return other.starts_with(name); });
}

using Group = std::pair<std::string, std::string>;  // cluster, full name

std::string candidates(const std::map<Group, std::vector<std::uint32_t>>& groups) {
    std::set<std::string> clusters;
    for (const auto& [group, at] : groups) clusters.insert(group.first);
    std::vector<std::string> texts;
    for (const auto& [group, at] : groups) {
        if (texts.size() == kMostCandidates) break;
        texts.push_back(clusters.size() > 1 ? fmt::format("{} (cluster {})", group.second, group.first) : group.second);
    }
    std::string text = fmt::format("{}", fmt::join(texts, ", "));
    if (groups.size() > texts.size()) text += fmt::format(" and {} more", groups.size() - texts.size());
    return text;
}

tl::unexpected<Error> unknown(std::span<const std::vector<Naming>> lists, std::string_view what, std::string_view name,
                              std::string_view cluster) {
    std::vector<std::string> known;
    std::size_t things = 0;
    for (const std::vector<Naming>& list : lists) {
        for (const Naming& naming : list) {
            if (!cluster.empty() && naming.cluster != cluster) continue;
            ++things;
            known.push_back(naming.full);
            known.insert(known.end(), naming.others.begin(), naming.others.end());
        }
    }
    const std::string where = cluster.empty() ? "in the input" : fmt::format("in cluster '{}'", cluster);
    if (things == 0) return fail(ErrorCode::not_found, fmt::format("there is no {} {}", what, where));
    std::ranges::sort(known);
    std::vector<std::string> near;
    while (near.size() < 3) {
        const std::string next = nearest(name, known);
        if (next.empty()) break;
        near.push_back(next);
        std::erase(known, next);
    }
    if (near.empty())
        return fail(ErrorCode::not_found, fmt::format("there is no {} '{}' {}; arable audit --format json lists what "
                                                      "there is",
                                                      what, name, where));
    return fail(ErrorCode::not_found,
                fmt::format("there is no {} '{}' {}; did you mean {}?", what, name, where, fmt::join(near, ", ")));
}

}  // namespace

Result<std::vector<std::uint32_t>> look_up(std::span<const std::vector<Naming>> lists, std::string_view what,
                                           std::string_view name, std::string_view cluster) {
    if (name.empty()) return fail(ErrorCode::not_found, fmt::format("an empty name is no {}", what));
    for (const Fit fit : {Fit::full, Fit::other, Fit::beginning}) {
        for (const std::vector<Naming>& list : lists) {
            std::map<Group, std::vector<std::uint32_t>> groups;
            for (const Naming& naming : list) {
                if (!cluster.empty() && naming.cluster != cluster) continue;
                if (fits(naming, name, fit)) groups[{naming.cluster, naming.full}].push_back(naming.at);
            }
            if (groups.size() == 1) return std::move(groups.begin()->second);
            if (groups.size() > 1)
                return fail(ErrorCode::not_found,
                            fmt::format("{} '{}' fits several: {}; name one of them{}", what, name, candidates(groups),
                                        fit == Fit::full ? " with --cluster" : ""));
        }
    }
    return unknown(lists, what, name, cluster);
}

}  // namespace arable::diagnose
