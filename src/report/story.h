#pragma once
// The story of one subject as text: what it is, where its time went, why it waited, what was measured and found.

#include <cstddef>
#include <string>

#include "diagnose/story.h"
#include "report/language.h"

namespace arable::report {

struct StoryStyle {
    std::size_t width = 100;  // columns; at least 60 are used
    bool color = false;       // ANSI colours; off for NO_COLOR, pipes and files
    Language language = Language::english;
    std::size_t rows = 12;  // of each list
};

// Texts from outside are cleaned of control characters. The same Story and style give the same bytes.
std::string story_text(const diagnose::Story& story, const StoryStyle& style);

}  // namespace arable::report
