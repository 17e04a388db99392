// arable: argv in, exit code out. What is done is in src/app.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "app/version.h"
#include "arable/commands.h"

namespace {

int run(int argc, char** argv) {
    CLI::App app{"Arable shows which of the GPUs you already pay for can be put to work.", "arable"};
    app.set_version_flag("--version", "arable " + std::string(arable::app::kVersion));
    app.require_subcommand(1);
    const auto audit = arable::cmd::add_audit(app);
    const auto generate = arable::cmd::add_generate(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int code = app.exit(error);
        return code == 0 ? arable::cmd::kDone : arable::cmd::kUsage;
    }
    return app.got_subcommand("audit") ? audit() : generate();
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
