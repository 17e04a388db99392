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

struct Found {
    std::string shown;
    std::vector<std::uint32_t> at;
};
using Groups = std::map<std::pair<std::string, std::string>, Found>;  // by cluster and full name

const std::string& shown(const Naming& naming) { return naming.shown.empty() ? naming.full : naming.shown; }

std::string candidates(const Groups& groups) {
    std::set<std::string> clusters;
    for (const auto& [group, found] : groups) clusters.insert(group.first);
    std::vector<std::string> texts;
    for (const auto& [group, found] : groups) {
        if (texts.size() == kMostCandidates) break;
        texts.push_back(clusters.size() > 1 ? fmt::format("{} (cluster {})", found.shown, group.first) : found.shown);
    }
    std::string text = fmt::format("{}", fmt::join(texts, ", "));
    if (groups.size() > texts.size()) text += fmt::format(" and {} more", groups.size() - texts.size());
    return text;
}

tl::unexpected<Error> unknown(std::span<const std::vector<Naming>> lists, std::string_view what, std::string_view name,
                              std::string_view cluster) {
    std::map<std::string, std::string> known;  // what it may be called -> what it is shown as
    std::size_t things = 0;
    for (const std::vector<Naming>& list : lists) {
        for (const Naming& naming : list) {
            if (!cluster.empty() && naming.cluster != cluster) continue;
            ++things;
            known.emplace(naming.full, shown(naming));
            for (const std::string& other : naming.others)
                known.emplace(other, naming.shown.empty() ? other : shown(naming));
        }
    }
    const std::string where = cluster.empty() ? "in the input" : fmt::format("in cluster '{}'", cluster);
    if (things == 0) return fail(ErrorCode::not_found, fmt::format("there is no {} {}", what, where));
    std::vector<std::string> names;
    for (const auto& [word, as] : known) names.push_back(word);
    std::vector<std::string> near;
    while (near.size() < 3) {
        const std::string next = nearest(name, names);
        if (next.empty()) break;
        if (const std::string& as = known.at(next); std::ranges::find(near, as) == near.end()) near.push_back(as);
        std::erase(names, next);
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
            Groups groups;
            for (const Naming& naming : list) {
                if (!cluster.empty() && naming.cluster != cluster) continue;
                if (!fits(naming, name, fit)) continue;
                Found& found = groups[{naming.cluster, naming.full}];
                found.shown = shown(naming);
                found.at.push_back(naming.at);
            }
            if (groups.size() == 1) return std::move(groups.begin()->second.at);
            if (groups.size() > 1)
                return fail(ErrorCode::not_found,
                            fmt::format("{} '{}' fits several: {}; name one of them{}", what, name, candidates(groups),
                                        fit == Fit::full ? " with --cluster" : ""));
        }
    }
    return unknown(lists, what, name, cluster);
}

}  // namespace arable::diagnose
