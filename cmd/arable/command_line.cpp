#include "arable/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

namespace arable::cmd {
namespace {

constexpr std::string_view kOneOf = "One of: ";

std::vector<std::string> split(std::string_view text, std::string_view by) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(by, at), text.size());
        parts.emplace_back(text.substr(at, end - at));
        at = end + by.size();
    }
    return parts;
}

std::vector<std::string> choices_of(std::string_view type, std::string_view text) {
    if (type.find('|') != std::string_view::npos) return split(type, "|");
    if (text.starts_with(kOneOf)) return split(text.substr(kOneOf.size()), ", ");
    return {};
}

OptionLine read_option(const CLI::Option& option) {
    OptionLine line;
    for (const std::string& name : option.get_snames()) line.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) line.names.push_back("--" + name);
    if (line.names.empty()) line.names.push_back(option.get_name(true));
    if (option.get_type_size() != 0) line.type = option.get_type_name();
    line.text = option.get_description();
    line.group = option.get_group();
    line.preset = option.get_default_str();
    line.repeats = option.get_expected_max() > 1;
    line.choices = choices_of(line.type, line.text);
    if (!line.choices.empty()) {
        line.completes = Completes::choice;
    } else if (line.type == "FILE") {
        line.completes = Completes::file;
    } else if (line.type == "FOLDER") {
        line.completes = Completes::folder;
    }
    return line;
}

}  // namespace

CommandLine read_command_line(const CLI::App& app) {
    CommandLine command{.name = app.get_name(), .text = app.get_description(), .footer = app.get_footer()};
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_group().empty()) continue;  // hidden
        (option->nonpositional() ? command.options : command.positionals).push_back(read_option(*option));
    }
    for (const CLI::App* sub : app.get_subcommands({})) {
        if (!sub->get_group().empty()) command.commands.push_back(read_command_line(*sub));
    }
    return command;
}

const CommandLine* find_command(const CommandLine& program, const std::string& name) {
    const auto found = std::ranges::find(program.commands, name, &CommandLine::name);
    return found == program.commands.end() ? nullptr : &*found;
}

}  // namespace arable::cmd
