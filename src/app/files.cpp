#include "app/files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "wire/byte_sink.h"
#include "wire/decompress.h"

namespace arable::app {
namespace {

constexpr std::size_t kMostWhole = std::size_t{2} << 30U;

// Counts what goes through it.
class Metered final : public wire::ByteSource {
  public:
    Metered(std::unique_ptr<wire::ByteSource> inner, Progress& progress)
        : inner_(std::move(inner)), progress_(progress) {}
    Result<std::size_t> read(std::span<char> into) override {
        auto count = inner_->read(into);
        if (count) {
            total_ += *count;
            progress_.done(total_);
        }
        return count;
    }

  private:
    std::unique_ptr<wire::ByteSource> inner_;
    Progress& progress_;
    std::uint64_t total_ = 0;
};

std::optional<struct stat> status_of(const std::string& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return std::nullopt;
    return status;
}

Result<std::unique_ptr<wire::ByteSource>> open_raw(const std::string& file) {
    if (file == "-") return wire::standard_input();
    const auto status = status_of(file);
    if (status && S_ISDIR(status->st_mode)) {
        return fail(ErrorCode::io, fmt::format("cannot read '{}': Is a directory; name the files in it", file));
    }
    return wire::open_file(file);
}

}  // namespace

Result<std::unique_ptr<wire::ByteSource>> open_input(const std::string& file, Progress& progress) {
    ARABLE_TRY(raw, open_raw(file));
    const auto status = status_of(file);
    progress.stage(file, status && file != "-" ? static_cast<std::uint64_t>(status->st_size) : 0);
    return wire::decompressed(std::make_unique<Metered>(std::move(raw), progress));
}

Result<std::string> read_whole(const std::string& file) {
    ARABLE_TRY(raw, open_raw(file));
    const auto source = wire::decompressed(std::move(raw));
    return wire::read_all(*source, kMostWhole);
}

std::optional<Time> modified(const std::string& file) {
    const auto status = status_of(file);
    if (!status) return std::nullopt;
    return Time{static_cast<std::int64_t>(status->st_mtime) * 1000};
}

Result<Done> write_output(const std::string& file, std::string_view text) {
    std::unique_ptr<wire::ByteSink> sink;
    if (file == "-") {
        sink = wire::standard_output();
    } else {
        ARABLE_TRY(made, wire::create_file(file));
        sink = std::move(made);
    }
    ARABLE_TRY(written, sink->write(text));
    static_cast<void>(written);
    return sink->finish();
}

}  // namespace arable::app
