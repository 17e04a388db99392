#include "series/sample_codec.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

namespace arable::series {
namespace {

// The first byte of a token:
//   0ddddddd            the step of before, mantissa moved by zigzag d
//   10dddddd d8         likewise, 14 bits
//   110ddddd d8 d8      likewise, 21 bits
//   1110nnnn            n + 1 samples like the last one; n = 15: a varint more follows
//   1111xxxx            see below
enum Escape : unsigned char {
    kStep = 0xf0,   // varint zigzag: the step changes by this; the value follows in the next token
    kDelta = 0xf1,  // varint zigzag: the step of before, mantissa moved by this
    kRaw = 0xf2,    // 8 bytes: the step of before, the bits of the value
    kScale = 0xf3,  // + 0…6: the scale from here on
    kTime = 0xfa,   // varint zigzag: the whole time of the sample whose value follows
};
constexpr std::uint8_t kMaxScale = 6;
constexpr std::array<double, kMaxScale + 1> kPowers{1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6};
constexpr std::array<std::int64_t, kMaxScale + 1> kIntegerPowers{1, 10, 100, 1'000, 10'000, 100'000, 1'000'000};
constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
constexpr std::uint32_t kShortRun = 15;

// Wrapping arithmetic: the difference of hostile times must not be undefined.
std::int64_t plus(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t minus(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
std::uint64_t zigzag(std::int64_t v) {
    return (static_cast<std::uint64_t>(v) << 1U) ^ static_cast<std::uint64_t>(v >> 63);
}
std::int64_t unzigzag(std::uint64_t v) {
    return static_cast<std::int64_t>(v >> 1U) ^ -static_cast<std::int64_t>(v & 1U);
}

class Writer {
  public:
    explicit Writer(char* out) : begin_(out), at_(out) {}
    void byte(std::uint64_t b) { *at_++ = static_cast<char>(b); }
    void varint(std::uint64_t v) {
        for (; v >= 0x80; v >>= 7U)
            byte((v & 0x7fU) | 0x80U);
        byte(v);
    }
    void raw(double value) {
        std::memcpy(at_, &value, sizeof value);
        at_ += sizeof value;
    }
    std::size_t written() const { return static_cast<std::size_t>(at_ - begin_); }

  private:
    char* begin_;
    char* at_;
};

// mantissa / 10^scale == value to the bit.
std::optional<std::int64_t> mantissa_at(double value, std::uint8_t scale) {
    const double scaled = value * kPowers[scale];
    if (!(std::fabs(scaled) < kExactIntegers)) return std::nullopt;
    const auto mantissa = static_cast<std::int64_t>(scaled + (scaled < 0 ? -0.5 : 0.5));
    const double back = static_cast<double>(mantissa) / kPowers[scale];
    if (std::bit_cast<std::uint64_t>(back) != std::bit_cast<std::uint64_t>(value)) return std::nullopt;
    return mantissa;
}

void write_run(CodecState& state, Writer& out) {
    if (state.run == 0) return;
    if (state.run <= kShortRun) {
        out.byte(0xe0U | (state.run - 1));
    } else {
        out.byte(0xefU);
        out.varint(state.run - kShortRun - 1);
    }
    state.run = 0;
}

void write_delta(std::int64_t delta, Writer& out) {
    const std::uint64_t z = zigzag(delta);
    if (z < (1U << 7U)) {
        out.byte(z);
    } else if (z < (1U << 14U)) {
        out.byte(0x80U | (z >> 8U));
        out.byte(z & 0xffU);
    } else if (z < (1U << 21U)) {
        out.byte(0xc0U | (z >> 16U));
        out.byte((z >> 8U) & 0xffU);
        out.byte(z & 0xffU);
    } else {
        out.byte(kDelta);
        out.varint(z);
    }
}

void write_value(CodecState& state, double value, Writer& out) {
    // The scale never falls within a chunk, so that 0.5 between 0.123456 and 0.654321 costs nothing extra.
    for (std::uint8_t scale = state.scale; scale <= kMaxScale; ++scale) {
        const auto mantissa = mantissa_at(value, scale);
        if (!mantissa) continue;
        if (scale != state.scale) {
            out.byte(static_cast<std::uint64_t>(kScale + scale));
            state.mantissa = static_cast<std::int64_t>(static_cast<std::uint64_t>(state.mantissa) *
                                                       static_cast<std::uint64_t>(kIntegerPowers[scale - state.scale]));
            state.scale = scale;
        }
        write_delta(minus(*mantissa, state.mantissa), out);
        state.mantissa = *mantissa;
        return;
    }
    out.byte(kRaw);
    out.raw(value);
}

class Reader {
  public:
    explicit Reader(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}
    bool done() const { return at_ == end_; }
    bool has(std::size_t n) const { return static_cast<std::size_t>(end_ - at_) >= n; }
    std::uint64_t byte() { return static_cast<unsigned char>(*at_++); }
    std::optional<std::uint64_t> varint() {
        std::uint64_t v = 0;
        for (unsigned shift = 0; shift < 70 && at_ != end_; shift += 7) {
            const std::uint64_t b = byte();
            v |= (b & 0x7fU) << shift;
            if (b < 0x80) return v;
        }
        return std::nullopt;
    }
    std::optional<double> raw() {
        if (!has(sizeof(double))) return std::nullopt;
        double value = 0;
        std::memcpy(&value, at_, sizeof value);
        at_ += sizeof value;
        return value;
    }

  private:
    const char* at_;
    const char* end_;
};

class Decoder {
  public:
    Decoder(std::string_view chunk, std::vector<Sample>& out) : in_(chunk), out_(out) {}
    bool all() {
        while (!in_.done()) {
            if (!token(in_.byte())) return false;
        }
        return true;
    }

  private:
    bool token(std::uint64_t tag) {
        if (tag < 0x80) return decimal(tag);
        if (tag < 0xc0) {
            if (!in_.has(1)) return false;
            return decimal(((tag & 0x3fU) << 8U) | in_.byte());
        }
        if (tag < 0xe0) {
            if (!in_.has(2)) return false;
            const std::uint64_t high = ((tag & 0x1fU) << 8U) | in_.byte();
            return decimal((high << 8U) | in_.byte());
        }
        return tag < kStep ? run(tag & 0x0fU) : escape(tag);
    }

    bool run(std::uint64_t n) {
        std::uint64_t count = n + 1;
        if (n == kShortRun) {
            const auto more = in_.varint();
            if (!more || *more > UINT32_MAX) return false;
            count = *more + kShortRun + 1;
        }
        for (std::uint64_t i = 0; i < count; ++i)
            sample(state_.value);
        return true;
    }

    bool escape(std::uint64_t tag) {
        if (tag >= kScale && tag <= kScale + kMaxScale) return rescale(static_cast<std::uint8_t>(tag - kScale));
        if (tag == kRaw) {
            const auto value = in_.raw();
            if (value) sample(*value);
            return value.has_value();
        }
        const auto v = in_.varint();
        if (!v) return false;
        if (tag == kDelta) return decimal(*v);
        if (tag == kStep) state_.step = plus(state_.step, unzigzag(*v));
        if (tag == kTime) state_.time = unzigzag(*v);
        return tag == kStep || tag == kTime;
    }

    bool rescale(std::uint8_t scale) {
        if (scale < state_.scale) return false;
        state_.mantissa = static_cast<std::int64_t>(static_cast<std::uint64_t>(state_.mantissa) *
                                                    static_cast<std::uint64_t>(kIntegerPowers[scale - state_.scale]));
        state_.scale = scale;
        return true;
    }

    bool decimal(std::uint64_t zigzag_delta) {
        state_.mantissa = plus(state_.mantissa, unzigzag(zigzag_delta));
        sample(static_cast<double>(state_.mantissa) / kPowers[state_.scale]);
        return true;
    }

    void sample(double value) {
        state_.time = plus(state_.time, state_.step);
        state_.value = value;
        out_.push_back({Time{state_.time}, value});
    }

    Reader in_;
    std::vector<Sample>& out_;
    CodecState state_;
};

}  // namespace

std::size_t encode(CodecState& state, Sample sample, std::span<char, kMaxEncodedBytes> out) {
    const std::int64_t step = minus(sample.time.ms, state.time);
    const bool same = std::bit_cast<std::uint64_t>(sample.value) == std::bit_cast<std::uint64_t>(state.value);
    if (same && step == state.step && state.started && state.run < UINT32_MAX) {
        state.time = sample.time.ms;
        ++state.run;
        return 0;
    }
    Writer writer(out.data());
    write_run(state, writer);
    if (!state.started) {
        writer.byte(kTime);
        writer.varint(zigzag(sample.time.ms));
        state.started = true;
    } else if (step != state.step) {
        writer.byte(kStep);
        writer.varint(zigzag(minus(step, state.step)));
        state.step = step;
    }
    state.time = sample.time.ms;
    if (same) {
        // Only the step changed (or a first 0): the value begins a run that may still grow.
        state.run = 1;
        return writer.written();
    }
    write_value(state, sample.value, writer);
    state.value = sample.value;
    return writer.written();
}

std::size_t finish_run(CodecState& state, std::span<char, kMaxEncodedBytes> out) {
    Writer writer(out.data());
    write_run(state, writer);
    return writer.written();
}

bool decode(std::string_view chunk, std::vector<Sample>& out) {
    return Decoder(chunk, out).all();
}

}  // namespace arable::series
