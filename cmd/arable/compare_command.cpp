// arable compare: two audits side by side.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <thread>

#include "app/compare.h"
#include "app/files.h"
#include "app/pipeline.h"
#include "arable/commands.h"
#include "arable/input_options.h"
#include "arable/stderr_progress.h"

namespace arable::cmd {
namespace {

struct CompareOptions {
    std::string before, after;
    OutputOptions output;
    std::string max_gaps = "5%";
    bool quiet = false;
};

struct Both {
    diagnose::Audit before, after;
};

Result<Both> load(const CompareOptions& options) {
    StderrProgress progress(options.quiet);
    app::Settings settings;
    settings.policy.threads = std::max(1U, std::thread::hardware_concurrency());
    ARABLE_TRY(before, app::load_audit(options.before, settings, progress));
    ARABLE_TRY(after, app::load_audit(options.after, settings, progress));
    return Both{std::move(before), std::move(after)};
}

int run(const CompareOptions& options) {
    const auto max_gaps = parse_share("--max-gaps", options.max_gaps);
    if (!max_gaps) return report_failure(max_gaps.error(), kUsage);
    for (const std::string& file : {options.before, options.after}) {
        if (app::same_file(file, options.output.output))
            return report_failure(overwrites(file, options.output.output), kUsage);
    }
    const auto both = load(options);
    if (!both) return report_failure(both.error(), kFailed);
    const std::string text = app::render(diagnose::compare(both->before, both->after), options.before, options.after,
                                         render_options(options.output));
    const auto written = app::write_output(options.output.output, text);
    if (!written) return report_failure(written.error(), kFailed);
    const double unknown = std::max(app::unknown_share(both->before), app::unknown_share(both->after));
    return unknown <= *max_gaps ? kDone : kGaps;
}

}  // namespace

std::function<int()> add_compare(CLI::App& app) {
    auto options = std::make_shared<CompareOptions>();
    CLI::App* command =
        app.add_subcommand("compare", "Two audits side by side: before and after, predicted and realised");
    command->add_option("BEFORE", options->before, "Report (audit --format json) or snapshot")->required();
    command->add_option("AFTER", options->after, "Another one")->required();
    add_output_options(*command, options->output);
    command->add_option("--max-gaps", options->max_gaps, "Exit with 3 when more of the GPU time is unknown in either")
        ->type_name("SHARE")
        ->group("Output")
        ->capture_default_str();
    command
        ->add_flag("--quiet", options->quiet,
                   "No progress on standard error, and no warnings but of inputs that cannot be read")
        ->group("Output");
    command->footer(
        "  arable compare before.json after.json\n"
        "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but more is unknown than --max-gaps allows.");
    return [options] { return run(*options); };
}

}  // namespace arable::cmd
