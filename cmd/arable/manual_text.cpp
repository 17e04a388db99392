#include "arable/manual_text.h"

#include <fmt/format.h>

#include <vector>

namespace arable::cmd {
namespace {

// Text that man shows as it stands: hyphens that can be copied, no line taken for a request.
std::string quoted(std::string_view text) {
    std::string out;
    bool starts_line = true;
    for (const char c : text) {
        if (starts_line && (c == '.' || c == '\'')) out += "\\&";
        starts_line = c == '\n';
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
    }
    return out;
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", quoted(text)); }
std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", quoted(text)); }

std::string heading(std::string_view name, std::string_view text, std::string_view version) {
    std::string title(name);
    for (char& c : title) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return fmt::format(".TH {} 1 \"\" \"arable {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", title, version,
                       quoted(name), quoted(text));
}

std::string option_paragraph(const OptionLine& option) {
    std::string names;
    for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + bold(name);
    if (!option.type.empty()) names += " " + italic(option.type) + (option.repeats ? " ..." : "");
    std::string text = quoted(option.text);
    if (!option.preset.empty()) {
        if (!text.empty() && !text.ends_with('.')) text += '.';
        text += fmt::format(" Default: {}.", quoted(option.preset));
    }
    return fmt::format(".TP\n{}\n{}\n", names, text);
}

std::string options_text(const CommandLine& command) {
    std::vector<std::string> groups;
    for (const OptionLine& option : command.options) {
        bool known = false;
        for (const std::string& group : groups) known = known || group == option.group;
        if (!known) groups.push_back(option.group);
    }
    std::string out;
    for (const std::string& group : groups) {
        if (groups.size() > 1) out += fmt::format(".SS {}\n", quoted(group));
        for (const OptionLine& option : command.options) {
            if (option.group == group) out += option_paragraph(option);
        }
    }
    return out;
}

// The footer holds examples and notes, line by line.
std::string notes_text(const CommandLine& command) {
    if (command.footer.empty()) return "";
    return fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", quoted(command.footer));
}

constexpr std::string_view kExit =
    ".SH EXIT STATUS\n"
    ".TP\n0\nDone.\n"
    ".TP\n1\nFailed, or nothing could be read.\n"
    ".TP\n2\nWrong usage.\n"
    ".TP\n3\nDone, but a named input could not be read, or more of the GPU time is unknown than "
    "\\fB\\-\\-max\\-gaps\\fR allows.\n";

constexpr std::string_view kEnvironment =
    ".SH ENVIRONMENT\n"
    ".TP\nNO_COLOR\nWhen set and not empty, reports have no colours.\n"
    ".TP\nCOLUMNS\nWidth of reports, when exported; else that of the terminal.\n"
    ".TP\nhttp_proxy, https_proxy, no_proxy\nProxies for servers, unless \\fB\\-\\-proxy\\fR names one.\n"
    ".TP\nAWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN\nKeys for \\fB\\-\\-aws\\-sigv4\\fR.\n"
    ".TP\nTMPDIR\nWhere samples go that memory has no room for.\n";

}  // namespace

std::string program_manual(const CommandLine& program, std::string_view version) {
    std::string out = heading(program.name, program.text, version);
    out += fmt::format(".SH SYNOPSIS\n{} {} [{}]\n", bold(program.name), italic("COMMAND"), italic("OPTION"));
    out += fmt::format(
        ".SH DESCRIPTION\nReads what a Kubernetes GPU cluster already records and says where every paid GPU\\-hour "
        "went. "
        "It changes nothing. {} lists the options of a command, and so does {}.\n",
        bold(program.name + " COMMAND --help"), bold("man " + program.name + "-COMMAND"));
    out += ".SH COMMANDS\n";
    for (const CommandLine& command : program.commands) {
        out += fmt::format(".TP\n{}\n{}\n", bold(command.name), quoted(command.text));
    }
    out += ".SH OPTIONS\n" + options_text(program);
    out += notes_text(program);
    out += kExit;
    out += kEnvironment;
    out += ".SH SEE ALSO\n";
    for (std::size_t i = 0; i < program.commands.size(); ++i) {
        out += fmt::format("{}(1){}\n", bold(program.name + "-" + program.commands[i].name),
                           i + 1 < program.commands.size() ? "," : "");
    }
    return out;
}

std::string command_manual(const CommandLine& program, const CommandLine& command, std::string_view version) {
    std::string out = heading(program.name + "-" + command.name, command.text, version);
    out += fmt::format(".SH SYNOPSIS\n{} [{}]", bold(program.name + " " + command.name), italic("OPTION"));
    for (const OptionLine& positional : command.positionals) out += " " + italic(positional.names.front());
    out += "\n.SH DESCRIPTION\n" + quoted(command.text) + ".\n";
    for (const OptionLine& positional : command.positionals) out += option_paragraph(positional);
    out += ".SH OPTIONS\n" + options_text(command);
    out += notes_text(command);
    out += kExit;
    out += fmt::format(".SH SEE ALSO\n{}(1)\n", bold(program.name));
    return out;
}

}  // namespace arable::cmd
