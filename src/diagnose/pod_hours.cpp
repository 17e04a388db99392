#include "diagnose/pod_hours.h"

#include <algorithm>

#include "diagnose/hour_entries.h"

namespace arable::diagnose {
namespace {

using model::Quantity;
using series::Signal;

// One counter of the pod as a rate per second.
struct Rate {
    std::vector<series::Sample> rates;
    Track track;

    Rate(std::span<const Signal> signals, Quantity quantity) {
        const Signal* counter = find_signal(signals, quantity);
        if (counter == nullptr) return;
        rates = rates_of(counter->samples);
        track = rate_track(rates, counter->samples);
    }
    Rate(const Rate&) = delete;
    Rate& operator=(const Rate&) = delete;

    Mean over(const Interval& hour) { return to_mean(track.mean_known(hour)); }

    static Mean to_mean(const std::optional<Track::Mean>& mean) {
        if (!mean) return {};
        WeightedSum sum;
        sum.add(mean->value, mean->known);
        return sum.mean();
    }
};

// sum per count over the hour: seconds per observation, throttled per period.
Mean ratio(const Mean& sum, const Mean& count) {
    if (!sum.known() || !count.known() || count.value <= 0.0F) return {};
    return {.value = sum.value / count.value, .known_ms = std::min(sum.known_ms, count.known_ms)};
}

// A gauge with its extremes among the samples of an hour.
class Gauge {
  public:
    Gauge(std::span<const Signal> signals, Quantity quantity, const Holding& holding)
        : signal_(find_signal(signals, quantity)), track_(track_of(signal_, holding)) {}

    struct Seen {
        Mean mean;
        float most = 0.0F;
        float first = -1.0F, last = -1.0F;  // -1: no sample in the hour, its end included
        std::uint32_t span_ms = 0;          // between them
    };
    // A sample at the end of an hour stands for nothing of it, yet says how far the gauge came within it.
    Seen over(const Interval& hour) {
        Seen seen{.mean = Rate::to_mean(track_.mean_known(hour))};
        if (signal_ == nullptr) return seen;
        const auto& samples = signal_->samples;
        while (at_ < samples.size() && samples[at_].time < hour.begin) ++at_;
        const std::size_t from = at_;
        for (std::size_t i = from; i < samples.size() && samples[i].time <= hour.end; ++i) {
            const auto value = static_cast<float>(samples[i].value);
            if (seen.first < 0.0F) seen.first = value;
            seen.span_ms = static_cast<std::uint32_t>((samples[i].time - samples[from].time).ms);
            seen.last = value;
            if (samples[i].time == hour.end) break;
            seen.most = std::max(seen.most, value);
            at_ = i + 1;
        }
        if (at_ == from && seen.mean.known()) seen.most = seen.mean.value;
        return seen;
    }

  private:
    const Signal* signal_;
    Track track_;
    std::size_t at_ = 0;
};

class PodMeter {
  public:
    PodMeter(std::span<const Signal> signals, const Holding& holding)
        : cpu_(signals, Quantity::cpu_used),
          periods_(signals, Quantity::cpu_periods),
          throttled_(signals, Quantity::cpu_throttled),
          cpu_pressure_(signals, Quantity::cpu_pressure),
          io_pressure_(signals, Quantity::io_pressure),
          requests_(signals, Quantity::requests_done),
          prompt_(signals, Quantity::prompt_tokens),
          output_(signals, Quantity::output_tokens),
          ttft_sum_(signals, Quantity::ttft_sum),
          ttft_count_(signals, Quantity::ttft_count),
          latency_sum_(signals, Quantity::latency_sum),
          latency_count_(signals, Quantity::latency_count),
          running_(signals, Quantity::requests_running, holding),
          waiting_(signals, Quantity::requests_waiting, holding),
          kv_(signals, Quantity::kv_cache_use, holding) {}

    PodHour over(const Interval& hour) {
        PodHour out;
        out.cpu_cores = cpu_.over(hour);
        out.cpu_throttled = ratio(throttled_.over(hour), periods_.over(hour));
        out.cpu_pressure = cpu_pressure_.over(hour);
        out.io_pressure = io_pressure_.over(hour);
        out.request_rate = requests_.over(hour);
        out.prompt_rate = prompt_.over(hour);
        out.output_rate = output_.over(hour);
        out.ttft = ratio(ttft_sum_.over(hour), ttft_count_.over(hour));
        out.latency = ratio(latency_sum_.over(hour), latency_count_.over(hour));
        out.running = running_.over(hour).mean;
        const Gauge::Seen waiting = waiting_.over(hour);
        out.waiting = waiting.mean;
        out.waiting_first = waiting.first;
        out.waiting_last = waiting.last;
        out.waiting_span_ms = waiting.span_ms;
        const Gauge::Seen kv = kv_.over(hour);
        out.kv_use = kv.mean;
        out.kv_most = kv.most;
        return out;
    }

  private:
    Rate cpu_, periods_, throttled_, cpu_pressure_, io_pressure_, requests_, prompt_, output_;
    Rate ttft_sum_, ttft_count_, latency_sum_, latency_count_;
    Gauge running_, waiting_, kv_;
};

bool says_something(const PodHour& hour) {
    const auto means = {&hour.cpu_cores,   &hour.cpu_throttled, &hour.cpu_pressure, &hour.io_pressure,
                        &hour.running,     &hour.waiting,       &hour.kv_use,       &hour.request_rate,
                        &hour.prompt_rate, &hour.output_rate,   &hour.ttft,         &hour.latency};
    return std::ranges::any_of(means, [](const Mean* mean) { return mean->known(); });
}

}  // namespace

std::vector<PodHour> pod_hours(model::PodIx pod, std::span<const Signal> signals, const Interval& life,
                               const Interval& window, const Holding& holding) {
    std::vector<PodHour> hours_of_pod;
    const Interval span = intersect(life, window);
    if (signals.empty() || span.empty()) return hours_of_pod;
    PodMeter meter(signals, holding);
    for (Time t = span.begin; t < span.end;) {
        const Interval hour{t, std::min(span.end, floor_to(t, hours(1)) + hours(1))};
        PodHour measured = meter.over(hour);
        measured.pod = pod;
        measured.hour = hour_of(t, window);
        measured.from_ms = static_cast<std::uint32_t>((hour.begin - floor_to(t, hours(1))).ms);
        measured.to_ms = static_cast<std::uint32_t>((hour.end - floor_to(t, hours(1))).ms);
        if (says_something(measured)) hours_of_pod.push_back(measured);
        t = hour.end;
    }
    return hours_of_pod;
}

}  // namespace arable::diagnose
