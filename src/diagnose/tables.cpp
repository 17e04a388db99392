#include "diagnose/tables.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "diagnose/lanes.h"
#include "diagnose/metrics_table.h"

namespace arable::diagnose {
namespace {

constexpr std::size_t at(AccountClass c) { return static_cast<std::size_t>(c); }

Curable sum_of(const std::array<Curable, kAccountClasses>& by_class) {
    Curable sum;
    for (const Curable& c : by_class) {
        sum.as_is_ms += c.as_is_ms;
        sum.after_edit_ms += c.after_edit_ms;
        sum.forbidden_ms += c.forbidden_ms;
    }
    return sum;
}

// Thousandths of a card that one claim takes on one lane.
std::int64_t milli_of(const model::Timeline& timeline, const Lane& lane, const model::Claim& claim) {
    const model::Gpu& gpu = timeline.gpus[lane.gpu.at()];
    if (lane.instance) return lane.slices * 1000 / std::max(1, card_facts(gpu).compute_slices);
    const model::Layout* layout = layout_at(gpu, lane.during.begin);
    if (layout == nullptr || layout->replicas <= 1) return 1000;
    return std::min(1000, 1000 * std::max(1, claim.replicas) / layout->replicas);
}

std::int64_t most_at_once(const model::Timeline& timeline, const Folded& folded, const WorkloadView& view) {
    std::vector<std::pair<Time, std::int64_t>> steps;
    for (const std::uint32_t i : view.profiles) {
        const ClaimProfile& profile = folded.claims[i];
        const model::Claim& claim = timeline.claims[profile.claim.at()];
        const Lane& lane = folded.lanes[profile.lane];
        const Interval held = intersect(claim.held, lane.during);
        const std::int64_t milli = milli_of(timeline, lane, claim);
        steps.emplace_back(held.begin, milli);
        steps.emplace_back(held.end, -milli);
    }
    std::ranges::sort(steps);  // at one time, those that end come first
    std::int64_t now = 0;
    std::int64_t most = 0;
    for (const auto& [time, change] : steps) {
        now += change;
        most = std::max(most, now);
    }
    return most;
}

void raise(std::optional<double>& value, float other) {
    if (other >= 0.0F) value = std::max(value ? *value : 0.0, static_cast<double>(other));
}

void measure(WorkloadRow& row, const Folded& folded, const WorkloadView& view) {
    double active = 0.0;
    double known = 0.0;
    for (const std::uint32_t i : view.profiles) {
        const ClaimProfile& profile = folded.claims[i];
        raise(row.engine_p95, profile.engine_p95);
        raise(row.sm_p95, profile.sm_p95);
        raise(row.memory_most_bytes, profile.memory_most);
        if (profile.duty < 0.0F) continue;
        active += static_cast<double>(profile.duty) * static_cast<double>(profile.known_ms);
        known += static_cast<double>(profile.known_ms);
    }
    if (known > 0.0) row.duty = active / known;
}

bool same_on_cards(const WorkloadRow& row) {
    ClassTimes classes{};
    Curable curable;
    for (const HeldOn& card : row.cards) {
        for (std::size_t c = 0; c < kAccountClasses; ++c) classes[c] += card.classes[c];
        curable.as_is_ms += card.curable.as_is_ms;
        curable.after_edit_ms += card.curable.after_edit_ms;
        curable.forbidden_ms += card.curable.forbidden_ms;
    }
    return classes == row.classes && curable == row.curable;
}

template <class Reason>
Reason largest(const std::map<Reason, std::int64_t>& reasons) {
    Reason best;
    std::int64_t most = 0;
    for (const auto& [reason, ms] : reasons) {
        if (ms <= most || reason == Reason("still starting")) continue;
        most = ms;
        best = reason;
    }
    return best;
}

std::string layout_text(const model::Gpu& gpu) {
    if (gpu.layouts.empty() || gpu.present.empty()) return "exclusive";
    const model::Layout* layout = layout_at(gpu, gpu.present.back().end - Duration{1});
    if (layout == nullptr) return "exclusive";
    switch (layout->kind) {
        case model::LayoutKind::exclusive:
            return "exclusive";
        case model::LayoutKind::time_sliced:
            return fmt::format("time-sliced x{}", layout->replicas);
        case model::LayoutKind::mps:
            return fmt::format("MPS x{}", layout->replicas);
        case model::LayoutKind::mig:
            break;
    }
    std::map<std::string, int, std::greater<>> counts;  // the largest profile first
    for (const model::MigInstance& instance : layout->instances)
        ++counts[instance.profile.empty() ? instance.printed : instance.profile];
    std::vector<std::string> parts;
    for (const auto& [profile, count] : counts)
        parts.push_back(count == 1 ? profile : fmt::format("{}x {}", count, profile));
    return parts.empty() ? "MIG without instances" : fmt::format("MIG {}", fmt::join(parts, " + "));
}

// Pods of the claims that end last on each card.
std::vector<std::string> last_holders(const model::Timeline& timeline, const Folded& folded) {
    std::vector<std::pair<Time, std::set<std::string>>> last(timeline.gpus.size(), {kBeginningOfTime, {}});
    for (const ClaimProfile& profile : folded.claims) {
        const model::Claim& claim = timeline.claims[profile.claim.at()];
        auto& [end, names] = last[folded.lanes[profile.lane].gpu.at()];
        if (claim.held.end < end) continue;
        if (claim.held.end > end) names.clear();
        end = claim.held.end;
        names.insert(claim.pod.known() ? timeline.pods[claim.pod.at()].ns + "/" + timeline.pods[claim.pod.at()].name
                                       : kUnknownHolder);
    }
    std::vector<std::string> texts;
    for (const auto& [end, names] : last) texts.push_back(fmt::format("{}", fmt::join(names, ", ")));
    return texts;
}

}  // namespace

std::vector<WorkloadRow> workload_rows(const model::Timeline& timeline, const Folded& folded, const Accounts& accounts,
                                       std::span<const WorkloadView> views, const CurableSplit& split) {
    std::map<std::uint32_t, std::map<Text, std::int64_t>> edits;
    for (const auto& [key, ms] : split.edits) edits[key.first][key.second] += ms;
    std::vector<WorkloadRow> rows;
    for (std::uint32_t w = 0; w < accounts.workloads.size(); ++w) {
        WorkloadRow row;
        row.gpu_ms = accounts.workloads[w].total();
        if (w == views.size() && row.gpu_ms == 0) continue;
        row.classes = accounts.workloads[w].classes;
        row.curable = sum_of(split.workloads[w]);
        for (const auto& [gpu, held] : split.cards[w]) row.cards.push_back(held);
        row.rule = largest(split.rules[w]);
        row.edit = largest(edits[w]);
        row.name = kUnknownHolder;
        if (w < views.size()) {
            row.cluster = views[w].cluster;
            row.ns = views[w].ns;
            row.kind = views[w].kind;
            row.name = views[w].name;
            row.gpus_milli = most_at_once(timeline, folded, views[w]);
            measure(row, folded, views[w]);
        }
        std::int64_t curable = 0;
        for (std::size_t c = 0; c < kAccountClasses; ++c)
            curable += sharing_might_cure(static_cast<AccountClass>(c)) ? row.classes[c] : 0;
        ARABLE_CHECK(row.curable.as_is_ms + row.curable.after_edit_ms + row.curable.forbidden_ms == curable);
        ARABLE_CHECK(same_on_cards(row));
        rows.push_back(std::move(row));
    }
    std::ranges::stable_sort(rows, {}, [](const WorkloadRow& r) {
        return std::tuple(r.classes[at(AccountClass::productive)] - r.gpu_ms, r.ns, r.name, r.kind, r.cluster);
    });
    return rows;
}

std::vector<GpuRow> gpu_rows(const model::Timeline& timeline, const Folded& folded, const Accounts& accounts) {
    const std::vector<std::string> holders = last_holders(timeline, folded);
    std::vector<GpuRow> rows;
    for (std::size_t g = 0; g < timeline.gpus.size(); ++g) {
        const model::Gpu& gpu = timeline.gpus[g];
        GpuRow row{.cluster = gpu.cluster, .name = gpu.name, .pool = pool_name(timeline, gpu), .index = gpu.index};
        if (gpu.node.known()) row.node = timeline.nodes[gpu.node.at()].name;
        row.product = gpu.product.empty() ? gpu.product_name : gpu.product;
        row.gpu_ms = folded.gpu_presence_ms[g];
        row.classes = accounts.gpus[g].classes;
        row.layout = layout_text(gpu);
        row.holders = holders[g];
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<EditNeed> edit_needs(std::span<const WorkloadView> views, const CurableSplit& split) {
    std::vector<EditNeed> needs;
    for (const auto& [key, ms] : split.edits) {
        const std::string owner =
            key.first < views.size() ? views[key.first].kind + " " + views[key.first].full_name() : kUnknownHolder;
        needs.push_back({.owner = owner, .edit = key.second, .gpu_ms = ms});
    }
    std::ranges::stable_sort(needs, [](const EditNeed& a, const EditNeed& b) {
        return std::tie(b.gpu_ms, a.owner, a.edit) < std::tie(a.gpu_ms, b.owner, b.edit);
    });
    return needs;
}

std::vector<std::pair<std::string, std::int64_t>> forbidden_rules(const CurableSplit& split) {
    std::vector<std::pair<std::string, std::int64_t>> rules(split.forbidden.begin(), split.forbidden.end());
    std::ranges::stable_sort(rules, {}, [](const auto& r) { return std::pair(-r.second, r.first); });
    return rules;
}

std::vector<Text> claim_sources(const model::Timeline& timeline, const Folded& folded) {
    std::array<std::set<model::GpuIx>, 4> gpus;
    for (const ClaimProfile& profile : folded.claims) {
        const model::Claim& claim = timeline.claims[profile.claim.at()];
        const bool unnamed = claim.source == model::ClaimSource::exporter_labels && !claim.pod.known();
        gpus.at(unnamed ? 3 : static_cast<std::size_t>(claim.source)).insert(folded.lanes[profile.lane].gpu);
    }
    std::vector<Text> texts;
    for (std::size_t s = 0; s < gpus.size(); ++s) {
        if (gpus[s].empty()) continue;
        const Text count = plural(static_cast<std::int64_t>(gpus[s].size()), "{} GPU", "{} GPUs");
        texts.push_back(s == 0   ? text("allocation records: {}", count)
                        : s == 1 ? text("exporter labels: {}", count)
                        : s == 2 ? text("pods and node capacity (count only): {}", count)
                                 : text("no input names the holder: {}", count));
    }
    return texts;
}

std::vector<ClassAmount> class_amounts(const Accounts& accounts, const CurableSplit& split) {
    std::vector<ClassAmount> amounts;
    for (std::size_t c = 0; c < kAccountClasses; ++c) {
        const Curable& curable = split.estate[c];
        amounts.push_back({static_cast<AccountClass>(c), accounts.estate.classes[c], curable});
        if (!sharing_might_cure(static_cast<AccountClass>(c))) continue;
        ARABLE_CHECK(curable.as_is_ms + curable.after_edit_ms + curable.forbidden_ms == accounts.estate.classes[c]);
    }
    return amounts;
}

Capacity capacity_of(const model::Timeline& timeline, const Folded& folded) {
    Capacity capacity;
    capacity.clusters = static_cast<std::int64_t>(timeline.clusters.size());
    capacity.gpu_ms = folded.presence_ms;
    std::set<model::NodeIx> nodes;
    std::map<std::string, std::int64_t> products;
    for (const model::Gpu& gpu : timeline.gpus) {
        ++capacity.gpus;
        if (gpu.node.known()) nodes.insert(gpu.node);
        ++products[!gpu.product.empty() ? gpu.product : !gpu.product_name.empty() ? gpu.product_name : "unknown"];
    }
    capacity.nodes = static_cast<std::int64_t>(nodes.size());
    capacity.by_product.assign(products.begin(), products.end());
    return capacity;
}

}  // namespace arable::diagnose
