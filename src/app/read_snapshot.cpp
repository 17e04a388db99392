#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "app/block_file.h"
#include "app/snapshot.h"
#include "codec/folded_block.h"
#include "codec/signal_block.h"
#include "codec/snapshot_lines.h"

namespace arable::app {
namespace {

constexpr std::size_t kMostLine = std::size_t{64} << 20U;
constexpr std::uint64_t kMostBlock = std::uint64_t{256} << 20U;
constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 30U;

// Lines and counted bytes out of one stream.
class Input {
  public:
    explicit Input(wire::ByteSource& source) : source_(source), buffer_(std::size_t{256} << 10U) {}

    Result<std::string> line() {
        std::string text;
        for (;;) {
            const char* begin = buffer_.data() + at_;
            const auto* end = static_cast<const char*>(std::memchr(begin, '\n', size_ - at_));
            text.append(begin, end != nullptr ? end : buffer_.data() + size_);
            at_ = end != nullptr ? static_cast<std::size_t>(end - buffer_.data()) + 1 : size_;
            if (text.size() > kMostLine) return fail(ErrorCode::limit, "a line is longer than 64 MiB");
            if (end != nullptr) return text;
            ARABLE_TRY(more, refill());
            static_cast<void>(more);
        }
    }
    Result<std::uint64_t> number() {
        std::uint64_t v = 0;
        for (unsigned shift = 0; shift < 63; shift += 7) {
            if (at_ == size_) {
                ARABLE_TRY(more, refill());
                static_cast<void>(more);
            }
            const auto b = static_cast<unsigned char>(buffer_[at_++]);
            v |= static_cast<std::uint64_t>(b & 0x7fU) << shift;
            if (b < 0x80) return v;
        }
        return fail(ErrorCode::invalid_input, "a length is no number");
    }
    // Grows with what is there, not with what was announced.
    Result<std::string> bytes(std::uint64_t count) {
        std::string text;
        while (text.size() < count) {
            if (at_ == size_) {
                ARABLE_TRY(more, refill());
                static_cast<void>(more);
            }
            const std::size_t n = std::min<std::size_t>(size_ - at_, count - text.size());
            text.append(buffer_.data() + at_, n);
            at_ += n;
        }
        return text;
    }
    // Whether nothing is left.
    Result<bool> ended() {
        if (at_ < size_) return false;
        ARABLE_TRY(count, source_.read(buffer_));
        at_ = 0;
        size_ = count;
        return count == 0;
    }

  private:
    Result<Done> refill() {
        ARABLE_TRY(over, ended());
        if (over) return fail(ErrorCode::truncated, "the file ends too early");
        total_ += size_;
        if (total_ > kMostBytes) return fail(ErrorCode::limit, "it is larger than 16 GiB when decompressed");
        return Done{};
    }

    wire::ByteSource& source_;
    std::vector<char> buffer_;
    std::size_t at_ = 0, size_ = 0;
    std::uint64_t total_ = 0;
};

std::string subject_name(std::size_t i, const model::Timeline& timeline) {
    const std::size_t gpus = timeline.gpus.size();
    if (i < gpus) return fmt::format("signals of GPU {} of {}", i + 1, gpus);
    return fmt::format("signals of pod {} of {}", i - gpus + 1, timeline.pods.size());
}

class SnapshotSignals final : public series::SignalReader {
  public:
    SnapshotSignals(std::size_t memory_limit, std::size_t gpus) : blocks_(memory_limit), gpus_(gpus) {}

    Result<Done> append(std::string block) { return blocks_.append(std::move(block)); }
    Result<std::vector<series::Signal>> read(series::Subject subject) const override {
        std::size_t block = subject.index;
        if (subject.kind == static_cast<std::uint8_t>(model::SubjectKind::pod)) block += gpus_;
        if (subject.kind > static_cast<std::uint8_t>(model::SubjectKind::pod) || block >= blocks_.size()) {
            return std::vector<series::Signal>{};
        }
        ARABLE_TRY(bytes, blocks_.read(block));
        return codec::decode_signals(bytes);
    }

  private:
    BlockFile blocks_;
    std::size_t gpus_;
};

Result<codec::SnapshotValues> read_lines(Input& input) {
    codec::SnapshotLines lines;
    while (!lines.complete()) {
        auto line = input.line();
        if (!line) return tl::unexpected(line.error().within(lines.place()));
        ARABLE_TRY(added, lines.add(*line));
        static_cast<void>(added);
    }
    return lines.take();
}

// Every block is looked at once, so that a damaged file is refused before the diagnosis begins.
Result<Done> read_block(Input& input, SnapshotSignals& signals) {
    ARABLE_TRY(length, input.number());
    if (length > kMostBlock) return fail(ErrorCode::limit, "they are larger than 256 MiB");
    ARABLE_TRY(block, input.bytes(length));
    ARABLE_TRY(decoded, codec::decode_signals(block));
    static_cast<void>(decoded);
    return signals.append(std::move(block));
}

Result<std::vector<model::Gap>> read_gaps(Input& input) {
    ARABLE_TRY(length, input.number());
    if (length > kMostLine) return fail(ErrorCode::limit, "gaps are larger than 64 MiB");
    ARABLE_TRY(text, input.bytes(length));
    return codec::read_gap_lines(text);
}

Result<Done> read_end(Input& input) {
    ARABLE_TRY(end, input.bytes(kSnapshotEnd.size()));
    ARABLE_TRY(over, input.ended());
    if (end != kSnapshotEnd || !over) return fail(ErrorCode::invalid_input, "it does not end where it should");
    return Done{};
}

Result<Done> read_signals(Input& input, const codec::SnapshotValues& values, std::size_t memory_limit, Prepared& into) {
    const std::size_t subjects = values.timeline.gpus.size() + values.timeline.pods.size();
    if (values.header.blocks != subjects) {
        return fail(ErrorCode::invalid_input,
                    fmt::format("the header announces signals of {} subjects, but there are {}", values.header.blocks,
                                subjects));
    }
    auto signals = std::make_unique<SnapshotSignals>(memory_limit, values.timeline.gpus.size());
    for (std::size_t i = 0; i < subjects; ++i) {
        const auto read = read_block(input, *signals);
        if (!read) return tl::unexpected(read.error().within(subject_name(i, values.timeline)));
    }
    into.signals = std::move(signals);
    return Done{};
}

Result<Done> read_folded(Input& input, const codec::SnapshotValues& values, Prepared& into) {
    codec::FoldedReader reader(values.timeline);
    for (std::uint64_t i = 0; i < values.header.blocks; ++i) {
        const auto here = [&] { return fmt::format("block {} of {}", i + 1, values.header.blocks); };
        const auto length = input.number();
        if (!length) return tl::unexpected(length.error().within(here()));
        if (*length > kMostBlock) return fail(ErrorCode::limit, here() + ": it is larger than 256 MiB");
        const auto block = input.bytes(*length);
        if (!block) return tl::unexpected(block.error().within(here()));
        const auto added = reader.add(*block);
        if (!added) return tl::unexpected(added.error().within(here()));
    }
    auto folded = reader.take();
    if (!folded) return tl::unexpected(folded.error().within("its blocks"));
    into.folded = std::move(*folded);
    return Done{};
}

}  // namespace

Result<Prepared> read_snapshot(wire::ByteSource& source, std::size_t memory_limit) {
    Input input(source);
    ARABLE_TRY(values, read_lines(input));
    Prepared prepared;
    ARABLE_TRY(read, values.header.raw ? read_signals(input, values, memory_limit, prepared)
                                       : read_folded(input, values, prepared));
    static_cast<void>(read);
    auto of_fold = read_gaps(input);
    if (!of_fold) return tl::unexpected(of_fold.error().within("the end"));
    if (prepared.folded) prepared.folded->gaps = std::move(*of_fold);
    auto late = read_gaps(input);
    if (!late) return tl::unexpected(late.error().within("the end"));
    const auto end = read_end(input);
    if (!end) return tl::unexpected(end.error().within("the end"));
    prepared.timeline = std::move(values.timeline);
    prepared.prices = std::move(values.prices);
    prepared.late_gaps = [gaps = std::move(*late)](const model::Timeline&) { return gaps; };
    return prepared;
}

}  // namespace arable::app
