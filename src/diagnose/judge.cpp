#include "diagnose/judge.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "fit/fits.h"

namespace arable::diagnose {
namespace {

using fit::Member;
using fit::Placement;
using fit::WhatIf;

// Texts of a cluster may hold any byte: each goes in with its length, each list with its size, so that different
// specifications never make one key.
class Key {
  public:
    void add(std::int64_t n) { text_ += fmt::format("{};", n); }
    void add(std::string_view text) {
        add(static_cast<std::int64_t>(text.size()));
        text_ += text;
    }
    void add(const model::LabelSelector& selector) {
        add(static_cast<std::int64_t>(selector.size()));
        for (const model::LabelRule& rule : selector) {
            add(rule.key);
            add(rule.op);
            add(static_cast<std::int64_t>(rule.values.size()));
            for (const std::string& value : rule.values) add(value);
        }
    }
    std::string take() { return std::move(text_); }

  private:
    std::string text_;
};

// Everything of a specification that a judgement depends on, so that equal pods share one table.
std::string key_of(const model::PodSpec& spec) {
    const model::DeviceRequest& d = spec.device;
    Key key;
    for (const std::int64_t n :
         {std::int64_t{spec.spec_known}, static_cast<std::int64_t>(d.kind), d.count,
          d.fraction ? d.fraction->value : -1, d.memory ? d.memory->value : -1, spec.cpu.value, spec.memory.value}) {
        key.add(n);
    }
    for (const std::string* text : {&d.resource, &d.mig_profile, &d.product}) key.add(*text);
    key.add(static_cast<std::int64_t>(spec.rules.node_selector.size()));
    for (const auto& [name, value] : spec.rules.node_selector) {
        key.add(name);
        key.add(value);
    }
    key.add(static_cast<std::int64_t>(spec.rules.node_affinity.size()));
    for (const model::LabelSelector& term : spec.rules.node_affinity) key.add(term);
    for (const model::Toleration& t : spec.rules.tolerations) {
        for (const std::string* text : {&t.key, &t.op, &t.value, &t.effect}) key.add(*text);
    }
    return key.take();
}

std::int64_t free_devices(std::span<const Member> members, std::span<const fit::NodeRoom> rooms, std::int64_t& nodes,
                          std::int64_t& largest) {
    std::int64_t sum = 0;
    for (const fit::NodeRoom& room : rooms) {
        const std::int64_t n = fit::takeable(members.front().spec->device, room, WhatIf{});
        sum += n;
        nodes += n > 0 ? 1 : 0;
        largest = std::max(largest, n);
    }
    return sum;
}

WaitDetail::Kind kind_of(fit::ObstacleKind kind) {
    switch (kind) {
        case fit::ObstacleKind::cpu:
            return WaitDetail::Kind::cores;
        case fit::ObstacleKind::memory:
            return WaitDetail::Kind::memory;
        case fit::ObstacleKind::slots:
            return WaitDetail::Kind::slots;
        case fit::ObstacleKind::cordoned:
            return WaitDetail::Kind::cordoned;
        case fit::ObstacleKind::taint:
            return WaitDetail::Kind::taint;
        case fit::ObstacleKind::selector:
            return WaitDetail::Kind::selector;
        case fit::ObstacleKind::affinity:
            return WaitDetail::Kind::affinity;
        case fit::ObstacleKind::pod_affinity:
            return WaitDetail::Kind::pod_affinity;
        case fit::ObstacleKind::pod_anti:
            return WaitDetail::Kind::pod_anti;
        case fit::ObstacleKind::spread:
            return WaitDetail::Kind::spread;
        case fit::ObstacleKind::not_ready:
        case fit::ObstacleKind::product:
        case fit::ObstacleKind::devices:
            break;  // of no class that a remedy lifts
    }
    return WaitDetail::Kind::none;
}

// The first obstacle of a class on the node where the remedy would have started the first member.
WaitDetail obstacle_at(std::span<const Member> members, const Placement& placement,
                       std::span<const fit::NodeRoom> rooms, fit::ObstacleClass wanted) {
    for (std::size_t i = 0; i < placement.seats.size() && i < members.size(); ++i) {
        const std::size_t at = placement.seats[i];
        for (const fit::Obstacle& obstacle : fit::obstacles(*members[i].spec, members[i].pod, rooms, at)) {
            if (fit::class_of(obstacle.kind) != wanted) continue;
            return {.kind = kind_of(obstacle.kind),
                    .name = rooms[at].node->name,
                    .what = obstacle.detail,
                    .amount = obstacle.short_by};
        }
    }
    return {};
}

}  // namespace

std::span<const fit::Gate> GateTable::of(const model::PodSpec& spec, const std::string& cluster) {
    const auto [known, fresh] = by_spec_.try_emplace(&spec, nullptr);
    if (fresh) {
        const auto [at, added] = by_rules_.try_emplace(cluster + "\n" + key_of(spec));
        if (added) {
            at->second = fit::gates(spec, nodes_);
            for (std::size_t n = 0; n < nodes_.size(); ++n)
                at->second[n].kind_ok = at->second[n].kind_ok && nodes_[n]->cluster == cluster;
        }
        known->second = &at->second;
    }
    return *known->second;
}

Instant::Instant(std::span<const fit::NodeRoom> rooms, const model::StrictQueues& strict)
    : rooms_(rooms), plain_(rooms.begin(), rooms.end()), remedied_(rooms.begin(), rooms.end()), strict_(strict) {}

bool Instant::in_strict_queue(const WaitUnit& unit) const {
    return !unit.queue.empty() && strict_.contains({unit.cluster, unit.queue});
}

void Instant::stands(const WaitUnit& unit) {
    if (in_strict_queue(unit)) ahead_.try_emplace({unit.cluster, unit.queue}, unit.name);
}

Judgement Instant::judge(const WaitUnit& unit, std::span<const Member> members, std::span<const std::uint32_t> own) {
    // Equal gangs after one that nothing would have helped: nothing helps them either.
    const auto kind = std::tuple(static_cast<const void*>(members.front().gates.data()),
                                 members.front().spec->device.count, members.size());
    if (hopeless_.contains(kind)) return {};
    if (auto fits = fit::place(members, plain_, WhatIf{})) {
        fit::occupy(*fits, members, plain_);
        fit::occupy(*fits, members, remedied_);
        const auto ahead = ahead_.find({unit.cluster, unit.queue});
        if (ahead != ahead_.end()) {
            return {.cause = WaitCause::behind,
                    .detail = {.kind = WaitDetail::Kind::behind, .name = ahead->second},
                    .marks = {}};
        }
        return {.cause = WaitCause::scheduler, .detail = {.kind = WaitDetail::Kind::fitted}, .marks = {}};
    }
    Judgement judgement = remedied(members, own);
    const bool alone = members.size() == 1 && own.empty() && !fit::looks_at_neighbours(*members.front().spec);
    if (judgement.cause == WaitCause::real && alone) hopeless_.insert(kind);
    return judgement;
}

Judgement Instant::remedied(std::span<const Member> members, std::span<const std::uint32_t> own) {
    std::vector<std::pair<fit::Device*, fit::Device>> withheld;
    for (fit::NodeRoom& room : remedied_) {
        for (fit::Device& device : room.devices) {
            if (own.empty() || std::ranges::find(own, device.id) == own.end()) continue;
            withheld.emplace_back(&device, device);
            device.slots[fit::kReturned] = 0;
            device.slots[fit::kShared] = 0;
        }
    }
    Remedy remedy = first_remedy(members);
    Judgement judgement;
    if (remedy.cause != WaitCause::real) judgement = apply(std::move(remedy), members);
    for (const auto& [device, before] : withheld) {
        device->slots[fit::kReturned] = before.slots[fit::kReturned];
        device->slots[fit::kShared] = before.slots[fit::kShared];
    }
    return judgement;
}

// The first remedy that alone would do, else the last one of the shortest row of them that would (docs/definitions.md
// §6.2).
Instant::Remedy Instant::first_remedy(std::span<const Member> members) const {
    const WhatIf everything{.policy = true, .room = true, .tiers = {true, true, true}};
    if (!fit::pool(members, remedied_, everything)) return {.cause = WaitCause::real, .placement = {}};

    const std::array alone{std::pair(WaitCause::constrained, WhatIf{.policy = true}),
                           std::pair(WaitCause::stranded, WhatIf{.room = true})};
    for (const auto& [cause, what_if] : alone) {
        if (auto placed = fit::place(members, remedied_, what_if)) return {.cause = cause, .placement = placed};
    }
    if (auto pooled = fit::pool(members, remedied_, WhatIf{})) {
        return {.cause = WaitCause::fragmented, .placement = pooled};
    }
    const std::array given{std::pair(WaitCause::held_empty, WhatIf{.tiers = {true, true, false}}),
                           std::pair(WaitCause::shareable, WhatIf{.tiers = {true, false, true}})};
    for (const auto& [cause, what_if] : given) {
        if (auto placed = fit::place(members, remedied_, what_if)) return {.cause = cause, .placement = placed};
    }
    WhatIf row{.policy = true, .room = true};
    if (auto placed = fit::place(members, remedied_, row)) return {.cause = WaitCause::stranded, .placement = placed};
    if (auto pooled = fit::pool(members, remedied_, row)) return {.cause = WaitCause::fragmented, .placement = pooled};
    row.tiers[fit::kReturned] = true;
    if (auto pooled = fit::pool(members, remedied_, row)) return {.cause = WaitCause::held_empty, .placement = pooled};
    row.tiers[fit::kShared] = true;
    return {.cause = WaitCause::shareable, .placement = fit::pool(members, remedied_, row)};
}

Judgement Instant::apply(Remedy remedy, std::span<const Member> members) {
    Judgement judgement{.cause = remedy.cause, .detail = describe(remedy, members), .marks = {}};
    fit::occupy(*remedy.placement, members, remedied_);
    const bool marks = remedy.cause == WaitCause::constrained || remedy.cause == WaitCause::stranded ||
                       remedy.cause == WaitCause::fragmented;
    if (marks) {
        judgement.marks = std::move(remedy.placement->picks);
        std::erase_if(judgement.marks, [](const fit::Pick& p) { return p.tier != fit::kFreeNow; });
    }
    return judgement;
}

WaitDetail Instant::describe(const Remedy& remedy, std::span<const Member> members) const {
    switch (remedy.cause) {
        case WaitCause::constrained:
            return obstacle_at(members, *remedy.placement, remedied_, fit::ObstacleClass::policy);
        case WaitCause::stranded:
            return obstacle_at(members, *remedy.placement, remedied_, fit::ObstacleClass::room);
        case WaitCause::fragmented: {
            std::int64_t nodes = 0;
            std::int64_t largest = 0;
            const std::int64_t free = free_devices(members, remedied_, nodes, largest);
            return {.kind = WaitDetail::Kind::blocks, .amount = free, .nodes = nodes, .most = largest};
        }
        case WaitCause::shareable:
            return {.kind = WaitDetail::Kind::upper_estimate};
        default:
            return {};
    }
}

std::vector<fit::Pick> Instant::mark_gated(std::span<const Member> members) {
    std::vector<fit::Pick> marks;
    for (const Member& member : members) {
        std::int64_t wanted = member.spec->device.count;
        for (std::size_t at = 0; at < remedied_.size() && wanted > 0; ++at) {
            if (!member.gates.empty() && !member.gates[at].kind_ok) continue;
            for (fit::Pick& pick : fit::take(member.spec->device, wanted, remedied_[at], WhatIf{})) {
                pick.room = static_cast<std::uint32_t>(at);
                wanted -= pick.slots;
                marks.push_back(pick);
            }
        }
    }
    return marks;
}

}  // namespace arable::diagnose
