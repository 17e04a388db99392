// arable snapshot: everything that an audit needs, as one small file.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/snapshot.h"
#include "app/version.h"
#include "arable/commands.h"
#include "arable/input_options.h"
#include "arable/stderr_progress.h"

namespace arable::cmd {
namespace {

struct SnapshotCommand {
    InputOptions input;
    std::string output = "-";
    bool redact = false;
    bool raw = false;
};

int run(const SnapshotCommand& options) {
    if (options.output == "-" && output_is_terminal()) {
        return report_failure(
            {ErrorCode::invalid_input,
             "a snapshot is not for terminals: give --output FILE, or send standard output elsewhere"},
            kUsage);
    }
    StderrProgress progress(options.input.quiet);
    auto read = ready(options.input, "snapshot", options.output, progress);
    if (!read) return read.error();
    const int code = code_of(read->input.timeline.gaps);
    const auto written =
        app::write_snapshot(std::move(read->input), read->settings,
                            {.redact = options.redact, .raw = options.raw, .version = std::string(app::kVersion)},
                            options.output, progress);
    return written ? code : report_failure(written.error(), kFailed);
}

}  // namespace

std::function<int()> add_snapshot(CLI::App& app) {
    auto options = std::make_shared<SnapshotCommand>();
    CLI::App* command = app.add_subcommand("snapshot", "Everything that an audit needs, as one small file");
    add_input_options(*command, options->input);
    command->add_option("--output", options->output, "Where it goes; - is standard output")
        ->type_name("FILE")
        ->group("Output")
        ->capture_default_str();
    command->add_flag("--redact", options->redact, "Pseudonyms instead of names, the same one everywhere")
        ->group("Output");
    command->add_flag("--raw", options->raw, "All samples as they are, not what an audit makes of them")
        ->group("Output");
    command->footer(
        "  arable snapshot --metrics metrics.txt.zst --objects objects.json --redact > s.json.zst\n"
        "  arable audit --snapshot s.json.zst\n"
        "What is in it: docs/snapshot.md. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but a named input\n"
        "could not be read.");
    return [options] { return run(*options); };
}

}  // namespace arable::cmd
