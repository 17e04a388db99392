// arable: argv in, exit code out. What is done is in src/app.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "app/render.h"
#include "arable/commands.h"
#include "arable/usage.h"
#include "arable/version_text.h"

namespace {

int run(int argc, char** argv) {
    CLI::App app{"Arable shows which of the GPUs you already pay for can be put to work.", "arable"};
    app.set_version_flag("--version", arable::cmd::version_text());
    app.require_subcommand(1);
    app.footer(
        "First:  arable audit --metrics FILE… --objects FILE…\n"
        "Try:    arable audit --estate five-percent\n"
        "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but a named input could not be read, or more is\n"
        "unknown than --max-gaps allows.");
    const std::pair<const char*, std::function<int()>> commands[] = {
        {"audit", arable::cmd::add_audit(app)},       {"compare", arable::cmd::add_compare(app)},
        {"snapshot", arable::cmd::add_snapshot(app)}, {"doctor", arable::cmd::add_doctor(app)},
        {"explain", arable::cmd::add_explain(app)},   {"generate", arable::cmd::add_generate(app)},
        {"plan", arable::cmd::add_plan(app)},         {"manual", arable::cmd::add_manual(app)},     {"completion", arable::cmd::add_completion(app)},
    };
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const std::vector<std::string> arguments(argv + 1, argv + argc);
        // --help and --version, unless of a command that does not exist.
        if (error.get_exit_code() == 0 && arable::cmd::is_asked(app, arguments)) return app.exit(error);
        const std::string message = arable::cmd::usage_message(app, arguments, error);
        std::fprintf(stderr, "arable: %s\n", arable::app::safe_text(message).c_str());
        return arable::cmd::kUsage;
    }
    for (const auto& [name, run_command] : commands) {
        if (app.got_subcommand(name)) return run_command();
    }
    return arable::cmd::kUsage;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (
        const std::exception& error) {  // out of memory, or a bug of ours: never a core dump in somebody's pipeline
        std::fprintf(stderr, "arable: %s\n", error.what());
        return arable::cmd::kFailed;
    }
}
