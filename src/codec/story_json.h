#pragma once
// Story -> Story JSON (`arable.story/v1`, api/story.schema.json). Exact, as the report (report_json.h): integers in
// milliseconds, times as RFC 3339, null for what is not known.

#include <string>

#include "diagnose/story.h"

namespace arable::codec {

inline constexpr const char* kStorySchema = "arable.story/v1";

// Pretty-printed by two blanks, one trailing newline.
std::string story_json(const diagnose::Story& story);

}  // namespace arable::codec
