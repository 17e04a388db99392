// arable manual and arable completion: the binary describes itself, for packages and for who has only the binary.

#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/files.h"
#include "app/version.h"
#include "arable/command_line.h"
#include "arable/commands.h"
#include "arable/completion_text.h"
#include "arable/manual_text.h"
#include "arable/usage.h"

namespace arable::cmd {
namespace {

int print(const std::string& text) {
    const auto written = app::write_output("-", text);
    if (written) return kDone;
    std::fprintf(stderr, "arable: %s\n", written.error().message.c_str());
    return kFailed;
}

}  // namespace

std::function<int()> add_manual(CLI::App& app) {
    auto name = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("manual", "The manual page of arable, or of one of its commands, for man");
    command->add_option("command", *name, "The command; none: arable itself")->type_name("COMMAND");
    command->footer("  arable manual audit | man -l -");
    return [&app, name] {
        const CommandLine program = read_command_line(app);
        if (name->empty()) return print(program_manual(program, app::kVersion));
        if (const CommandLine* found = find_command(program, *name)) {
            return print(command_manual(program, *found, app::kVersion));
        }
        std::fprintf(stderr, "arable: manual: there is no such command; arable --help lists them\n");
        return kUsage;
    };
}

std::function<int()> add_completion(CLI::App& app) {
    auto shell = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("completion", "What makes a shell complete commands, options and files");
    command->add_option("shell", *shell, "One of: bash, zsh, fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}).description(""))
        ->type_name("SHELL");
    command->footer(
        "  bash: source <(arable completion bash)\n"
        "  zsh:  arable completion zsh > \"${fpath[1]}/_arable\"\n"
        "  fish: arable completion fish > ~/.config/fish/completions/arable.fish");
    return [&app, shell] {
        const CommandLine program = read_command_line(app);
        if (*shell == "bash") return print(bash_completion(program));
        return print(*shell == "zsh" ? zsh_completion(program) : fish_completion(program));
    };
}

}  // namespace arable::cmd
