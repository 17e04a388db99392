#pragma once
// Manual pages (man(7) source) of the program and of its commands, from the command line alone.

#include <string>
#include <string_view>

#include "arable/command_line.h"

namespace arable::cmd {

// arable(1): the commands and what holds for all of them.
std::string program_manual(const CommandLine& program, std::string_view version);

// arable-COMMAND(1): every option of one command.
std::string command_manual(const CommandLine& program, const CommandLine& command, std::string_view version);

}  // namespace arable::cmd
