#include "compare.h"

#include <algorithm>
#include <set>

namespace arable::tests {
namespace {

double share(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::set<estate::TruthFinding> found_in(const diagnose::Audit& audit) {
    std::set<estate::TruthFinding> found;
    for (const diagnose::Finding& f : audit.findings) {
        found.insert({std::string(diagnose::name(f.kind)), f.subject.name});
    }
    return found;
}

}  // namespace

double KindScore::precision() const {
    return wrong.empty() ? 1.0 : right / static_cast<double>(right + static_cast<int>(wrong.size()));
}

double KindScore::recall() const {
    return missed.empty() ? 1.0 : right / static_cast<double>(right + static_cast<int>(missed.size()));
}

Score compare(const estate::Truth& truth, const diagnose::Audit& audit) {
    Score score;
    score.capacity_error = share(audit.capacity.gpu_ms - truth.gpu_ms, truth.gpu_ms);
    for (const auto& [cls, ms] : truth.accounting) score.class_error[cls] = -share(ms, truth.gpu_ms);
    for (const diagnose::ClassAmount& amount : audit.accounting) {
        score.class_error[std::string(diagnose::name(amount.cls))] += share(amount.gpu_ms, truth.gpu_ms);
    }
    score.wait_total_error = share(audit.waits.gpu_ms - truth.wait_gpu_ms, truth.wait_gpu_ms);
    for (const auto& [cause, ms] : truth.waits) score.wait_error[cause] = -share(ms, truth.wait_gpu_ms);
    for (std::size_t c = 0; c < diagnose::kWaitCauses; ++c) {
        const auto cause = static_cast<diagnose::WaitCause>(c);
        score.wait_error[std::string(diagnose::name(cause))] += share(audit.waits.by_cause[c], audit.waits.gpu_ms);
    }
    const std::set<estate::TruthFinding> found = found_in(audit);
    for (const estate::TruthFinding& f : truth.findings) {
        KindScore& kind = score.kinds[f.kind];
        if (found.contains(f)) {
            ++kind.right;
        } else {
            kind.missed.push_back(truth.kind + ": " + f.subject);
        }
    }
    for (const estate::TruthFinding& f : found) {
        if (std::ranges::binary_search(truth.findings, f) || std::ranges::binary_search(truth.ambiguous, f)) continue;
        score.kinds[f.kind].wrong.push_back(truth.kind + ": " + f.subject);
    }
    return score;
}

void add(std::map<std::string, KindScore>& into, const std::map<std::string, KindScore>& more) {
    for (const auto& [kind, score] : more) {
        KindScore& sum = into[kind];
        sum.right += score.right;
        sum.wrong.insert(sum.wrong.end(), score.wrong.begin(), score.wrong.end());
        sum.missed.insert(sum.missed.end(), score.missed.begin(), score.missed.end());
    }
}

KindScore total(const std::map<std::string, KindScore>& kinds) {
    std::map<std::string, KindScore> all;
    for (const auto& [kind, score] : kinds) add(all, {{"all", score}});
    return all["all"];
}

}  // namespace arable::tests
