// What a subject is, how it lived, and who held what.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/story_page.h"

namespace arable::report {
namespace {

using diagnose::Moment;
using diagnose::Stay;
using diagnose::Story;
using diagnose::StoryKind;
using diagnose::Trait;

constexpr std::size_t kLabel = 16;  // columns

Text label_of(Trait::Key key) {
    using Key = Trait::Key;
    switch (key) {
        case Key::cluster:
            return text("cluster");
        case Key::node:
            return text("node");
        case Key::pool:
            return text("pool");
        case Key::instance_type:
            return text("machine type");
        case Key::zone:
            return text("zone");
        case Key::capacity_type:
            return text("bought as");
        case Key::product:
            return text("product");
        case Key::index:
            return text("card number");
        case Key::pci:
            return text("PCI bus id");
        case Key::layout:
            return text("offered as");
        case Key::gpus:
            return text("GPUs");
        case Key::resource:
            return text("asks for");
        case Key::owner:
            return text("owner");
        case Key::gang:
            return text("starts with");
        case Key::queue:
            return text("queue");
        case Key::replicas:
            return text("replicas wanted");
        case Key::pods:
            return text("pods");
        case Key::phase:
            break;
    }
    return text("last seen");
}

Text moment_of(const Moment& moment) {
    switch (moment.kind) {
        case Moment::Kind::created:
            return text("{} was created", moment.who);
        case Moment::Kind::scheduled:
            return text("{} was given a node", moment.who);
        case Moment::Kind::started:
            return text("{} started", moment.who);
        case Moment::Kind::ended:
            break;
    }
    return text("{} ended", moment.who);
}

Text stay_of(Stay::Kind kind, const Text& length, std::size_t n) {
    const Text times = plural(static_cast<std::int64_t>(n), "in {} stretch", "in {} stretches");
    switch (kind) {
        case Stay::Kind::present:
            return text("Paid for {}, {}", length, times);
        case Stay::Kind::not_ready:
            return text("Not ready {}, {}", length, times);
        case Stay::Kind::cordoned:
            return text("Closed to new pods {}, {}", length, times);
        case Stay::Kind::unhealthy:
            break;
    }
    return text("Cards unhealthy {}, {}", length, times);
}

void traits(StoryPage& page) {
    const auto& all = page.story().traits;
    for (std::size_t i = 0; i < all.size();) {
        std::string values;
        const std::size_t first = i;
        std::size_t shown = 0;
        for (; i < all.size() && all[i].key == all[first].key; ++i) {
            if (shown == page.style().rows) continue;
            values += (shown++ == 0 ? "" : ", ") + all[i].value;
        }
        if (i - first > shown) values += ", …";
        page.page().words("  " + left(page.in(label_of(all[first].key)), kLabel), values);
    }
}

void moments(StoryPage& page) {
    const auto& all = page.story().moments;
    for (std::size_t i = 0; i < std::min(all.size(), page.style().rows); ++i)
        page.say("  " + left(stamp(all[i].time), kLabel + 5), moment_of(all[i]));
    page.more(page.style().rows, all.size(), "moments[]");
}

void stays(StoryPage& page) {
    std::map<Stay::Kind, IntervalSet> by_kind;
    for (const Stay& stay : page.story().stays) by_kind[stay.kind].push_back(stay.span);
    for (auto& [kind, spans] : by_kind) {
        Duration length;
        for (const Interval& span : spans) length = length + span.length();
        Text line = stay_of(kind, hours_of(length), spans.size());
        if (spans.size() == 1)
            line = text("{}: {} to {} UTC", line, stamp(spans.front().begin), stamp(spans.front().end));
        page.say("  ", text("{}.", line));
    }
}

Text how_known(const diagnose::Holding& holding) {
    switch (holding.source) {
        case model::ClaimSource::allocation:
            return text("by its allocation");
        case model::ClaimSource::exporter_labels:
            return text("by the exporter's labels");
        case model::ClaimSource::count:
            break;
    }
    return text("by count only: which card is not known");
}

void holdings(StoryPage& page) {
    const Story& story = page.story();
    if (story.holdings.empty()) return;
    const bool card = story.kind == StoryKind::gpu || story.kind == StoryKind::node;
    page.heading(card ? text("Who held it, longest first") : text("What it held, longest first"), "holdings");
    for (std::size_t i = 0; i < std::min(story.holdings.size(), page.style().rows); ++i) {
        const diagnose::Holding& h = story.holdings[i];
        std::string device = h.instance ? fmt::format("{}#{}", h.gpu, *h.instance) : h.gpu;
        if (!h.node.empty() && story.kind != StoryKind::node) device += fmt::format(" ({})", h.node);
        const std::string pod = h.owner.empty() ? h.pod : fmt::format("{} ({})", h.pod, h.owner);
        page.say("  - ", story.window.instant
                             ? text("{} held {}: {}", pod, device, how_known(h))
                             : text("{} held {} for {}, from {} to {} UTC: {}", pod, device, hours_of(h.held.length()),
                                    stamp(h.held.begin), stamp(h.held.end), how_known(h)));
    }
    page.more(page.style().rows, story.holdings.size(), "holdings[]");
}

}  // namespace

void identity_part(StoryPage& page) {
    page.heading(text("What it is"), "traits, moments, stays");
    traits(page);
    if (!page.story().window.instant) {
        moments(page);
        stays(page);
    }
    holdings(page);
}

}  // namespace arable::report
