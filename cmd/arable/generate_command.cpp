// arable generate: a synthetic estate with its truth, as the files that an audit reads.

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/export_estate.h"
#include "app/render.h"
#include "arable/commands.h"
#include "arable/stderr_progress.h"

namespace arable::cmd {
namespace {

struct GenerateOptions {
    std::string kind = "five-percent";
    std::string directory;
    std::uint64_t seed = 1;
    int gpus = 64;
    std::string length = "7d";
    std::string scrape = "60s";
    double missing = 0.05;
    bool plain = false;
    bool quiet = false;
};

int run(const GenerateOptions& options) {
    const auto complain = [](const Error& error, int code) {
        std::fputs(fmt::format("arable: {}\n", app::safe_text(error.message)).c_str(), stderr);
        return code;
    };
    const auto length = parse_duration(options.length);
    if (!length) return complain(length.error().within("--length"), kUsage);
    if (*length < days(1) || *length > days(400))
        return complain({ErrorCode::invalid_input, fmt::format("--length: '{}' is not 1 to 400 days", options.length)},
                        kUsage);
    const auto scrape = parse_duration(options.scrape);
    if (!scrape) return complain(scrape.error().within("--scrape"), kUsage);
    if (!(options.missing >= 0.0 && options.missing <= 1.0))  // NaN passes every range
        return complain({ErrorCode::invalid_input, "--missing-scrapes: between 0 and 1"}, kUsage);
    estate::EstateSpec spec;
    spec.kind = options.kind;
    spec.seed = options.seed;
    spec.gpus = options.gpus;
    spec.length = *length;
    spec.scrape = *scrape;
    spec.missing_scrapes = options.missing;
    StderrProgress progress(options.quiet);
    const auto files = app::export_estate(spec, options.directory, !options.plain, progress);
    if (!files) return complain(files.error(), files.error().code == ErrorCode::io ? kFailed : kUsage);
    for (const std::string& file : *files) std::fputs((file + "\n").c_str(), stdout);
    return kDone;
}

}  // namespace

std::function<int()> add_generate(CLI::App& app) {
    auto options = std::make_shared<GenerateOptions>();
    CLI::App* command =
        app.add_subcommand("generate", "A synthetic estate with its truth: metrics, objects, prices, truth.json");
    std::string kinds;
    for (const std::string_view kind : app::estate_kinds())
        kinds += fmt::format("{}{}", kinds.empty() ? "" : ", ", kind);
    command->add_option("--kind", options->kind, "One of: " + kinds)->capture_default_str();
    command->add_option("--seed", options->seed, "The same seed gives the same estate")->capture_default_str();
    command->add_option("--gpus", options->gpus, "At least this many GPUs")->capture_default_str();
    command->add_option("--length", options->length, "Length of its history")->capture_default_str();
    command->add_option("--scrape", options->scrape, "Scrape interval")->capture_default_str();
    command->add_option("--missing-scrapes", options->missing, "Share of scrapes that are lost")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str();
    command->add_flag("--plain", options->plain, "Write metrics uncompressed, not as .zst");
    command->add_flag("--quiet", options->quiet, "No progress on standard error");
    command->add_option("directory", options->directory, "Where the files go")->required()->type_name("FOLDER");
    return [options] { return run(*options); };
}

}  // namespace arable::cmd
