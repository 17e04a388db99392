#pragma once
// What one workload held of one card.

#include "diagnose/account_class.h"
#include "diagnose/finding.h"
#include "model/ids.h"

namespace arable::diagnose {

struct HeldOn {
    model::GpuIx gpu;
    ClassTimes classes{};
    Curable curable;
};

}  // namespace arable::diagnose
