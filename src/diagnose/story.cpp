#include "diagnose/story.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

#include "base/check.h"
#include "diagnose/story_cast.h"
#include "diagnose/story_parts.h"
#include "diagnose/waiting.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

constexpr std::array<std::string_view, 6> kKinds{"pod", "gpu", "node", "workload", "finding", "wait"};

std::int64_t sum_of(const ClassTimes& classes) {
    return std::accumulate(classes.begin(), classes.end(), std::int64_t{0});
}

void add_time(Story& story, const Scene& scene, const std::vector<std::uint32_t>& shares) {
    const std::size_t productive = static_cast<std::size_t>(AccountClass::productive);
    std::int64_t low = 0;
    for (const std::uint32_t i : shares) {
        const ClassTimes& times = scene.study.accounts.shares[i];
        for (std::size_t c = 0; c < kAccountClasses; ++c) story.classes[c] += times[c];
        const HourShare& share = scene.study.folded.hours[i];
        const auto sure = static_cast<double>(share.computing_ms) * scene.policy.thresholds.range_low;
        low += share.engine_only ? std::llround(sure) : share.computing_ms;
    }
    for (const model::GpuIx gpu : scene.cast.gpus)
        at(story.classes, AccountClass::unusable_mig) += scene.study.folded.gpu_unusable_ms[gpu.at()];
    story.gpu_ms = sum_of(story.classes);
    if (low != story.classes[productive]) story.computing_low_ms = low;
    // What the report's tables say of the same cards is the same.
    std::int64_t rows = 0;
    for (const model::GpuIx gpu : scene.cast.gpus) rows += scene.audit.gpus[gpu.at()].gpu_ms;
    ARABLE_CHECK(scene.cast.gpus.empty() || rows == story.gpu_ms);
}

void add_rows(Story& story, const Scene& scene) {
    std::int64_t claimed = 0;
    using Key = std::tuple<std::string, std::string, std::string, std::string>;
    std::set<Key> keys;
    for (const std::uint32_t v : scene.cast.views) {
        const WorkloadView& view = scene.study.views[v];
        keys.insert({view.cluster, view.ns, view.kind, view.name});
        claimed += scene.study.accounts.workloads[v].total();
    }
    ARABLE_CHECK(claimed == story.gpu_ms);
    bool priced = true;
    for (const WorkloadRow& row : scene.audit.workloads) {
        if (!keys.contains({row.cluster, row.ns, row.kind, row.name})) continue;
        story.curable.as_is_ms += row.curable.as_is_ms;
        story.curable.after_edit_ms += row.curable.after_edit_ms;
        story.curable.forbidden_ms += row.curable.forbidden_ms;
        if (story.rule.empty()) story.rule = row.rule;
        if (story.edit.empty()) story.edit = row.edit;
        priced = priced && row.money && (!story.money || story.money->currency == row.money->currency);
        if (priced) story.money = story.money ? *story.money + *row.money : *row.money;
    }
    if (!priced) story.money.reset();
}

// Of a finding: its extent, not all time of its subject.
void add_finding(Story& story, const Finding& finding) {
    story.classes = finding.gpu_ms;
    story.gpu_ms = sum_of(finding.gpu_ms);
    story.computing_low_ms.reset();
    story.curable = finding.curable;
    story.money = finding.money;
    story.findings.push_back(finding);
}

void add_waits(Story& story, const Scene& scene) {
    story.waits_known = scene.audit.waits.known;
    story.waits_seen = scene.audit.waits.seen;
    if (!story.waits_seen) return;
    for (const std::uint32_t w : scene.cast.waits) {
        story.waits.push_back(scene.audit.waits.waits[w]);
        for (std::size_t c = 0; c < kWaitCauses; ++c) story.wait_causes[c] += story.waits.back().by_cause[c];
    }
}

// Owner, gang and node of what the story is about, its cards and their holders.
std::set<Subject> around(const Scene& scene, const std::vector<Holding>& holdings) {
    std::set<Subject> subjects;
    const std::string& cluster = scene.cast.cluster;
    for (const model::PodIx pod : scene.cast.pods) {
        subjects.insert(gang_or_workload(scene.timeline, pod));
        subjects.insert(workload_of_pod(scene.timeline, pod));
    }
    for (const Holding& holding : holdings) {
        subjects.insert({SubjectType::gpu, cluster, holding.gpu});
        if (holding.instance)
            subjects.insert({SubjectType::instance, cluster, holding.gpu + "#" + std::to_string(*holding.instance)});
        if (scene.cast.gpus.empty()) continue;
        subjects.insert({SubjectType::pod, cluster, holding.pod});
        const std::size_t blank = holding.owner.find(' ');
        if (blank != std::string::npos)
            subjects.insert({SubjectType::workload, cluster, holding.owner.substr(blank + 1)});
    }
    for (const model::GpuIx ix : scene.cast.gpus) {
        const model::Gpu& gpu = scene.timeline.gpus[ix.at()];
        subjects.insert(subject_of(gpu));
        if (gpu.node.known()) subjects.insert(subject_of(scene.timeline.nodes[gpu.node.at()]));
    }
    return subjects;
}

void add_findings(Story& story, const Scene& scene) {
    const std::set<Subject> near = around(scene, story.holdings);
    for (const Finding& finding : scene.audit.findings) {
        if (scene.cast.finding && finding.id == story.findings.front().id) continue;
        if (!scene.cast.finding && scene.cast.self.contains(finding.subject)) {
            story.findings.push_back(finding);
        } else if (near.contains(finding.subject) || scene.cast.self.contains(finding.subject)) {
            story.around.push_back(finding);
        }
    }
}

// Gaps that name the subject, its pods, or the cards and nodes it stands on.
void add_gaps(Story& story, const Scene& scene) {
    std::set<std::string> names{story.name};
    for (const model::PodIx ix : scene.cast.pods) {
        const model::Pod& pod = scene.timeline.pods[ix.at()];
        names.insert(pod.ns + "/" + pod.name);
        names.insert("Pod " + pod.ns + "/" + pod.name);
    }
    for (const Holding& holding : story.holdings) {
        names.insert(holding.gpu);
        names.insert(holding.node);
    }
    for (const model::GpuIx ix : scene.cast.gpus) {
        names.insert(scene.audit.gpus[ix.at()].name);
        names.insert(scene.audit.gpus[ix.at()].node);
    }
    for (const model::NodeIx ix : scene.cast.nodes) names.insert("Node " + scene.timeline.nodes[ix.at()].name);
    names.erase("");
    for (const model::Gap& gap : scene.audit.gaps)
        if (names.contains(gap.subject)) story.gaps.push_back(gap);
}

}  // namespace

std::string_view name(StoryKind kind) { return kKinds.at(static_cast<std::size_t>(kind)); }

std::optional<StoryKind> story_kind(std::string_view name) {
    const auto found = std::ranges::find(kKinds, name);
    if (found == kKinds.end()) return std::nullopt;
    return static_cast<StoryKind>(found - kKinds.begin());
}

Result<Story> story(const model::Timeline& timeline, const Study& study, const Audit& audit, const Asked& asked,
                    const Policy& policy) {
    ARABLE_TRY(cast, cast_of(timeline, study, audit, asked));
    const Scene scene{timeline, study, audit, policy, cast};
    Story story;
    story.kind = cast.kind;
    story.cluster = cast.cluster;
    story.name = cast.name;
    story.window = audit.window;
    story.traits = traits_of(scene);
    story.moments = moments_of(scene);
    story.stays = stays_of(scene);
    story.holdings = holdings_of(scene);
    story.estate_gpu_ms = audit.capacity.gpu_ms;
    const std::vector<std::uint32_t> shares = shares_of(scene);
    add_time(story, scene, shares);
    if (cast.kind == StoryKind::workload) add_rows(story, scene);
    if (cast.finding) add_finding(story, audit.findings[*cast.finding]);
    story.measures = measures_of(scene, shares);
    add_waits(story, scene);
    story.unfit = unfit_of(scene);
    add_findings(story, scene);
    add_gaps(story, scene);
    story.chart = chart_of(scene);
    return story;
}

}  // namespace arable::diagnose
