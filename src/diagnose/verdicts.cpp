#include "diagnose/verdicts.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>

#include <fmt/format.h>

#include "base/apportion.h"
#include "base/figures.h"
#include "diagnose/rules.h"

namespace arable::diagnose {
namespace {

constexpr std::array kSteps{Step::allocation, Step::memory, Step::placement, Step::application};

// A clause about a part of the estate: it begins with its share.
struct Part {
    std::vector<AccountClass> classes;
    std::string_view words;  // translatable
};

// Shares of the estate in words, rounded together as the table of classes rounds them, so that both say the same.
class Shares {
  public:
    Shares(const Accounts& accounts, const Judgeable& judgeable)
        : classes_(accounts.estate.classes), instant_(judgeable.instant) {
        if (accounts.estate.total() > 0) tenths_ = apportion(1000, classes_);
    }

    // Names what there is of `parts`; `none` when there is nothing of them.
    Text list(std::initializer_list<Part> parts, std::string_view none) const {
        std::vector<Text> found;
        for (const auto& [classes, words] : parts) {
            std::int64_t tenths = 0;
            bool any = false;
            for (const AccountClass c : classes) {
                any = any || classes_[static_cast<std::size_t>(c)] > 0;
                if (!tenths_.empty()) tenths += tenths_[static_cast<std::size_t>(c)];
            }
            if (!any) continue;
            const Figure share{tenths == 0 ? "< 0.1 %" : fmt::format("{}.{} %", tenths / 10, tenths % 10)};
            found.push_back(found.empty() ? text("{} {}", whole(share), wording(words))
                                          : text("{} {}", share, wording(words)));
        }
        return found.empty() ? wording(none) : joined(found, ", ", ", ");
    }

  private:
    // The first share says of what all of them are.
    Text whole(const Figure& share) const {
        return instant_ ? text("{} of the GPUs", share) : text("{} of the paid time", share);
    }
    ClassTimes classes_;
    std::vector<std::int64_t> tenths_;
    bool instant_;
};

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

constexpr std::string_view kActivityUnknown =
    translatable("Not judged: no input says what the GPUs did, so idle ones cannot be told from busy ones");

Text allocation(const Shares& shares, const Judgeable& judgeable) {
    using C = AccountClass;
    if (!judgeable.holders) {
        return shares.list({{{C::used_unclaimed}, translatable("was in use, by whom is not known")}},
                           translatable("Not judged: no input says which pod held which GPU"));
    }
    return shares.list({{{C::held_empty}, translatable("was reserved with nothing loaded")},
                        {{C::used_unclaimed}, translatable("was in use by something that reserved nothing")},
                        {{C::free_ghost}, translatable("was given on paper to pods that are gone")},
                        {{C::unavailable}, translatable("was out of service")}},
                       judgeable.activity ? translatable("No GPU was reserved with nothing loaded, used without being "
                                                         "reserved, or out of service")
                                          : kActivityUnknown);
}

// The figures of the classes that a step is about, true whether or not a detector fired.
Text figures(Step step, const Shares& shares, const Judgeable& judgeable) {
    using C = AccountClass;
    switch (step) {
        case Step::allocation:
            return allocation(shares, judgeable);
        case Step::memory:
            if (!judgeable.activity) return wording(kActivityUnknown);
            return shares.list(
                {{{C::held_loaded}, translatable("was reserved with something loaded in GPU memory, but idle")}},
                translatable("No GPU was reserved with something loaded and idle"));
        case Step::placement:
            if (!judgeable.waits) return text("Not judged: no input says what waited for a GPU");
            return shares.list({{{C::free_fragmented, C::free_stranded, C::free_constrained},
                                 translatable("was free, yet out of reach of work that waited")}},
                               translatable("No GPU was free and out of reach of work that waited"));
        case Step::application:
            break;
    }
    if (!judgeable.activity) return wording(kActivityUnknown);
    return shares.list(
        {{{C::active_stalled}, translatable("was active without computing: starved, waiting for others or throttled")},
         {{C::active_bandwidth}, translatable("was active without computing: limited by GPU memory bandwidth")}},
        translatable("No time was seen in which work starved, waited for others, was throttled or lacked memory "
                     "bandwidth"));
}

// Work can wait beside GPUs that it cannot use without their time counting as out of its reach: others waited for them
// too, or used them.
bool out_of_reach(const Finding& finding) {
    return finding.kind == FindingKind::fragmentation || finding.kind == FindingKind::stranding ||
           finding.kind == FindingKind::constraint_conflict || finding.kind == FindingKind::quota_old_unit;
}

Text verdict(Step step, const StepVerdict& found, bool unreached, const Accounts& accounts,
             const Judgeable& judgeable) {
    using C = AccountClass;
    if (accounts.estate.total() == 0) return text("No GPU was seen.");
    const ClassTimes& classes = accounts.estate.classes;
    const auto some = [&](C c) { return classes[static_cast<std::size_t>(c)] > 0; };
    const bool counted = some(C::free_fragmented) || some(C::free_stranded) || some(C::free_constrained);
    const Text seen = unreached && !counted
                          ? text(
                                "Work waited beside GPUs that it could not use, though none of their free time counts "
                                "as out of its reach")
                          : figures(step, Shares(accounts, judgeable), judgeable);
    if (found.findings.empty()) return text("{}; no finding.", seen);
    const Text count = plural(static_cast<std::int64_t>(found.findings.size()), "{} finding", "{} findings");
    if (found.gpu_ms == 0 || judgeable.instant) return text("{}; {}.", seen, count);
    return text("{}; {} about {} GPU-hours.", seen, count, Figure{format_gpu_hours({found.gpu_ms})});
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

constexpr std::string_view kSharedAlready = "card already shared";

// What is left to do of what was found, by what was found: what is busy does not scale to zero, and what fills its card
// asks for no smaller one.
Text without_sharing(FindingKind kind) {
    if (kind == FindingKind::small_model_big_card) return text("ask for a smaller card");
    if (kind == FindingKind::low_traffic) return text("run fewer replicas, or scale to zero between requests");
    return text("scale to zero, or end it, when idle");
}

// A remedy must not advise what the split forbids.
void correct_remedy(Finding& finding, const std::string& rule) {
    const bool advises_sharing = finding.kind == FindingKind::loaded_idle || finding.kind == FindingKind::low_traffic ||
                                 finding.kind == FindingKind::small_model_big_card;
    const Curable& c = finding.curable;
    if (!advises_sharing || c.forbidden_ms == 0 || c.as_is_ms + c.after_edit_ms > 0) return;
    const Text action = without_sharing(finding.kind);
    if (rule == kSharedAlready) {
        finding.remedy.action =
            text("the card is shared already: replicas that nobody holds could take other pods now; or {}", action);
    } else {
        finding.remedy.action = rule.empty() ? text("{}; sharing is ruled out", action)
                                             : text("{}; sharing is ruled out: {}", action, rule_meaning(rule));
    }
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
                                       const Judgeable& judgeable) {
    std::vector<StepVerdict> verdicts;
    for (const Step step : kSteps) {
        std::vector<const Finding*> mine;
        StepVerdict out{.step = step};
        bool unreached = false;
        for (const Finding& finding : findings) {
            // About telemetry itself: it is shown with the gaps.
            if (step_of(finding.kind) != step || is_about_telemetry(finding.kind)) continue;
            mine.push_back(&finding);
            unreached = unreached || out_of_reach(finding);
            out.findings.push_back(finding.id);
        }
        out.gpu_ms = extent_of_step(mine, accounts);
        out.verdict = verdict(step, out, unreached, accounts, judgeable);
        verdicts.push_back(std::move(out));
    }
    return verdicts;
}

}  // namespace arable::diagnose
