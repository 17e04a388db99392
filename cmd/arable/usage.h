#pragma once
// What a wrong command line is answered with: what is wrong, the nearest right word, and where all of them are.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace arable::cmd {

// `arguments` without the program's name.
// Whether help was asked for of something that exists: the first argument is an option or a command.
bool is_asked(const CLI::App& app, std::span<const std::string> arguments);
std::string usage_message(const CLI::App& app, std::span<const std::string> arguments, const CLI::ParseError& error);

// ", did you mean audit?", or "" when nothing is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

}  // namespace arable::cmd
