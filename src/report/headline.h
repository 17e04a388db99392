#pragma once
// The first lines of every report, in words: what a meeting reads. Each names the part of the report that proves it.

#include <string>
#include <vector>

#include "diagnose/audit.h"

namespace arable::report {

struct Sentence {
    char letter = 'a';
    std::string text;
    std::string evidence;  // keys of the JSON report, e.g. "accounting, computing"
};

// (a) where the GPU-hours went, (b) how much of the waiting was a real shortage, (c) what sharing can cure, (d) what it
// is worth, (e) what is not known. Always five; what cannot be said is said to be unknown.
std::vector<Sentence> headline(const diagnose::Audit& audit);

}  // namespace arable::report
