#include "report/headline.h"

#include <fmt/format.h>

#include <set>
#include <utility>
#include <vector>

#include "report/figures.h"

namespace arable::report {
namespace {

using diagnose::AccountClass;
using diagnose::Audit;
using diagnose::WaitCause;

// Parts of a whole, with shares that agree with the tables below the sentences.
class Shares {
  public:
    Shares(std::int64_t total, std::vector<std::int64_t> parts)
        : total_(total), parts_(std::move(parts)), tenths_(tenths_of_percent(total, parts_)) {}

    template <class Part>
    std::string of(std::initializer_list<Part> wanted) const {
        if (total_ <= 0) return "-";
        std::int64_t tenths = 0;
        std::int64_t amount = 0;
        for (const Part part : wanted) {
            const auto at = static_cast<std::size_t>(part);
            if (at >= parts_.size()) continue;
            tenths += tenths_[at];
            amount += parts_[at];
        }
        return percent_text(tenths, amount > 0);
    }

    template <class Part>
    bool any(std::initializer_list<Part> wanted) const {
        for (const Part part : wanted) {
            if (static_cast<std::size_t>(part) < parts_.size() && parts_[static_cast<std::size_t>(part)] > 0)
                return true;
        }
        return false;
    }

  private:
    std::int64_t total_;
    std::vector<std::int64_t> parts_;
    std::vector<std::int64_t> tenths_;
};

Shares classes(const Audit& audit) {
    std::vector<std::int64_t> parts;
    for (const diagnose::ClassAmount& amount : audit.accounting) parts.push_back(amount.gpu_ms);
    return {audit.capacity.gpu_ms, std::move(parts)};
}

Shares causes(const diagnose::Waits& waits) { return {waits.gpu_ms, {waits.by_cause.begin(), waits.by_cause.end()}}; }

std::string where(const Audit& audit) {
    std::string text =
        audit.clusters.size() == 1 && !audit.clusters.front().empty()
            ? fmt::format("cluster {}", audit.clusters.front())
            : fmt::format("{} cluster{}", audit.capacity.clusters, audit.capacity.clusters == 1 ? "" : "s");
    if (audit.window.sample_interval.ms > 0) {
        text += fmt::format(", {} samples every {}", audit.window.downsampled ? "downsampled:" : "raw",
                            format_duration(audit.window.sample_interval));
    }
    return text;
}

std::string computed(const Audit& audit, const Shares& shares) {
    if (!audit.activity_seen && classes(audit).any({AccountClass::unknown})) return "an unknown part";
    const std::string high = shares.of({AccountClass::productive});
    if (!audit.computing_is_range) return high;
    return fmt::format("{} to {}", percent(audit.computing_low_ms, audit.capacity.gpu_ms), high);
}

std::string gpus_text(std::int64_t n) { return n == 1 ? "1 GPU" : grouped(n) + " GPUs"; }

Sentence capacity(const Audit& audit) {
    const std::int64_t all = audit.capacity.gpu_ms;
    if (audit.capacity.gpus == 0 || all == 0) {
        return {'a', "No paid GPU time was found in the input.", "capacity, sources"};
    }
    const Shares shares = classes(audit);
    const std::string idle =
        shares.of({AccountClass::held_starting, AccountClass::held_empty, AccountClass::held_loaded});
    const std::string free =
        shares.of({AccountClass::free_ghost, AccountClass::free_fragmented, AccountClass::free_stranded,
                   AccountClass::free_constrained, AccountClass::free_no_demand});
    const std::string active =
        shares.of({AccountClass::active_stalled, AccountClass::active_bandwidth, AccountClass::active_headroom});
    const std::string rest = shares.of(
        {AccountClass::unavailable, AccountClass::unusable_mig, AccountClass::used_unclaimed, AccountClass::unknown});
    const std::string parts = fmt::format(
        "{} computed, {} was active without computing, {} reserved but idle, {} free, {} unavailable, "
        "unclaimed or unknown.",
        computed(audit, shares), active, idle, free, rest);
    const std::string evidence = "accounting, computing, window";
    if (audit.window.instant) {
        return {'a',
                fmt::format("At {}, of {} ({}): {}", format_rfc3339(audit.window.window.begin),
                            gpus_text(audit.capacity.gpus), where(audit), parts),
                evidence};
    }
    return {'a',
            fmt::format("Of {} GPU-hours ({} × {}, {}) {}", gpu_hours_text(all), gpus_text(audit.capacity.gpus),
                        format_duration(audit.window.window.length()), where(audit), parts),
            evidence};
}

// The smallest purchase that was tried, of the kind that helps most.
std::string purchase(const diagnose::Waits& waits) {
    const diagnose::BuyPoint* best = nullptr;
    for (const diagnose::BuyPoint& point : waits.buy) {
        if (point.added < 8) continue;
        if (best == nullptr || point.added < best->added ||
            (point.added == best->added && point.removed_ms > best->removed_ms)) {
            best = &point;
        }
    }
    if (best == nullptr) return "";
    return fmt::format(" +{} {} would remove at most {} of it.", best->added,
                       best->product.empty() ? "GPUs" : best->product, percent(best->removed_ms, waits.gpu_ms));
}

// Pods whose template nobody knows were taken as free to run anywhere: the reader must know how much rests on that.
std::string assumed(const diagnose::Waits& waits) {
    if (waits.unconstrained_ms == 0) return "";
    return fmt::format(" ({} is of pods whose template is not known, taken as free to run anywhere)",
                       percent(waits.unconstrained_ms, waits.gpu_ms));
}

Sentence waiting(const Audit& audit) {
    const diagnose::Waits& w = audit.waits;
    const std::string evidence = "waits, buy";
    if (audit.window.instant) return {'b', "How long work waited cannot be said from one instant.", "cannot_say"};
    if (!w.known) return {'b', "How long work waited is not known: no input lists pods or queues.", "cannot_say"};
    if (w.gpu_ms == 0) return {'b', "Nothing waited for a GPU.", evidence};
    if (audit.capacity.gpus == 0) {
        return {'b',
                fmt::format("{} GPU-hours were waited, but no GPU is in the input: why is not known.",
                            gpu_hours_text(w.gpu_ms)),
                evidence};
    }
    const Shares shares = causes(w);
    const std::string curable = shares.of({WaitCause::constrained, WaitCause::stranded, WaitCause::fragmented,
                                           WaitCause::held_empty, WaitCause::shareable, WaitCause::behind});
    return {'b',
            fmt::format(
                "Of {} waited GPU-hours {} was a real shortage, {} start-up, {} quota or a limit, {} can never run as "
                "written, {} curable with GPUs you have{}.{}",
                gpu_hours_text(w.gpu_ms), shares.of({WaitCause::real}),
                shares.of({WaitCause::provisioning, WaitCause::scheduler}),
                shares.of({WaitCause::gated, WaitCause::capped}), shares.of({WaitCause::broken}), curable, assumed(w),
                purchase(w)),
            evidence};
}

Sentence sharing(const Audit& audit) {
    diagnose::Curable sum;
    for (const diagnose::ClassAmount& amount : audit.accounting) {
        sum.as_is_ms += amount.curable.as_is_ms;
        sum.after_edit_ms += amount.curable.after_edit_ms;
        sum.forbidden_ms += amount.curable.forbidden_ms;
    }
    const std::int64_t all = audit.capacity.gpu_ms;
    if (all == 0) return {'c', "What sharing could cure is not known.", "accounting"};
    if (!audit.activity_seen && classes(audit).any({AccountClass::unknown})) {
        return {
            'c',
            fmt::format(
                "What sharing could cure is not known: what held GPUs did is not in the input ({} of the GPU-hours).",
                classes(audit).of({AccountClass::unknown})),
            "accounting, cannot_say"};
    }
    std::set<std::string> owners;
    for (const diagnose::EditNeed& edit : audit.edits) owners.insert(edit.owner);
    const std::string edits = audit.edits.empty()
                                  ? std::string("no edit would add to that")
                                  : fmt::format("{} more after {} edits by {} owners", percent(sum.after_edit_ms, all),
                                                audit.edits.size(), owners.size());
    const std::string why =
        audit.forbidden.empty() ? std::string() : fmt::format(", mostly: {}", audit.forbidden.front().first);
    return {
        'c',
        fmt::format(
            "Sharing can cure {} of all GPU-hours with nothing edited, {}; for {} it is forbidden{}; for the rest it "
            "is useless: free, computing, or held back by something else.",
            percent(sum.as_is_ms, all), edits, percent(sum.forbidden_ms, all), why),
        "accounting[].curable, edits, forbidden"};
}

Sentence worth(const Audit& audit) {
    const diagnose::Worth& w = audit.worth;
    const std::int64_t nodes = w.priced_nodes + w.unpriced_nodes;
    if (w.paid.empty()) {
        return {'d',
                fmt::format("What that is worth is not known: no price for any of {} nodes; give --prices FILE.",
                            grouped(nodes == 0 ? audit.capacity.nodes : nodes)),
                "worth"};
    }
    const std::string unknown = w.unpriced_nodes > 0 ? fmt::format(" The price is unknown for {} of {} nodes.",
                                                                   grouped(w.unpriced_nodes), grouped(nodes))
                                                     : "";
    if (audit.window.instant) return {'d', "Hour-based money cannot be said from one instant." + unknown, "worth"};
    const std::string as_is = w.curable_as_is.empty() ? std::string("0") : money_text(w.curable_as_is);
    return {'d',
            fmt::format("Paid: {}; not productive: {}; curable by sharing with nothing edited: {}.{}",
                        money_text(w.paid), money_text(w.fallow), as_is, unknown),
            "worth"};
}

// What the reader should do next: the input that would add most, else the full report.
std::string next_command(const Audit& audit) {
    if (audit.capacity.gpus == 0) return "arable audit --metrics FILE… (dcgm-exporter text)";
    if (!audit.activity_seen) return "arable audit … --metrics FILE… (dcgm-exporter text), to learn what held GPUs did";
    if (!audit.waits.known)
        return "kubectl get nodes,pods -A -o json > objects.json, then arable audit … --objects objects.json";
    if (audit.worth.paid.empty()) return "arable audit … --prices FILE";
    return "arable audit … --format json --output report.json";
}

Sentence unknown(const Audit& audit) {
    std::string text = fmt::format("Not known: {} of the GPU-hours", classes(audit).of({AccountClass::unknown}));
    if (!audit.gaps.empty()) text += fmt::format(", {} gaps in the input (below)", audit.gaps.size());
    text += ". Nothing was changed. Next: " + next_command(audit);
    return {'e', std::move(text), "gaps, cannot_say"};
}

}  // namespace

std::vector<Sentence> headline(const Audit& audit) {
    return {capacity(audit), waiting(audit), sharing(audit), worth(audit), unknown(audit)};
}

}  // namespace arable::report
