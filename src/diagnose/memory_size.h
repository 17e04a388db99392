#pragma once
// kv-over-reserved, small-model-big-card and near-oom: how much of a card's memory a workload really needs.

#include "diagnose/detector.h"

namespace arable::diagnose {

std::vector<Finding> kv_over_reserved(const DetectorInput& input);
std::vector<Finding> small_model_big_card(const DetectorInput& input);
std::vector<Finding> near_oom(const DetectorInput& input);

}  // namespace arable::diagnose
