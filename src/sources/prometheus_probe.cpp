#include "sources/prometheus_probe.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace arable::sources {
namespace {

constexpr std::size_t kProbeSeries = 100'000;
constexpr std::size_t kAtOnce = 10;  // metrics in one question

std::string seconds_text(Time time) { return fmt::format("{}", time.ms / 1000); }

Error error_of(const prom::Trouble& trouble) { return {ErrorCode::io, trouble.message}; }

struct Found {
    std::string metric;
    double value = 0.0;
};

// The instant vector of an expression: the value and the label "metric" (or the name) of each series. Absent where the
// server does not take the question, which only makes a guess coarser.
Result<std::optional<std::vector<Found>>> instant(prom::QueryClient& client, const std::string& query, Time time) {
    prom::SampleBuffer buffer(kProbeSeries);
    const auto answer = client.ask("/api/v1/query", {{"query", query}, {"time", seconds_text(time)}}, buffer, {});
    if (!answer) {
        const auto kind = answer.error().kind;
        if (kind == prom::Trouble::refused || kind == prom::Trouble::exhausted) {
            return tl::unexpected(error_of(answer.error()));
        }
        return std::nullopt;
    }
    std::vector<Found> found;
    for (std::size_t i = 0; i < buffer.series(); ++i) {
        const series::Labels& labels = buffer.labels(i);
        const auto name = labels.metric.empty() ? std::string(labels.get("metric")) : labels.metric;
        if (buffer.begin_of(i) < buffer.end_of(i)) found.push_back({name, buffer.samples()[buffer.begin_of(i)].value});
    }
    return found;
}

// One expression for each of the next few metrics, with the metric as a label of its answer.
template <class Expression>
std::string each(const std::vector<prom::MetricLoad>& loads, std::size_t first, Expression expression) {
    std::string query;
    for (std::size_t i = first; i < std::min(loads.size(), first + kAtOnce); ++i) {
        query += fmt::format("{}label_replace({},\"metric\",{},\"\",\"\")", query.empty() ? "" : " or ",
                             expression(prom::selector(loads[i], {})), prom::quoted(loads[i].metric));
    }
    return query;
}

}  // namespace

Result<std::vector<std::string>> label_values(prom::QueryClient& client, std::string_view label,
                                              const std::vector<std::string>& selectors, const Interval& time) {
    // In the order of their names, as AWS signatures want them.
    prom::QueryClient::Fields fields{{"end", seconds_text(time.end)}};
    for (const std::string& selector : selectors) fields.emplace_back("match[]", selector);
    fields.emplace_back("start", seconds_text(time.begin));
    prom::SampleBuffer nothing(0);
    auto answer = client.ask(fmt::format("/api/v1/label/{}/values", label), fields, nothing, {.post = false});
    if (!answer) return tl::unexpected(error_of(answer.error()));
    return std::move(answer->values);
}

Result<std::optional<Time>> last_sample(prom::QueryClient& client, const std::vector<prom::MetricLoad>& loads,
                                        const std::string& selector, Time now) {
    const auto last_in = [&](Duration length, Time until) -> Result<std::optional<Time>> {
        std::optional<Time> last;
        for (std::size_t first = 0; first < loads.size(); first += kAtOnce) {
            // Every sample is seen for five minutes, so that steps of five minutes miss none.
            const auto query = each(loads, first, [&](const std::string& name) {
                return fmt::format("max_over_time(max(timestamp({}))[{}s:300s])", name, length.ms / 1000);
            });
            ARABLE_TRY(found, instant(client, query, until));
            if (!found) continue;
            for (const Found& one : *found) {
                if (!(std::abs(one.value) < 1e12)) continue;
                const Time time{std::llround(one.value * 1000.0)};
                if (time <= until) last = std::max(last.value_or(time), time);
            }
        }
        return last;
    };
    ARABLE_TRY(recent, last_in(hours(1), now));
    if (recent) return recent;
    // The latest time after which the server still knows the series, to two hours; servers answer by blocks.
    Time known = now - days(3650);
    Time none = now;
    ARABLE_TRY(ever, label_values(client, "__name__", {selector}, {known, now}));
    if (ever.empty()) return std::optional<Time>();
    while (none - known > hours(2)) {
        const Time middle = floor_to(known + Duration{(none - known).ms / 2}, seconds(1));
        ARABLE_TRY(later, label_values(client, "__name__", {selector}, {middle, now}));
        (later.empty() ? none : known) = middle;
    }
    constexpr int kLongestBlock = 40;  // days, with a margin
    for (int day = 0; day < kLongestBlock; ++day) {
        ARABLE_TRY(last, last_in(days(1), none - days(day)));
        if (last) return last;
    }
    return std::optional<Time>();
}

Result<Done> measure_loads(prom::QueryClient& client, std::vector<prom::MetricLoad>& loads, const Interval& window) {
    const Duration length = window.length();
    const Time looks[] = {window.end, window.begin + Duration{length.ms / 2}, window.begin + Duration{length.ms / 10}};
    for (std::size_t first = 0; first < loads.size(); first += kAtOnce) {
        const auto counts = each(
            loads, first, [](const std::string& name) { return fmt::format("count(count_over_time({}[1h]))", name); });
        const auto densities = each(
            loads, first, [](const std::string& name) { return fmt::format("max(count_over_time({}[1h]))", name); });
        const auto load_of = [&](const std::string& metric) {
            return std::find_if(loads.begin(), loads.end(), [&](const auto& load) { return load.metric == metric; });
        };
        for (const Time look : looks) {
            ARABLE_TRY(found, instant(client, counts, look));
            if (!found) continue;
            for (const Found& one : *found) {
                const auto load = load_of(one.metric);
                if (load == loads.end() || !(one.value >= 1.0 && one.value < 1e12)) continue;
                load->series = std::max(load->series, static_cast<std::int64_t>(one.value));
            }
        }
        ARABLE_TRY(dense, instant(client, densities, window.end));
        if (!dense) continue;
        for (const Found& one : *dense) {
            const auto load = load_of(one.metric);
            if (load == loads.end() || !(one.value >= 1.0 && one.value <= 3.6e6)) continue;
            load->interval = {static_cast<std::int64_t>(3.6e6 / one.value)};
        }
    }
    return Done{};
}

}  // namespace arable::sources
