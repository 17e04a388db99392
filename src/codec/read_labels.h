#pragma once
// Labels that nothing reads do not leave the program.

#include "model/timeline.h"

namespace arable::codec {

// Leaves of nodes' labels those that a rule of some pod names and those that Kubernetes, NVIDIA and clouds define; of
// pods' labels those that a selector names. Whatever fits where it fitted still does. O(n log n).
void drop_unread_labels(model::Timeline& timeline);

}  // namespace arable::codec
