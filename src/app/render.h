#pragma once
// An Audit, or a story, as text in the format that the user asked for.

#include <cstddef>
#include <string>

#include "diagnose/audit.h"
#include "diagnose/checkup.h"
#include "diagnose/story.h"
#include "report/language.h"

namespace arable::app {

enum class Format { text, json, html };

struct RenderOptions {
    Format format = Format::text;
    std::size_t width = 100;  // columns, text only
    bool color = false;
    report::Language language = report::Language::english;  // not of JSON: that is for programs
};

std::string render(const diagnose::Audit& audit, const RenderOptions& options);
std::string render(const diagnose::Story& story, const RenderOptions& options);
std::string render(const diagnose::Checkup& checkup, const RenderOptions& options);

// Text from outside without control characters, cut to `width` columns and filled up with blanks.
std::string cell_text(std::string_view text, std::size_t width);
std::string safe_text(std::string_view text);

}  // namespace arable::app
