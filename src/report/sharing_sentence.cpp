// (c): what sharing can cure as things are, what after which edits by whom, and why the rest is out of its reach.
#include <algorithm>
#include <set>

#include "base/apportion.h"
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

// The edits with most behind them, each with its owner.
Text named_edits(const Audit& audit) {
    std::vector<Text> named;
    for (std::size_t i = 0; i < std::min(kEditsNamed, audit.edits.size()); ++i) {
        const diagnose::EditNeed& edit = audit.edits[i];
        named.push_back(audit.window.instant ? text("{}: {}", edit.owner, edit.edit)
                                             : text("{}: {} ({} GPU-hours)", edit.owner, edit.edit,
                                                    Figure{format_gpu_hours({edit.gpu_ms})}));
    }
    return joined(named, text("; "), text("; "));
}

// Owners with the most to give come first; every one of them is in edits[].
Text edits(const Audit& audit, const Shares<Reach>& reach) {
    if (audit.edits.empty()) return text("no edit would add to that");
    std::set<std::string> owners;
    for (const diagnose::EditNeed& edit : audit.edits) owners.insert(edit.owner);
    const Text count = text("{} more after {} by {}", Figure{reach.of({Reach::after_edit})},
                            plural(static_cast<std::int64_t>(audit.edits.size()), "{} edit", "{} edits"),
                            plural(static_cast<std::int64_t>(owners.size()), "{} owner", "{} owners"));
    return audit.edits.size() > kEditsNamed ? text("{}, first of all {}", count, named_edits(audit))
                                            : text("{}: {}", count, named_edits(audit));
}

Text forbidden(const Audit& audit, const Shares<Reach>& reach) {
    if (!reach.any({Reach::forbidden})) return {};
    const Figure share{reach.of({Reach::forbidden})};
    // Parts of the share as it is shown.
    std::vector<std::int64_t> amounts;
    for (const auto& [rule, gpu_ms] : audit.forbidden) amounts.push_back(gpu_ms);
    const std::vector<std::int64_t> tenths = apportion(reach.tenths({Reach::forbidden}), amounts);
    std::vector<Text> rules;
    for (std::size_t i = 0; i < std::min(kRulesNamed, audit.forbidden.size()); ++i) {
        const auto& [rule, gpu_ms] = audit.forbidden[i];
        rules.push_back(audit.forbidden.size() > 1
                            ? text("{} ({})", diagnose::rule_meaning(rule), Figure{percent_text(tenths[i], gpu_ms > 0)})
                            : diagnose::rule_meaning(rule));
    }
    if (audit.forbidden.size() > rules.size()) rules.push_back(text("and other rules"));
    if (rules.empty()) return text(" Sharing is ruled out for {}.", share);
    return text(" Sharing is ruled out for {}: {}.", share, joined(rules, text("; "), text("; ")));
}

// What is curable rests on what pods ask for beside GPUs: fewer inputs must not promise more.
Text unspecified(const Audit& audit, const Shares<Reach>& reach) {
    if (audit.holders_unspecified == 0 || !reach.any({Reach::as_is, Reach::after_edit})) return {};
    if (audit.holders_unspecified == audit.holders)
        return text(" What pods ask for beside GPUs is not in the input, so that some of it may be ruled out.");
    return text(" What {} of {} pods ask for beside GPUs is not in the input, so that some of it may be ruled out.",
                audit.holders_unspecified, audit.holders);
}

// Why sharing does nothing for the rest, by what the rest is.
Text useless(const Audit& audit, const Shares<Reach>& reach) {
    using C = AccountClass;
    if (!reach.any({Reach::useless})) return {};
    const auto classes = class_shares(audit);
    std::vector<Text> reasons;
    const auto add = [&](std::initializer_list<C> of, std::string_view words) {
        if (classes.any(of)) reasons.push_back(wording(words));
    };
    add({C::free_ghost, C::free_fragmented, C::free_stranded, C::free_constrained, C::free_no_demand},
        translatable("free already"));
    add({C::productive}, translatable("computing"));
    add({C::active_stalled, C::active_bandwidth}, translatable("held back by something else"));
    add({C::unavailable, C::unusable_mig}, translatable("out of service"));
    add({C::used_unclaimed, C::unknown}, translatable("not known well enough"));
    return text(" It does nothing for the other {}: {}.", Figure{reach.of({Reach::useless})},
                joined(reasons, ", ", text(" or ")));
}

Sentence not_known(const Audit& audit, bool unseen) {
    const Figure share{class_shares(audit).of({AccountClass::unknown, AccountClass::used_unclaimed})};
    const Text part = audit.window.instant ? text("{} of the GPUs", share) : text("{} of the GPU-hours", share);
    return {'c',
            unseen
                ? text("What sharing could cure is not known: what reserved GPUs did is not in the input ({}).", part)
                : text("What sharing could cure is not known: who used the GPUs is not in the input ({}).", part),
            "accounting, cannot_say"};
}

}  // namespace

Sentence sharing_sentence(const Audit& audit) {
    if (audit.capacity.gpu_ms == 0) return {'c', text("What sharing could cure is not known."), "accounting"};
    const auto classes = class_shares(audit);
    const bool unseen = activity_is_missing(audit);
    const bool unheld =
        !unseen && !audit.holders_seen && classes.any({AccountClass::used_unclaimed, AccountClass::unknown});
    if (unseen || unheld) return not_known(audit, unseen);
    const Shares<Reach> reach = reach_of(audit);
    Text all;
    if (!reach.any({Reach::as_is, Reach::after_edit, Reach::forbidden})) {
        all =
            text("Sharing GPUs between workloads can cure nothing: no GPU was reserved and idle, or active with room.");
    } else if (audit.window.instant) {
        all = text("Sharing GPUs between workloads can cure {} of the GPUs with nothing edited; {}.",
                   Figure{reach.of({Reach::as_is})}, edits(audit, reach));
    } else {
        all = text("Sharing GPUs between workloads can cure {} of all GPU-hours with nothing edited; {}.",
                   Figure{reach.of({Reach::as_is})}, edits(audit, reach));
    }
    return {'c', all + unspecified(audit, reach) + forbidden(audit, reach) + useless(audit, reach),
            "accounting[].curable, edits, forbidden"};
}

}  // namespace arable::report
