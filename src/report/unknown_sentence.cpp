// (e): what is not known, that nothing was changed, and the command that would add most.
#include <fmt/format.h>

#include "report/figures.h"
#include "report/headline.h"
#include "report/shares.h"

namespace arable::report {

using diagnose::Audit;

std::string next_command(const Audit& audit) {
    if (audit.pools_only) {
        return "the same command with --metrics FILE… (dcgm-exporter text of the same weeks), to learn what the "
               "running "
               "jobs did";
    }
    if (audit.capacity.gpus == 0) {
        return "arable audit --metrics FILE…, with what a GPU exporter prints (curl http://NODE:9400/metrics > FILE)";
    }
    if (!audit.activity_seen) {
        return "the same command with --metrics FILE… (curl http://NODE:9400/metrics > FILE), to learn what the GPUs "
               "did";
    }
    if (!audit.holders_seen) {
        return "set DCGM_EXPORTER_KUBERNETES=true on dcgm-exporter, so that its metrics name pods; until then kubectl "
               "get "
               "nodes,pods -A -o json > pods.json, and the same command with --objects pods.json, to learn who held "
               "the "
               "GPUs";
    }
    if (audit.window.instant) {
        return "the same command with a history: promtool tsdb dump-openmetrics PROMETHEUS-DATA > FILE, then --metrics "
               "FILE";
    }
    if (!audit.waits.known) {
        return "kubectl get nodes,pods -A -o json > pods.json, then the same command with --objects pods.json, to "
               "learn "
               "what waited";
    }
    if (audit.worth.paid.empty()) return "the same command with --prices FILE";
    return "the same command with --format json --output report.json, which holds everything";
}

Sentence unknown_sentence(const Audit& audit) {
    const auto classes = class_shares(audit);
    std::string text = "Not known: ";
    if (audit.capacity.gpu_ms > 0) {
        text += fmt::format("{} of the {}", classes.of({diagnose::AccountClass::unknown}),
                            audit.window.instant ? "GPUs" : "GPU-hours");
    } else {
        text += "how any GPU was used";
    }
    if (!audit.gaps.empty()) {
        text += fmt::format("; {} in the input, listed at the end",
                            counted(static_cast<std::int64_t>(audit.gaps.size()), "gap"));
    }
    text += fmt::format(". Arable only read files: nothing was changed. Next: {}.", next_command(audit));
    return {'e', std::move(text), "gaps, cannot_say"};
}

}  // namespace arable::report
