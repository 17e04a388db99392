#include "app/pipeline.h"

#include <algorithm>
#include <iterator>

#include "account/worth.h"
#include "diagnose/diagnose.h"
#include "diagnose/fold.h"

namespace arable::app {
namespace {

// `settings` with the step that the Timeline was made with.
diagnose::Policy policy_of(const Settings& settings, const model::Timeline& timeline) {
    diagnose::Policy policy = settings.policy;
    policy.step = timeline.step;
    return policy;
}

Result<diagnose::Audit> audit_of(Result<Diagnosis> diagnosis) {
    if (!diagnosis) return tl::unexpected(diagnosis.error());
    return std::move(diagnosis->audit);
}

}  // namespace

Result<diagnose::Folded> folded(Prepared& prepared, const Settings& settings) {
    if (prepared.folded) return std::move(*prepared.folded);
    return diagnose::fold(prepared.timeline, *prepared.signals, policy_of(settings, prepared.timeline));
}

Result<Diagnosis> examine(Prepared prepared, const Settings& settings, Progress& progress) {
    progress.stage("diagnosing", 0);
    const diagnose::Policy policy = policy_of(settings, prepared.timeline);
    ARABLE_TRY(left, folded(prepared, settings));
    diagnose::Study study = diagnose::study(prepared.timeline, std::move(left), policy);
    diagnose::Audit audit = diagnose::audit_of(prepared.timeline, study, policy);
    account::add_worth(audit, prepared.timeline, prepared.prices);
    std::ranges::move(prepared.late_gaps(prepared.timeline), std::back_inserter(audit.gaps));
    return Diagnosis{std::move(prepared.timeline), std::move(study), std::move(audit)};
}

Result<Diagnosis> examine(const Inputs& inputs, const Settings& settings, Progress& progress) {
    ARABLE_TRY(prepared, prepare(inputs, settings, progress));
    return examine(std::move(prepared), settings, progress);
}

Result<Diagnosis> examine(const estate::Estate& estate, const Settings& settings, Progress& progress) {
    ARABLE_TRY(prepared, prepare(estate, settings, progress));
    return examine(std::move(prepared), settings, progress);
}

Result<Diagnosis> examine(const estate::EstateSpec& spec, const Settings& settings, Progress& progress) {
    ARABLE_TRY(estate, estate::build(spec));
    return examine(estate, settings, progress);
}

Result<diagnose::Audit> audit(const Inputs& inputs, const Settings& settings, Progress& progress) {
    return audit_of(examine(inputs, settings, progress));
}

Result<diagnose::Audit> audit(const estate::Estate& estate, const Settings& settings, Progress& progress) {
    return audit_of(examine(estate, settings, progress));
}

Result<diagnose::Story> explain(const Diagnosis& diagnosis, const diagnose::Asked& asked, const Settings& settings) {
    return diagnose::story(diagnosis.timeline, diagnosis.study, diagnosis.audit, asked,
                           policy_of(settings, diagnosis.timeline));
}

diagnose::Checkup check_up(const Diagnosis& diagnosis) {
    return diagnose::check_up(diagnosis.timeline, diagnosis.study, diagnosis.audit);
}

double unknown_share(const diagnose::Audit& audit) {
    if (audit.capacity.gpu_ms == 0) return 0.0;
    return static_cast<double>(audit.gap_gpu_ms) / static_cast<double>(audit.capacity.gpu_ms);
}

}  // namespace arable::app
