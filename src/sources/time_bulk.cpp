#include "sources/time_bulk.h"

#include <algorithm>

namespace arable::sources {
namespace {

constexpr std::int64_t kDay = days(1).ms;

}  // namespace

void TimeBulk::begin_source(const std::string& name) {
    source_ = name;
    current_ = nullptr;
}

void TimeBulk::add(Time time) {
    const std::int64_t day = time.ms / kDay - (time.ms % kDay < 0 ? 1 : 0);
    if (current_ == nullptr || day != current_day_) {
        current_ = &days_[{day, source_}];
        current_day_ = day;
    }
    ++current_->samples;
    current_->first = std::min(current_->first, time);
    current_->last = std::max(current_->last, time);
}

std::optional<Interval> TimeBulk::bulk() const {
    std::int64_t all = 0;
    for (const auto& [key, day] : days_) all += day.samples;
    std::int64_t before = 0;
    for (const auto& [key, day] : days_) {
        before += day.samples;
        if (before * 2 < all) continue;
        const Time middle{key.first * kDay};
        return Interval{middle - kFarAway, middle + kFarAway + days(1)};
    }
    return std::nullopt;
}

std::optional<Time> TimeBulk::last_within(const Interval& keep) const {
    std::optional<Time> last;
    for (const auto& [key, day] : days_) {
        if (day.first < keep.begin || day.last >= keep.end) continue;
        last = std::max(last.value_or(day.last), day.last);
    }
    return last;
}

std::vector<TimeBulk::Far> TimeBulk::outside(const Interval& keep) const {
    std::map<std::pair<std::string, bool>, Far> found;
    for (const auto& [key, day] : days_) {
        const bool early = day.last < keep.begin;
        if (!early && day.first < keep.end) continue;
        Far& far = found.try_emplace({key.second, !early}, Far{key.second, 0, day.first, day.last}).first->second;
        far.samples += day.samples;
        far.first = std::min(far.first, day.first);
        far.last = std::max(far.last, day.last);
    }
    std::vector<Far> out;
    for (auto& [key, far] : found) out.push_back(std::move(far));
    return out;
}

}  // namespace arable::sources
