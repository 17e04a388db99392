#pragma once
// How findings are put into words: subjects, ids, figures, evidence and commands, the same in every detector.

#include <cstdint>
#include <string>
#include <string_view>

#include "diagnose/detector.h"
#include "model/quantity.h"

namespace arable::diagnose {

// A finding with id, kind and subject. Ids carry the cluster only when there are several.
Finding new_finding(const DetectorInput& input, FindingKind kind, Subject subject);

Subject subject_of(const WorkloadView& view);
Subject subject_of(const model::Gpu& gpu);
Subject subject_of(const model::Node& node);

Text hours_text(std::int64_t gpu_ms);  // "12.5 GPU-hours"
Figure percent_text(double share);     // "34 %"
Text gib_text(double bytes);           // "12.5 GiB"

// `engine_active{workload="ml/chat"}`
std::string selector(std::string_view quantity, const Subject& subject);
std::string selector(model::Quantity quantity, const Subject& subject);
Evidence evidence(const DetectorInput& input, std::string selector, std::string aggregate, double value,
                  std::string unit, std::int64_t n);

Text owner_of(const WorkloadView& view);  // "owner of Deployment ml/chat"
Text cluster_admin();
// "kubectl -n ml <verb> deployment/chat<tail>"; verb and tail are ours, names are quoted where a shell needs it.
std::string kubectl(const WorkloadView& view, std::string_view verb, std::string_view tail = "");
std::string kubectl_node(const model::Node& node, std::string_view verb);
// Safe as one word of a shell command.
std::string shell_word(std::string_view text);

std::int64_t& at(ClassTimes& times, AccountClass c);
std::int64_t extent_of(const Finding& finding);

}  // namespace arable::diagnose
