#include "report/stack.h"

#include <numeric>

namespace arable::report {
namespace {

void bars(Sheet& sheet, const GroupTimes& groups) {
    const std::int64_t all = std::accumulate(groups.begin(), groups.end(), std::int64_t{0});
    std::int64_t before = 0;
    for (std::size_t g = 0; g < kGroups; ++g) {
        if (groups[g] == 0) continue;
        sheet.put("<rect class=\"g-{}\" x=\"{}%\" width=\"{}%\" height=\"100%\"/>", name(static_cast<Group>(g)),
                  place(before, all), place(groups[g], all));
        before += groups[g];
    }
}

}  // namespace

void group_key(Sheet& sheet, const GroupTimes& groups) {
    sheet.put("<ul class=\"key\">");
    for (std::size_t g = 0; g < kGroups; ++g) {
        if (groups[g] == 0) continue;
        sheet.put("<li>");
        sheet.swatch(fmt::format("g-{}", name(static_cast<Group>(g))));
        sheet.put("{}</li>", sheet.say(label(static_cast<Group>(g))));
    }
    sheet.put("</ul>\n");
}

void stacked_bar(Sheet& sheet, const GroupTimes& groups, const Text& words) {
    sheet.put("<figure><svg class=\"stack\" role=\"img\" aria-label=\"{}\">", sheet.say(words));
    bars(sheet, groups);
    sheet.put("</svg>\n<figcaption>");
    group_key(sheet, groups);
    sheet.put("</figcaption></figure>\n");
}

void mini_bar(Sheet& sheet, const GroupTimes& groups) {
    sheet.put("<svg class=\"mini\" aria-hidden=\"true\">");
    bars(sheet, groups);
    sheet.put("</svg>");
}

}  // namespace arable::report
