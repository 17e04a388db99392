// The whole way of a scrape: exposition text to facts to a timeline and its signals. Every index points at something,
// every interval lies in the window, every signal is in order.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "model/ids.h"
#include "prom/exposition.h"
#include "series/track_store.h"
#include "sources/assemble.h"
#include "sources/metric_ingest.h"

namespace {

using arable::sources::Assembled;

void check(bool holds) {
    if (!holds) std::abort();
}

void check_timeline(const arable::model::Timeline& timeline) {
    for (const arable::model::Gpu& gpu : timeline.gpus) {
        check(!gpu.node.known() || gpu.node.at() < timeline.nodes.size());
        for (const arable::Interval& part : gpu.present) {
            check(timeline.window.begin <= part.begin && part.end <= timeline.window.end);
        }
    }
    for (const arable::model::Claim& claim : timeline.claims) {
        check(!claim.pod.known() || claim.pod.at() < timeline.pods.size());
        check(!claim.gpu.known() || claim.gpu.at() < timeline.gpus.size());
        check(claim.held.begin < claim.held.end);
    }
    for (const arable::model::Pod& pod : timeline.pods) {
        check(!pod.workload.known() || pod.workload.at() < timeline.workloads.size());
    }
}

void check_signals(const Assembled& assembled) {
    for (std::size_t i = 0; i < assembled.timeline.gpus.size(); ++i) {
        const auto kind = static_cast<std::uint8_t>(arable::model::SubjectKind::gpu);
        const auto signals = assembled.signals->read({kind, static_cast<std::uint32_t>(i)});
        check(signals.has_value());
        for (const arable::series::Signal& signal : *signals) {
            const arable::series::Sample* before = nullptr;
            for (const arable::series::Sample& sample : signal.samples) {
                check(!std::isnan(sample.value) && (before == nullptr || before->time < sample.time));
                before = &sample;
            }
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    arable::series::TrackStore store;
    arable::sources::MetricIngest ingest(store);
    arable::wire::MemorySource source({reinterpret_cast<const char*>(bytes), size});
    const auto stats = arable::prom::read_exposition(source, ingest, {.default_time = arable::Time{1'700'000'000'000}});
    auto facts = ingest.finish();
    if (!stats || !facts) return 0;
    const auto assembled = arable::sources::assemble(std::move(*facts), store, {});
    if (!assembled) return 0;
    check_timeline(assembled->timeline);
    check_signals(*assembled);
    return 0;
}
