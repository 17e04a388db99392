#include "diagnose/wait_ledger.h"

#include <algorithm>

#include "base/apportion.h"

namespace arable::diagnose {
namespace {

// The last words that have any, of those that a scheduler or a quota says while it keeps a pod back.
std::string last_words(const std::vector<model::WaitNote>& notes) {
    for (auto note = notes.rbegin(); note != notes.rend(); ++note) {
        const bool held_back =
            note->kind == model::WaitNote::Kind::unschedulable || note->kind == model::WaitNote::Kind::gated;
        if (!held_back) continue;
        if (note->kind == model::WaitNote::Kind::gated && !note->detail.empty()) return note->detail;
        // The reason of the condition PodScheduled, as Kubernetes writes it.
        if (note->kind == model::WaitNote::Kind::unschedulable)
            return note->detail.empty() ? "Unschedulable" : "Unschedulable: " + note->detail;
    }
    return {};
}

std::string said_of(const WaitUnit& unit, const model::Timeline& timeline) {
    for (auto member = unit.members.rbegin(); member != unit.members.rend(); ++member) {
        if (!member->pod.known()) continue;
        if (std::string words = last_words(timeline.pods[member->pod.at()].notes); !words.empty()) return words;
    }
    return unit.gang.known() ? last_words(timeline.gangs[unit.gang.at()].notes) : std::string{};
}

// What each pod asks for, where all ask for the same.
void add_request(const WaitUnit& unit, Wait& wait) {
    wait.members = static_cast<std::int64_t>(unit.members.size());
    for (const WaitingMember& member : unit.members) {
        const model::DeviceRequest& device = member.spec->device;
        const model::DeviceRequest& first = unit.members.front().spec->device;
        if (device.resource != first.resource || device.count != first.count) return;
    }
    if (unit.members.empty()) return;
    wait.resource = unit.members.front().spec->device.resource;
    wait.count = unit.members.front().spec->device.count;
}

}  // namespace

std::int64_t milli_of(const model::PodSpec& spec) {
    return std::clamp<std::int64_t>(spec.device.size.value, 0, kMostPodMilli);
}

void WaitLedger::add(Interval span, std::int64_t milli, WaitCause cause, const WaitDetail& detail) {
    if (span.empty()) return;
    most_milli_ = std::max(most_milli_, milli);
    milli_ms_[static_cast<std::size_t>(cause)] += static_cast<Wide>(milli) * span.length().ms;
    if (!spans_.empty()) {
        WaitSpan& last = spans_.back();
        if (last.span.end == span.begin && last.cause == cause && last.detail == detail && last.gpus_milli == milli) {
            last.span.end = span.end;
            return;
        }
    }
    spans_.push_back({.span = span, .cause = cause, .detail = detail, .gpus_milli = milli});
}

Wait WaitLedger::finish(const model::Timeline& timeline) const {
    Wait wait{.gang = unit_->gang, .pod = unit_->pod, .name = unit_->name, .cluster = unit_->cluster};
    wait.gpus_milli = most_milli_;
    Wide sum = 0;
    for (const Wide part : milli_ms_) sum += part;
    wait.gpu_ms = static_cast<std::int64_t>((sum + 500) / 1000);
    // Weights of 64 bits: exact unless the sum itself is not.
    std::vector<std::int64_t> weights;
    for (const Wide part : milli_ms_) weights.push_back(static_cast<std::int64_t>(part / (sum / INT64_MAX + 1)));
    const auto parts = apportion(wait.gpu_ms, weights);
    std::copy(parts.begin(), parts.end(), wait.by_cause.begin());
    wait.spans = spans_;
    wait.spec_known = unit_->spec_known;
    wait.said = said_of(*unit_, timeline);
    add_request(*unit_, wait);
    if (unit_->pod.known()) wait.unequipped_gpus = unequipped_gpus(timeline, unit_->pod);
    return wait;
}

}  // namespace arable::diagnose
