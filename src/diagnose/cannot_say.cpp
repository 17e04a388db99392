#include "diagnose/cannot_say.h"

#include <algorithm>

#include "base/figures.h"

namespace arable::diagnose {
namespace {

using model::Quantity;

class Sayings {
  public:
    Sayings(const model::Timeline& timeline, const Folded& folded, const Audit& audit)
        : timeline_(timeline), folded_(folded), audit_(audit) {}

    std::vector<Text> all() && {
        if (audit_.capacity.gpus == 0 && !timeline_.pools.empty()) return std::move(texts_);
        if (audit_.capacity.gpus == 0) {
            add(
                text("No GPU was seen, so nothing can be said of how they were used; give metrics of a GPU exporter or "
                     "objects with GPU nodes."));
            return std::move(texts_);
        }
        about_activity();
        about_window();
        about_claims();
        about_waits();
        about_services();
        return std::move(texts_);
    }

  private:
    void add(Text text) { texts_.push_back(std::move(text)); }
    bool seen(Quantity quantity) const { return folded_.quantity_seen[static_cast<std::size_t>(quantity)]; }

    void about_activity() {
        const bool engine = seen(Quantity::engine_active);
        if (!engine && !seen(Quantity::sm_active)) {
            if (seen(Quantity::gpu_util)) {
                add(text(
                    "Only GPU_UTIL is exported: it says that something ran, not how much of the card it used; export "
                    "DCGM_FI_PROF_SM_ACTIVE and DCGM_FI_PROF_GR_ENGINE_ACTIVE."));
            } else {
                add(
                    text("No activity metric is exported, so held GPUs cannot be told idle from busy; export "
                         "DCGM_FI_PROF_GR_ENGINE_ACTIVE and DCGM_FI_PROF_SM_ACTIVE."));
            }
        } else if (audit_.computing_is_range) {
            add(
                text("SM activity is missing for some of the time, so computing is a range (0.3 to 1 x engine "
                     "activity); export DCGM_FI_PROF_SM_ACTIVE (it is commented out in the exporter's default list)."));
        }
        if (!seen(Quantity::memory_used) && !seen(Quantity::memory_free)) {
            add(text(
                "GPU memory is not exported, so loaded and empty cannot be told apart; export DCGM_FI_DEV_FB_USED."));
        }
        if (!seen(Quantity::dram_active)) {
            add(text(
                "DRAM activity is not exported, so work bound by memory bandwidth cannot be told from room for others; "
                "export DCGM_FI_PROF_DRAM_ACTIVE."));
        }
    }

    void about_window() {
        const WindowFacts& window = audit_.window;
        if (window.instant) {
            add(
                text("The input is one instant: shares of GPUs are stated, but not rates, waits or hours over time; "
                     "give metrics with a history."));
            return;
        }
        const Text found = duration_text(window.found);
        const Text wanted = duration_text(window.asked);
        // The last sample lies one scrape before the end: what reads as the same length is the same length.
        const bool shorter = window.found < window.asked && found != wanted;
        if (window.found + minutes(30) < days(7) || shorter) {
            add(shorter
                    ? text("The input covers only {} of the {} asked for: daily and weekly rhythms, rare peaks and "
                           "work of other days are not in it.",
                           found, wanted)
                    : text("The input covers only {}: daily and weekly rhythms, rare peaks and work of other days are "
                           "not in it.",
                           found));
        }
        if (window.downsampled) {
            add(
                text("Samples are {} apart (downsampled): pauses and peaks between them are not seen, and nothing "
                     "may be shared on their word; raw samples would tell.",
                     duration_text(window.sample_interval)));
        }
    }

    void about_claims() {
        if (timeline_.claims.empty()) {
            add(
                text("Nothing says who held the GPUs, so use cannot be told from waste by owner; enable pod labels in "
                     "the GPU exporter or give pod objects."));
            return;
        }
        const auto counted = std::ranges::count(timeline_.claims, model::ClaimSource::count, &model::Claim::source);
        if (counted > 0) {
            add(plural(counted,
                       "{} claim is known by count only: which GPU it held is not known, so its use is unknown unless "
                       "all of a node were held; enable pod labels in the GPU exporter.",
                       "{} claims are known by count only: which GPU each held is not known, so its use is unknown "
                       "unless all of a node were held; enable pod labels in the GPU exporter."));
        }
        const bool ready = std::ranges::any_of(timeline_.nodes, &model::Node::readiness_known);
        if (!ready) {
            add(
                text("Node readiness is not in the input: nodes are taken as ready whenever they were there; give "
                     "kube-state-metrics."));
        }
    }

    void about_waits() {
        if (!audit_.waits.seen) {
            add(
                text("No pod or queue history is in the input, so nothing can be said of waiting; give "
                     "kube-state-metrics, pod objects or a pool table."));
        } else if (audit_.waits.unconstrained_ms > 0) {
            add(text(
                "{} of the waited GPU-hours are of pods whose node rules (selectors, tolerations) no input tells; they "
                "are taken as able to run anywhere.",
                Figure{format_gpu_hours({audit_.waits.unconstrained_ms})}));
        }
        if (audit_.waits.judged_together.ms > 0) {
            add(text(
                "So much changed while pods waited that changes within {} of each other were judged together, by the "
                "state at the first of them: causes that came and went in between are not seen.",
                duration_text(audit_.waits.judged_together)));
        }
    }

    void about_services() {
        if (!seen(Quantity::requests_done) && !seen(Quantity::requests_running)) {
            add(
                text("No serving metrics are in the input: requests, latency and the memory that servers really need "
                     "are not known; scrape the servers' /metrics."));
        }
        if (!seen(Quantity::cpu_used) && !seen(Quantity::cpu_throttled)) {
            add(text(
                "Pods' CPU use is not in the input, so starved data pipelines cannot be told from slow kernels; scrape "
                "cAdvisor."));
        }
    }

    const model::Timeline& timeline_;
    const Folded& folded_;
    const Audit& audit_;
    std::vector<Text> texts_;
};

}  // namespace

std::vector<Text> cannot_say(const model::Timeline& timeline, const Folded& folded, const Audit& audit) {
    return Sayings(timeline, folded, audit).all();
}

}  // namespace arable::diagnose
