// (c): what sharing can cure as things are, what after which edits by whom, and why the rest is out of its reach.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "diagnose/rules.h"
#include "report/figures.h"
#include "report/headline.h"
#include "report/shares.h"

namespace arable::report {
namespace {

using diagnose::AccountClass;
using diagnose::Audit;

constexpr std::size_t kEditsNamed = 2;
constexpr std::size_t kRulesNamed = 3;

enum class Reach : std::uint8_t { as_is, after_edit, forbidden, useless };

Shares<Reach> reach_of(const Audit& audit) {
    diagnose::Curable sum;
    for (const diagnose::ClassAmount& amount : audit.accounting) {
        sum.as_is_ms += amount.curable.as_is_ms;
        sum.after_edit_ms += amount.curable.after_edit_ms;
        sum.forbidden_ms += amount.curable.forbidden_ms;
    }
    const std::int64_t all = audit.capacity.gpu_ms;
    return {all,
            {sum.as_is_ms, sum.after_edit_ms, sum.forbidden_ms,
             std::max<std::int64_t>(0, all - sum.as_is_ms - sum.after_edit_ms - sum.forbidden_ms)}};
}

// Owners with the most to give come first; every one of them is in edits[].
std::string edits(const Audit& audit, const Shares<Reach>& reach) {
    if (audit.edits.empty()) return "no edit would add to that";
    std::set<std::string> owners;
    for (const diagnose::EditNeed& edit : audit.edits) owners.insert(edit.owner);
    std::string text = fmt::format("{} more after {} by {}", reach.of({Reach::after_edit}),
                                   counted(static_cast<std::int64_t>(audit.edits.size()), "edit"),
                                   counted(static_cast<std::int64_t>(owners.size()), "owner"));
    const std::size_t named = std::min(kEditsNamed, audit.edits.size());
    for (std::size_t i = 0; i < named; ++i) {
        const diagnose::EditNeed& edit = audit.edits[i];
        text += fmt::format("{}{}: {}", i == 0 ? named < audit.edits.size() ? ", first of all " : ": " : "; ",
                            edit.owner, edit.edit);
        if (!audit.window.instant) text += fmt::format(" ({} GPU-hours)", format_gpu_hours({edit.gpu_ms}));
    }
    return text;
}

std::string forbidden(const Audit& audit, const Shares<Reach>& reach) {
    if (!reach.any({Reach::forbidden})) return "";
    std::string text = fmt::format(" Sharing is ruled out for {}", reach.of({Reach::forbidden}));
    const std::size_t named = std::min(kRulesNamed, audit.forbidden.size());
    for (std::size_t i = 0; i < named; ++i) {
        const auto& [rule, gpu_ms] = audit.forbidden[i];
        text += fmt::format("{}{}", i == 0 ? ": " : "; ", diagnose::rule_meaning(rule));
        if (audit.forbidden.size() > 1) text += fmt::format(" ({})", percent(gpu_ms, audit.capacity.gpu_ms));
    }
    return text + ".";
}

// Why sharing does nothing for the rest, by what the rest is.
std::string useless(const Audit& audit, const Shares<Reach>& reach) {
    if (!reach.any({Reach::useless})) return "";
    const auto classes = class_shares(audit);
    std::vector<std::string_view> reasons;
    const auto add = [&](std::initializer_list<AccountClass> of, std::string_view words) {
        if (classes.any(of)) reasons.push_back(words);
    };
    add({AccountClass::free_ghost, AccountClass::free_fragmented, AccountClass::free_stranded,
         AccountClass::free_constrained, AccountClass::free_no_demand},
        "free already");
    add({AccountClass::productive}, "computing");
    add({AccountClass::active_stalled, AccountClass::active_bandwidth}, "held back by something else");
    add({AccountClass::unavailable, AccountClass::unusable_mig}, "out of service");
    add({AccountClass::used_unclaimed, AccountClass::unknown}, "not known well enough");
    std::string text = fmt::format(" It does nothing for the other {}: ", reach.of({Reach::useless}));
    for (std::size_t i = 0; i < reasons.size(); ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : i + 1 == reasons.size() ? " or " : ", ", reasons[i]);
    }
    return text + ".";
}

}  // namespace

Sentence sharing_sentence(const Audit& audit) {
    if (audit.capacity.gpu_ms == 0) return {'c', "What sharing could cure is not known.", "accounting"};
    const auto classes = class_shares(audit);
    const bool unseen = activity_is_missing(audit);
    const bool unheld =
        !unseen && !audit.holders_seen && classes.any({AccountClass::used_unclaimed, AccountClass::unknown});
    if (unseen || unheld) {
        return {'c',
                fmt::format("What sharing could cure is not known: {} is not in the input ({} of {}).",
                            unseen ? "what reserved GPUs did" : "who used the GPUs",
                            classes.of({AccountClass::unknown, AccountClass::used_unclaimed}),
                            audit.window.instant ? "the GPUs" : "the GPU-hours"),
                "accounting, cannot_say"};
    }
    const Shares<Reach> reach = reach_of(audit);
    const std::string whole = audit.window.instant ? "the GPUs" : "all GPU-hours";
    std::string text = fmt::format("Sharing GPUs between workloads can cure {} of {} with nothing edited; {}.",
                                   reach.of({Reach::as_is}), whole, edits(audit, reach));
    if (!reach.any({Reach::as_is, Reach::after_edit, Reach::forbidden})) {
        text = "Sharing GPUs between workloads can cure nothing: no GPU was reserved and idle, or active with room.";
    }
    return {'c', text + forbidden(audit, reach) + useless(audit, reach), "accounting[].curable, edits, forbidden"};
}

}  // namespace arable::report
