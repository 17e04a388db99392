// The map of GPUs, node by node: each card a column, stacked by what its time went into.
#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <vector>

#include "base/apportion.h"
#include "base/figures.h"
#include "report/class_groups.h"
#include "report/figures.h"
#include "report/sheet.h"
#include "report/stack.h"

namespace arable::report {
namespace {

using diagnose::Audit;
using diagnose::GpuRow;
using Rows = std::span<const GpuRow>;

constexpr int kAcross = 8;              // GPUs side by side
constexpr int kStep = 20;               // pixels from one column to the next
constexpr int kWidth = 16, kTall = 40;  // of a column
constexpr std::size_t kTitled = 400;    // GPUs whose columns say their own figures

GroupTimes times_of(Rows gpus) {
    GroupTimes sum{};
    for (const GpuRow& gpu : gpus) {
        const GroupTimes times = grouped_times(gpu.classes);
        for (std::size_t g = 0; g < kGroups; ++g) sum[g] += times[g];
    }
    return sum;
}

// "12.3 % computing, 60.0 % reserved but idle": what there is, rounded together.
Text words_of(const GroupTimes& times) {
    const std::int64_t all = std::accumulate(times.begin(), times.end(), std::int64_t{0});
    if (all == 0) return text("not there in this window");
    const std::vector<std::int64_t> tenths = tenths_of_percent(all, times);
    std::vector<Text> parts;
    for (std::size_t g = 0; g < kGroups; ++g) {
        if (times[g] == 0) continue;
        parts.push_back(text("{} {}", Figure{percent_text(tenths[g], true)}, label(static_cast<Group>(g))));
    }
    return joined(parts, ", ", ", ");
}

// One path a group, so that a card costs few bytes.
void columns_of(Sheet& sheet, Rows gpus) {
    std::array<std::string, kGroups> paths;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const GroupTimes times = grouped_times(gpus[i].classes);
        const std::vector<std::int64_t> tall = apportion(kTall, times);
        const int x = static_cast<int>(i) % kAcross * kStep;
        std::int64_t y = static_cast<std::int64_t>(i) / kAcross * (kTall + 4) + kTall;
        for (std::size_t g = 0; g < kGroups; ++g) {
            if (tall[g] == 0) continue;
            y -= tall[g];
            paths[g] += fmt::format("M{} {}h{}v{}h-{}z", x, y, kWidth, tall[g], kWidth);
        }
    }
    for (std::size_t g = 0; g < kGroups; ++g) {
        if (!paths[g].empty()) {
            sheet.put("<path class=\"g-{}\" d=\"{}\"/>", name(static_cast<Group>(g)), paths[g]);
        }
    }
}

// What a pointer shows over a column.
void titles_of(Sheet& sheet, Rows gpus) {
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const GpuRow& gpu = gpus[i];
        Text words = text("GPU {}: {}", gpu.index ? Text(std::to_string(*gpu.index)) : Text(gpu.name),
                          words_of(grouped_times(gpu.classes)));
        if (!gpu.holders.empty()) words = text("{}; last held by {}", words, gpu.holders);
        sheet.put("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>",
                  static_cast<int>(i) % kAcross * kStep, static_cast<int>(i) / kAcross * (kTall + 4), kWidth, kTall,
                  sheet.say(words));
    }
}

// "8 × H100-SXM5-80GB"; the products of a mixed node one after the other.
Text products_of(Rows gpus) {
    std::vector<std::pair<std::string, std::int64_t>> products;
    for (const GpuRow& gpu : gpus) {
        const auto same = std::ranges::find(products, gpu.product, [](const auto& p) { return p.first; });
        if (same == products.end()) {
            products.emplace_back(gpu.product, 1);
        } else {
            ++same->second;
        }
    }
    std::vector<Text> parts;
    for (const auto& [product, n] : products) {
        parts.push_back(product.empty() ? plural(n, "{} GPU", "{} GPUs") : text("{} × {}", n, product));
    }
    return joined(parts, ", ", ", ");
}

std::string node_name(const GpuRow& gpu) { return gpu.cluster.empty() ? gpu.node : gpu.cluster + "/" + gpu.node; }

void node(Sheet& sheet, Rows gpus, bool by_card, bool titled) {
    const GroupTimes times = times_of(gpus);
    const Text words = words_of(times);
    const std::string title = node_name(gpus.front());
    sheet.put("<li data-node=\"{}\" data-gpus=\"{}\" data-ms=\"{}\"><b>{}</b> <span class=\"what\">{}</span>",
              escaped(title), gpus.size(), fmt::join(times, " "),
              title.empty() ? sheet.say(text("node not known")) : escaped(title), sheet.say(products_of(gpus)));
    if (by_card) {
        const int across = std::min<int>(kAcross, static_cast<int>(gpus.size()));
        const int down = (static_cast<int>(gpus.size()) + kAcross - 1) / kAcross;
        sheet.put("<svg class=\"cards\" aria-hidden=\"true\" width=\"{}\" height=\"{}\">",
                  across * kStep - kStep + kWidth, down * (kTall + 4) - 4);
        columns_of(sheet, gpus);
        if (titled) titles_of(sheet, gpus);
        sheet.put("</svg>");
    } else {
        mini_bar(sheet, times);
    }
    sheet.put("<span class=\"said\">{}</span></li>\n", sheet.say(words));
}

std::vector<Rows> nodes_of(Rows gpus) {
    std::vector<Rows> nodes;
    for (std::size_t begin = 0; begin < gpus.size();) {
        std::size_t end = begin + 1;
        while (end < gpus.size() && gpus[end].node == gpus[begin].node && gpus[end].cluster == gpus[begin].cluster) {
            ++end;
        }
        nodes.push_back(gpus.subspan(begin, end - begin));
        begin = end;
    }
    return nodes;
}

}  // namespace

void gpus_part(Sheet& sheet, const Audit& audit) {
    if (audit.gpus.empty()) return;
    const std::vector<Rows> nodes = nodes_of(audit.gpus);
    const bool by_card = audit.gpus.size() <= sheet.style().gpus_drawn;
    sheet.begin_section("gpus", text("GPU by GPU"), "gpus");
    sheet.note(by_card ? text("Each column is one GPU, from bottom to top what its time went into; the words below say "
                              "the same of the whole node.")
                       : text("Each bar is one node, from left to right what the time of its GPUs went into."));
    group_key(sheet, times_of(audit.gpus));
    sheet.put("<ul class=\"nodes\">\n");
    const std::size_t shown = std::min(nodes.size(), sheet.style().nodes_drawn);
    for (std::size_t i = 0; i < shown; ++i) node(sheet, nodes[i], by_card, audit.gpus.size() <= kTitled);
    sheet.put("</ul>\n");
    if (shown < nodes.size()) {
        sheet.note(
            text("{} more nodes in {} of --format json.", static_cast<std::int64_t>(nodes.size() - shown), "gpus[]"));
    }
    sheet.end_section();
}

}  // namespace arable::report
