// arable doctor: which inputs are there, which are missing, what that costs, and the setting that would give them.

#include <CLI/CLI.hpp>

#include "app/files.h"
#include "arable/commands.h"
#include "arable/input_options.h"

namespace arable::cmd {
namespace {

struct DoctorOptions {
    InputOptions input;
    OutputOptions output;
};

int run(const DoctorOptions& options) {
    const auto examined = cmd::examined(options.input, "doctor", options.output.output);
    if (!examined) return examined.error();
    const std::string text = app::render(app::check_up(examined->diagnosis), render_options(options.output));
    const auto written = app::write_output(options.output.output, text);
    return written ? code_of(examined->diagnosis.audit.gaps) : report_failure(written.error(), kFailed);
}

}  // namespace

std::function<int()> add_doctor(CLI::App& app) {
    auto options = std::make_shared<DoctorOptions>();
    CLI::App* command = app.add_subcommand(
        "doctor", "Which inputs are there, what each missing one costs the diagnosis, and the setting that gives it");
    add_input_options(*command, options->input);
    add_output_options(*command, options->output);
    command->footer(
        "The inputs are those of arable audit.\n"
        "  arable doctor --prometheus http://prometheus:9090 --window 1d\n"
        "  curl -s http://NODE:9400/metrics | arable doctor --metrics -\n"
        "Exit codes: 0 done, also when much is missing; 1 failed, 2 wrong usage, 3 done but a named input could\n"
        "not be read.");
    return [options] { return run(*options); };
}

}  // namespace arable::cmd
