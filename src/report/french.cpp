// French, by English template. Sorted by the template, byte by byte.

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "report/language.h"

namespace arable::report {
namespace {

using Entry = std::pair<std::string_view, std::string_view>;

constexpr std::array kFrench = {
    Entry{"{} GPU", "{} GPU"},
    Entry{"{} GPU-hours", "{} heures-GPU"},
    Entry{"{} GPUs", "{} GPU"},
};
static_assert(std::ranges::is_sorted(kFrench, {}, &Entry::first));

}  // namespace

std::string_view to_french(std::string_view english) {
    const auto found = std::ranges::lower_bound(kFrench, english, {}, &Entry::first);
    return found != kFrench.end() && found->first == english ? found->second : english;
}

}  // namespace arable::report
