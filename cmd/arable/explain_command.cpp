// arable explain: the story of one pod, GPU, node, workload, finding or wait.

#include <CLI/CLI.hpp>

#include "app/files.h"
#include "arable/commands.h"
#include "arable/input_options.h"

namespace arable::cmd {
namespace {

struct ExplainOptions {
    InputOptions input;
    OutputOptions output;
    std::string kind;
    std::string name;
};

int run(const ExplainOptions& options) {
    const auto kind = diagnose::story_kind(options.kind);
    if (!kind) return report_failure({ErrorCode::internal, "a kind that the command line let through"}, kFailed);
    const auto examined = cmd::examined(options.input, "explain", options.output.output);
    if (!examined) return examined.error();
    const diagnose::Asked asked{.kind = *kind, .name = options.name, .cluster = options.input.cluster};
    const auto story = app::explain(examined->diagnosis, asked, examined->settings);
    if (!story) return report_failure(story.error(), kFailed);
    const auto written = app::write_output(options.output.output, app::render(*story, render_options(options.output)));
    return written ? code_of(examined->diagnosis.audit.gaps) : report_failure(written.error(), kFailed);
}

}  // namespace

std::function<int()> add_explain(CLI::App& app) {
    auto options = std::make_shared<ExplainOptions>();
    CLI::App* command = app.add_subcommand(
        "explain", "The story of one pod, GPU, node, workload, finding or wait, with its evidence and timeline");
    command->add_option("kind", options->kind, "pod, gpu, node, workload, finding or wait")
        ->required()
        ->check(CLI::IsMember({"pod", "gpu", "node", "workload", "finding", "wait"}).description(""));
    command
        ->add_option("name", options->name,
                     "ns/name, or the name alone; a GPU's UUID or node/index; a finding's id; the beginning will do")
        ->required();
    add_input_options(*command, options->input);
    add_output_options(*command, options->output);
    command->footer(
        "The inputs are those of arable audit, whose reports name the findings.\n"
        "  arable explain workload ml/chat --prometheus http://prometheus:9090\n"
        "  arable explain gpu gpu-node-3/0 --metrics metrics.txt.zst --objects objects.json\n"
        "  arable explain finding claimed-empty/ml/chat --metrics metrics.txt.zst --objects objects.json\n"
        "--cluster also chooses between subjects of one name in several clusters.\n"
        "Exit codes: 0 done, 1 failed (also: no such subject, or several), 2 wrong usage, 3 done but a named input\n"
        "could not be read.");
    return [options] { return run(*options); };
}

}  // namespace arable::cmd
