#include "app/prepare.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/collect.h"
#include "app/files.h"
#include "app/likely_option.h"
#include "app/snapshot.h"
#include "base/text.h"
#include "kube/objects.h"
#include "sources/assemble.h"
#include "sources/kube_facts.h"
#include "sources/metric_ingest.h"
#include "sources/prices.h"

namespace arable::app {
namespace {

// Known late: samples that repeat another file's are found when a series is read as a whole.
void note_duplicates(const series::TrackStoreStats& stats, std::vector<model::Gap>& gaps) {
    if (stats.duplicates_dropped == 0) return;
    gaps.push_back({.kind = model::Gap::Kind::duplicate,
                    .subject = "metrics",
                    .message = plural(static_cast<std::int64_t>(stats.duplicates_dropped),
                                      "{} sample repeats a series and time; it counts once",
                                      "{} samples repeat a series and time; each counts once"),
                    .count = static_cast<std::int64_t>(stats.duplicates_dropped),
                    .gpu_time = {}});
}

// Likewise; the place named is the same whatever the order of the input.
void note_conflicts(const series::TrackStoreStats& stats, const sources::MergedSignals& signals,
                    const model::Timeline& timeline, std::vector<model::Gap>& gaps) {
    if (!stats.first_conflict) return;
    const auto& [time, tracks] = *stats.first_conflict;
    Text place = format_rfc3339(time);
    if (const auto found = signals.first_of(tracks)) {
        const auto& [subject, quantity] = *found;
        place = text("{} at {}", model::name(quantity), place);
        const auto& gpus = timeline.gpus;
        if (subject.kind == static_cast<std::uint8_t>(model::SubjectKind::gpu) && subject.index < gpus.size())
            place = text("{} {}", gpus[subject.index].name, place);
    }
    gaps.push_back({.kind = model::Gap::Kind::conflict,
                    .subject = "metrics",
                    .message = text("{} samples repeat a series and time with another value; the largest is "
                                    "used; the first: {}",
                                    stats.conflicts, place),
                    .count = static_cast<std::int64_t>(stats.conflicts),
                    .gpu_time = {}});
}

Result<Prepared> joined(Collected collected, const Settings& settings, Progress& progress) {
    progress.stage("joining", 0);
    ARABLE_TRY(assembled, sources::assemble(std::move(collected.facts), *collected.store,
                                            {.end = settings.end,
                                             .window = settings.window,
                                             .step = settings.policy.step,
                                             .threads = settings.policy.threads,
                                             .cluster = settings.cluster}));
    Prepared prepared;
    prepared.late_gaps = [store = collected.store.get(),
                          signals = assembled.signals.get()](const model::Timeline& timeline) {
        std::vector<model::Gap> gaps;
        const series::TrackStoreStats stats = store->stats();
        note_duplicates(stats, gaps);
        note_conflicts(stats, *signals, timeline, gaps);
        return gaps;
    };
    prepared.store = std::move(collected.store);
    prepared.timeline = std::move(assembled.timeline);
    prepared.signals = std::move(assembled.signals);
    prepared.prices = std::move(collected.prices);
    return prepared;
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

// Price lists that were given now, instead of those of the snapshot and of what was said about them.
Result<Done> replace_prices(const std::vector<std::string>& files, const Settings& settings, Prepared& prepared,
                            Progress& progress) {
    if (files.empty()) return Done{};
    model::Timeline& timeline = prepared.timeline;
    std::erase_if(timeline.gaps, [&](const model::Gap& gap) {
        return std::ranges::any_of(timeline.sources, [&](const model::SourceNote& note) {
            return note.kind == "prices" && note.name == gap.subject;
        });
    });
    std::erase_if(timeline.sources, [](const model::SourceNote& note) { return note.kind == "prices"; });
    Inputs prices;
    prices.prices = files;
    ARABLE_TRY(read, collect(prices, settings, progress));
    prepared.prices = std::move(read.prices);
    std::ranges::move(read.facts.gaps, std::back_inserter(timeline.gaps));
    std::ranges::move(read.facts.sources, std::back_inserter(timeline.sources));
    return Done{};
}

Result<Prepared> from_snapshot(const Inputs& inputs, const Settings& settings, Progress& progress) {
    ARABLE_TRY(source, open_input(inputs.snapshot, progress));
    auto prepared = read_snapshot(*source, settings.memory_limit);
    if (!prepared) {
        Error error = prepared.error().within(fmt::format("snapshot '{}'", inputs.snapshot));
        if (const std::string better = better_option(inputs, inputs.snapshot); !better.empty())
            error.message += "; " + better;
        return tl::unexpected(error);
    }
    ARABLE_TRY(priced, replace_prices(inputs.prices, settings, *prepared, progress));
    static_cast<void>(priced);
    return prepared;
}

}  // namespace

Result<Prepared> prepare(const Inputs& inputs, const Settings& settings, Progress& progress) {
    if (!inputs.snapshot.empty()) return from_snapshot(inputs, settings, progress);
    ARABLE_TRY(collected, collect(inputs, settings, progress));
    auto prepared = joined(std::move(collected), settings, progress);
    if (prepared) prepared->timeline.inputs_named = count(inputs);
    return prepared;
}

Result<Prepared> prepare(const estate::Estate& estate, const Settings& settings, Progress& progress) {
    progress.stage("generating", 0);
    ARABLE_TRY(collected, collect(estate, settings));
    return joined(std::move(collected), settings, progress);
}

Result<Prepared> prepare(const estate::EstateSpec& spec, const Settings& settings, Progress& progress) {
    ARABLE_TRY(estate, estate::build(spec));
    return prepare(estate, settings, progress);
}

}  // namespace arable::app
