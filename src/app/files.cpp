#include "app/files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <set>

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

std::int64_t count(const Inputs& in) {
    std::set<std::string> files;
    for (const auto* list : {&in.metrics, &in.cloudwatch, &in.objects, &in.nvidia_smi, &in.pool_tables, &in.openb_nodes,
                             &in.openb_pods, &in.prices})
        files.insert(list->begin(), list->end());
    return static_cast<std::int64_t>(files.size()) + (in.prometheus ? 1 : 0) + (in.snapshot.empty() ? 0 : 1);
}

bool same_file(const std::string& a, const std::string& b) {
    const auto one = status_of(a);
    const auto other = status_of(b);
    return one && other && one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

// A file that does not exist yet is the one of this name in this folder.
bool will_be_same(const std::string& a, const std::string& b) {
    std::error_code unreadable;
    const auto one = std::filesystem::weakly_canonical(a, unreadable);
    if (unreadable) return a == b;
    const auto other = std::filesystem::weakly_canonical(b, unreadable);
    return unreadable ? a == b : one == other;
}

std::optional<std::string> input_at(const Inputs& inputs, const std::string& output) {
    if (output == "-") return std::nullopt;
    // The only input that a run may begin itself.
    if (inputs.prometheus && !inputs.prometheus->resume.empty() && will_be_same(inputs.prometheus->resume, output))
        return inputs.prometheus->resume;
    const auto status = status_of(output);
    if (!status || !S_ISREG(status->st_mode)) return std::nullopt;
    std::vector<std::string> all{inputs.snapshot};
    if (inputs.prometheus) {
        const PrometheusServer& server = *inputs.prometheus;
        all.insert(all.end(), {server.resume, server.bearer_token_file, server.ca_file});
    }
    for (const auto* files : {&inputs.metrics, &inputs.cloudwatch, &inputs.objects, &inputs.nvidia_smi,
                              &inputs.pool_tables, &inputs.openb_nodes, &inputs.openb_pods, &inputs.prices})
        all.insert(all.end(), files->begin(), files->end());
    for (const std::string& file : all) {
        // "NODE=FILE" and "DIMENSIONS=FILE", too.
        const std::string named = file.substr(file.rfind('=') == std::string::npos ? 0 : file.rfind('=') + 1);
        if (same_file(file, output)) return file;
        if (same_file(named, output)) return named;
    }
    return std::nullopt;
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
