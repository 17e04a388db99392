#include "diagnose/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

#include "base/figures.h"

namespace arable::diagnose {
namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

bool plain(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("._/-=:@,").find(c) != std::string_view::npos;
}

}  // namespace

Finding new_finding(const DetectorInput& input, FindingKind kind, Subject subject) {
    Finding finding;
    const bool several = input.timeline.clusters.size() > 1 && !subject.cluster.empty();
    finding.id = several ? fmt::format("{}/{}/{}", name(kind), subject.cluster, subject.name)
                         : fmt::format("{}/{}", name(kind), subject.name);
    finding.kind = kind;
    finding.subject = std::move(subject);
    return finding;
}

Subject subject_of(const WorkloadView& view) {
    return {view.workload.known() ? SubjectType::workload : SubjectType::pod, view.cluster, view.full_name()};
}
Subject subject_of(const model::Gpu& gpu) { return {SubjectType::gpu, gpu.cluster, gpu.name}; }
Subject subject_of(const model::Node& node) { return {SubjectType::node, node.cluster, node.name}; }

Text hours_text(std::int64_t gpu_ms) { return text("{} GPU-hours", Figure{format_gpu_hours(GpuTime{gpu_ms})}); }
Figure percent_text(double share) { return {fmt::format("{:.0f} %", share * 100.0)}; }
Text gib_text(double bytes) { return text("{} GiB", Decimal{bytes / (1024.0 * 1024.0 * 1024.0), 1}); }

std::string selector(std::string_view quantity, const Subject& subject) {
    return fmt::format("{}{{{}=\"{}\"}}", quantity, name(subject.type), subject.name);
}
std::string selector(model::Quantity quantity, const Subject& subject) {
    return selector(model::name(quantity), subject);
}

Evidence evidence(const DetectorInput& input, std::string selector, std::string aggregate, double value,
                  std::string unit, std::int64_t n) {
    Evidence out;
    out.selector = std::move(selector);
    out.window = input.timeline.window;
    out.aggregate = std::move(aggregate);
    out.value = value;
    out.unit = std::move(unit);
    out.n = n;
    return out;
}

Text owner_of(const WorkloadView& view) { return text("owner of {} {}", view.kind, view.full_name()); }
Text cluster_admin() { return text("cluster admin"); }
std::string kubectl(const WorkloadView& view, std::string_view verb, std::string_view tail) {
    const std::string space = view.ns.empty() ? "" : "-n " + shell_word(view.ns) + " ";
    return fmt::format("kubectl {}{} {}{}", space, verb, shell_word(lower(view.kind) + "/" + view.name), tail);
}
std::string kubectl_node(const model::Node& node, std::string_view verb) {
    return fmt::format("kubectl {} {}", verb, shell_word("node/" + node.name));
}

std::string shell_word(std::string_view text) {
    if (!text.empty() && text.front() != '-' && std::all_of(text.begin(), text.end(), plain)) return std::string(text);
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'') {
            quoted += "'\\''";
        } else {
            quoted += c;
        }
    }
    return quoted + "'";
}

std::int64_t& at(ClassTimes& times, AccountClass c) { return times[static_cast<std::size_t>(c)]; }
std::int64_t extent_of(const Finding& finding) {
    return std::accumulate(finding.gpu_ms.begin(), finding.gpu_ms.end(), std::int64_t{0});
}

}  // namespace arable::diagnose
