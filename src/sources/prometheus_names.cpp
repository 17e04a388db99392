#include "sources/prometheus_names.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "sources/dialect.h"

namespace arable::sources {
namespace {

bool is_read(const DialectRow& row) { return row.of != RowOf::unused; }

bool is_read(std::string_view metric) {
    return std::ranges::any_of(find_rows(metric), [](const DialectRow& row) { return is_read(row); });
}

// "DCGM_" of "DCGM_FI_DEV_GPU_UTIL"; the whole of a name in one word.
std::string beginning_of(std::string_view name) {
    const auto end = name.find_first_of("_:");
    return std::string(name.substr(0, end == std::string_view::npos ? name.size() : end + 1));
}

std::string joined(std::string_view first, std::string_view second) {
    return fmt::format("{}{}{}", first, first.empty() || second.empty() ? "" : ",", second);
}

// Only what every row of the name asks for anyway.
std::string own_matchers(std::string_view metric) {
    std::string_view label;
    std::set<std::string_view> values;
    bool first = true;
    bool any_value = false;
    for (const DialectRow& row : find_rows(metric)) {
        if (!is_read(row)) continue;
        if (row.dialect == Dialect::cadvisor) return "container!=\"\",container!=\"POD\"";
        if (row.where_label.empty() || (!first && row.where_label != label)) return {};
        first = false;
        label = row.where_label;
        any_value = any_value || row.where_value.empty();
        values.insert(row.where_value);
    }
    if (label.empty()) return {};
    if (any_value) return fmt::format("{}!=\"\"", label);
    return fmt::format("{}=~{}", label, prom::quoted(fmt::format("{}", fmt::join(values, "|"))));
}

std::string shard_label_of(std::string_view metric) {
    const DialectRow& row = find_rows(metric).front();
    if (row.of == RowOf::gpu && row.dialect == Dialect::dcgm) return "UUID";
    if (row.of == RowOf::gpu && row.dialect == Dialect::nvidia_gpu_exporter) return "uuid";
    if (row.of == RowOf::gpu) return "instance";
    if (metric.starts_with("kube_node_") || row.of == RowOf::node) return "node";
    return "pod";
}

// One matcher at text[at]: name, operator, quoted value. Moves behind it.
Result<Done> skip_matcher(std::string_view text, std::size_t& at) {
    const auto bad = [&](std::string_view what) {
        return fail(ErrorCode::invalid_input,
                    fmt::format("--match '{}': {} at character {}; write it like cluster=\"a\",job=~\"gpu.*\"", text,
                                what, at + 1));
    };
    const auto begin = at;
    while (at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_')) ++at;
    if (at == begin) return bad("a label name is missing");
    const bool two = text.substr(at, 2) == "=~" || text.substr(at, 2) == "!~" || text.substr(at, 2) == "!=";
    if (!two && text.substr(at, 1) != "=") return bad("one of = != =~ !~ is missing");
    at += two ? 2 : 1;
    if (text.substr(at, 1) != "\"") return bad("a value in double quotes is missing");
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] == '\\') ++at;
    }
    if (at >= text.size()) return bad("the quote never closes");
    ++at;
    return Done{};
}

}  // namespace

std::string names_selector(std::string_view match) {
    std::set<std::string> beginnings{"vllm_", "ray_", "sglang_", "lmdeploy_", "llamacpp_"};
    std::set<std::string> words;
    for (const auto part : {dcgm_rows(), other_gpu_rows(), serving_rows(), cluster_rows()}) {
        for (const DialectRow& row : part) {
            if (!is_read(row)) continue;
            const auto beginning = beginning_of(row.name);
            (beginning == row.name ? words : beginnings).insert(beginning);
        }
    }
    const auto pattern = fmt::format("({}).*|{}", fmt::join(beginnings, "|"), fmt::join(words, "|"));
    return fmt::format("{{{}}}", joined("__name__=~" + prom::quoted(pattern), match));
}

std::vector<prom::MetricLoad> wanted_loads(std::span<const std::string> names, std::string_view match) {
    std::vector<std::string> sorted(names.begin(), names.end());
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    std::vector<prom::MetricLoad> loads;
    for (const std::string& name : sorted) {
        if (!is_read(name)) continue;
        loads.push_back({.metric = name,
                         .matchers = joined(match, own_matchers(name)),
                         .shard_label = shard_label_of(name),
                         .series = 1});
    }
    return loads;
}

std::string any_selector(std::span<const prom::MetricLoad> loads, std::string_view match) {
    std::string pattern;
    for (const prom::MetricLoad& load : loads) pattern += (pattern.empty() ? "" : "|") + load.metric;
    return fmt::format("{{{}}}", joined("__name__=~" + prom::quoted(pattern), match));
}

bool measures_gpus(std::string_view metric) {
    return std::ranges::any_of(find_rows(metric), [](const DialectRow& row) { return row.of == RowOf::gpu; });
}

Result<std::string> parse_matchers(std::span<const std::string> selectors) {
    std::string out;
    for (std::string_view text : selectors) {
        if (text.starts_with('{') && text.ends_with('}')) text = text.substr(1, text.size() - 2);
        std::size_t at = 0;
        while (at < text.size()) {
            ARABLE_TRY(skipped, skip_matcher(text, at));
            static_cast<void>(skipped);
            while (at < text.size() && (text[at] == ',' || text[at] == ' ')) ++at;
        }
        while (text.ends_with(',') || text.ends_with(' ')) text.remove_suffix(1);
        out = joined(out, text);
    }
    return out;
}

std::span<const std::string_view> cluster_labels() {
    static constexpr std::array<std::string_view, 4> kLabels{"cluster", "cluster_name", "ClusterName", "clusterId"};
    return kLabels;
}

}  // namespace arable::sources
