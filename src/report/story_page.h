#pragma once
// The page that a story is written on, and its parts that have a file of their own. Inside `report` only.

#include <string_view>

#include "base/text.h"
#include "diagnose/story.h"
#include "report/page.h"
#include "report/story.h"

namespace arable::report {

class StoryPage {
  public:
    StoryPage(const diagnose::Story& story, const StoryStyle& style)
        : story_(story),
          style_(style),
          page_({.width = style.width, .color = style.color, .language = style.language}) {}

    const diagnose::Story& story() const { return story_; }
    const StoryStyle& style() const { return style_; }
    Page& page() { return page_; }
    std::string in(const Text& words) const { return page_.in(words); }
    void say(std::string_view prefix, const Text& words) { page_.words(prefix, words); }
    void heading(const Text& words, std::string_view keys) { page_.heading(words, keys); }
    // "… 3 more in holdings[] of --format json".
    void more(std::size_t shown, std::size_t all, std::string_view where) { page_.more(shown, all, where); }
    // "12.5 GPU-hours", or "3 GPUs" of one instant.
    Text amount(std::int64_t gpu_ms) const {
        const Figure figure{gpu_hours_text(shown_ms(story_.window, gpu_ms))};
        return story_.window.instant ? text("{} GPUs", figure) : text("{} GPU-hours", figure);
    }

  private:
    const diagnose::Story& story_;
    const StoryStyle& style_;
    Page page_;
};

// "2026-11-01 04:48"; with seconds only where there are some.
std::string stamp(Time t);
// "12.5 h" of wall time, in tenths.
Text hours_of(Duration d);

void identity_part(StoryPage& page);
void waits_part(StoryPage& page);
void measures_part(StoryPage& page);
void findings_part(StoryPage& page);

}  // namespace arable::report
