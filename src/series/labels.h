#pragma once
// The identity of a series as text: a metric name and labels.

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace arable::series {

struct Label {
    std::string name;
    std::string value;
    friend auto operator<=>(const Label&, const Label&) = default;
};

// Sorted by label name, no name twice. An empty value means the label is absent (Prometheus' rule).
struct Labels {
    std::string metric;
    std::vector<Label> labels;

    // The value, or "" when the label is absent.
    std::string_view get(std::string_view name) const;
    friend auto operator<=>(const Labels&, const Labels&) = default;
};

// Sorts by name; of a repeated name the first value stays. Labels with an empty value are dropped.
Labels make_labels(std::string metric, std::vector<Label> labels);
// name{a="b",c="d"} with \\, \" and \n escaped; the bare name when there are no labels. Names that the classic text
// format cannot carry are quoted, as Prometheus 3 writes them: {"a.b","c.d"="e"}.
std::string to_text(const Labels& labels);

}  // namespace arable::series
