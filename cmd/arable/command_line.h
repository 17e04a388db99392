#pragma once
// The command line as plain values, read from its definitions, so that manual pages and completions cannot drift from
// what the binary accepts.

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace arable::cmd {

// What stands behind an option, as far as a shell can help with it.
enum class Completes { nothing, file, folder, choice };

struct OptionLine {
    std::vector<std::string> names;  // "--metrics", "-h"; of a positional argument its one name
    std::string type;                // "" : a flag
    std::string text;
    std::string group;
    std::string preset;                // what holds when the option is not given; "" : nothing
    std::vector<std::string> choices;  // from a type "text|json", or a text "One of: a, b"
    Completes completes = Completes::nothing;
    bool repeats = false;
};

struct CommandLine {
    std::string name;
    std::string text;
    std::string footer;
    std::vector<OptionLine> options;
    std::vector<OptionLine> positionals;
    std::vector<CommandLine> commands;
};

// In the order of definition.
CommandLine read_command_line(const CLI::App& app);

// The command of that name; null when there is none.
const CommandLine* find_command(const CommandLine& program, const std::string& name);

}  // namespace arable::cmd
