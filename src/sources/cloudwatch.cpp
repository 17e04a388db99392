#include "sources/cloudwatch.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sources/cloudwatch_results.h"

namespace arable::sources {
namespace {

using nlohmann::json;

constexpr std::string_view kBlanks = " \t\r\n";

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < text.size();) {
        at = text.find_first_not_of(kBlanks, at);
        if (at == std::string_view::npos) break;
        const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

std::optional<series::Label> dimension_of(std::string_view word) {
    const std::size_t sign = word.find('=');
    if (sign == std::string_view::npos || sign == 0) return std::nullopt;
    return series::Label{std::string(word.substr(0, sign)), std::string(word.substr(sign + 1))};
}

const json* member(const json& object, const char* name) {
    if (!object.is_object()) return nullptr;
    const auto at = object.find(name);
    return at == object.end() ? nullptr : &*at;
}

std::string text_of(const json& object, const char* name) {
    const json* value = member(object, name);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

std::optional<CloudwatchQuery> query_of(const json& item) {
    const json* stat = member(item, "MetricStat");
    const json* metric = stat == nullptr ? nullptr : member(*stat, "Metric");
    if (metric == nullptr) return std::nullopt;
    std::vector<series::Label> labels;
    if (const json* dimensions = member(*metric, "Dimensions"); dimensions != nullptr && dimensions->is_array()) {
        for (const json& dimension : *dimensions) {
            labels.push_back({text_of(dimension, "Name"), text_of(dimension, "Value")});
        }
    }
    std::erase_if(labels, [](const series::Label& label) { return label.name.empty(); });
    const std::string name = text_of(*metric, "MetricName");
    if (name.empty()) return std::nullopt;
    return CloudwatchQuery{.labels = series::make_labels(name, std::move(labels)), .statistic = text_of(*stat, "Stat")};
}

}  // namespace

bool is_cloudwatch_queries(std::string_view text) {
    constexpr std::size_t kHead = 4096;
    const std::string_view head = text.substr(0, kHead);
    if (head.find("\"MetricDataResults\"") != std::string_view::npos) return false;
    return head.find("\"MetricDataQueries\"") != std::string_view::npos ||
           head.find("\"MetricStat\"") != std::string_view::npos ||
           head.find("\"Expression\"") != std::string_view::npos;
}

Result<CloudwatchQueries> parse_cloudwatch_queries(std::string_view text) {
    constexpr int kMostDepth = 32;
    const auto shallow = [](int depth, json::parse_event_t, json&) { return depth <= kMostDepth; };
    const json root = json::parse(text, shallow, false);
    const json* list = member(root, "MetricDataQueries");
    if (list == nullptr) list = &root;
    if (root.is_discarded() || !list->is_array()) {
        return fail(ErrorCode::invalid_input, "no list of CloudWatch queries, as --metric-data-queries takes it");
    }
    CloudwatchQueries queries;
    for (const json& item : *list) {
        const std::string id = text_of(item, "Id");
        if (auto query = query_of(item); query && !id.empty()) queries.try_emplace(id, std::move(*query));
    }
    return queries;
}

std::optional<series::Labels> parse_cloudwatch_label(std::string_view label) {
    const std::vector<std::string_view> words = words_of(label);
    if (words.size() < 2 || words.front().find('=') != std::string_view::npos) return std::nullopt;
    std::vector<series::Label> labels;
    for (std::size_t i = 1; i < words.size(); ++i) {
        auto dimension = dimension_of(words[i]);
        if (!dimension) return std::nullopt;
        labels.push_back(std::move(*dimension));
    }
    return series::make_labels(std::string(words.front()), std::move(labels));
}

CloudwatchFile cloudwatch_file(const std::string& argument) {
    const std::size_t sign = argument.rfind('=');
    if (sign == std::string::npos) return {.dimensions = {}, .file = argument};
    const std::string dimensions = argument.substr(0, sign);
    const auto words = words_of(dimensions);
    const bool all = std::ranges::all_of(words, [](std::string_view word) { return dimension_of(word).has_value(); });
    if (words.empty() || !all) return {.dimensions = {}, .file = argument};
    return {.dimensions = dimensions, .file = argument.substr(sign + 1)};
}

}  // namespace arable::sources
