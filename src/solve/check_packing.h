#pragma once
// Judges a packing and its bound without knowing how they were found. Shares no code with the packer.

#include <string>

#include "base/result.h"
#include "solve/packing.h"

namespace arable::solve {

// "" when every bin holds what it may, every item is packed or left out with a true reason, and the sums are right;
// else what is wrong, with the place. `problem` must be valid (valid_problem.h). Does not judge the bound.
std::string fault_of(const PackProblem& problem, const Packing& packing);

// The least cost + skip_cost that the certificate proves, in exact integers: every claim of Certificate is tried by
// enumerating what an inner unit (or, where `searched`, a bin) can hold. unsupported: more than `most_states` contents
// to enumerate. invalid_input: a claim is false; the message says which.
Result<std::int64_t> proven_bound(const PackProblem& problem, const Certificate& certificate,
                                  std::int64_t most_states = 4'000'000);

}  // namespace arable::solve
