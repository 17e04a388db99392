// What was measured of a subject while it was held, each figure with how much stands behind it.
#include <algorithm>
#include <set>

#include "diagnose/demand.h"
#include "diagnose/hour_features.h"
#include "diagnose/story_parts.h"
#include "model/quantity.h"

namespace arable::diagnose {
namespace {

using model::Quantity;

// Hours that a figure stands on, while they are gathered.
class Basis {
  public:
    void add(std::int32_t hour, std::int64_t known_ms) {
        if (known_ms <= 0) return;
        first_ = n_ == 0 ? hour : std::min(first_, hour);
        last_ = n_ == 0 ? hour : std::max(last_, hour);
        ++n_;
        known_ms_ += known_ms;
    }
    bool empty() const { return n_ == 0; }
    Measure measure(std::string_view what, std::string_view aggregate, double value, std::string_view unit,
                    const Interval& window) const {
        const Time begin = floor_to(window.begin, hours(1));
        return {.what = what,
                .aggregate = aggregate,
                .value = value,
                .unit = unit,
                .n = n_,
                .known = Duration{known_ms_},
                .window = intersect(window, {begin + hours(first_), begin + hours(last_ + 1)})};
    }

  private:
    std::int32_t first_ = 0, last_ = 0;
    std::int64_t n_ = 0;
    std::int64_t known_ms_ = 0;
};

struct ShareField {
    Quantity quantity;
    std::string_view aggregate;
    Mean HourShare::*mean;
};
constexpr std::string_view kHeld = "mean while held";
constexpr std::string_view kActive = "mean while active";
constexpr ShareField kShareFields[] = {
    {Quantity::engine_active, kHeld, &HourShare::engine_all}, {Quantity::sm_active, kHeld, &HourShare::sm_all},
    {Quantity::dram_active, kHeld, &HourShare::dram_all},     {Quantity::tensor_active, kActive, &HourShare::tensor},
    {Quantity::memory_used, kHeld, &HourShare::memory_used},  {Quantity::power, kActive, &HourShare::power},
};

struct PodField {
    Quantity quantity;
    Mean PodHour::*mean;
    std::string_view unit;
};
constexpr PodField kPodFields[] = {
    {Quantity::cpu_used, &PodHour::cpu_cores, "cores"},
    {Quantity::requests_running, &PodHour::running, "requests"},
    {Quantity::requests_waiting, &PodHour::waiting, "requests"},
    {Quantity::kv_cache_use, &PodHour::kv_use, "ratio"},
};

class Measures {
  public:
    Measures(const Scene& scene, const std::vector<std::uint32_t>& shares)
        : scene_(scene), folded_(scene.study.folded), shares_(shares) {
        for (const std::uint32_t i : shares) {
            const HourShare& share = folded_.hours[i];
            if (!share.claim.known() || scene.study.accounts.owner[i] == Accounts::kNoOwner) continue;
            held_.push_back(i);
            claims_.insert({share.claim, share.lane});
        }
    }

    std::vector<Measure> all() && {
        for (const ShareField& field : kShareFields) mean_of(field);
        most_memory();
        profiles();
        if (scene_.cast.gpus.empty()) pods();
        return std::move(measures_);
    }

  private:
    void put(const Basis& basis, std::string_view what, std::string_view aggregate, double value,
             std::string_view unit) {
        if (!basis.empty()) measures_.push_back(basis.measure(what, aggregate, value, unit, scene_.timeline.window));
    }

    void mean_of(const ShareField& field) {
        Basis basis;
        Average average;
        for (const std::uint32_t i : held_) {
            const Mean& mean = folded_.hours[i].*field.mean;
            basis.add(folded_.hours[i].hour, mean.known_ms);
            average.add(mean);
        }
        if (const Measured value = average.value())
            put(basis, model::name(field.quantity), field.aggregate, *value, model::unit(field.quantity));
    }

    void most_memory() {
        Basis basis;
        double most = 0.0;
        for (const std::uint32_t i : held_) {
            const HourShare& share = folded_.hours[i];
            basis.add(share.hour, share.memory_used.known_ms);
            if (share.memory_used.known()) most = std::max(most, static_cast<double>(share.memory_most));
        }
        put(basis, model::name(Quantity::memory_used), "most on one card", most, "bytes");
    }

    // Whole-window figures of the claims: the largest of them, and how much of the known time was active.
    void profiles() {
        double active = 0.0;
        double engine = -1.0;
        double sm = -1.0;
        double total = -1.0;
        double need = -1.0;
        Basis known;
        std::int64_t known_ms = 0;
        for (const ClaimProfile& profile : folded_.claims) {
            if (!claims_.contains({profile.claim, profile.lane})) continue;
            engine = std::max(engine, static_cast<double>(profile.engine_p95));
            sm = std::max(sm, static_cast<double>(profile.sm_p95));
            total = std::max(total, static_cast<double>(profile.memory_total));
            need = std::max(need, static_cast<double>(profile.need_memory));
            if (profile.duty < 0.0F || profile.known_ms <= 0) continue;
            active += static_cast<double>(profile.duty) * static_cast<double>(profile.known_ms);
            known_ms += profile.known_ms;
        }
        for (const std::uint32_t i : held_) {
            const HourShare& share = folded_.hours[i];
            known.add(share.hour, share.starting_ms + share.empty_ms + share.loaded_ms + active_ms(share));
        }
        constexpr std::string_view kP95 = "p95 on the busiest card";
        if (known_ms > 0)
            put(known, "duty cycle", "share of known time", active / static_cast<double>(known_ms), "ratio");
        if (engine >= 0.0) put(known, model::name(Quantity::engine_active), kP95, engine, "ratio");
        if (sm >= 0.0) put(known, model::name(Quantity::sm_active), kP95, sm, "ratio");
        if (total > 0.0) put(known, model::name(Quantity::memory_total), "of one card", total, "bytes");
        if (need >= 0.0) put(known, "memory needed", "as its server tells", need, "bytes");
    }

    void pods() {
        std::vector<const PodHour*> mine;
        for (const PodHour& hour : folded_.pod_hours)
            if (std::ranges::binary_search(scene_.cast.pods, hour.pod)) mine.push_back(&hour);
        for (const PodField& field : kPodFields) {
            Basis basis;
            Average average;
            for (const PodHour* hour : mine) {
                const Mean& mean = hour->*field.mean;
                basis.add(hour->hour, mean.known_ms);
                average.add(mean);
            }
            if (const Measured value = average.value())
                put(basis, model::name(field.quantity), "mean of one pod", *value, field.unit);
        }
        requests(mine);
    }

    void requests(const std::vector<const PodHour*>& mine) {
        Requests requests;
        for (const PodHour* hour : mine) requests.add(*hour);
        const auto basis = [&](Mean PodHour::*mean) {
            Basis out;
            for (const PodHour* hour : mine) out.add(hour->hour, (hour->*mean).known_ms);
            return out;
        };
        constexpr std::string_view kTogether = "all pods together";
        constexpr std::string_view kByRequests = "mean over requests";
        if (const auto v = requests.per_second()) put(basis(&PodHour::request_rate), "requests", kTogether, *v, "1/s");
        if (const auto v = requests.output_tokens_per_second())
            put(basis(&PodHour::output_rate), "output tokens", kTogether, *v, "1/s");
        if (const auto v = requests.latency()) put(basis(&PodHour::latency), "latency", kByRequests, *v, "s");
        if (const auto v = requests.ttft()) put(basis(&PodHour::ttft), "time to first token", kByRequests, *v, "s");
    }

    const Scene& scene_;
    const Folded& folded_;
    const std::vector<std::uint32_t>& shares_;
    std::vector<std::uint32_t> held_;
    std::set<std::pair<model::ClaimIx, std::uint32_t>> claims_;
    std::vector<Measure> measures_;
};

}  // namespace

std::vector<Measure> measures_of(const Scene& scene, const std::vector<std::uint32_t>& shares) {
    return Measures(scene, shares).all();
}

}  // namespace arable::diagnose
