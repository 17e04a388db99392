// What the GPUs did by hour of the week: one map a group, each a table whose cells are coloured by what they say.
#include <array>
#include <numeric>
#include <vector>

#include "report/class_groups.h"
#include "report/figures.h"
#include "report/headline.h"
#include "report/sheet.h"

namespace arable::report {
namespace {

using diagnose::Audit;

constexpr std::size_t kDays = 7, kHoursADay = 24;

Text weekday(std::size_t day) {
    switch (day) {
        case 0:
            return text("Monday");
        case 1:
            return text("Tuesday");
        case 2:
            return text("Wednesday");
        case 3:
            return text("Thursday");
        case 4:
            return text("Friday");
        case 5:
            return text("Saturday");
        default:
            return text("Sunday");
    }
}

struct Cell {
    std::int64_t ms = 0, of = 0;                                         // GPU-milliseconds
    std::int64_t percent() const { return (ms * 200 + of) / (of * 2); }  // rounded; only where of > 0
};

using Cells = std::array<Cell, diagnose::kWeekHours>;

Cells cells_of(const Audit& audit, Group group) {
    Cells cells;
    for (std::size_t h = 0; h < cells.size(); ++h) {
        const GroupTimes times = grouped_times(audit.week[h]);
        cells[h] = {times[static_cast<std::size_t>(group)],
                    std::accumulate(times.begin(), times.end(), std::int64_t{0})};
    }
    return cells;
}

// The hours in which it was most and least; the first of several. Cells differ, so both exist.
Text extremes(const Cells& cells) {
    std::size_t most = cells.size(), least = cells.size();
    for (std::size_t h = 0; h < cells.size(); ++h) {
        if (cells[h].of == 0) continue;
        if (most == cells.size() || cells[h].percent() > cells[most].percent()) most = h;
        if (least == cells.size() || cells[h].percent() < cells[least].percent()) least = h;
    }
    const auto moment = [](std::size_t h) { return text("{} {}:00", weekday(h / kHoursADay), h % kHoursADay); };
    const auto share = [&](std::size_t h) { return Figure{fmt::format("{} %", cells[h].percent())}; };
    if (cells[most].percent() == cells[least].percent()) return text("The same at all hours: {}.", share(most));
    return text("Most on {} ({}), least on {} ({}).", moment(most), share(most), moment(least), share(least));
}

void cell(Sheet& sheet, const Cell& value) {
    if (value.of == 0) {
        sheet.put("<td class=\"none\">–</td>");
        return;
    }
    sheet.put("<td class=\"h{}\" data-ms=\"{}\" data-of=\"{}\">{}</td>", (value.percent() + 5) / 10, value.ms, value.of,
              value.percent());
}

void map(Sheet& sheet, const Audit& audit, Group group, const Text& title) {
    const Cells cells = cells_of(audit, group);
    sheet.put("<h3>{}</h3>\n<p>{}</p>\n", sheet.say(title), sheet.say(extremes(cells)));
    sheet.put(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"c-week-{0}\">\n"
        "<table class=\"heat g-{0}\" data-group=\"{0}\"><caption id=\"c-week-{0}\">{1}</caption>\n"
        "<thead><tr><th scope=\"col\">{2}</th>",
        name(group), sheet.say(text("Percent of the GPU-hours of each hour of the week: {}", label(group))),
        sheet.say(text("UTC")));
    for (std::size_t hour = 0; hour < kHoursADay; ++hour) sheet.put("<th scope=\"col\">{}</th>", hour);
    sheet.put("</tr></thead>\n<tbody>\n");
    for (std::size_t day = 0; day < kDays; ++day) {
        sheet.put("<tr><th scope=\"row\">{}</th>", sheet.say(weekday(day)));
        for (std::size_t hour = 0; hour < kHoursADay; ++hour) cell(sheet, cells[day * kHoursADay + hour]);
        sheet.put("</tr>\n");
    }
    sheet.end_table();
}

Text title_of(const Audit& audit, Group group) {
    switch (group) {
        case Group::computing:
            return text("Computing");
        case Group::idle:
            return text("Reserved but idle");
        case Group::free:
            return text("Free");
        default:
            break;
    }
    return audit.pools_only ? text("Running jobs (how much those computed is not known)") : text("Not known");
}

}  // namespace

void week_part(Sheet& sheet, const Audit& audit) {
    if (audit.week.size() != diagnose::kWeekHours || audit.capacity.gpu_ms == 0) return;
    sheet.begin_section("week", text("The hours of the week"), "week");
    sheet.note(
        text("Hours are UTC. Weeks of the window are added up; a dash is an hour that the window does not hold."));
    GroupTimes all{};
    for (const diagnose::ClassTimes& hour : audit.week) {
        const GroupTimes times = grouped_times(hour);
        for (std::size_t g = 0; g < kGroups; ++g) all[g] += times[g];
    }
    for (const Group group : {Group::computing, Group::unknown, Group::idle, Group::free}) {
        const bool unseen = activity_is_missing(audit);
        if (group == Group::computing ? unseen : all[static_cast<std::size_t>(group)] == 0) continue;
        if (group == Group::unknown && !unseen) continue;
        map(sheet, audit, group, title_of(audit, group));
    }
    sheet.end_section();
}

}  // namespace arable::report
