#include "diagnose/compare_cautions.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/figures.h"

namespace arable::diagnose {
namespace {

// Windows and capacities within this part of each other are taken as alike.
constexpr double kAlike = 0.02;
constexpr double kUnknownPoints = 0.05;

bool alike(std::int64_t a, std::int64_t b) {
    const auto most = static_cast<double>(std::max(a, b));
    return most <= 0.0 || std::fabs(static_cast<double>(a - b)) <= kAlike * most;
}

double unknown_part(const Audit& audit) {
    const std::int64_t unknown = audit.accounting[static_cast<std::size_t>(AccountClass::unknown)].gpu_ms;
    return audit.capacity.gpu_ms > 0 ? static_cast<double>(unknown) / static_cast<double>(audit.capacity.gpu_ms) : 0.0;
}

std::set<std::string> kinds_of(const Audit& audit) {
    std::set<std::string> kinds;
    for (const model::SourceNote& note : audit.sources) kinds.insert(note.kind);
    return kinds;
}

class Cautions {
  public:
    Cautions(const Audit& before, const Audit& after) : a_(before), b_(after) {}

    void windows() {
        const Interval x = a_.window.window;
        const Interval y = b_.window.window;
        if (a_.window.instant || b_.window.instant) {
            say(text("One of the two is a single instant: shares can be compared, hours, waits and money cannot."));
        } else if (!alike(x.length().ms, y.length().ms)) {
            say(text("The windows differ in length ({} and {}): compare shares, not hours.", duration_text(x.length()),
                     duration_text(y.length())));
        }
        if (!intersect(x, y).empty())
            say(text("The windows overlap by {}: that time is on both sides.",
                     duration_text(intersect(x, y).length())));
        if (y.end < x.begin || y.begin < x.begin)
            say(text("The second one begins before the first one: what is called new may be what went away."));
    }
    void capacity() {
        if (a_.clusters != b_.clusters)
            say(text("The clusters have different names: the two may be of different estates."));
        if (!alike(a_.capacity.gpus, b_.capacity.gpus))
            say(text("The GPUs differ in number ({} and {}): a share may change because the whole did.",
                     a_.capacity.gpus, b_.capacity.gpus));
    }
    void telemetry() {
        const Duration x = a_.window.sample_interval;
        const Duration y = b_.window.sample_interval;
        if (x.ms > 0 && y.ms > 0 && x != y)
            say(text("Samples are {} and {} apart: coarser ones see fewer short pauses.", duration_text(x),
                     duration_text(y)));
        if (a_.computing_is_range != b_.computing_is_range)
            say(text(
                "SM activity is exported in one of the two only: productive time is an upper bound in the other."));
        if (std::fabs(unknown_part(a_) - unknown_part(b_)) > kUnknownPoints)
            say(text(
                "Much more time is unknown in one of the two: other classes may have changed because of that alone."));
    }
    void inputs() {
        if (a_.waits.known != b_.waits.known)
            say(text("Only one of the two knows what waited: waits cannot be compared."));
        const auto priced = [](const Audit& audit) { return !audit.worth.paid.empty(); };
        if (priced(a_) != priced(b_)) say(text("Only one of the two has prices: money cannot be compared."));
        const std::set<std::string> x = kinds_of(a_);
        const std::set<std::string> y = kinds_of(b_);
        for (const std::string& kind : x)
            if (!y.contains(kind)) say(text("Input of the kind {} was read in the first one only.", kind));
        for (const std::string& kind : y)
            if (!x.contains(kind)) say(text("Input of the kind {} was read in the second one only.", kind));
    }
    void names(const Comparison& comparison) {
        const bool any = std::ranges::any_of(
            comparison.workloads, [](const WorkloadChange& c) { return c.before_held_ms && c.after_held_ms; });
        if (!any && !a_.workloads.empty() && !b_.workloads.empty())
            say(
                text("No workload has the same name in both: a redacted snapshot has pseudonyms, which join with no "
                     "other names."));
    }
    std::vector<Text> take() { return std::move(said_); }

  private:
    void say(Text caution) { said_.push_back(std::move(caution)); }

    const Audit& a_;
    const Audit& b_;
    std::vector<Text> said_;
};

}  // namespace

std::vector<Text> compare_cautions(const Audit& before, const Audit& after, const Comparison& comparison) {
    Cautions cautions(before, after);
    cautions.windows();
    cautions.capacity();
    cautions.telemetry();
    cautions.inputs();
    cautions.names(comparison);
    return cautions.take();
}

}  // namespace arable::diagnose
