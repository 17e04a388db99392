// arable audit: where the GPU-hours went, from files and from a Prometheus-compatible server.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/files.h"
#include "arable/commands.h"
#include "arable/input_options.h"

namespace arable::cmd {
namespace {

struct AuditOptions {
    InputOptions input;
    OutputOptions output;
    std::string max_gaps = "5%";
};

int run(const AuditOptions& options) {
    const auto max_gaps = parse_share("--max-gaps", options.max_gaps);
    if (!max_gaps) return report_failure(max_gaps.error(), kUsage);
    const auto examined = cmd::examined(options.input, "audit", options.output.output);
    if (!examined) return examined.error();
    const diagnose::Audit& audit = examined->diagnosis.audit;
    const auto written = app::write_output(options.output.output, app::render(audit, render_options(options.output)));
    if (!written) return report_failure(written.error(), kFailed);
    const double unknown = app::unknown_share(audit);
    if (unknown <= *max_gaps) return code_of(audit.gaps);
    if (!options.input.quiet) {
        std::fputs(fmt::format("arable: {:.1f} % of the GPU time is unknown, more than --max-gaps {}: exit code 3\n",
                               unknown * 100.0, options.max_gaps)
                       .c_str(),
                   stderr);
    }
    return kGaps;
}

}  // namespace

std::function<int()> add_audit(CLI::App& app) {
    auto options = std::make_shared<AuditOptions>();
    CLI::App* command = app.add_subcommand(
        "audit", "Where every paid GPU-hour went, how much of the waiting was real, and what cures it");
    add_input_options(*command, options->input);
    add_output_options(*command, options->output, true);
    command->add_option("--max-gaps", options->max_gaps, "Exit with 3 when more of the GPU time is unknown")
        ->type_name("SHARE")
        ->group("Output")
        ->capture_default_str();
    command->footer(
        "Inputs combine; each one that is missing costs a part of the answer, and the report says which.\n"
        "  arable audit --metrics metrics.txt.zst --objects objects.json --prices prices.csv\n"
        "  curl -s http://NODE:9400/metrics | arable audit --metrics -\n"
        "  arable audit … --format html --output audit.html    one page to send and print\n"
        "Text is as wide as the terminal, or as COLUMNS says; NO_COLOR is honoured.\n"
        "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but a named input could not be read, or more is\n"
        "unknown than --max-gaps allows.");
    return [options] { return run(*options); };
}

}  // namespace arable::cmd
