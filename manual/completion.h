// Completion of a program's command line, as the shells read it.
#pragma once

#include <string>

#include "manual/command_tree.h"

namespace wyrmhall::manual {

std::string bash_completion(const Command& program);
std::string zsh_completion(const Command& program);
std::string fish_completion(const Command& program);

}  // namespace wyrmhall::manual
