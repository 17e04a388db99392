#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "estate/generate.h"
#include "estate/kinds.h"

namespace arable::estate {
namespace {

struct Kind {
    std::string_view name;
    void (*unit)(Builder&, int);
};
constexpr std::array<Kind, 10> kKinds{{
    {"inference", build_inference},
    {"training", build_training},
    {"notebooks", build_notebooks},
    {"batch-queue", build_batch_queue},
    {"mig", build_mig},
    {"shared", build_shared},
    {"stranded", build_stranded},
    {"fragmented", build_fragmented},
    {"autoscaled", build_autoscaled},
    {"five-percent", build_five_percent},
}};
constexpr auto kNames = [] {
    std::array<std::string_view, kKinds.size()> names;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = kKinds[i].name;
    return names;
}();

}  // namespace

std::span<const std::string_view> kinds() { return kNames; }

Result<Estate> build(const EstateSpec& spec) {
    const auto kind = std::ranges::find(kKinds, spec.kind, &Kind::name);
    if (kind == kKinds.end())
        return fail(ErrorCode::not_found,
                    fmt::format("there is no kind of estate '{}'; kinds are: {}", spec.kind, fmt::join(kinds(), ", ")));
    if (spec.gpus < 1 || spec.gpus > 1'000'000) {
        return fail(ErrorCode::invalid_input, fmt::format("{} GPUs: 1 to 1000000 are possible", spec.gpus));
    }
    if (spec.length < days(1) || spec.length > days(400) || spec.scrape < seconds(1)) {
        return fail(ErrorCode::invalid_input, "an estate is 1 to 400 days long, scraped every second or less often");
    }
    Builder builder(spec);
    for (int unit = 0; static_cast<int>(builder.estate().gpus.size()) < spec.gpus; ++unit) kind->unit(builder, unit);
    return std::move(builder.estate());
}

}  // namespace arable::estate
