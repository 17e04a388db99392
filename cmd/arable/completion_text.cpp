#include "arable/completion_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace arable::cmd {
namespace {

// Inside single quotes of bash and zsh.
std::string quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string words_of(const std::vector<OptionLine>& options) {
    std::string out;
    for (const OptionLine& option : options) {
        for (const std::string& name : option.names) out += (out.empty() ? "" : " ") + name;
    }
    return out;
}

std::string bash_answer(const OptionLine& option) {
    switch (option.completes) {
        case Completes::file:
            return "_arable_paths -f";
        case Completes::folder:
            return "_arable_paths -d";
        case Completes::choice:
            return fmt::format("_arable_words {}", quoted(fmt::format("{}", fmt::join(option.choices, " "))));
        case Completes::nothing:
            break;
    }
    return ":";
}

// An option that takes a value answers for the word after it; one that repeats answers for all up to the next option.
std::string bash_command(const CommandLine& command) {
    std::string out = fmt::format("    {})\n      case \"$option\" in\n", command.name);
    for (const OptionLine& option : command.options) {
        if (option.type.empty()) continue;
        const std::string guard = option.repeats ? "" : "[ \"$distance\" -eq 1 ] && ";
        out += fmt::format("        {}) {}{{ {}; return; }} ;;\n", fmt::join(option.names, "|"), guard,
                           bash_answer(option));
    }
    out += "      esac\n";
    const std::string positional = command.positionals.empty() ? ":" : bash_answer(command.positionals.front());
    out += fmt::format("      case \"$word\" in -*) _arable_words {} ;; *) {} ;; esac ;;\n",
                       quoted(words_of(command.options)), positional);
    return out;
}

// Text in a zsh option spec: brackets and colons end its parts.
std::string zsh_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

std::string zsh_action(const OptionLine& option) {
    switch (option.completes) {
        case Completes::file:
            return ":file:_files";
        case Completes::folder:
            return ":folder:_files -/";
        case Completes::choice:
            return fmt::format(":choice:({})", fmt::join(option.choices, " "));
        case Completes::nothing:
            break;
    }
    return option.type.empty() ? "" : ":" + zsh_text(option.type) + ": ";
}

std::string zsh_option(const OptionLine& option) {
    std::string out;
    for (const std::string& name : option.names) {
        const std::string spec =
            fmt::format("{}{}[{}]{}", option.repeats ? "*" : "", name, zsh_text(option.text), zsh_action(option));
        out += " \\\n        " + quoted(spec);
    }
    return out;
}

std::string fish_quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        out += c;
    }
    return out + "'";
}

std::string fish_action(const OptionLine& option) {
    switch (option.completes) {
        case Completes::file:
            return " -r -F";
        case Completes::folder:
            return " -x -a '(__fish_complete_directories)'";
        case Completes::choice:
            return fmt::format(" -x -a {}", fish_quoted(fmt::format("{}", fmt::join(option.choices, " "))));
        case Completes::nothing:
            break;
    }
    return option.type.empty() ? "" : " -x";
}

std::string fish_option(const OptionLine& option, std::string_view condition) {
    std::string names;
    for (const std::string& name : option.names) {
        const bool is_long = name.starts_with("--");
        names += fmt::format(" {} {}", is_long ? "-l" : "-s", name.substr(is_long ? 2 : 1));
    }
    return fmt::format("complete -c arable -n {}{} -d {}{}\n", fish_quoted(condition), names, fish_quoted(option.text),
                       fish_action(option));
}

constexpr std::string_view kBashFunctions = R"(# bash completion of arable
_arable_words() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -W "$1" -- "$word")
}

_arable_paths() {
  local line
  COMPREPLY=()
  compopt -o filenames 2>/dev/null
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$1" -- "$word")
}

_arable() {
  local word=${COMP_WORDS[COMP_CWORD]} option= distance=0 i
  COMPREPLY=()
  for ((i = COMP_CWORD - 1; i > 1; i--)); do
    case "${COMP_WORDS[i]}" in
      -?*) option=${COMP_WORDS[i]} distance=$((COMP_CWORD - i)); break ;;
    esac
  done
  case "$word" in -*) option= ;; esac
)";

}  // namespace

std::string bash_completion(const CommandLine& program) {
    std::string commands;
    for (const CommandLine& command : program.commands) commands += (commands.empty() ? "" : " ") + command.name;
    std::string out(kBashFunctions);
    out += fmt::format(
        "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    _arable_words {}\n    return\n  fi\n  case \"${{COMP_WORDS[1]}}\" "
        "in\n",
        quoted(commands + " " + words_of(program.options)));
    for (const CommandLine& command : program.commands) out += bash_command(command);
    return out + "  esac\n}\n\ncomplete -F _arable arable\n";
}

std::string zsh_completion(const CommandLine& program) {
    std::string out =
        "#compdef arable\n\n_arable() {\n  local context state state_descr line\n  typeset -A opt_args\n"
        "  _arguments -C";
    for (const OptionLine& option : program.options) out += zsh_option(option);
    out +=
        " \\\n        '1: :->command' \\\n        '*:: :->rest'\n  case $state in\n    command)\n      local -a "
        "commands\n"
        "      commands=(\n";
    for (const CommandLine& command : program.commands) {
        out += fmt::format("        {}\n", quoted(command.name + ":" + zsh_text(command.text)));
    }
    out += "      )\n      _describe -t commands 'command' commands ;;\n    rest)\n      case $words[1] in\n";
    for (const CommandLine& command : program.commands) {
        out += fmt::format("    {})\n      _arguments", command.name);
        for (const OptionLine& option : command.options) out += zsh_option(option);
        if (!command.positionals.empty()) {
            out += " \\\n        " + quoted("1" + zsh_action(command.positionals.front()));
        }
        out += " ;;\n";
    }
    return out + "      esac ;;\n  esac\n}\n\n_arable \"$@\"\n";
}

std::string fish_completion(const CommandLine& program) {
    std::string out = "# fish completion of arable\ncomplete -c arable -f\n";
    for (const OptionLine& option : program.options) out += fish_option(option, "__fish_use_subcommand");
    for (const CommandLine& command : program.commands) {
        out += fmt::format("complete -c arable -n '__fish_use_subcommand' -a {} -d {}\n", fish_quoted(command.name),
                           fish_quoted(command.text));
    }
    for (const CommandLine& command : program.commands) {
        const std::string condition = "__fish_seen_subcommand_from " + command.name;
        for (const OptionLine& option : command.options) out += fish_option(option, condition);
        if (command.positionals.empty()) continue;
        out += fmt::format("complete -c arable -n {}{}\n", fish_quoted(condition),
                           fish_action(command.positionals.front()));
    }
    return out;
}

}  // namespace arable::cmd
