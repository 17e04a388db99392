#include "diagnose/wait_units.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "diagnose/failed_admission.h"

namespace arable::diagnose {
namespace {

using model::Pod;
using model::WaitNote;

// When a pod waited, not clipped; absent when that is not known.
std::optional<Interval> waited(const Pod& pod, Time window_end) {
    if (!pod.created) return std::nullopt;
    if (pod.scheduled) return Interval{*pod.created, *pod.scheduled};
    if (pod.started) return Interval{*pod.created, *pod.started};
    const bool ran = pod.phase == model::PodPhase::running || pod.phase == model::PodPhase::succeeded;
    if (pod.node.known() || ran) return std::nullopt;
    return Interval{*pod.created, pod.ended ? *pod.ended : window_end};
}

std::optional<WaitCause> cause_of(WaitNote::Kind kind) {
    switch (kind) {
        case WaitNote::Kind::gated:
            return WaitCause::gated;
        case WaitNote::Kind::admission_failed:
            return WaitCause::broken;
        case WaitNote::Kind::provisioning:
            return WaitCause::provisioning;
        case WaitNote::Kind::capped:
            return WaitCause::capped;
        case WaitNote::Kind::unschedulable:
            return std::nullopt;
    }
    return std::nullopt;
}

void add_notes(const std::vector<WaitNote>& notes, WaitUnit& unit) {
    for (const WaitNote& note : notes) {
        const auto cause = cause_of(note.kind);
        if (cause) unit.stated.push_back({.during = note.during, .cause = *cause, .detail = said(note.detail)});
    }
}

class Builder {
  public:
    explicit Builder(const model::Timeline& timeline) : timeline_(timeline), skip_(timeline.pods.size(), false) {}

    std::vector<WaitUnit> run() {
        for (WaitUnit& unit : failed_admissions(timeline_, skip_)) keep(std::move(unit));
        for (std::size_t g = 0; g < timeline_.gangs.size(); ++g) add_gang(model::GangIx::of(g));
        for (std::size_t p = 0; p < timeline_.pods.size(); ++p) {
            const Pod& pod = timeline_.pods[p];
            if (pod.gang.known() || skip_[p] || pod.spec.device.kind == model::DeviceKind::none) continue;
            WaitUnit unit{.pod = model::PodIx::of(p), .cluster = pod.cluster, .name = pod.ns + "/" + pod.name};
            unit.queue = pod.spec.queue;
            add_pod(model::PodIx::of(p), unit);
            keep(std::move(unit));
        }
        std::ranges::sort(units_, {}, [](const WaitUnit& u) { return std::tie(u.created, u.cluster, u.name, u.pod); });
        return std::move(units_);
    }

  private:
    void add_pod(model::PodIx ix, WaitUnit& unit, std::optional<Time> since = std::nullopt) {
        const Pod& pod = timeline_.pods[ix.at()];
        if (pod.spec.device.kind == model::DeviceKind::none || skip_[ix.at()]) return;
        auto span = waited(pod, timeline_.window.end);
        if (!span) return;
        if (since && *since < span->begin) span->begin = *since;
        const bool first = unit.members.empty();
        if (first || span->begin < unit.created) unit.created = span->begin;
        add_notes(pod.notes, unit);
        add_launches(pod, *span, unit);
        const Interval clipped = intersect(*span, timeline_.window);
        if (clipped.empty()) return;
        if (!pod.spec.spec_known) unit.spec_known = false;
        unit.members.push_back({.spec = &pod.spec, .pod = ix, .span = clipped});
    }

    void add_launches(const Pod& pod, const Interval& span, WaitUnit& unit) const {
        if (!pod.node.known()) return;
        bool told = false;
        for (const model::NodeLaunch& launch : timeline_.launches) {
            if (launch.node != pod.node) continue;
            told = true;
            if (intersect(launch.during, span).empty()) continue;
            unit.stated.push_back({.during = launch.during,
                                   .cause = WaitCause::provisioning,
                                   .detail = said(timeline_.nodes[pod.node.at()].name)});
        }
        if (!told) add_new_node(pod, span, unit);
    }

    // Without a record of the launch: the pod ran on a node that became ready while it waited.
    void add_new_node(const Pod& pod, const Interval& span, WaitUnit& unit) const {
        const model::Node& node = timeline_.nodes[pod.node.at()];
        const IntervalSet& there = node.ready.empty() ? node.present : node.ready;
        if (there.empty()) return;
        const Time ready = there.front().begin;
        if (ready <= timeline_.window.begin || ready <= span.begin || ready > span.end) return;
        const Time begin = node.created && *node.created < ready - kLaunch ? *node.created : ready - kLaunch;
        unit.stated.push_back({.during = {begin, ready}, .cause = WaitCause::provisioning, .detail = said(node.name)});
    }

    void add_gang(model::GangIx ix) {
        const model::Gang& gang = timeline_.gangs[ix.at()];
        WaitUnit unit{.gang = ix, .cluster = gang.cluster, .name = gang.ns + "/" + gang.name, .queue = gang.queue};
        add_notes(gang.notes, unit);
        if (gang.pods.empty()) {
            add_templates(gang, unit);
        } else {
            unit.pod = gang.pods.front();
            std::optional<Time> since;
            if (gang.created && gang.admitted) since = gang.created;
            for (const model::PodIx pod : gang.pods) {
                add_pod(pod, unit, since);
                if (unit.queue.empty()) unit.queue = timeline_.pods[pod.at()].spec.queue;
            }
            set_together(gang, unit);
        }
        if (gang.created && gang.admitted && *gang.created < *gang.admitted) add_suspension(gang, *gang.admitted, unit);
        keep(std::move(unit));
    }

    // A suspended workload waits for its quota; a later admission ends that, a pod-less gang has nothing else.
    void add_templates(const model::Gang& gang, WaitUnit& unit) const {
        if (!gang.created) return;
        Time end = timeline_.window.end;
        if (gang.ended) end = *gang.ended;
        if (gang.admitted) end = *gang.admitted;
        unit.created = *gang.created;
        const Interval span = intersect({*gang.created, end}, timeline_.window);
        if (span.empty()) return;
        for (const auto& [spec, count] : gang.templates) {
            if (spec.device.kind == model::DeviceKind::none) continue;
            for (std::int64_t i = 0; i < std::min<std::int64_t>(count, kMostTemplatePods); ++i) {
                unit.members.push_back({.spec = &spec, .span = span});
            }
        }
        add_suspension(gang, end, unit);
    }

    void add_suspension(const model::Gang& gang, Time end, WaitUnit& unit) const {
        WaitDetail detail{.kind = gang.queue.empty() ? WaitDetail::Kind::suspended : WaitDetail::Kind::queue,
                          .name = gang.queue};
        for (const model::Quota& quota : timeline_.quotas) {
            if (quota.cluster == gang.cluster && !gang.queue.empty() && quota.name == gang.queue) {
                detail = {
                    .kind = WaitDetail::Kind::quota, .name = quota.name, .what = quota.resource, .amount = quota.hard};
                break;
            }
        }
        unit.stated.push_back({.during = {*gang.created, end}, .cause = WaitCause::gated, .detail = detail});
    }

    void set_together(const model::Gang& gang, WaitUnit& unit) const {
        if (gang.min_members <= 0) return;
        const auto all = static_cast<std::int64_t>(gang.pods.size());
        unit.together = std::min(gang.min_members, all);
    }

    void keep(WaitUnit unit) {
        if (unit.members.empty()) return;
        std::ranges::sort(unit.members, {}, [](const WaitingMember& m) { return std::tie(m.span.begin, m.pod); });
        unit.span = unit.members.front().span;
        for (const WaitingMember& member : unit.members) unit.span.end = std::max(unit.span.end, member.span.end);
        std::ranges::sort(unit.stated, {}, [](const StatedCause& s) { return std::tie(s.cause, s.during, s.detail); });
        units_.push_back(std::move(unit));
    }

    // How long starting a GPU node takes, where nobody tells (machine, driver and device plugin).
    static constexpr Duration kLaunch = minutes(15);
    static constexpr std::int64_t kMostTemplatePods = 10'000;
    const model::Timeline& timeline_;
    std::vector<bool> skip_;  // pods that failed admission: counted with their owner
    std::vector<WaitUnit> units_;
};

}  // namespace

std::vector<WaitUnit> wait_units(const model::Timeline& timeline) { return Builder(timeline).run(); }

std::int64_t unequipped_gpus(const model::Timeline& timeline, model::PodIx ix) {
    const Pod& pod = timeline.pods[ix.at()];
    if (pod.spec.device.kind != model::DeviceKind::fraction || !pod.node.known()) return 0;
    bool any = false;
    for (const model::Gpu& gpu : timeline.gpus) {
        if (gpu.node != pod.node) continue;
        any = true;
        const bool mig = !gpu.layouts.empty() && std::ranges::all_of(gpu.layouts, [](const model::LayoutSpan& span) {
            return span.layout.kind == model::LayoutKind::mig;
        });
        if (!mig) return 0;
    }
    const bool holds = std::ranges::any_of(timeline.claims, [&](const model::Claim& c) { return c.pod == ix; });
    return any && !holds ? (pod.spec.device.size.value + 999) / 1000 : 0;
}

}  // namespace arable::diagnose
