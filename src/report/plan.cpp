#include "report/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/page.h"

namespace arable::report {
namespace {

using plan::Placement;
using plan::Plan;

constexpr std::size_t kNodes = 12;  // alike nodes count as one
constexpr std::size_t kRefused = 20;

Text money_text(std::int64_t micros) { return Text(fmt::format("{:.2f}", static_cast<double>(micros) / 1e6)); }

// "2 x chat, 1 x embed", in the order of the placements.
std::string held_by(const std::vector<const Placement*>& placements) {
    std::vector<std::pair<std::string, std::int64_t>> counts;
    for (const Placement* p : placements) {
        if (!counts.empty() && counts.back().first == p->item) {
            ++counts.back().second;
        } else {
            counts.emplace_back(p->item, 1);
        }
    }
    std::string out;
    for (const auto& [item, count] : counts)
        out += fmt::format("{}{}{}", out.empty() ? "" : ", ", count > 1 ? fmt::format("{} x ", count) : "", item);
    return out;
}

// What one GPU of a node holds: "3g.40gb@0 chat · 4g.40gb@4 embed", "shared: a, b", "whole: train".
std::string gpu_line(const std::vector<const Placement*>& here, const Tongue& tongue) {
    const Placement& first = *here.front();
    if (first.share) return text("shared: {}", held_by(here)).in(tongue);
    if (first.profile.empty()) return text("whole: {}", held_by(here)).in(tongue);
    std::string line;
    for (const Placement* p : here)
        line += fmt::format("{}{}@{} {}", line.empty() ? "" : " · ", p->profile, p->start.value_or(0), p->item);
    return line;
}

class PlanPage {
  public:
    PlanPage(const Plan& plan, const TerminalStyle& style) : plan_(plan), page_(style) {}

    std::string write() {
        totals();
        proof();
        nodes();
        refused();
        assumptions();
        return page_.take();
    }

  private:
    void totals() {
        if (!plan_.as_is) return;
        const Text nodes = plural(plan_.as_is->nodes, "{} node", "{} nodes");
        const Text gpus = plural(plan_.as_is->gpus, "{} GPU", "{} GPUs");
        page_.words(
            "",
            plan_.as_is->micros_per_hour
                ? text("It takes {} with {}, for {} an hour.", nodes, gpus, money_text(*plan_.as_is->micros_per_hour))
                : text("It takes {} with {}; what that costs is not known: some node has no price.", nodes, gpus));
    }
    void proof() {
        const auto& bound = plan_.bound;
        const auto value = bound.kind == "money" ? plan_.as_is->micros_per_hour : std::optional(plan_.as_is->gpus);
        const auto least = bound.kind == "money" ? bound.micros_per_hour : bound.gpus;
        const auto gap = plan::gap_of(value, least);
        if (!gap) {
            page_.words("", text("Nothing is proven of how much less would do, as not all of it could be placed."));
            return;
        }
        if (*gap == 0.0) {
            page_.words("", text("Nothing less would do: that is proven."));
            return;
        }
        const Text what =
            bound.kind == "money" ? text("{} an hour", money_text(*least)) : plural(*least, "{} GPU", "{} GPUs");
        page_.words("", text("Nothing below {} would do: the gap is {} %.", what, Decimal{*gap * 100.0, 2}));
    }

    // Alike nodes are told once.
    void nodes() {
        std::map<std::string, std::map<int, std::vector<const Placement*>>> by_node;  // GPU -1: none
        std::vector<std::string> order;
        for (const Placement& p : plan_.placements) {
            auto [at, fresh] = by_node.try_emplace(p.node);
            if (fresh) order.push_back(p.node);
            if (p.gpus.empty()) at->second[-1].push_back(&p);
            for (const int gpu : p.gpus) at->second[gpu].push_back(&p);
        }
        std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> groups;  // lines, nodes
        std::map<std::string, std::size_t> known;
        for (const std::string& node : order) {
            std::vector<std::string> lines;
            std::string key;
            for (const auto& [gpu, here] : by_node[node]) {
                lines.push_back(gpu < 0 ? page_.in(text("no GPU: {}", held_by(here)))
                                        : fmt::format("{:>4}  {}", gpu, gpu_line(here, page_.tongue())));
                key += lines.back() + "\n";
            }
            key += node.substr(0, node.rfind('-'));
            const auto [at, fresh] = known.try_emplace(key, groups.size());
            if (fresh) groups.push_back({std::move(lines), {}});
            groups[at->second].second.push_back(node);
        }
        if (groups.empty()) return;
        page_.heading(text("What runs where"), "placements, layouts");
        for (std::size_t g = 0; g < std::min(groups.size(), kNodes); ++g) {
            const auto& [lines, named] = groups[g];
            const auto more = static_cast<std::int64_t>(named.size()) - 1;
            page_.words("", more == 0 ? Text(named.front()) : text("{} and {} like it", named.front(), more));
            for (const std::string& line : lines) page_.words("  ", Text(line));
        }
        page_.more(kNodes, groups.size(), "placements");
    }

    void refused() {
        if (plan_.refused.empty()) return;
        page_.heading(text("What could not be placed"), "refused");
        for (std::size_t i = 0; i < std::min(plan_.refused.size(), kRefused); ++i) {
            const plan::Refused& r = plan_.refused[i];
            page_.words("  - ", r.count > 0 ? text("{} of {}: {}", r.count, r.subject, r.reason)
                                            : text("{}: {}", r.subject, r.reason));
        }
        page_.more(kRefused, plan_.refused.size(), "refused");
    }

    void assumptions() {
        if (plan_.assumptions.empty()) return;
        page_.heading(text("What was taken for granted"), "assumptions");
        for (const Text& assumption : plan_.assumptions) page_.words("  - ", assumption);
    }

    const Plan& plan_;
    Page page_;
};

}  // namespace

std::string plan(const plan::Plan& plan, const TerminalStyle& style) { return PlanPage(plan, style).write(); }

}  // namespace arable::report
