#include "app/pipeline.h"

#include <fmt/format.h>

#include "account/worth.h"
#include "diagnose/diagnose.h"
#include "kube/objects.h"
#include "sources/assemble.h"
#include "sources/kube_facts.h"
#include "sources/metric_ingest.h"
#include "sources/prices.h"

namespace arable::app {
namespace {

// Known only now: samples that repeat another file's are found when a series is read as a whole.
void note_duplicates(const series::TrackStoreStats& stats, diagnose::Audit& audit) {
    if (stats.duplicates_dropped == 0) return;
    audit.gaps.push_back(
        {.kind = model::Gap::Kind::duplicate,
         .subject = "metrics",
         .message = text("{} samples repeat a series and time; each counts once", stats.duplicates_dropped),
         .count = static_cast<std::int64_t>(stats.duplicates_dropped),
         .gpu_time = {}});
}

// Likewise; the place named is the same whatever the order of the input.
void note_conflicts(const series::TrackStoreStats& stats, const sources::Assembled& assembled, diagnose::Audit& audit) {
    if (!stats.first_conflict) return;
    const auto& [time, tracks] = *stats.first_conflict;
    Text place = format_rfc3339(time);
    if (const auto found = assembled.signals->first_of(tracks)) {
        const auto& [subject, quantity] = *found;
        place = text("{} at {}", model::name(quantity), place);
        const auto& gpus = assembled.timeline.gpus;
        if (subject.kind == static_cast<std::uint8_t>(model::SubjectKind::gpu) && subject.index < gpus.size())
            place = text("{} {}", gpus[subject.index].name, place);
    }
    audit.gaps.push_back({.kind = model::Gap::Kind::conflict,
                          .subject = "metrics",
                          .message = text("{} samples repeat a series and time with another value; the largest is "
                                          "used; the first: {}",
                                          stats.conflicts, place),
                          .count = static_cast<std::int64_t>(stats.conflicts),
                          .gpu_time = {}});
}

Result<Diagnosis> diagnosed(Collected collected, const Settings& settings, Progress& progress) {
    progress.stage("joining", 0);
    ARABLE_TRY(assembled, sources::assemble(std::move(collected.facts), *collected.store,
                                            {.end = settings.end,
                                             .window = settings.window,
                                             .step = settings.policy.step,
                                             .threads = settings.policy.threads,
                                             .cluster = settings.cluster}));
    progress.stage("diagnosing", 0);
    ARABLE_TRY(study, diagnose::study(assembled.timeline, *assembled.signals, settings.policy));
    diagnose::Audit audit = diagnose::audit_of(assembled.timeline, study, settings.policy);
    account::add_worth(audit, assembled.timeline, collected.prices);
    note_duplicates(collected.store->stats(), audit);
    note_conflicts(collected.store->stats(), assembled, audit);
    return Diagnosis{std::move(assembled.timeline), std::move(study), std::move(audit)};
}

Result<diagnose::Audit> audit_of(Result<Diagnosis> diagnosis) {
    if (!diagnosis) return tl::unexpected(diagnosis.error());
    return std::move(diagnosis->audit);
}

Result<Collected> collect(const estate::Estate& estate, const Settings& settings) {
    Collected collected;
    collected.store = std::make_unique<series::TrackStore>(
        series::TrackStoreOptions{.memory_limit = settings.memory_limit, .spill_directory = {}});
    sources::MetricIngest ingest(*collected.store,
                                 {.source_name = "generated estate", .cluster_label = settings.cluster_label});
    estate::emit(estate, ingest);
    ARABLE_TRY(facts, ingest.finish());
    collected.facts = std::move(facts);
    std::vector<kube::Objects> parsed;
    const std::vector<estate::ObjectFile> files = estate::objects(estate);
    for (const estate::ObjectFile& file : files) {
        ARABLE_TRY(objects, kube::parse_objects(file.text));
        parsed.push_back(std::move(objects));
    }
    const std::optional<Time> picture = sources::one_picture(parsed);
    sources::Facts dumps;
    for (std::size_t i = 0; i < parsed.size(); ++i) {
        sources::merge(dumps, sources::interpret_objects(parsed[i], settings.cluster, files[i].name, picture));
    }
    merge_dumps(collected.facts, std::move(dumps));
    ARABLE_TRY(prices, sources::interpret_prices(estate::prices(estate), "prices.csv"));
    collected.prices = std::move(prices.list);
    return collected;
}

}  // namespace

Result<Diagnosis> examine(const Inputs& inputs, const Settings& settings, Progress& progress) {
    ARABLE_TRY(collected, collect(inputs, settings, progress));
    return diagnosed(std::move(collected), settings, progress);
}

Result<Diagnosis> examine(const estate::Estate& estate, const Settings& settings, Progress& progress) {
    progress.stage("generating", 0);
    ARABLE_TRY(collected, collect(estate, settings));
    return diagnosed(std::move(collected), settings, progress);
}

Result<Diagnosis> examine(const estate::EstateSpec& spec, const Settings& settings, Progress& progress) {
    ARABLE_TRY(estate, estate::build(spec));
    return examine(estate, settings, progress);
}

Result<diagnose::Audit> audit(const Inputs& inputs, const Settings& settings, Progress& progress) {
    return audit_of(examine(inputs, settings, progress));
}

Result<diagnose::Audit> audit(const estate::Estate& estate, const Settings& settings, Progress& progress) {
    return audit_of(examine(estate, settings, progress));
}

Result<diagnose::Story> explain(const Diagnosis& diagnosis, const diagnose::Asked& asked, const Settings& settings) {
    return diagnose::story(diagnosis.timeline, diagnosis.study, diagnosis.audit, asked, settings.policy);
}

diagnose::Checkup check_up(const Diagnosis& diagnosis) {
    return diagnose::check_up(diagnosis.timeline, diagnosis.study, diagnosis.audit);
}

double unknown_share(const diagnose::Audit& audit) {
    if (audit.capacity.gpu_ms == 0) return 0.0;
    return static_cast<double>(audit.gap_gpu_ms) / static_cast<double>(audit.capacity.gpu_ms);
}

}  // namespace arable::app
