#include "report/terms.h"

#include <algorithm>
#include <array>

namespace arable::report {
namespace {

constexpr std::array kAggregates{translatable("all pods together"),
                                 translatable("as its server tells"),
                                 translatable("count"),
                                 translatable("duty cycle"),
                                 translatable("hours waited for"),
                                 translatable("latency"),
                                 translatable("max"),
                                 translatable("mean"),
                                 translatable("mean of one pod"),
                                 translatable("mean over requests"),
                                 translatable("mean while active"),
                                 translatable("mean while held"),
                                 translatable("memory needed"),
                                 translatable("most cards of a pod with a duty cycle of 1 % or more"),
                                 translatable("most on one card"),
                                 translatable("needed"),
                                 translatable("of one card"),
                                 translatable("output tokens"),
                                 translatable("p95"),
                                 translatable("p95 of hourly maxima"),
                                 translatable("p95 on the busiest card"),
                                 translatable("rate in the fullest hour"),
                                 translatable("share of active time with a slowdown"),
                                 translatable("share of known time"),
                                 translatable("sum"),
                                 translatable("sum of time"),
                                 translatable("time to first token")};
constexpr std::array kUnits{translatable("GPU-h"), translatable("cores"), translatable("instances"),
                            translatable("requests"), translatable("requests/s")};
constexpr std::array kSubjects{
    translatable("GPUs"),        translatable("MIG profile"),     translatable("claims"), translatable("clusters"),
    translatable("layouts"),     translatable("metrics"),         translatable("nodes"),  translatable("pods"),
    translatable("pool tables"), translatable("serving metrics"), translatable("window"), translatable("unknown node")};

bool holds(const auto& words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }

}  // namespace

Text term(std::string_view word) {
    return holds(kAggregates, word) || holds(kUnits, word) || holds(kSubjects, word) ? wording(word) : Text(word);
}

}  // namespace arable::report
