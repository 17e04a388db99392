#pragma once
// The languages of the reports. JSON is for programs and stays English.

#include <optional>
#include <string_view>

#include "base/text.h"

namespace arable::report {

enum class Language { english, french };

// "en" or "fr"; absent: no language of ours.
std::optional<Language> language_of(std::string_view tag);
std::string_view tag(Language language);

const Tongue& tongue(Language language);

// The template in French, or `english` itself: every template has one (scripts/check_words.py).
std::string_view to_french(std::string_view english);

}  // namespace arable::report
