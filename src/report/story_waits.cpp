// What a subject waited for and why, and what would have helped; of cards, what waiting pods could not use.
#include <algorithm>

#include "report/bars.h"
#include "report/pending.h"
#include "report/story_page.h"

namespace arable::report {
namespace {

using diagnose::Story;
using diagnose::StoryKind;
using diagnose::Wait;
using diagnose::WaitCause;

constexpr std::size_t kSpans = 6;  // shown of one wait

std::int64_t ms(const Wait& wait, WaitCause cause) { return wait.by_cause[static_cast<std::size_t>(cause)]; }

// What would have helped, cause by cause.
void counterfactual(StoryPage& page, const Wait& wait) {
    const auto say = [&](const Text& words) { page.say("    → ", words); };
    if (const std::int64_t empty = ms(wait, WaitCause::held_empty); empty > 0)
        say(text("Had GPUs that others held empty been returned, {} would not have been waited.", page.amount(empty)));
    if (const std::int64_t shared = ms(wait, WaitCause::shareable); shared > 0)
        say(text("Had idle GPUs been shared, up to {} would not have been waited.", page.amount(shared)));
    if (const std::int64_t scattered = ms(wait, WaitCause::fragmented); scattered > 0) {
        if (wait.fewest_moves >= 0) {
            say(text("{} would have started it while its {} were fragmented.",
                     plural(wait.fewest_moves, "{} move of a running pod", "{} moves of running pods"),
                     page.amount(scattered)));
        } else if (wait.move_search == diagnose::MoveSearch::not_asked) {
            say(text("Whether moves of running pods would have started it in the {} of fragmentation was not asked.",
                     page.amount(scattered)));
        } else {
            say(text("No moves of running pods were found that would have started it in the {} of fragmentation.",
                     page.amount(scattered)));
        }
    }
    if (const std::int64_t real = ms(wait, WaitCause::real); real > 0)
        say(text("{} were a real shortage: nothing on the GPUs that were there would have started it.",
                 page.amount(real)));
    if (!wait.spec_known) say(text("What it needs beside GPUs is not known: it was taken as able to run anywhere."));
}

void one_wait(StoryPage& page, const Wait& wait) {
    page.say("  - ",
             wait.gpus_milli > 0
                 ? text("{} asked for {} and waited {}.", wait.name, request_text(wait), page.amount(wait.gpu_ms))
                 : text("{} waited, for how many GPUs is not known: what it asks for cannot be read.", wait.name));
    for (std::size_t i = 0; i < std::min(wait.spans.size(), kSpans); ++i) {
        const diagnose::WaitSpan& span = wait.spans[i];
        const Text why =
            span.detail.empty() ? meaning(span.cause) : text("{}: {}", meaning(span.cause), worded(span.detail));
        page.say("    ", text("{} to {} UTC, {}: {} ({})", stamp(span.span.begin), stamp(span.span.end),
                              duration_text(span.span.length()), name(span.cause), why));
    }
    if (wait.spans.size() > kSpans) page.more(kSpans, wait.spans.size(), "waits.list[].spans[]");
    if (!wait.said.empty()) page.say("    ", text("The cluster said last: {}", wait.said));
    counterfactual(page, wait);
}

void causes(StoryPage& page) {
    std::vector<BarPart> parts;
    for (std::size_t c = 0; c < diagnose::kWaitCauses; ++c) {
        const auto cause = static_cast<WaitCause>(c);
        parts.push_back(
            {std::string(name(cause)), page.in(meaning(cause)), page.story().wait_causes[c], look_of(cause)});
    }
    for (const std::string& line : bar_with_table(parts, page.in(text("all of it")),
                                                  {page.page().width(), page.style().color, page.page().tongue()}))
        page.page().line(line);
}

void unfit(StoryPage& page) {
    const Story& story = page.story();
    if (story.unfit.empty()) return;
    page.heading(text("What waited while its GPUs were free, and could not use them"), "unfit");
    for (std::size_t i = 0; i < std::min(story.unfit.size(), page.style().rows); ++i) {
        const diagnose::Unfit& u = story.unfit[i];
        page.say("  - ", text("{} for {} in all: {} ({})", u.pod, hours_of(u.length), name(u.cause), meaning(u.cause)));
    }
    page.more(page.style().rows, story.unfit.size(), "unfit[]");
}

// Of one instant: what keeps it waiting, without hours.
void pending(StoryPage& page) {
    const Story& story = page.story();
    if (story.waits.empty()) return;
    page.heading(text("Why it waits"), "waits.pending");
    for (std::size_t i = 0; i < std::min(story.waits.size(), page.style().rows); ++i)
        page.say("  - ", pending_text(story.waits[i]));
    page.more(page.style().rows, story.waits.size(), "waits.pending[]");
}

}  // namespace

void waits_part(StoryPage& page) {
    const Story& story = page.story();
    const bool card = story.kind == StoryKind::gpu || story.kind == StoryKind::node;
    if (card) {
        unfit(page);
        return;
    }
    if (story.window.instant) {
        pending(page);
        return;
    }
    page.heading(text("Why it waited"), "waits");
    if (!story.waits_known) {
        page.say("  ", text("No pod or queue history is in the input, so nothing can be said of waiting."));
        return;
    }
    std::int64_t all = 0;
    for (const std::int64_t part : story.wait_causes) all += part;
    const bool unread = std::ranges::any_of(story.waits, [](const Wait& wait) { return !wait.spans.empty(); });
    if (all == 0 && !unread) {
        page.say("  ", text("It did not wait inside the window."));
        return;
    }
    if (all > 0) causes(page);
    for (std::size_t i = 0; i < std::min(story.waits.size(), page.style().rows / 2); ++i)
        one_wait(page, story.waits[i]);
    page.more(page.style().rows / 2, story.waits.size(), "waits.list[]");
}

}  // namespace arable::report
