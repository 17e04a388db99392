#include "codec/signal_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "codec/bytes.h"
#include "codec/number_column.h"
#include "model/quantity.h"

namespace arable::codec {
namespace {

using series::Sample;
using series::Signal;

// Of one block: as many signals as no card has (quantities x instances).
constexpr std::uint64_t kMostSignals = 4096;
constexpr std::uint64_t kMostOfABlock = std::uint64_t{1} << 26U;
// Above what sources take for a reading (9e18), even added up over a pod's containers.
constexpr double kMostOfAnything = 1e22;

bool same_times(const Signal& a, const Signal& b) {
    return std::ranges::equal(a.samples, b.samples, {}, &Sample::time, &Sample::time);
}

void put_times(std::span<const Sample> samples, std::string& out) {
    put_number(out, samples.size());
    if (samples.empty()) return;
    put_number(out, zigzag(samples.front().time.ms));
    for (std::size_t i = 1; i < samples.size();) {
        const std::int64_t step = (samples[i].time - samples[i - 1].time).ms;
        std::size_t end = i + 1;
        while (end < samples.size() && (samples[end].time - samples[end - 1].time).ms == step) ++end;
        put_number(out, static_cast<std::uint64_t>(step));
        put_number(out, end - i);
        i = end;
    }
}

std::optional<std::vector<Time>> take_times(ByteReader& in) {
    std::vector<Time> times;
    const std::uint64_t count = in.number_up_to(kMostSamples);
    if (count == 0) return in.failed() ? std::nullopt : std::optional(times);
    std::int64_t t = in.signed_number();
    const auto legal = [](std::int64_t ms) { return kBeginningOfTime.ms <= ms && ms <= kEndOfTime.ms; };
    if (in.failed() || !legal(t)) return std::nullopt;
    times.push_back({t});
    while (times.size() < count) {
        const std::uint64_t step = in.number_up_to(static_cast<std::uint64_t>(kEndOfTime.ms));
        const std::uint64_t run = in.number_up_to(count - times.size());
        if (in.failed() || step == 0 || run == 0) return std::nullopt;
        for (std::uint64_t i = 0; i < run; ++i) {
            t += static_cast<std::int64_t>(step);
            if (!legal(t)) return std::nullopt;
            times.push_back({t});
        }
    }
    return times;
}

Result<std::vector<Signal>> broken(std::size_t signal, std::string_view what) {
    return fail(ErrorCode::invalid_input, fmt::format("signal {}: {}", signal + 1, what));
}

struct Key {
    std::uint16_t quantity = 0;
    std::int32_t part = -1;
    friend auto operator<=>(const Key&, const Key&) = default;
};

}  // namespace

std::string encode_signals(std::span<const Signal> signals) {
    std::vector<std::size_t> owner;  // the first signal that has the same times, by signal
    for (std::size_t i = 0; i < signals.size(); ++i) {
        std::size_t first = 0;
        while (first < i && (owner[first] != first || !same_times(signals[first], signals[i]))) ++first;
        owner.push_back(first);
    }
    std::string out;
    put_number(out, signals.size());
    std::vector<double> values;
    for (std::size_t i = 0; i < signals.size(); ++i) {
        const Signal& signal = signals[i];
        put_number(out, signal.quantity);
        put_number(out, zigzag(signal.part));
        put_number(out, static_cast<std::uint64_t>(signal.median_interval.ms));
        put_number(out, i - owner[i]);  // 0: its own times follow
        if (owner[i] == i) put_times(signal.samples, out);
        values.clear();
        for (const Sample& sample : signal.samples) values.push_back(sample.value);
        put_column(values, out);
    }
    return out;
}

Result<std::vector<Signal>> decode_signals(std::string_view block) {
    ByteReader in(block);
    const std::uint64_t count = in.number_up_to(kMostSignals);
    if (in.failed()) return fail(ErrorCode::invalid_input, "no count of signals");
    std::vector<Signal> signals;
    std::optional<Key> last;
    std::uint64_t samples = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Signal signal;
        const Key key{static_cast<std::uint16_t>(in.number_up_to(UINT16_MAX)),
                      static_cast<std::int32_t>(in.signed_number())};
        signal.quantity = key.quantity;
        signal.part = key.part;
        signal.median_interval = {
            static_cast<std::int64_t>(in.number_up_to(static_cast<std::uint64_t>(days(366 * 100).ms)))};
        const std::uint64_t back = in.number_up_to(i);
        if (in.failed() || key.part < -1 || (last && key <= *last)) return broken(i, "it is not in order");
        if (key.quantity >= static_cast<std::uint16_t>(model::Quantity::kQuantityCount))
            return broken(i, "no such quantity");
        last = key;
        if (back == 0) {
            const auto times = take_times(in);
            if (!times) return broken(i, "its times are damaged");
            for (const Time t : *times) signal.samples.push_back({t, 0.0});
        } else {
            signal.samples = signals[i - back].samples;
        }
        samples += signal.samples.size();
        if (samples > kMostOfABlock) return broken(i, "more samples than a subject can have");
        if (!take_column(in, signal.samples)) return broken(i, "its values are damaged");
        const auto measured = [](const Sample& sample) { return std::fabs(sample.value) <= kMostOfAnything; };
        if (!std::ranges::all_of(signal.samples, measured)) return broken(i, "a value is beyond all that is measured");
        signals.push_back(std::move(signal));
    }
    if (!in.done()) return fail(ErrorCode::invalid_input, "bytes are left over after its signals");
    return signals;
}

}  // namespace arable::codec
