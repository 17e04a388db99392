#include "sources/cloudwatch_results.h"

#include <algorithm>

#include "base/text.h"

namespace arable::sources {
namespace {

// A search finds at most so many series and does not say that there are more.
constexpr std::size_t kMostFound = 500;
constexpr std::size_t kShown = 200;  // bytes of foreign text in a message
constexpr std::size_t kMostMessages = 100;

std::string shown(std::string text) {
    if (text.size() <= kShown) return text;
    std::size_t end = kShown;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
    return text.substr(0, end) + "…";
}

}  // namespace

void CloudwatchResults::add(CloudwatchResult result) {
    status_[{result.id, result.label}] = result.status;
    std::optional<series::Labels> labels = parse_cloudwatch_label(result.label);
    const bool searched = labels.has_value();
    if (!labels) {
        const auto query = queries_.find(result.id);
        if (query == queries_.end()) {
            ++unnamed_;
            if (first_unnamed_.empty()) first_unnamed_ = result.label.empty() ? result.id : result.label;
            return;
        }
        if (query->second.statistic != "Average") {
            other_statistics_ += std::max<std::uint64_t>(1, result.values.size());
            return;
        }
        labels = query->second.labels;
    }
    if (searched) searched_[result.id].insert(*labels);
    hand_over(*labels, result);
}

void CloudwatchResults::add_statistics(CloudwatchResult result, std::uint64_t other_statistics) {
    other_statistics_ += other_statistics;
    if (result.values.empty()) return;
    const auto labels = parse_cloudwatch_label(result.label + " " + file_.dimensions);
    if (!labels) {
        ++unnamed_;
        if (first_unnamed_.empty()) first_unnamed_ = result.label;
        return;
    }
    hand_over(*labels, result);
}

void CloudwatchResults::add_message(std::string code, std::string words) {
    if (messages_.size() < kMostMessages) messages_.try_emplace(shown(std::move(code)), shown(std::move(words)));
}

// The newest comes first unless it was asked otherwise; the sink is spared the way back.
void CloudwatchResults::hand_over(const series::Labels& labels, CloudwatchResult& result) {
    if (result.times.size() != result.values.size()) {
        ++uneven_;
        return;
    }
    learn_node(labels);
    std::vector<series::Sample> samples;
    samples.reserve(result.times.size());
    for (std::size_t i = 0; i < result.times.size(); ++i) {
        if (result.times[i] && result.values[i]) {
            samples.push_back({*result.times[i], *result.values[i]});
        } else {
            ++bad_samples_;
        }
    }
    std::ranges::stable_sort(samples, {}, &series::Sample::time);
    const series::SeriesRef ref = sink_.declare(labels);
    if (!ref.known()) return;
    for (const series::Sample& sample : samples) sink_.append(ref, sample);
    samples_ += samples.size();
}

void CloudwatchResults::learn_node(const series::Labels& labels) {
    const auto node = labels.get("NodeName");
    const auto type = labels.get("InstanceType");
    if (node.empty() || type.empty()) return;
    nodes_.try_emplace({std::string(labels.get("ClusterName")), std::string(node)}, std::string(type));
}

void CloudwatchResults::gap(Facts& facts, model::Gap::Kind kind, std::uint64_t count, Text message) const {
    if (count == 0) return;
    facts.gaps.push_back({.kind = kind,
                          .subject = file_.file,
                          .message = std::move(message),
                          .count = static_cast<std::int64_t>(count),
                          .gpu_time = {}});
}

void CloudwatchResults::note_searches(Facts& facts) const {
    for (const auto& [id, found] : searched_) {
        if (found.size() < kMostFound) continue;
        gap(facts, model::Gap::Kind::truncated, found.size(),
            text("the search '{}' found {} series, as many as CloudWatch gives for one: there may be more; search "
                 "for one cluster or metric at a time",
                 shown(id), found.size()));
    }
}

Facts CloudwatchResults::finish() {
    using Kind = model::Gap::Kind;
    Facts facts;
    gap(facts, Kind::unreadable, unnamed_,
        text("{} results do not say which metric and dimensions they are (the first is called '{}'): ask with the "
             "labels of docs/cloudwatch.md, or give the file of queries as well",
             unnamed_, shown(first_unnamed_)));
    gap(facts, Kind::unreadable, other_statistics_,
        text("{} values are not of the statistic Average and were left out", other_statistics_));
    gap(facts, Kind::unreadable, uneven_, text("{} results have not one value for each time", uneven_));
    gap(facts, Kind::unreadable, bad_samples_,
        text("{} values have no time or no number and were left out", bad_samples_));
    std::map<std::string, std::uint64_t> statuses;
    for (const auto& [key, status] : status_)
        if (!status.empty() && status != "Complete") ++statuses[status];
    for (const auto& [status, count] : statuses) {
        gap(facts, Kind::truncated, count,
            text("{} results are not complete: CloudWatch says {}", count, shown(status)));
    }
    if (more_pages_)
        gap(facts, Kind::truncated, 1, text("there are more pages (NextToken) that the file does not hold"));
    for (const auto& [code, words] : messages_)
        gap(facts, Kind::truncated, 1, text("CloudWatch says {}: {}", code, words));
    note_searches(facts);
    for (const auto& [key, type] : nodes_) {
        NodeFact fact;
        fact.node.cluster = key.first;
        fact.node.name = key.second;
        fact.node.instance_type = type;
        facts.nodes.push_back(std::move(fact));
    }
    facts.sources.push_back({.kind = "cloudwatch",
                             .name = file_.file,
                             .records = static_cast<std::int64_t>(samples_),
                             .dropped = static_cast<std::int64_t>(bad_samples_ + other_statistics_),
                             .detail = {}});
    return facts;
}

}  // namespace arable::sources
