// What buying more GPUs would remove of the waiting, beside what returning and sharing would.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "base/figures.h"
#include "report/figures.h"
#include "report/sheet.h"

namespace arable::report {
namespace {

using diagnose::BuyPoint;
using diagnose::Waits;

constexpr std::size_t kDrawn = 4;           // more lines cannot be told apart
constexpr double kLeft = 9, kRight = 97;    // percent of the width
constexpr double kTop = 14, kBottom = 216;  // pixels

using Curve = std::vector<const BuyPoint*>;

// Where things stand in the picture: across by position in the list of amounts (they double), up by share.
class Frame {
  public:
    Frame(const Waits& waits, std::set<std::int64_t> added) : all_(waits.gpu_ms), added_(added.begin(), added.end()) {
        std::int64_t most = std::max(waits.returning_ms, waits.sharing_ms);
        for (const BuyPoint& point : waits.buy) most = std::max(most, point.removed_ms);
        const double share = 100.0 * static_cast<double>(most) / static_cast<double>(all_);
        for (const int top : {5, 10, 25, 50, 100}) {
            top_ = top;
            if (share <= top) break;
        }
    }
    int top() const { return top_; }
    const std::vector<std::int64_t>& added() const { return added_; }
    double x(std::int64_t added) const {
        const auto at = std::ranges::lower_bound(added_, added) - added_.begin();
        const double steps = std::max<double>(1.0, static_cast<double>(added_.size()) - 1.0);
        return kLeft + (kRight - kLeft) * static_cast<double>(at) / steps;
    }
    double y_of_share(double percent) const { return kBottom - (kBottom - kTop) * percent / top_; }
    double y(std::int64_t ms) const { return y_of_share(100.0 * static_cast<double>(ms) / static_cast<double>(all_)); }

  private:
    std::int64_t all_;
    std::vector<std::int64_t> added_;
    int top_ = 100;
};

void grid(Sheet& sheet, const Frame& frame) {
    for (int step = 0; step <= 5; ++step) {
        const int tenths = frame.top() * 10 * step / 5;
        const double y = frame.y_of_share(tenths / 10.0);
        const std::string share =
            tenths % 10 == 0 ? fmt::format("{} %", tenths / 10) : fmt::format("{}.{} %", tenths / 10, tenths % 10);
        sheet.put(
            "<line class=\"grid\" x1=\"{0}%\" x2=\"{1}%\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
            "<text x=\"{3}%\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>",
            kLeft, kRight, y, kLeft - 1, y + 4, sheet.figure(share));
    }
    for (const std::int64_t added : frame.added()) {
        sheet.put("<text x=\"{:.2f}%\" y=\"{}\" text-anchor=\"middle\">+{}</text>", frame.x(added), kBottom + 20,
                  sheet.count(added));
    }
}

void curve(Sheet& sheet, const Frame& frame, const Curve& points, std::size_t number) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double x = frame.x(points[i]->added);
        const double y = frame.y(points[i]->removed_ms);
        if (i > 0) {
            sheet.put("<line class=\"b{}\" x1=\"{:.2f}%\" y1=\"{:.1f}\" x2=\"{:.2f}%\" y2=\"{:.1f}\"/>", number,
                      frame.x(points[i - 1]->added), frame.y(points[i - 1]->removed_ms), x, y);
        }
        sheet.put("<circle class=\"b{}\" cx=\"{:.2f}%\" cy=\"{:.1f}\" r=\"4\"/>", number, x, y);
    }
}

void level(Sheet& sheet, const Frame& frame, std::int64_t ms, std::string_view style_class) {
    if (ms == 0) return;
    sheet.put("<line class=\"{0}\" x1=\"{1}%\" x2=\"{2}%\" y1=\"{3:.1f}\" y2=\"{3:.1f}\"/>", style_class, kLeft, kRight,
              frame.y(ms));
}

void key_entry(Sheet& sheet, std::string_view style_class, const Text& words) {
    sheet.put(
        "<li><svg class=\"line\" aria-hidden=\"true\"><line class=\"{}\" x1=\"0\" x2=\"28\" y1=\"6\" "
        "y2=\"6\"/></svg>{}</li>",
        style_class, sheet.say(words));
}

Text product_words(std::string_view product) {
    return product.empty() ? text("more GPUs") : text("more {} GPUs", product);
}

using Curves = std::map<std::string, Curve>;

void picture(Sheet& sheet, const Waits& waits, const Curves& curves, const std::set<std::int64_t>& added) {
    const Frame frame(waits, added);
    std::vector<Text> words;
    for (const auto& [product, points] : curves) {
        words.push_back(text("{} {} would remove {} of the waiting", Figure{grouped(points.back()->added)},
                             product_words(product), Figure{percent(points.back()->removed_ms, waits.gpu_ms)}));
    }
    sheet.put("<figure><svg class=\"curve\" role=\"img\" aria-label=\"{}\">", sheet.say(joined(words, "; ", "; ")));
    grid(sheet, frame);
    level(sheet, frame, waits.returning_ms, "returning");
    level(sheet, frame, waits.sharing_ms, "sharing");
    std::size_t number = 0;
    for (const auto& [product, points] : curves) {
        if (number == kDrawn) break;
        curve(sheet, frame, points, number++);
    }
    sheet.put("</svg>\n<figcaption>{}<ul class=\"key\">",
              sheet.say(text("Share of the waiting that goes away, by GPUs added")));
    number = 0;
    for (const auto& [product, points] : curves) {
        if (number == kDrawn) break;
        key_entry(sheet, fmt::format("b{}", number++), product_words(product));
    }
    if (waits.returning_ms > 0) key_entry(sheet, "returning", text("returning GPUs that are held empty, none bought"));
    if (waits.sharing_ms > 0) key_entry(sheet, "sharing", text("sharing idle GPUs on top of it, none bought"));
    sheet.put("</ul></figcaption></figure>\n");
}

void row(Sheet& sheet, const Waits& waits, std::string_view attributes, const Text& words, std::int64_t ms) {
    sheet.put("<tr {} data-ms=\"{}\"><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
              attributes, ms, sheet.say(words), sheet.figure(gpu_hours_text(ms)),
              sheet.figure(percent(ms, waits.gpu_ms)));
}

void points(Sheet& sheet, const Waits& waits) {
    sheet.begin_table("buy", text("Waiting that would go away"), "rows",
                      {{text("by"), false}, {text("GPU-hours"), true}, {text("of the waiting"), true}});
    for (const BuyPoint& point : waits.buy) {
        row(sheet, waits, fmt::format("data-product=\"{}\" data-added=\"{}\"", escaped(point.product), point.added),
            point.product.empty() ? plural(point.added, "{} more GPU", "{} more GPUs")
                                  : text("{} more {}", point.added, point.product),
            point.removed_ms);
    }
    row(sheet, waits, "data-instead=\"returning\"", text("returning GPUs that are held empty"), waits.returning_ms);
    row(sheet, waits, "data-instead=\"sharing\"", text("sharing idle GPUs on top of it (upper estimate)"),
        waits.sharing_ms);
    sheet.end_table();
}

}  // namespace

void buy_part(Sheet& sheet, const diagnose::Audit& audit) {
    const Waits& waits = audit.waits;
    if (!waits.known || waits.gpu_ms == 0 || audit.window.instant || waits.buy.empty()) return;
    Curves curves;
    std::set<std::int64_t> added;
    for (const BuyPoint& point : waits.buy) {
        curves[point.product].push_back(&point);
        added.insert(point.added);
    }
    sheet.begin_section("buy", text("What buying would change"), "buy, waits.returning_ms, waits.sharing_ms");
    picture(sheet, waits, curves, added);
    points(sheet, waits);
    sheet.end_section();
}

}  // namespace arable::report
