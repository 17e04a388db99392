#include <fmt/format.h>

#include "app/cell_values.h"
#include "app/snapshot.h"
#include "base/text.h"
#include "codec/bytes.h"
#include "codec/read_labels.h"
#include "codec/redact.h"
#include "codec/signal_block.h"
#include "codec/snapshot_lines.h"

namespace arable::app {
namespace {

using series::Signal;
using series::Subject;

model::Gap per_cell_gap(Duration step) {
    return {
        .kind = model::Gap::Kind::assumption,
        .subject = "snapshot",
        .message = text("Activity finer than {0} is kept as the mean of each {0}: how often an engine flips between "
                        "neighbouring samples is then counted of these",
                        format_duration(step))
                       .english(),
        .count = 1,
        .gpu_time = {}};
}

// The signals of one subject after another, in the order of the file.
class Blocks {
  public:
    Blocks(const Prepared& prepared, bool raw) : prepared_(prepared), raw_(raw) {}

    std::size_t count() const { return prepared_.timeline.gpus.size() + prepared_.timeline.pods.size(); }
    Result<std::string> at(std::size_t i) {
        const std::size_t gpus = prepared_.timeline.gpus.size();
        const bool gpu = i < gpus;
        const auto kind = gpu ? model::SubjectKind::gpu : model::SubjectKind::pod;
        const Subject subject{static_cast<std::uint8_t>(kind), static_cast<std::uint32_t>(gpu ? i : i - gpus)};
        ARABLE_TRY(signals, prepared_.signals->read(subject));
        if (raw_) return codec::encode_signals(signals);
        std::vector<Time> cuts;
        if (gpu) cuts = cuts_of(prepared_.timeline, model::GpuIx::of(i));
        for (Signal& signal : signals) {
            signal = reduced_signal(std::move(signal), prepared_.timeline.step, cuts, reduced_);
        }
        return codec::encode_signals(signals);
    }
    bool reduced() const { return reduced_; }

  private:
    const Prepared& prepared_;
    bool raw_;
    bool reduced_ = false;
};

Result<Done> put_block(std::string_view block, wire::ByteSink& out) {
    std::string length;
    codec::put_number(length, block.size());
    ARABLE_TRY(head, out.write(length));
    static_cast<void>(head);
    return out.write(block);
}

}  // namespace

Result<Done> write_snapshot(Prepared prepared, const SnapshotOptions& options, std::unique_ptr<wire::ByteSink> sink,
                            Progress& progress) {
    const auto out = wire::zstd_compressed(std::move(sink), kSnapshotLevel);
    Blocks blocks(prepared, options.raw);
    codec::SnapshotValues values{.header = {.version = options.version,
                                            .redacted = options.redact,
                                            .raw = options.raw,
                                            .subjects = blocks.count()},
                                 .timeline = prepared.timeline,
                                 .prices = prepared.prices};
    codec::drop_unread_labels(values.timeline);
    std::optional<codec::Redaction> redaction;
    if (options.redact) {
        redaction.emplace(values);
        redaction->apply(values);
    }
    ARABLE_TRY(lines, codec::write_lines(values, [&](std::string_view line) -> Result<Done> {
                   ARABLE_TRY(written, out->write(line));
                   static_cast<void>(written);
                   return out->write("\n");
               }));
    static_cast<void>(lines);
    progress.stage("writing the snapshot", blocks.count());
    for (std::size_t i = 0; i < blocks.count(); ++i) {
        ARABLE_TRY(block, blocks.at(i));
        ARABLE_TRY(written, put_block(block, *out));
        static_cast<void>(written);
        progress.done(i + 1);
    }
    std::vector<model::Gap> late = prepared.late_gaps(prepared.timeline);
    if (redaction) redaction->apply(late);
    if (blocks.reduced()) late.push_back(per_cell_gap(prepared.timeline.step));
    ARABLE_TRY(tail, put_block(codec::gap_lines(late), *out));
    static_cast<void>(tail);
    ARABLE_TRY(end, out->write(kSnapshotEnd));
    static_cast<void>(end);
    return out->finish();
}

Result<Done> write_snapshot(Prepared prepared, const SnapshotOptions& options, const std::string& file,
                            Progress& progress) {
    if (file == "-") return write_snapshot(std::move(prepared), options, wire::standard_output(), progress);
    ARABLE_TRY(sink, wire::create_file(file));
    return write_snapshot(std::move(prepared), options, std::move(sink), progress);
}

}  // namespace arable::app
