#include "diagnose/verdicts.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/apportion.h"

namespace arable::diagnose {
namespace {

constexpr std::array kSteps{Step::allocation, Step::memory, Step::placement, Step::application};

std::int64_t of(const Accounts& accounts, AccountClass c) {
    return accounts.estate.classes[static_cast<std::size_t>(c)];
}

std::string share_text(std::int64_t part, std::int64_t whole) {
    if (whole <= 0 || part <= 0) return "0 %";
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    return percent < 1.0 ? fmt::format("{:.1f} %", percent) : fmt::format("{:.0f} %", percent);
}

std::int64_t extent_of_step(const std::vector<const Finding*>& findings, const Accounts& accounts) {
    std::map<Subject, ClassTimes> by_subject;
    for (const Finding* finding : findings) {
        ClassTimes& most = by_subject[finding->subject];
        for (std::size_t c = 0; c < kAccountClasses; ++c) most[c] = std::max(most[c], finding->gpu_ms[c]);
    }
    ClassTimes sum{};
    for (const auto& [subject, times] : by_subject) {
        for (std::size_t c = 0; c < kAccountClasses; ++c) sum[c] += times[c];
    }
    std::int64_t extent = 0;
    for (std::size_t c = 0; c < kAccountClasses; ++c) extent += std::min(sum[c], accounts.estate.classes[c]);
    return extent;
}

// The figures of the classes that a step is about, true whether or not a detector fired.
std::string figures(Step step, const Accounts& accounts, const Waits& waits) {
    const std::int64_t paid = accounts.estate.total();
    using C = AccountClass;
    switch (step) {
        case Step::allocation:
            return fmt::format(
                "{} of the paid time was held with nothing loaded, {} in use without a known holder, {} "
                "held by pods that are gone",
                share_text(of(accounts, C::held_empty), paid), share_text(of(accounts, C::used_unclaimed), paid),
                share_text(of(accounts, C::free_ghost), paid));
        case Step::memory:
            return fmt::format("{} was held loaded but idle", share_text(of(accounts, C::held_loaded), paid));
        case Step::placement: {
            const std::int64_t blocked =
                of(accounts, C::free_fragmented) + of(accounts, C::free_stranded) + of(accounts, C::free_constrained);
            if (!waits.known) return "nothing can be said of waiting: no input lists pods or queues over time";
            return fmt::format("{} was free, yet out of reach of somebody who waited", share_text(blocked, paid));
        }
        case Step::application:
            break;
    }
    return fmt::format(
        "{} was active without computing because it starved, waited for others or was throttled, {} "
        "because of memory bandwidth",
        share_text(of(accounts, C::active_stalled), paid), share_text(of(accounts, C::active_bandwidth), paid));
}

std::string verdict(Step step, std::size_t count, std::int64_t extent, const Accounts& accounts, const Waits& waits) {
    if (accounts.estate.total() == 0) return "No GPU was seen.";
    std::string text = figures(step, accounts, waits);
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    if (count == 0) return text + "; no finding.";
    text += fmt::format("; {} finding{}", count, count == 1 ? "" : "s");
    if (extent > 0) text += fmt::format(" name{} {:.1f} GPU-hours", count == 1 ? "s" : "", gpu_hours({extent}));
    return text + ".";
}

// The rule that forbids most of a workload's sharing; "" when none does.
std::string main_rule(const CurableSplit& split, const std::vector<std::size_t>& workloads) {
    std::string rule;
    std::int64_t most = 0;
    for (const std::size_t v : workloads) {
        for (const auto& [name, ms] : split.rules[v]) {
            if (ms <= most) continue;
            most = ms;
            rule = name;
        }
    }
    return rule;
}

// A remedy must not advise what the split forbids.
void correct_remedy(Finding& finding, const std::string& rule) {
    const bool advises_sharing = finding.kind == FindingKind::loaded_idle || finding.kind == FindingKind::low_traffic ||
                                 finding.kind == FindingKind::small_model_big_card;
    const Curable& c = finding.curable;
    if (!advises_sharing || c.forbidden_ms == 0 || c.as_is_ms + c.after_edit_ms > 0) return;
    finding.remedy.action =
        fmt::format("ask for fewer or smaller GPUs, or scale to zero when idle; sharing is ruled out{}",
                    rule.empty() ? "" : ": " + rule);
}

}  // namespace

void add_curable(std::vector<Finding>& findings, std::span<const WorkloadView> views, const CurableSplit& split) {
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> by_name;
    for (std::size_t v = 0; v < views.size(); ++v) by_name[{views[v].cluster, views[v].full_name()}].push_back(v);
    for (Finding& finding : findings) {
        const auto it = by_name.find({finding.subject.cluster, finding.subject.name});
        if (finding.subject.type != SubjectType::workload || it == by_name.end()) continue;
        for (std::size_t c = 0; c < kAccountClasses; ++c) {
            if (finding.gpu_ms[c] <= 0 || !sharing_might_cure(static_cast<AccountClass>(c))) continue;
            std::vector<std::int64_t> weights(3, 0);
            for (const std::size_t v : it->second) {
                weights[0] += split.workloads[v][c].as_is_ms;
                weights[1] += split.workloads[v][c].after_edit_ms;
                weights[2] += split.workloads[v][c].forbidden_ms;
            }
            const auto parts = apportion(finding.gpu_ms[c], weights);
            finding.curable.as_is_ms += parts[0];
            finding.curable.after_edit_ms += parts[1];
            finding.curable.forbidden_ms += parts[2];
        }
        correct_remedy(finding, main_rule(split, it->second));
    }
}

std::vector<StepVerdict> step_verdicts(const std::vector<Finding>& findings, const Accounts& accounts,
                                       const Waits& waits) {
    std::vector<StepVerdict> verdicts;
    for (const Step step : kSteps) {
        std::vector<const Finding*> mine;
        StepVerdict out{.step = step};
        for (const Finding& finding : findings) {
            // About telemetry itself: it is shown with the gaps.
            if (step_of(finding.kind) != step || finding.kind == FindingKind::stuck_counter) continue;
            mine.push_back(&finding);
            out.findings.push_back(finding.id);
        }
        out.gpu_ms = extent_of_step(mine, accounts);
        out.verdict = verdict(step, mine.size(), out.gpu_ms, accounts, waits);
        verdicts.push_back(std::move(out));
    }
    return verdicts;
}

}  // namespace arable::diagnose
