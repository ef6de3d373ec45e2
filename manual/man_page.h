// A program's man page, from its commands and options.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "manual/command_tree.h"

namespace wyrmhall::manual {

// What no command line says by itself.
struct Page {
  int section;
  std::string version;
  std::string what;                                              // one line: what the program is
  std::vector<std::string> description;                          // paragraphs
  std::vector<std::pair<std::string, std::string>> exit_status;  // and what each means
  std::vector<std::pair<std::string, std::string>> files;
  std::string see_also;
};

std::string man_page(const Command& program, const Page& page);

}  // namespace wyrmhall::manual
