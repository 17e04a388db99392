// (e): what is not known, that nothing was changed, and the command that would add most.
#include "report/figures.h"
#include "report/gap_groups.h"
#include "report/headline.h"
#include "report/shares.h"

namespace arable::report {

using diagnose::Audit;

Text next_command(const Audit& audit) {
    if (audit.pools_only) {
        return text(
            "the same command with --metrics FILE… (dcgm-exporter text of the same weeks), to learn what the running "
            "jobs did");
    }
    if (audit.capacity.gpus == 0) {
        return text(
            "arable audit --metrics FILE…, with what a GPU exporter prints (curl http://NODE:9400/metrics > FILE)");
    }
    if (!audit.activity_seen) {
        return text(
            "the same command with --metrics FILE… (curl http://NODE:9400/metrics > FILE), to learn what the GPUs "
            "did");
    }
    if (!audit.holders_seen) {
        return text(
            "set DCGM_EXPORTER_KUBERNETES=true on dcgm-exporter, so that its metrics name pods; until then kubectl get "
            "nodes,pods -A -o json > pods.json, and the same command with --objects pods.json, to learn who held the "
            "GPUs");
    }
    if (audit.window.instant) {
        return text(
            "the same command with a history: promtool tsdb dump-openmetrics PROMETHEUS-DATA > FILE, then --metrics "
            "FILE");
    }
    if (!audit.waits.known) {
        return text(
            "kubectl get nodes,pods -A -o json > pods.json, then the same command with --objects pods.json, to learn "
            "what waited");
    }
    if (audit.worth.paid.empty() && prices_were_given(audit)) {
        return text(
            "kubectl get nodes -o json > nodes.json, then the same command with --objects nodes.json, to learn the "
            "machine types that prices are for; or prices for the products that the report names");
    }
    if (audit.worth.paid.empty()) return text("the same command with --prices FILE");
    return text("the same command with --format json --output report.json, which holds everything");
}

Sentence unknown_sentence(const Audit& audit) {
    const Figure share{class_shares(audit).of({diagnose::AccountClass::unknown})};
    const Text part = audit.capacity.gpu_ms == 0 ? text("how any GPU was used")
                      : audit.window.instant     ? text("{} of the GPUs", share)
                                                 : text("{} of the GPU-hours", share);
    const Text known = audit.gaps.empty()
                           ? text("Not known: {}.", part)
                           : text("Not known: {}; {} in the input, listed at the end.", part,
                                  plural(static_cast<std::int64_t>(gap_lines(audit.gaps)), "{} gap", "{} gaps"));
    return {'e', known + text(" Arable only read: nothing was changed. Next: {}.", next_command(audit)),
            "gaps, cannot_say"};
}

}  // namespace arable::report
