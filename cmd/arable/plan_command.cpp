// arable plan: what should run where.

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>

#include "app/files.h"
#include "app/plan_demand.h"
#include "arable/commands.h"
#include "arable/input_options.h"

namespace arable::cmd {
namespace {

struct PlanOptions {
    std::string demand;
    OutputOptions output;
    std::uint64_t seed = 1;
    double seconds = 10.0;
};

int run(const PlanOptions& options) {
    if (app::same_file(options.demand, options.output.output))
        return report_failure(overwrites(options.demand, options.output.output), kUsage);
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(options.seconds);
    const auto plan = app::plan_demand(
        options.demand, {.seed = options.seed, .stop = [end] { return std::chrono::steady_clock::now() >= end; }});
    if (!plan) return report_failure(plan.error(), kFailed);
    const auto written = app::write_output(options.output.output, app::render(*plan, render_options(options.output)));
    return written ? kDone : report_failure(written.error(), kFailed);
}

}  // namespace

std::function<int()> add_plan(CLI::App& app) {
    auto options = std::make_shared<PlanOptions>();
    CLI::App* command = app.add_subcommand("plan", "How many of which nodes a list of work needs, with proof");
    command
        ->add_option("--demand", options->demand,
                     "The work and the nodes that can be had, as JSON; - is standard input")
        ->type_name("FILE")
        ->group("Input")
        ->required();
    add_output_options(*command, options->output);
    command->add_option("--seed", options->seed, "Of the search: the same seed gives the same plan")
        ->group("Search")
        ->capture_default_str();
    command->add_option("--time-limit", options->seconds, "Seconds; then the best plan so far, with its true gap")
        ->check(CLI::Range(0.001, 86400.0))
        ->group("Search")
        ->capture_default_str();
    command->footer(
        "  arable plan --demand work.json\n"
        "The file: docs/demand.md. Exit codes: 0 done, 1 failed, 2 wrong usage.");
    return [options] { return run(*options); };
}

}  // namespace arable::cmd
