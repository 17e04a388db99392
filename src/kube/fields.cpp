#include "kube/fields.h"
#include <algorithm>

#include <fmt/format.h>

#include <algorithm>

namespace arable::kube {
namespace {

constexpr std::size_t kShownProblems = 20;
constexpr std::size_t kLongestText = 1024;  // messages and label values; longer is cut

std::vector<OwnerReference> owners_of(const Value& references) {
    std::vector<OwnerReference> owners;
    for (const Value& reference : references.items()) {
        owners.push_back({.kind = reference["kind"].text(),
                          .name = reference["name"].text(),
                          .uid = reference["uid"].text(),
                          .controller = reference["controller"].boolean().value_or(false)});
    }
    std::stable_sort(owners.begin(), owners.end(),
                     [](const auto& a, const auto& b) { return a.controller && !b.controller; });
    return owners;
}

}  // namespace

void Reading::begin(const Value& object) {
    const Value& meta = object["metadata"];
    const std::string ns = meta["namespace"].text();
    subject_ = fmt::format("{} {}{}{}", object["kind"].text(), ns, ns.empty() ? "" : "/", meta["name"].text());
}

std::optional<Time> Reading::time(const Value& value, const char* field) {
    if (value.is_null()) return std::nullopt;
    const auto time = parse_rfc3339(value.text());
    if (!time) {
        problem(fmt::format("{}: '{}' is not a time", field, value.scalar().substr(0, 40)));
        return std::nullopt;
    }
    into_.latest = std::max(into_.latest.value_or(*time), *time);
    TimesOfDay& day = into_.times[floor_to(*time, days(1)).ms / days(1).ms];
    ++day.count;
    if (!day.latest || *time > *day.latest) {
        day.latest = *time;
        day.subject = subject_.substr(0, 512);
    }
    return *time;
}

void Reading::problem(const std::string& what) {
    ++into_.bad;
    if (into_.problems.size() < kShownProblems) into_.problems.push_back(fmt::format("{}: {}", subject_, what));
}

Texts texts(const Value& object) {
    Texts all;
    for (const auto& [key, value] : object.members()) {
        std::string text = value.scalar();
        if (const auto flag = value.boolean()) text = *flag ? "true" : "false";
        all.emplace(key, text.substr(0, kLongestText));
    }
    return all;
}

std::vector<std::string> strings(const Value& array) {
    std::vector<std::string> all;
    for (const Value& item : array.items()) all.push_back(item.scalar());
    return all;
}

Meta meta_of(const Value& object, Reading& reading) {
    const Value& meta = object["metadata"];
    return {.ns = meta["namespace"].text(),
            .name = meta["name"].text(),
            .uid = meta["uid"].text(),
            .created = reading.time(meta["creationTimestamp"], "metadata.creationTimestamp"),
            .labels = texts(meta["labels"]),
            .annotations = texts(meta["annotations"]),
            .owners = owners_of(meta["ownerReferences"])};
}

std::vector<Condition> conditions_of(const Value& status, Reading& reading) {
    std::vector<Condition> all;
    for (const Value& c : status["conditions"].items()) {
        // Of a node it is the youngest time in a dump: the dump is not older.
        static_cast<void>(reading.time(c["lastHeartbeatTime"], "conditions.lastHeartbeatTime"));
        all.push_back({.type = c["type"].text(),
                       .status = c["status"].scalar(),
                       .reason = c["reason"].text(),
                       .message = c["message"].text().substr(0, kLongestText),
                       .transition = reading.time(c["lastTransitionTime"], "conditions.lastTransitionTime")});
    }
    return all;
}

std::vector<Expression> selector_of(const Value& label_selector) {
    std::vector<Expression> all;
    for (const auto& [key, value] : label_selector["matchLabels"].members())
        all.push_back({key, "In", {value.scalar()}});
    for (const Value& e : label_selector["matchExpressions"].items()) {
        all.push_back({e["key"].text(), e["operator"].text(), strings(e["values"])});
    }
    return all;
}

}  // namespace arable::kube
