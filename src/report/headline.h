#pragma once
// The first lines of every report, in words: what a meeting reads. Each names the part of the report that proves it.

#include <string>
#include <string_view>
#include <vector>

#include "diagnose/audit.h"

namespace arable::report {

struct Sentence {
    char letter = 'a';
    Text text;
    std::string evidence;  // keys of the JSON report, e.g. "accounting, computing"
};

// (a) where the GPU-hours went, (b) how much of the waiting was a real shortage, (c) what sharing can cure, after which
// edits by whom, and why not the rest, (d) what it is worth, (e) what is not known. Always five; what cannot be said is
// said to be unknown.
std::vector<Sentence> headline(const diagnose::Audit& audit);

// "1 of 3 inputs could not be read: FILE: reason"; empty when all were read.
Text lost_inputs_text(const diagnose::Audit& audit);

// The sentences that have a file of their own.
Sentence sharing_sentence(const diagnose::Audit& audit);  // (c)
Sentence unknown_sentence(const diagnose::Audit& audit);  // (e)

// The input that would add most to the report, or where the whole of it is; with the command that gets it.
Text next_command(const diagnose::Audit& audit);

// (b) of one instant: what waited then.
Text waiting_at_instant(const diagnose::Waits& waits);

// Whether price lists were given, of use or not.
bool prices_were_given(const diagnose::Audit& audit);

// Whether what some GPUs did is not known because no input tells activity at all.
bool activity_is_missing(const diagnose::Audit& audit);

}  // namespace arable::report
