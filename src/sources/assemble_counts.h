#pragma once
// Claims known by count only: a pod is bound to a node and asks for GPUs, but nothing says which.

#include "sources/assembly.h"

namespace arable::sources {

// After all other claims. Adds ClaimSource::count claims for what pods hold beyond the devices named so far; where the
// pods of one workload hold all GPUs of the node that are left, each gets its identity (k = n). Pods that run without
// a device (a kubelet list without them, fractions that no record places) are gaps, not claims.
void count_claims(Assembly& a);

}  // namespace arable::sources
