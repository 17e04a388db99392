#include "report/headline.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "base/figures.h"
#include "report/figures.h"
#include "report/pending.h"
#include "report/shares.h"

namespace arable::report {
namespace {

using diagnose::AccountClass;
using diagnose::Audit;
using diagnose::WaitCause;

Text where(const Audit& audit) {
    Text said = audit.clusters.size() == 1 && !audit.clusters.front().empty()
                    ? text("cluster {}", audit.clusters.front())
                    : plural(audit.capacity.clusters, "{} cluster", "{} clusters");
    if (audit.window.sample_interval.ms > 0 && !audit.window.instant) {
        const Text interval = duration_text(audit.window.sample_interval);
        said = audit.window.downsampled ? text("{}, downsampled samples every {}", said, interval)
                                        : text("{}, raw samples every {}", said, interval);
    }
    if (audit.pools_silent.ms > 0) {
        said = text("{}, less up to {} for which a pool table says nothing", said, duration_text(audit.pools_silent));
    }
    return said;
}

// The parts of (a). What nobody could use and what is not known is named only where there is some of it.
Text parts_of_time(const Audit& audit) {
    using C = AccountClass;
    const auto shares = class_shares(audit);
    std::vector<Text> parts;
    const auto of = [&](std::initializer_list<C> classes) { return Figure{shares.of(classes)}; };
    const std::initializer_list<C> active{C::active_stalled, C::active_bandwidth, C::active_headroom};
    const std::initializer_list<C> idle{C::held_starting, C::held_empty, C::held_loaded};
    const std::initializer_list<C> free{C::free_ghost, C::free_fragmented, C::free_stranded, C::free_constrained,
                                        C::free_no_demand};
    const bool known = !activity_is_missing(audit);
    if (!known) {
        parts.push_back(
            audit.pools_only
                ? text("{} was running jobs (how much those computed is not known)", of({C::unknown}))
                : text("{} did what no input tells (computing, idle, or reserved by nobody)", of({C::unknown})));
    } else if (audit.computing_is_range) {
        parts.push_back(text("{} to {} computed", Figure{percent(audit.computing_low_ms, audit.capacity.gpu_ms)},
                             of({C::productive})));
    } else {
        parts.push_back(text("{} computed", of({C::productive})));
    }
    if (shares.any(active) && known && audit.computing_is_range) {
        // What computed less than it might have was active all the same.
        const std::int64_t more = shares.amount(active) + shares.amount({C::productive}) - audit.computing_low_ms;
        parts.push_back(
            text("{} to {} was active without computing", of(active), Figure{percent(more, audit.capacity.gpu_ms)}));
    } else if (shares.any(active)) {
        parts.push_back(text("{} was active without computing", of(active)));
    }
    if (known || shares.any(idle)) parts.push_back(text("{} was reserved but idle", of(idle)));
    parts.push_back(text("{} was free", of(free)));
    if (shares.any({C::unavailable})) parts.push_back(text("{} was out of service", of({C::unavailable})));
    if (shares.any({C::unusable_mig})) parts.push_back(text("{} was lost to MIG mode itself", of({C::unusable_mig})));
    if (shares.any({C::used_unclaimed}))
        parts.push_back(text("{} was in use by nobody known", of({C::used_unclaimed})));
    if (known && shares.any({C::unknown})) parts.push_back(text("{} is not known", of({C::unknown})));
    return joined(parts, ", ", ", ");
}

Sentence capacity(const Audit& audit) {
    const std::int64_t all = audit.capacity.gpu_ms;
    if (audit.capacity.gpus == 0 || all == 0) {
        return {'a', text("No GPU was found in the input, so there are no GPU-hours to account for."),
                "capacity, sources"};
    }
    const std::string evidence = "accounting, computing, window";
    const Text gpus = plural(audit.capacity.gpus, "{} GPU", "{} GPUs");
    if (audit.window.instant) {
        return {'a',
                text("At {}, of {} ({}): {}.", format_rfc3339(audit.window.window.begin), gpus, where(audit),
                     parts_of_time(audit)),
                evidence};
    }
    const Figure hours{gpu_hours_text(all)};
    const Text window = duration_text(audit.window.window.length());
    // GPUs that came or went are no product.
    const bool whole = all == audit.capacity.gpus * audit.window.window.length().ms;
    return {'a',
            whole ? text("Of {} GPU-hours ({} × {}, {}) {}.", hours, gpus, window, where(audit), parts_of_time(audit))
                  : text("Of {} GPU-hours ({} within {}, not all the time, {}) {}.", hours, gpus, window, where(audit),
                         parts_of_time(audit)),
            evidence};
}

// The smallest purchase that was tried, of the kind that helps most.
Text purchase(const diagnose::Waits& waits) {
    const diagnose::BuyPoint* best = nullptr;
    for (const diagnose::BuyPoint& point : waits.buy) {
        if (point.added < 8) continue;
        if (best == nullptr || point.added < best->added ||
            (point.added == best->added && point.removed_ms > best->removed_ms)) {
            best = &point;
        }
    }
    if (best == nullptr) return {};
    // Where several kinds would help alike, naming one of them would advise the one with the first name.
    const bool alike = std::ranges::count_if(waits.buy, [&](const diagnose::BuyPoint& point) {
                           return point.added == best->added && point.removed_ms == best->removed_ms;
                       }) > 1;
    const Figure removed{percent(best->removed_ms, waits.gpu_ms)};
    return best->product.empty() || alike
               ? text(" Buying {} more GPUs would remove at most {} of the waiting.", best->added, removed)
               : text(" Buying {} more {} GPUs would remove at most {} of the waiting.", best->added, best->product,
                      removed);
}

// Pods whose template nobody knows were taken as free to run anywhere: the reader must know how much rests on that.
Text assumed(const diagnose::Waits& waits) {
    if (waits.unconstrained_ms == 0) return {};
    return text(
        " {} of the waiting is of pods whose node rules no input tells: they are taken as able to run anywhere.",
        Figure{percent(waits.unconstrained_ms, waits.gpu_ms)});
}

Text causes_of_waiting(const diagnose::Waits& waits) {
    using W = WaitCause;
    const auto shares = cause_shares(waits);
    const auto of = [&](std::initializer_list<W> causes) { return Figure{shares.of(causes)}; };
    const std::initializer_list<W> start{W::provisioning, W::scheduler};
    const std::initializer_list<W> limit{W::gated, W::capped};
    const std::initializer_list<W> curable{W::constrained, W::stranded,  W::fragmented,
                                           W::held_empty,  W::shareable, W::behind};
    std::vector<Text> parts{text("{} was a real shortage of GPUs", of({W::real}))};
    if (shares.any(start)) {
        parts.push_back(text("{} was start-up (of nodes, or the scheduler's own time)", of(start)));
    }
    if (shares.any(limit)) parts.push_back(text("{} was held back by a quota or a limit", of(limit)));
    if (shares.any({W::broken})) parts.push_back(text("{} can never run as written", of({W::broken})));
    if (shares.any(curable)) parts.push_back(text("{} could have run on the GPUs you have", of(curable)));
    return joined(parts, ", ", ", ");
}

Sentence waiting(const Audit& audit) {
    const diagnose::Waits& w = audit.waits;
    if (audit.window.instant) return {'b', waiting_at_instant(w), "waits.pending, cannot_say"};
    if (!w.known) return {'b', text("How long work waited is not known: no input lists pods or queues."), "cannot_say"};
    if (w.gpu_ms == 0) return {'b', text("Nothing waited for a GPU."), "waits"};
    const Figure hours{format_gpu_hours({w.gpu_ms})};
    if (audit.capacity.gpus == 0) {
        return {'b', text("Work waited {} GPU-hours, but no GPU is in the input: why it waited is not known.", hours),
                "waits"};
    }
    return {'b',
            text("Of {} GPU-hours that work waited for, {}.", hours, causes_of_waiting(w)) + assumed(w) + purchase(w),
            "waits.by_cause, buy"};
}

bool some(const std::vector<Money>& monies) {
    return std::ranges::any_of(monies, [](const Money& money) { return money.micros != 0; });
}

Text worth_text(const diagnose::Worth& w, bool is_range) {
    const Figure fallow{money_text(w.fallow)};
    std::vector<Text> clauses{text("{} was paid", Figure{money_text(w.paid)}),
                              is_range ? text("at least {} of it bought time in which nothing computed", fallow)
                                       : text("{} of it bought time in which nothing computed", fallow)};
    if (!w.curable_as_is.empty()) {
        clauses.push_back(text("sharing could cure {} with nothing edited", Figure{money_text(w.curable_as_is)}));
    }
    if (some(w.curable_after_edit)) {
        clauses.push_back(
            text("the edits named above would let it cure {} more", Figure{money_text(w.curable_after_edit)}));
    }
    return joined(clauses, text("; "), text("; "));
}

Sentence worth(const Audit& audit) {
    const diagnose::Worth& w = audit.worth;
    const std::int64_t nodes = w.priced_nodes + w.unpriced_nodes;
    if (audit.capacity.gpus == 0) return {'d', text("There is nothing to put a price on."), "worth"};
    if (audit.pools_only) {
        return {'d',
                text("What that is worth is not known: a pool table names no nodes, so no price list applies; "
                     "GPU-hours stand for money."),
                "worth"};
    }
    if (w.paid.empty()) {
        const std::int64_t all = nodes == 0 ? audit.capacity.nodes : nodes;
        if (prices_were_given(audit)) {
            return {'d',
                    plural(all,
                           "What that is worth is not known: the prices given fit no machine type or product that the "
                           "inputs name for the only node.",
                           "What that is worth is not known: the prices given fit no machine type or product that the "
                           "inputs name for any of the {} nodes."),
                    "worth, gaps"};
        }
        return {'d',
                plural(all,
                       "What that is worth is not known: the price is unknown for the only node; give one with "
                       "--prices FILE.",
                       "What that is worth is not known: the price is unknown for all {} nodes; give one with "
                       "--prices FILE."),
                "worth"};
    }
    Text unknown;
    if (w.unpriced_nodes > 0) {
        unknown = text(" The price is unknown for {} of {}.", w.unpriced_nodes, plural(nodes, "{} node", "{} nodes"));
    }
    if (audit.window.instant)
        return {'d', text("Money by the hour cannot be said from one moment.") + unknown, "worth"};
    return {'d', text("{}.", worth_text(w, audit.computing_is_range)) + unknown, "worth"};
}

}  // namespace

Text waiting_at_instant(const diagnose::Waits& waits) {
    if (!waits.seen) return text("Whether any work waits is not known: no input lists pods or queues.");
    if (waits.waits.empty())
        return text("Nothing waited for a GPU at that moment; how long work waits cannot be said from one moment.");
    return text("At that moment {}; how long work waits cannot be said from one moment.", pending_sum(waits));
}

bool prices_were_given(const Audit& audit) {
    return std::ranges::any_of(audit.sources, [](const model::SourceNote& note) { return note.kind == "prices"; });
}

bool activity_is_missing(const Audit& audit) {
    return !audit.activity_seen && class_shares(audit).any({AccountClass::unknown});
}

std::vector<Sentence> headline(const Audit& audit) {
    return {capacity(audit), waiting(audit), sharing_sentence(audit), worth(audit), unknown_sentence(audit)};
}

}  // namespace arable::report
