// arable: argv in, exit code out. What is done is in src/app.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "app/render.h"
#include "app/version.h"
#include "arable/commands.h"
#include "arable/usage.h"

namespace {

int run(int argc, char** argv) {
    CLI::App app{"Arable shows which of the GPUs you already pay for can be put to work.", "arable"};
    app.set_version_flag("--version", "arable " + std::string(arable::app::kVersion));
    app.require_subcommand(1);
    app.footer(
        "First:  arable audit --metrics FILE… --objects FILE…\n"
        "Try:    arable audit --estate five-percent\n"
        "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but more is unknown than --max-gaps allows.");
    const auto audit = arable::cmd::add_audit(app);
    const auto doctor = arable::cmd::add_doctor(app);
    const auto explain = arable::cmd::add_explain(app);
    const auto generate = arable::cmd::add_generate(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
        const std::vector<std::string> arguments(argv + 1, argv + argc);
        const std::string message = arable::cmd::usage_message(app, arguments, error);
        std::fprintf(stderr, "arable: %s\n", arable::app::safe_text(message).c_str());
        return arable::cmd::kUsage;
    }
    if (app.got_subcommand("audit")) return audit();
    if (app.got_subcommand("doctor")) return doctor();
    return app.got_subcommand("explain") ? explain() : generate();
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
