#include "series/labels.h"

#include <algorithm>
#include <utility>

namespace arable::series {
namespace {

bool letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// The classic alphabet: letters, digits and "_", no digit first; metric names may hold ":" too.
bool is_classic(std::string_view name, bool colon_allowed) {
    if (name.empty()) return false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool digit = c >= '0' && c <= '9';
        if (!letter(c) && !(colon_allowed && c == ':') && !(digit && i > 0)) return false;
    }
    return true;
}

void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        if (c == '\n') {
            out += "\\n";
            continue;
        }
        if (c == '\\' || c == '"') out += '\\';
        out += c;
    }
    out += '"';
}

}  // namespace

std::string_view Labels::get(std::string_view name) const {
    const auto found = std::ranges::lower_bound(labels, name, {}, &Label::name);
    if (found == labels.end() || found->name != name) return {};
    return found->value;
}

Labels make_labels(std::string metric, std::vector<Label> labels) {
    std::ranges::stable_sort(labels, {}, &Label::name);
    const auto repeated = std::ranges::unique(labels, {}, &Label::name);
    labels.erase(repeated.begin(), repeated.end());
    std::erase_if(labels, [](const Label& label) { return label.value.empty(); });
    return {std::move(metric), std::move(labels)};
}

std::string to_text(const Labels& labels) {
    std::string out;
    const bool quoted_metric = !labels.metric.empty() && !is_classic(labels.metric, true);
    if (!quoted_metric) out = labels.metric;
    if (!quoted_metric && labels.labels.empty()) return out;
    out += '{';
    if (quoted_metric) append_quoted(out, labels.metric);
    for (const auto& label : labels.labels) {
        if (out.back() != '{') out += ',';
        if (is_classic(label.name, false)) {
            out += label.name;
        } else {
            append_quoted(out, label.name);
        }
        out += '=';
        append_quoted(out, label.value);
    }
    out += '}';
    return out;
}

}  // namespace arable::series
