// The first screen: the figures that a meeting remembers, then the five sentences.
#include <numeric>
#include <vector>

#include "report/figures.h"
#include "report/headline.h"
#include "report/shares.h"
#include "report/sheet.h"

namespace arable::report {
namespace {

using diagnose::AccountClass;
using diagnose::Audit;

struct Tile {
    std::string_view id;
    std::string_view look;  // of the swatch; "" without one
    Text title;
    std::string value;  // as English writes it; "" where it is not known
    Text of;
};

void put_tile(Sheet& sheet, const Tile& tile) {
    sheet.put("<div class=\"tile\" data-tile=\"{}\"><dt>", tile.id);
    if (!tile.look.empty()) sheet.swatch(tile.look);
    sheet.put("{}</dt>", sheet.say(tile.title));
    if (tile.value.empty()) {
        sheet.put("<dd class=\"unknown\">{}</dd>", sheet.say(text("not known")));
    } else {
        sheet.put("<dd>{}</dd><dd class=\"of\">{}</dd>", sheet.figure(tile.value), sheet.say(tile.of));
    }
    sheet.put("</div>\n");
}

std::string computed(const Audit& audit, const Shares<AccountClass>& shares) {
    if (activity_is_missing(audit)) return "";
    const std::string high = shares.of({AccountClass::productive});
    if (!audit.computing_is_range) return high;
    return percent(audit.computing_low_ms, audit.capacity.gpu_ms) + " – " + high;
}

Tile real_shortage(const Audit& audit) {
    Tile tile{"real", "", text("real shortage"), "", text("of the waiting")};
    const diagnose::Waits& waits = audit.waits;
    if (audit.window.instant || !waits.known || audit.capacity.gpus == 0) return tile;
    tile.value = waits.gpu_ms == 0 ? "0 %" : cause_shares(waits).of({diagnose::WaitCause::real});
    if (waits.gpu_ms == 0) tile.of = text("nothing waited");
    return tile;
}

void tiles(Sheet& sheet, const Audit& audit) {
    if (audit.capacity.gpu_ms == 0) return;
    const auto shares = class_shares(audit);
    const Text whole = audit.window.instant ? text("of the GPUs") : text("of the GPU-hours");
    const bool unseen = activity_is_missing(audit);
    sheet.put("<dl class=\"tiles\">\n");
    put_tile(sheet, {"computing", "g-computing", text("computing"), computed(audit, shares), whole});
    put_tile(
        sheet,
        {"idle", "g-idle", text("reserved but idle"),
         unseen ? "" : shares.of({AccountClass::held_starting, AccountClass::held_empty, AccountClass::held_loaded}),
         whole});
    put_tile(sheet, {"free", "g-free", text("free"),
                     shares.of({AccountClass::free_ghost, AccountClass::free_fragmented, AccountClass::free_stranded,
                                AccountClass::free_constrained, AccountClass::free_no_demand}),
                     whole});
    put_tile(sheet, real_shortage(audit));
    const bool priced = !audit.worth.paid.empty() && !audit.window.instant;
    put_tile(sheet, {"fallow", "", text("paid while nothing computed"), priced ? money_text(audit.worth.fallow) : "",
                     audit.computing_is_range ? text("at least, of {} paid", Figure{money_text(audit.worth.paid)})
                                              : text("of {} paid", Figure{money_text(audit.worth.paid)})});
    sheet.put("</dl>\n");
}

Text title_of(char letter) {
    switch (letter) {
        case 'a':
            return text("Where the GPUs went");
        case 'b':
            return text("How much of the waiting was real");
        case 'c':
            return text("What sharing can cure");
        case 'd':
            return text("What it is worth");
        default:
            return text("What is not known");
    }
}

}  // namespace

void headline_part(Sheet& sheet, const Audit& audit) {
    sheet.begin_section("short", text("In short"), "");
    if (const Text lost = lost_inputs_text(audit); !lost.empty()) {
        sheet.put("<p class=\"alarm\" role=\"note\">{}</p>\n", sheet.say(lost));
    }
    tiles(sheet, audit);
    sheet.put("<div class=\"sentences\">\n");
    for (const Sentence& sentence : headline(audit)) {
        sheet.put("<div data-sentence=\"{}\"><h3>{}</h3><p>{}</p><p class=\"keys\">JSON: <code>{}</code></p></div>\n",
                  sentence.letter, sheet.say(title_of(sentence.letter)), sheet.say(sentence.text),
                  escaped(sentence.evidence));
    }
    sheet.put("</div>\n");
    sheet.end_section();
}

}  // namespace arable::report
