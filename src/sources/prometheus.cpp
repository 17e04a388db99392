#include "sources/prometheus.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "prom/query_run.h"
#include "sources/prometheus_names.h"
#include "sources/prometheus_probe.h"

namespace arable::sources {
namespace {

// What holds when the window begins was said before it: a sample stands for 2.5 intervals.
constexpr Duration kBefore = minutes(15);
constexpr Duration kLongestBefore = hours(3);
constexpr std::int64_t kMostSeries = 5'000'000;

class Reading {
  public:
    Reading(prom::QueryClient& client, series::SampleSink& sink, const PrometheusOptions& options)
        : client_(client), sink_(sink), options_(options) {}

    Result<PrometheusRead> run() {
        ARABLE_TRY(match, parse_matchers(options_.match));
        match_ = match;
        ARABLE_TRY(found, find_metrics());
        static_cast<void>(found);
        ARABLE_TRY(clusters, check_clusters());
        static_cast<void>(clusters);
        ARABLE_TRY(measured, measure_loads(client_, loads_, window_));
        static_cast<void>(measured);
        std::int64_t series = 0;
        for (const prom::MetricLoad& load : loads_) series += load.series;
        if (series > kMostSeries) {
            return fail(ErrorCode::limit, fmt::format("{}: {} series are more than are read at once; narrow them with "
                                                      "--match, one cluster at a time",
                                                      options_.name, series));
        }
        Duration before = kBefore;
        for (const prom::MetricLoad& load : loads_) before = std::max(before, load.interval * 3);
        const Interval asked{window_.begin - std::min(before, kLongestBefore), window_.end};
        auto tiles = prom::plan_tiles(loads_, asked, options_.limits);
        if (options_.cost_told) options_.cost_told(prom::cost_of(loads_, tiles), asked);
        auto report = prom::fetch_tiles(client_, loads_, std::move(tiles), sink_,
                                        {.limits = options_.limits, .told = options_.progress_told});
        if (!report) return tl::unexpected(report.error());
        return told(*report, asked);
    }

  private:
    Interval window_until(Time end) const { return {end - options_.window, end}; }

    Result<Done> find_names(const Interval& time) {
        ARABLE_TRY(names, label_values(client_, "__name__", {names_selector(match_)}, time));
        loads_ = wanted_loads(names, match_);
        return Done{};
    }

    Result<Done> find_metrics() {
        window_ = window_until(options_.end.value_or(options_.now));
        ARABLE_TRY(first, find_names(window_));
        static_cast<void>(first);
        if (loads_.empty() && !options_.end) {
            ARABLE_TRY(ever, find_names({options_.now - days(3650), options_.now}));
            static_cast<void>(ever);
        }
        if (loads_.empty()) return nothing();
        if (options_.end) return Done{};
        const auto seen = anchors();
        ARABLE_TRY(last, last_sample(client_, seen, any_selector(seen, match_), options_.now));
        if (!last) return nothing();
        // Others may have a later one; where the window ends the samples say.
        window_ = window_until(std::min(options_.now, *last + kBefore));
        window_.begin = std::min(window_.begin, *last - options_.window);
        return find_names(window_);
    }

    Error nothing_error() const {
        return {ErrorCode::not_found,
                fmt::format("{}: no series that an audit reads between {} and {}{}; dcgm-exporter's begin with DCGM_. "
                            "Is it the right server, and --end the right time?",
                            options_.name, format_rfc3339(window_.begin), format_rfc3339(window_.end),
                            match_.empty() ? "" : fmt::format(" with {{{}}}", match_))};
    }
    tl::unexpected<Error> nothing() const { return tl::unexpected(nothing_error()); }

    // The metrics that say where the data ends and which clusters there are: those of GPUs, nodes and pods.
    std::vector<prom::MetricLoad> anchors() const {
        std::vector<prom::MetricLoad> out;
        std::ranges::copy_if(loads_, std::back_inserter(out), [](const prom::MetricLoad& load) {
            return measures_gpus(load.metric) || load.metric == "kube_pod_info" || load.metric == "kube_node_info";
        });
        return out.empty() ? loads_ : out;
    }

    Result<Done> check_clusters() {
        const std::vector<std::string> selectors{any_selector(anchors(), match_)};
        if (!options_.cluster_label.empty()) {
            ARABLE_TRY(values, label_values(client_, options_.cluster_label, selectors, window_));
            if (!values.empty()) return Done{};
            return fail(ErrorCode::not_found, fmt::format("{}: no series has the label '{}' of --cluster-label",
                                                          options_.name, options_.cluster_label));
        }
        for (const std::string_view label : cluster_labels()) {
            ARABLE_TRY(values, label_values(client_, label, selectors, window_));
            if (values.size() < 2) continue;
            constexpr std::size_t kNamed = 8;
            const auto shown = std::min(values.size(), kNamed);
            return fail(
                ErrorCode::invalid_input,
                fmt::format("{}: holds {} clusters ({}{}): give --cluster-label {} to audit all of them, or "
                            "--match '{}=\"{}\"' for one",
                            options_.name, values.size(),
                            fmt::join(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                            shown < values.size() ? ", …" : "", label, label, values.front()));
        }
        return Done{};
    }

    PrometheusRead told(const prom::FetchReport& report, const Interval& asked) const {
        PrometheusRead read;
        read.asked = asked;
        for (const prom::FetchProblem& problem : report.problems) {
            read.gaps.push_back({.kind = kind_of(problem.kind),
                                 .subject = problem.metric.empty() ? options_.name : problem.metric,
                                 .message = worded(problem),
                                 .count = problem.count,
                                 .gpu_time = {}});
        }
        read.note = {.kind = "prometheus",
                     .name = options_.name,
                     .records = static_cast<std::int64_t>(report.samples),
                     .dropped = 0,
                     .detail = fmt::format("{} series of {} metrics", report.series, loads_.size())};
        return read;
    }

    static model::Gap::Kind kind_of(prom::FetchProblem::Kind kind) {
        switch (kind) {
            case prom::FetchProblem::lost:
            case prom::FetchProblem::partial:
                return model::Gap::Kind::missing_samples;
            case prom::FetchProblem::left_out:
                return model::Gap::Kind::broken_reading;
            case prom::FetchProblem::approximate:
            case prom::FetchProblem::info:
                break;
        }
        return model::Gap::Kind::assumption;
    }
    static Text worded(const prom::FetchProblem& problem) {
        switch (problem.kind) {
            case prom::FetchProblem::lost:
                return text("not read {}", problem.message);
            case prom::FetchProblem::partial:
                return text("the server says that its answers are partial: {}", problem.message);
            case prom::FetchProblem::info:
                return text("the server remarks: {}", problem.message);
            default:
                return problem.message;
        }
    }

    prom::QueryClient& client_;
    series::SampleSink& sink_;
    const PrometheusOptions& options_;
    std::string match_;
    Interval window_;
    std::vector<prom::MetricLoad> loads_;
};

}  // namespace

Result<PrometheusRead> read_prometheus(prom::QueryClient& client, series::SampleSink& sink,
                                       const PrometheusOptions& options) {
    return Reading(client, sink, options).run();
}

}  // namespace arable::sources
