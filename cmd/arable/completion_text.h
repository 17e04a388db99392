#pragma once
// Completions for shells, from the command line alone: commands, their options, choices, and files where files are
// meant.

#include <string>

#include "arable/command_line.h"

namespace arable::cmd {

// To be sourced by bash 4 or later; needs no other package.
std::string bash_completion(const CommandLine& program);

// A file "_arable" in a folder of zsh's fpath.
std::string zsh_completion(const CommandLine& program);

std::string fish_completion(const CommandLine& program);

}  // namespace arable::cmd
