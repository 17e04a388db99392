#include <optional>

#include "app/pipeline.h"
#include "app/snapshot.h"
#include "codec/bytes.h"
#include "codec/folded_block.h"
#include "codec/read_labels.h"
#include "codec/redact.h"
#include "codec/signal_block.h"
#include "codec/snapshot_lines.h"

namespace arable::app {
namespace {

using series::Subject;

// The blocks of the file one after another.
class Blocks {
  public:
    Blocks(const Prepared& prepared, const std::optional<diagnose::Folded>& folded)
        : prepared_(prepared), folded_(folded) {}

    std::uint64_t count() const {
        if (folded_) return codec::folded_blocks(*folded_);
        return prepared_.timeline.gpus.size() + prepared_.timeline.pods.size();
    }
    Result<std::string> at(std::uint64_t i) const {
        if (folded_) return codec::encode_folded(*folded_, i);
        const std::size_t gpus = prepared_.timeline.gpus.size();
        const auto kind = i < gpus ? model::SubjectKind::gpu : model::SubjectKind::pod;
        const Subject subject{static_cast<std::uint8_t>(kind), static_cast<std::uint32_t>(i < gpus ? i : i - gpus)};
        ARABLE_TRY(signals, prepared_.signals->read(subject));
        return codec::encode_signals(signals);
    }

  private:
    const Prepared& prepared_;
    const std::optional<diagnose::Folded>& folded_;
};

Result<Done> put_block(std::string_view block, wire::ByteSink& out) {
    std::string length;
    codec::put_number(length, block.size());
    ARABLE_TRY(head, out.write(length));
    static_cast<void>(head);
    return out.write(block);
}

}  // namespace

Result<Done> write_snapshot(Prepared prepared, const Settings& settings, const SnapshotOptions& options,
                            std::unique_ptr<wire::ByteSink> sink, Progress& progress) {
    std::optional<diagnose::Folded> left;
    if (!options.raw) {
        progress.stage("folding", 0);
        ARABLE_TRY(made, folded(prepared, settings));
        left = std::move(made);
    } else if (!prepared.signals) {
        return fail(ErrorCode::invalid_input, "--raw: this snapshot holds no samples; make it from its inputs");
    }
    const auto out = wire::zstd_compressed(std::move(sink), kSnapshotLevel);
    const Blocks blocks(prepared, left);
    codec::SnapshotValues values{.header = {.version = options.version,
                                            .redacted = options.redact,
                                            .raw = options.raw,
                                            .blocks = blocks.count()},
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
    for (std::uint64_t i = 0; i < blocks.count(); ++i) {
        ARABLE_TRY(block, blocks.at(i));
        ARABLE_TRY(written, put_block(block, *out));
        static_cast<void>(written);
        progress.done(i + 1);
    }
    // Those of the fold first: an audit from samples tells them in this order.
    std::vector<std::vector<model::Gap>> late{left ? left->gaps : std::vector<model::Gap>{},
                                              prepared.late_gaps(prepared.timeline)};
    for (std::vector<model::Gap>& gaps : late) {
        if (redaction) redaction->apply(gaps);
        ARABLE_TRY(written, put_block(codec::gap_lines(gaps), *out));
        static_cast<void>(written);
    }
    ARABLE_TRY(end, out->write(kSnapshotEnd));
    static_cast<void>(end);
    return out->finish();
}

Result<Done> write_snapshot(Prepared prepared, const Settings& settings, const SnapshotOptions& options,
                            const std::string& file, Progress& progress) {
    if (file == "-") return write_snapshot(std::move(prepared), settings, options, wire::standard_output(), progress);
    ARABLE_TRY(sink, wire::create_file(file));
    return write_snapshot(std::move(prepared), settings, options, std::move(sink), progress);
}

}  // namespace arable::app
