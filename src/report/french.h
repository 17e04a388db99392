#pragma once
// The French catalogue, in parts. An entry is a template of text() or words of a table, and its French; a test
// (scripts/check_words.py) holds it against what the code says.

#include <span>
#include <string_view>

namespace arable::report {

struct Entry {
    std::string_view english, french;
};
// Sorted by the English, byte by byte.
using Catalogue = std::span<const Entry>;

Catalogue french_checkup();     // which inputs are there, and what the others would tell
Catalogue french_comparison();  // two audits side by side; snapshots
Catalogue french_findings();    // findings and their remedies
Catalogue french_inputs();      // gaps that reading and joining inputs leave
Catalogue french_page();        // labels of the HTML page
Catalogue french_plan();        // what should run where
Catalogue french_report();      // what the reports say themselves; units
Catalogue french_story();       // the story of one subject
Catalogue french_words();       // classes, causes, rules, doubts, verdicts, what an input cannot say

}  // namespace arable::report
