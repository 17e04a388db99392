#include "sources/kube_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sources/time_bulk.h"

namespace arable::sources {
namespace {

constexpr std::int64_t kDay = days(1).ms;

// From here on a time is not believed; absent without times.
std::optional<Time> limit_of(std::span<const kube::Objects> files, std::optional<Interval> near) {
    std::map<std::int64_t, std::int64_t> counts;
    std::int64_t all = 0;
    bool some_near = false;
    for (const kube::Objects& file : files) {
        for (const auto& [day, times] : file.times) {
            counts[day] += times.count;
            all += times.count;
            some_near = some_near || (near && *times.latest < near->end);
        }
    }
    if (some_near) return near->end;
    std::int64_t before = 0;
    for (const auto& [day, count] : counts) {
        before += count;
        if (before * 10 >= all * 9) return Time{day * kDay} + days(1) + kFarAway;
    }
    return std::nullopt;
}

template <class T>
std::int64_t erase_later(std::vector<T>& objects, Time limit) {
    return static_cast<std::int64_t>(
        std::erase_if(objects, [&](const T& object) { return object.meta.created && *object.meta.created >= limit; }));
}

}  // namespace

std::vector<model::Gap> settle_times(std::span<kube::Objects> files, std::span<const std::string> names,
                                     std::optional<Interval> near) {
    std::vector<model::Gap> gaps;
    const auto limit = limit_of(files, near);
    for (std::size_t i = 0; limit && i < files.size(); ++i) {
        kube::Objects& file = files[i];
        if (!file.latest || *file.latest < *limit) continue;
        std::int64_t far = 0;
        std::string subject;
        file.latest.reset();
        for (const auto& [day, times] : file.times) {
            if (*times.latest < *limit) {
                file.latest = times.latest;
                continue;
            }
            far += times.count;
            subject = fmt::format("{}: {}", times.subject, format_rfc3339(*times.latest));
        }
        const std::int64_t erased = erase_later(file.nodes, *limit) + erase_later(file.pods, *limit) +
                                    erase_later(file.owners, *limit) + erase_later(file.queued, *limit) +
                                    erase_later(file.claims, *limit) + erase_later(file.node_claims, *limit);
        gaps.push_back({.kind = model::Gap::Kind::broken_reading,
                        .subject = names[i],
                        .message = text("{} times are more than 366 days after the others ({}): they do not date "
                                        "the dump, and {} objects created then were left out; --end looks at "
                                        "another time",
                                        far, subject, erased),
                        .count = far,
                        .gpu_time = {}});
    }
    return gaps;
}

}  // namespace arable::sources
