#include "diagnose/compare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "base/check.h"
#include "diagnose/compare_cautions.h"

namespace arable::diagnose {
namespace {

ComparedSide side_of(const Audit& audit) {
    return {.clusters = audit.clusters,
            .window = audit.window,
            .capacity = audit.capacity,
            .computing_is_range = audit.computing_is_range,
            .waits_known = audit.waits.known,
            .waited_ms = audit.waits.gpu_ms,
            .buy = audit.waits.buy,
            .worth = audit.worth};
}

std::int64_t extent(const Finding& finding) {
    std::int64_t sum = 0;
    for (const std::int64_t ms : finding.gpu_ms) sum += ms;
    return sum;
}

std::vector<FindingChange> finding_changes(const Audit& before, const Audit& after) {
    std::map<std::string, FindingChange> by_id;
    const auto add = [&](const Audit& audit, std::optional<std::int64_t> FindingChange::*side) {
        for (const Finding& finding : audit.findings) {
            FindingChange& change = by_id[finding.id];
            change.id = finding.id;
            change.kind = finding.kind;
            change.*side = extent(finding);
        }
    };
    add(before, &FindingChange::before_ms);
    add(after, &FindingChange::after_ms);
    std::vector<FindingChange> changes;
    for (auto& [id, change] : by_id) changes.push_back(std::move(change));
    const auto order = [](const FindingChange& c) {
        const int group = !c.after_ms ? 0 : !c.before_ms ? 1 : 2;
        return std::tuple(group, -std::max(c.before_ms.value_or(-1), c.after_ms.value_or(-1)));
    };
    std::ranges::stable_sort(changes, {}, order);
    return changes;
}

std::int64_t fallow_of(const WorkloadRow& row) {
    return row.gpu_ms - row.classes[static_cast<std::size_t>(AccountClass::productive)];
}

std::vector<WorkloadChange> workload_changes(const Audit& before, const Audit& after) {
    std::map<std::tuple<std::string, std::string, std::string, std::string>, WorkloadChange> all;
    const auto at = [&](const WorkloadRow& row) -> WorkloadChange& {
        WorkloadChange& change = all[{row.cluster, row.ns, row.kind, row.name}];
        std::tie(change.cluster, change.ns, change.kind, change.name) =
            std::tie(row.cluster, row.ns, row.kind, row.name);
        return change;
    };
    for (const WorkloadRow& row : before.workloads) {
        WorkloadChange& change = at(row);
        change.before_held_ms = row.gpu_ms;
        change.before_fallow_ms = fallow_of(row);
    }
    for (const WorkloadRow& row : after.workloads) {
        WorkloadChange& change = at(row);
        change.after_held_ms = row.gpu_ms;
        change.after_fallow_ms = fallow_of(row);
    }
    std::vector<WorkloadChange> changes;
    for (auto& [name, change] : all) changes.push_back(std::move(change));
    const auto a = static_cast<double>(std::max<std::int64_t>(before.window.window.length().ms, 1));
    const auto b = static_cast<double>(std::max<std::int64_t>(after.window.window.length().ms, 1));
    std::ranges::stable_sort(changes, std::ranges::greater{}, [&](const WorkloadChange& c) {
        return std::fabs(static_cast<double>(c.after_fallow_ms) / b - static_cast<double>(c.before_fallow_ms) / a);
    });
    return changes;
}

double part(std::int64_t ms, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(ms) / static_cast<double>(whole) : 0.0;
}

}  // namespace

Realised realised(const Comparison& comparison) {
    Realised out;
    const std::int64_t before = comparison.before.capacity.gpu_ms;
    const std::int64_t after = comparison.after.capacity.gpu_ms;
    for (const ClassChange& change : comparison.classes) {
        if (change.predicted.as_is_ms == 0 && change.predicted.after_edit_ms == 0) continue;
        out.as_is += part(change.predicted.as_is_ms, before);
        out.after_edit += part(change.predicted.after_edit_ms, before);
        out.lost += part(change.before_ms, before) - part(change.after_ms, after);
    }
    return out;
}

Comparison compare(const Audit& before, const Audit& after) {
    ARABLE_CHECK(before.accounting.size() == kAccountClasses && after.accounting.size() == kAccountClasses);
    Comparison out{.before = side_of(before), .after = side_of(after)};
    for (std::size_t c = 0; c < kAccountClasses; ++c) {
        out.classes.push_back({.cls = before.accounting[c].cls,
                               .before_ms = before.accounting[c].gpu_ms,
                               .after_ms = after.accounting[c].gpu_ms,
                               .predicted = before.accounting[c].curable});
    }
    if (before.waits.known && after.waits.known) {
        for (std::size_t c = 0; c < kWaitCauses; ++c)
            out.causes.push_back({static_cast<WaitCause>(c), before.waits.by_cause[c], after.waits.by_cause[c]});
    }
    out.findings = finding_changes(before, after);
    out.workloads = workload_changes(before, after);
    out.cautions = compare_cautions(before, after, out);
    return out;
}

}  // namespace arable::diagnose
