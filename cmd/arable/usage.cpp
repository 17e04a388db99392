#include "arable/usage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/nearest.h"

namespace arable::cmd {
namespace {

std::vector<std::string> commands_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

std::vector<std::string> options_of(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
    return names;
}

const CLI::App* chosen(const CLI::App& app, std::span<const std::string> arguments) {
    if (arguments.empty()) return nullptr;
    for (const CLI::App* command : app.get_subcommands({})) {
        if (command->get_name() == arguments.front()) return command;
    }
    return nullptr;
}

// The first argument that looks like an option and is none of `known`.
std::string unknown_option(std::span<const std::string> arguments, std::span<const std::string> known) {
    for (const std::string& argument : arguments) {
        if (argument == "--") break;
        if (argument.size() < 2 || argument.front() != '-') continue;
        const std::string name = argument.substr(0, argument.find('='));
        if (std::ranges::find(known, name) == known.end()) return name;
    }
    return "";
}

std::string without_line_breaks(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    while (text.ends_with(' ')) text.pop_back();
    return text;
}

}  // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
    const std::string near = nearest(word, known);
    return near.empty() ? "" : fmt::format(", did you mean {}?", near);
}

bool is_asked(const CLI::App& app, std::span<const std::string> arguments) {
    return arguments.empty() || arguments.front().starts_with('-') || chosen(app, arguments) != nullptr;
}

std::string usage_message(const CLI::App& app, std::span<const std::string> arguments, const CLI::ParseError& error) {
    const CLI::App* command = chosen(app, arguments);
    if (command == nullptr) {
        const std::vector<std::string> known = commands_of(app);
        const std::string which =
            fmt::format("commands are: {}; arable --help says what they do", fmt::join(known, ", "));
        if (arguments.empty()) return "no command was given; " + which;
        const std::string& word = arguments.front();
        const bool option = word.starts_with('-');
        return fmt::format("there is no {} '{}'{}; {}", option ? "option" : "command", word,
                           option ? "" : did_you_mean(word, known), which);
    }
    const std::string help = fmt::format("arable {} --help lists all options", command->get_name());
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        const std::vector<std::string> known = options_of(*command);
        if (const std::string option = unknown_option(arguments.subspan(1), known); !option.empty()) {
            return fmt::format("there is no option {}{}; {}", option, did_you_mean(option, known), help);
        }
        return fmt::format("{}: a file needs an option before it that says what it is, as in --metrics FILE; {}",
                           without_line_breaks(error.what()), help);
    }
    return fmt::format("{}; {}", without_line_breaks(error.what()), help);
}

}  // namespace arable::cmd
