#include "report/headline.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "report/figures.h"
#include "report/shares.h"

namespace arable::report {
namespace {

using diagnose::AccountClass;
using diagnose::Audit;
using diagnose::WaitCause;

std::string where(const Audit& audit) {
    std::string text = audit.clusters.size() == 1 && !audit.clusters.front().empty()
                           ? fmt::format("cluster {}", audit.clusters.front())
                           : counted(audit.capacity.clusters, "cluster");
    if (audit.window.sample_interval.ms > 0 && !audit.window.instant) {
        text += fmt::format(", {} every {}", audit.window.downsampled ? "downsampled samples" : "raw samples",
                            format_duration(audit.window.sample_interval));
    }
    return text;
}

// The parts of (a). What nobody could use and what is not known is named only where there is some of it.
std::string parts_of_time(const Audit& audit) {
    const auto shares = class_shares(audit);
    std::vector<std::string> parts;
    const auto add = [&](std::initializer_list<AccountClass> classes, std::string_view words, bool always) {
        if (always || shares.any(classes)) parts.push_back(fmt::format("{} {}", shares.of(classes), words));
    };
    if (activity_is_missing(audit)) {
        const char* unknown = audit.pools_only ? "was running jobs (how much those computed is not known)"
                                               : "did what no input tells (computing, idle, or reserved by nobody)";
        add({AccountClass::unknown}, unknown, true);
    } else if (audit.computing_is_range) {
        parts.push_back(fmt::format("{} to {} computed", percent(audit.computing_low_ms, audit.capacity.gpu_ms),
                                    shares.of({AccountClass::productive})));
    } else {
        add({AccountClass::productive}, "computed", true);
    }
    const bool known = !activity_is_missing(audit);
    add({AccountClass::active_stalled, AccountClass::active_bandwidth, AccountClass::active_headroom},
        "was active without computing", false);
    add({AccountClass::held_starting, AccountClass::held_empty, AccountClass::held_loaded}, "was reserved but idle",
        known);
    add({AccountClass::free_ghost, AccountClass::free_fragmented, AccountClass::free_stranded,
         AccountClass::free_constrained, AccountClass::free_no_demand},
        "was free", true);
    add({AccountClass::unavailable}, "was out of service", false);
    add({AccountClass::unusable_mig}, "was lost to MIG mode itself", false);
    add({AccountClass::used_unclaimed}, "was in use by nobody known", false);
    if (known) add({AccountClass::unknown}, "is not known", false);
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : ", ") + parts[i];
    return text + ".";
}

Sentence capacity(const Audit& audit) {
    const std::int64_t all = audit.capacity.gpu_ms;
    if (audit.capacity.gpus == 0 || all == 0) {
        return {'a', "No GPU was found in the input, so there are no GPU-hours to account for.", "capacity, sources"};
    }
    const std::string evidence = "accounting, computing, window";
    const std::string gpus = counted(audit.capacity.gpus, "GPU");
    if (audit.window.instant) {
        return {'a',
                fmt::format("At {}, of {} ({}): {}", format_rfc3339(audit.window.window.begin), gpus, where(audit),
                            parts_of_time(audit)),
                evidence};
    }
    return {'a',
            fmt::format("Of {} GPU-hours ({} × {}, {}) {}", gpu_hours_text(all), gpus,
                        format_duration(audit.window.window.length()), where(audit), parts_of_time(audit)),
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
    return fmt::format(" Buying {} more {} would remove at most {} of the waiting.", grouped(best->added),
                       best->product.empty() ? "GPUs" : best->product + " GPUs",
                       percent(best->removed_ms, waits.gpu_ms));
}

// Pods whose template nobody knows were taken as free to run anywhere: the reader must know how much rests on that.
std::string assumed(const diagnose::Waits& waits) {
    if (waits.unconstrained_ms == 0) return "";
    return fmt::format(
        " {} of the waiting is of pods that are gone, and what they asked for is not known: they are taken as able to "
        "run anywhere.",
        percent(waits.unconstrained_ms, waits.gpu_ms));
}

Sentence waiting(const Audit& audit) {
    const diagnose::Waits& w = audit.waits;
    if (audit.window.instant) return {'b', "How long work waited cannot be said from one moment.", "cannot_say"};
    if (!w.known) return {'b', "How long work waited is not known: no input lists pods or queues.", "cannot_say"};
    if (w.gpu_ms == 0) return {'b', "Nothing waited for a GPU.", "waits"};
    if (audit.capacity.gpus == 0) {
        return {'b',
                fmt::format("Work waited {} GPU-hours, but no GPU is in the input: why it waited is not known.",
                            format_gpu_hours({w.gpu_ms})),
                "waits"};
    }
    const auto shares = cause_shares(w);
    std::string text = fmt::format("Of {} GPU-hours that work waited for, {} was a real shortage of GPUs",
                                   format_gpu_hours({w.gpu_ms}), shares.of({WaitCause::real}));
    const auto add = [&](std::initializer_list<WaitCause> causes, std::string_view words) {
        if (shares.any(causes)) text += fmt::format(", {} {}", shares.of(causes), words);
    };
    add({WaitCause::provisioning, WaitCause::scheduler}, "was start-up (of nodes, or the scheduler's own time)");
    add({WaitCause::gated, WaitCause::capped}, "was held back by a quota or a limit");
    add({WaitCause::broken}, "can never run as written");
    add({WaitCause::constrained, WaitCause::stranded, WaitCause::fragmented, WaitCause::held_empty,
         WaitCause::shareable, WaitCause::behind},
        "could have run on the GPUs you have");
    return {'b', text + "." + assumed(w) + purchase(w), "waits.by_cause, buy"};
}

Sentence worth(const Audit& audit) {
    const diagnose::Worth& w = audit.worth;
    const std::int64_t nodes = w.priced_nodes + w.unpriced_nodes;
    if (audit.capacity.gpus == 0) return {'d', "There is nothing to put a price on.", "worth"};
    if (audit.pools_only) {
        return {
            'd',
            "What that is worth is not known: a pool table names no nodes, so no price list applies; GPU-hours stand "
            "for money.",
            "worth"};
    }
    if (w.paid.empty()) {
        const std::int64_t all = nodes == 0 ? audit.capacity.nodes : nodes;
        return {
            'd',
            fmt::format("What that is worth is not known: the price is unknown for {}; give one with --prices FILE.",
                        all == 1 ? "the only node" : fmt::format("all {} nodes", grouped(all))),
            "worth"};
    }
    const std::string unknown = w.unpriced_nodes > 0 ? fmt::format(" The price is unknown for {} of {}.",
                                                                   grouped(w.unpriced_nodes), counted(nodes, "node"))
                                                     : "";
    if (audit.window.instant) return {'d', "Money by the hour cannot be said from one moment." + unknown, "worth"};
    std::string text = fmt::format("{} was paid; {} of it bought time in which nothing computed", money_text(w.paid),
                                   money_text(w.fallow));
    if (!w.curable_as_is.empty())
        text += fmt::format("; sharing with nothing edited could cure {}", money_text(w.curable_as_is));
    if (!w.curable_after_edit.empty()) text += fmt::format(", the edits {} more", money_text(w.curable_after_edit));
    return {'d', text + "." + unknown, "worth"};
}

}  // namespace

std::string counted(std::int64_t n, std::string_view one) {
    return fmt::format("{} {}{}", grouped(n), one, n == 1 ? "" : "s");
}

bool activity_is_missing(const Audit& audit) {
    return !audit.activity_seen && class_shares(audit).any({AccountClass::unknown});
}

std::vector<Sentence> headline(const Audit& audit) {
    return {capacity(audit), waiting(audit), sharing_sentence(audit), worth(audit), unknown_sentence(audit)};
}

}  // namespace arable::report
