#include "app/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "app/exposition_notes.h"
#include "app/fetch_prometheus.h"
#include "app/files.h"
#include "app/likely_option.h"
#include "app/probe.h"
#include "app/read_cloudwatch.h"
#include "kube/objects.h"
#include "nvml/smi.h"
#include "prom/exposition.h"
#include "sources/kube_facts.h"
#include "sources/kube_times.h"
#include "sources/metric_ingest.h"
#include "sources/openb.h"
#include "sources/pool_table.h"
#include "sources/prices.h"
#include "sources/smi_facts.h"

namespace arable::app {
namespace {

using sources::Facts;

// "NODE=FILE" or "FILE": a name of a node has no slash.
struct SmiArgument {
    std::string node;
    std::string file;
};
SmiArgument smi_argument(const std::string& argument) {
    const std::size_t sign = argument.find('=');
    if (sign == std::string::npos || argument.find('/') < sign) return {"", argument};
    return {argument.substr(0, sign), argument.substr(sign + 1)};
}

// Each once, in the order in which they were given.
std::vector<std::string> as_given(const std::vector<std::string>& files) {
    std::vector<std::string> once;
    for (const std::string& file : files)
        if (std::find(once.begin(), once.end(), file) == once.end()) once.push_back(file);
    return once;
}

std::vector<std::string> sorted(std::vector<std::string> files) {
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

class Collector {
  public:
    Collector(const Inputs& inputs, const Settings& settings, Progress& progress)
        : inputs_(inputs),
          settings_(settings),
          progress_(progress),
          store_(std::make_unique<series::TrackStore>(
              series::TrackStoreOptions{.memory_limit = settings.memory_limit, .spill_directory = {}})) {}

    Result<Collected> run() {
        sources::SmiLogs logs = read_smi();
        Dumps dumps = read_dumps();
        settle(dumps, logs.picture);
        if (!has_series() && dumps.picture && logs.picture) {
            sources::move_picture(logs, std::max(*dumps.picture, *logs.picture));
        }
        Facts cards = sources::interpret_smi(logs, *store_);
        ARABLE_TRY(metrics, read_metrics(logs.picture ? logs.picture : dumps.picture));
        if (metrics_kept_) {
            settle(dumps, std::nullopt);
            sources::keep_near(cards, *metrics_kept_);
        }
        add(std::move(cards));
        add(std::move(metrics));
        merge_dumps(facts_, interpret(dumps, logs.picture));
        add(read_small(sorted(inputs_.pool_tables),
                       [](const std::string& f, const std::string& t) { return sources::interpret_pool_table(t, f); }));
        sources::join_pools(facts_);
        add(read_small(sorted(inputs_.openb_nodes), [](const std::string& f, const std::string& t) {
            return sources::interpret_openb_nodes(t, f);
        }));
        add(read_small(sorted(inputs_.openb_pods),
                       [](const std::string& f, const std::string& t) { return sources::interpret_openb_pods(t, f); }));
        add(read_prices());
        if (used_ == 0) {
            return tl::unexpected(
                first_error_.value_or(Error{ErrorCode::invalid_input, "nothing to audit: no input was given"}));
        }
        if (first_error_) progress_.alarm(first_error_->message);
        return Collected{std::move(facts_), std::move(store_), std::move(price_list_)};
    }

  private:
    bool has_series() const {
        return !inputs_.metrics.empty() || !inputs_.cloudwatch.empty() || inputs_.prometheus.has_value();
    }

    void add(Facts&& more) { sources::merge(facts_, std::move(more)); }

    // Files that are read as a whole, in this order.
    Facts read_small(const std::vector<std::string>& files,
                     const std::function<Result<Facts>(const std::string&, const std::string&)>& interpret) {
        Facts read;
        for (const std::string& file : files) {
            progress_.stage(file, 0);
            const auto text = read_whole(file);
            auto facts = text ? interpret(file, *text) : Result<Facts>(tl::unexpected(text.error()));
            if (facts) {
                ++used_;
                for (const model::Gap& gap : facts->gaps) warn(gap);
                sources::merge(read, std::move(*facts));
            } else {
                unusable(file, facts.error());
            }
        }
        return read;
    }

    struct Dumps {
        std::vector<kube::Objects> parsed;
        std::vector<std::string> names;
        std::optional<Time> picture;
    };

    // Parsed first, interpreted together: files of different kinds are one picture.
    Dumps read_dumps() {
        Dumps dumps;
        add(read_small(sorted(inputs_.objects), [&](const std::string& file, const std::string& text) -> Result<Facts> {
            ARABLE_TRY(objects, kube::parse_objects(text));
            if (objects.by_kind.empty() && !objects.problems.empty())
                return fail(ErrorCode::invalid_input, objects.problems.front());
            dumps.parsed.push_back(std::move(objects));
            dumps.names.push_back(file);
            return Facts{};
        }));
        return dumps;
    }

    // Dates the dumps, beside what else tells the time: --end, metrics, a picture of the cards.
    void settle(Dumps& dumps, std::optional<Time> cards) {
        std::optional<Interval> near = metrics_kept_;
        if (!near && cards) near = {*cards - sources::kFarAway, *cards + sources::kFarAway};
        if (asked()) near = asked();
        for (model::Gap& gap : sources::settle_times(dumps.parsed, dumps.names, near)) {
            progress_.warn(fmt::format("{}: {}", gap.subject, gap.message.english()));
            facts_.gaps.push_back(std::move(gap));
        }
        dumps.picture = sources::one_picture(dumps.parsed);
    }

    // With --end: the window and a year around it.
    std::optional<Interval> asked() const {
        if (!settings_.end) return std::nullopt;
        return Interval{*settings_.end - settings_.window - sources::kFarAway, *settings_.end + sources::kFarAway};
    }

    // A picture of the cards at about the same time is the same picture.
    Facts interpret(const Dumps& dumps, std::optional<Time> cards) {
        std::optional<Time> picture = dumps.picture;
        if (picture && cards && *cards > *picture && *cards - *picture <= sources::kOnePicture) picture = cards;
        Facts read;
        const sources::ClaimBook claims(dumps.parsed);
        for (std::size_t i = 0; i < dumps.parsed.size(); ++i) {
            Facts facts =
                sources::interpret_objects(dumps.parsed[i], settings_.cluster, dumps.names[i], picture, &claims);
            for (const model::Gap& gap : facts.gaps) warn(gap);
            sources::merge(read, std::move(facts));
        }
        return read;
    }

    sources::SmiLogs read_smi() {
        std::vector<sources::SmiFile> files;
        for (const std::string& argument : sorted(inputs_.nvidia_smi)) {
            const SmiArgument asked = smi_argument(argument);
            add(read_small({asked.file}, [&](const std::string& file, const std::string& text) -> Result<Facts> {
                ARABLE_TRY(logs, nvml::parse_smi(text));
                files.push_back({.name = file,
                                 .node = asked.node,
                                 .written = settings_.end ? settings_.end : modified(file),
                                 .logs = std::move(logs)});
                return Facts{};
            }));
        }
        return sources::place_logs(std::move(files));
    }

    // In the order in which they are given: own prices before those of a list.
    Facts read_prices() {
        std::vector<sources::PriceFile> lists;
        Facts all = read_small(as_given(inputs_.prices),
                               [&](const std::string& file, const std::string& text) -> Result<Facts> {
                                   ARABLE_TRY(read, sources::interpret_prices(text, file));
                                   Facts facts;
                                   facts.gaps = read.gaps;
                                   facts.sources.push_back({.kind = "prices",
                                                            .name = file,
                                                            .records = static_cast<std::int64_t>(read.list.rows.size()),
                                                            .dropped = read.dropped,
                                                            .detail = {}});
                                   lists.push_back(std::move(read));
                                   return facts;
                               });
        price_list_ = sources::join_prices(std::move(lists), all.gaps);
        return all;
    }

    // All metric files go through one ingest: series that go on in the next file are known already. Files whose samples
    // have times are read first: the others are taken as of their last one.
    Result<Facts> read_metrics(std::optional<Time> picture) {
        const std::vector<std::string> files = sorted(inputs_.metrics);
        if (!has_series()) {
            ARABLE_TRY(sealed, store_->seal());
            static_cast<void>(sealed);
            return Facts{};
        }
        sources::MetricIngest ingest(
            *store_,
            {.source_name = name_of_metrics(files), .cluster_label = settings_.cluster_label, .keep = asked()});
        prom::ExpositionReader reader(ingest);
        std::vector<std::string> untimed;
        for (const std::string& file : files) {
            const Probe head = file == "-" ? Probe{} : probe_file(file);
            if (!head.timed) {
                untimed.push_back(file);
                continue;
            }
            ingest.begin_source(file);
            const Time time = settings_.end ? *settings_.end - Duration{1} : *head.latest;
            note_untimed(file, time, read_exposition(file, reader, time),
                         settings_.end ? Text("--end") : text("those beside them"));
        }
        if (inputs_.prometheus) {
            ingest.begin_source(name_of_metrics({}));
            ARABLE_TRY(read, fetch_prometheus(*inputs_.prometheus, settings_, ingest, progress_));
            note_server(std::move(read));
        }
        add_cloudwatch(ingest);
        // Beside a history a scrape stands for its last cell: at its very end it would lie outside of the window.
        const bool history = untimed.size() < files.size() || inputs_.prometheus || !inputs_.cloudwatch.empty();
        const std::optional<Time> last = history ? ingest.latest() : std::nullopt;
        const std::optional<Time> others = last ? last : picture;
        const Time time = time_without_stamps(files, others) - (last ? settings_.policy.step : Duration{});
        for (const std::string& file : untimed) {
            ingest.begin_source(file);
            const std::uint64_t samples = read_exposition(file, reader, time);
            if (others)
                note_untimed(file, time, samples, settings_.end ? Text("--end") : text("the last of the other inputs"));
        }
        metrics_kept_ = ingest.kept();
        ARABLE_TRY(facts, ingest.finish());
        facts.sources.back().detail += left_out_.text();
        return facts;
    }

    void add_cloudwatch(sources::MetricIngest& ingest) {
        for (auto& [file, facts] : read_cloudwatch(sorted(inputs_.cloudwatch), ingest, progress_)) {
            if (!facts) {
                unusable(file, facts.error());
                continue;
            }
            ++used_;
            for (const model::Gap& gap : facts->gaps) warn(gap);
            add(std::move(*facts));
        }
    }

    std::string name_of_metrics(const std::vector<std::string>& files) const {
        if (files.empty() && !inputs_.prometheus) return "CloudWatch";
        if (files.empty()) return shown_server(*inputs_.prometheus).value_or("prometheus");
        return files.size() == 1 ? files.front() : fmt::format("{} metric files", files.size());
    }

    void note_server(sources::PrometheusRead read) {
        constexpr std::size_t kSaidAtOnce = 5;
        ++used_;
        for (std::size_t i = 0; i < read.gaps.size() && i < kSaidAtOnce; ++i) {
            progress_.warn(fmt::format("{}: {}", read.gaps[i].subject, read.gaps[i].message.english()));
        }
        if (read.gaps.size() > kSaidAtOnce) {
            progress_.warn(fmt::format("{} more gaps are in the report", read.gaps.size() - kSaidAtOnce));
        }
        std::move(read.gaps.begin(), read.gaps.end(), std::back_inserter(facts_.gaps));
        facts_.sources.push_back(std::move(read.note));
    }

    // Scrapes carry no time of their own: --end, else the last time of the other inputs, else the latest of the files'
    // own times; the same for all files, so that scrapes of one moment from many nodes stay one moment.
    Time time_without_stamps(const std::vector<std::string>& files, std::optional<Time> others) const {
        if (settings_.end) return *settings_.end - Duration{1};
        if (others) return *others;
        Time latest = kBeginningOfTime;
        for (const std::string& file : files) {
            const auto time = file == "-" ? std::optional<Time>(settings_.read_at) : modified(file);
            if (time) latest = std::max(latest, *time);
        }
        return latest == kBeginningOfTime ? settings_.read_at : latest;
    }

    void note_untimed(const std::string& file, Time time, std::uint64_t samples, Text as) {
        if (samples == 0) return;
        facts_.gaps.push_back({.kind = model::Gap::Kind::assumption,
                               .subject = file,
                               .message = samples == 1
                                              ? text("{} sample carries no time and is taken as of {}, {}; scrape with "
                                                     "timestamps to use it elsewhere",
                                                     samples, format_rfc3339(time), as)
                                              : text("{} samples carry no time and are taken as of {}, {}; scrape with "
                                                     "timestamps to use them elsewhere",
                                                     samples, format_rfc3339(time), as),
                               .count = static_cast<std::int64_t>(samples),
                               .gpu_time = {}});
    }

    // How many samples took the default time.
    std::uint64_t read_exposition(const std::string& file, prom::ExpositionReader& reader, Time default_time) {
        auto source = open_input(file, progress_);
        if (!source) return unusable(file, source.error());
        const auto stats = reader.read(**source, {.default_time = default_time});
        if (!stats) return unusable(file, stats.error());
        if (stats->samples == 0 && stats->unwanted == 0) {
            return unusable(file, {ErrorCode::invalid_input,
                                   stats->problems.empty() ? "no sample of Prometheus text or OpenMetrics in it"
                                                           : fmt::format("line {}: {}", stats->problems.front().line,
                                                                         stats->problems.front().reason)});
        }
        ++used_;
        note_exposition(file, *stats);
        return stats->took_default;
    }

    void note_exposition(const std::string& file, const prom::ExpositionStats& stats) {
        left_out_.add(stats);
        for (model::Gap& gap : gaps_of(file, stats)) {
            warn(gap);
            facts_.gaps.push_back(std::move(gap));
        }
    }

    // What could not be read is said at once, not only in the report.
    void warn(const model::Gap& gap) {
        if (gap.kind != model::Gap::Kind::unreadable && gap.kind != model::Gap::Kind::truncated) return;
        progress_.warn(fmt::format("{}: {}", gap.subject, gap.message.english()));
    }

    // The first reason is told at the end: as an alarm, or as the failure when nothing else was of use.
    std::uint64_t unusable(const std::string& file, const Error& cause) {
        Error error = cause;
        if (const std::string better = better_option(inputs_, file); !better.empty()) error.message += "; " + better;
        const Error whole = error.message.find(file) == std::string::npos ? error.within(file) : error;
        if (first_error_) {
            progress_.alarm(whole.message);
        } else {
            first_error_ = whole;
        }
        facts_.gaps.push_back({.kind = model::Gap::Kind::lost_input,
                               .subject = file,
                               .message = error.message,
                               .count = 1,
                               .gpu_time = {}});
        return 0;
    }

    const Inputs& inputs_;
    const Settings& settings_;
    Progress& progress_;
    std::unique_ptr<series::TrackStore> store_;
    Facts facts_;
    model::PriceList price_list_;
    std::optional<Interval> metrics_kept_;  // what of the metrics is looked at
    LeftOut left_out_;                      // of all metric files
    std::size_t used_ = 0;
    std::optional<Error> first_error_;
};

}  // namespace

void merge_dumps(sources::Facts& into, sources::Facts&& dumps) {
    dumps.first_time = into.first_time ? std::nullopt : dumps.last_time;
    sources::merge(into, std::move(dumps));
}

Result<Collected> collect(const Inputs& inputs, const Settings& settings, Progress& progress) {
    return Collector(inputs, settings, progress).run();
}

}  // namespace arable::app
