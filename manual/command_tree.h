// A program's commands and options as its command line has them, for what is written from them: man pages, completion.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace wyrmhall::manual {

struct Option {
  std::vector<std::string> names;  // "-o" and "--output"; of a word without a dash its name alone, such as "GAME"
  std::string value;               // what kind of value follows, such as "TEXT" or "FILE"; empty for a flag
  std::string what;
  std::string initial;               // the value that it has by default; empty where it has none
  std::string variable;              // of the environment, that may say it instead; empty where none does
  std::string group;                 // the heading above it; "Options" for most
  std::vector<std::string> choices;  // all of its values, where they are known
  bool required = false;
  bool repeated = false;

  [[nodiscard]] bool is_flag() const { return value.empty(); }
  [[nodiscard]] bool is_file() const { return value == "FILE" || value == "FOLDER"; }
};

struct Command {
  std::string name;
  std::string what;
  std::vector<Option> options;
  std::vector<Option> words;  // what has no dash, in its order
  std::vector<Command> commands;
  bool takes_those_above = false;  // the options of the command that it belongs to count here too
};

// `games`: what stands for a word or an option that names a game.
Command command_of(const CLI::App& app, const std::vector<std::string>& games);

// A command, its names from the program's own on (without that: "/admin/tokens"), and what it takes of those above it.
struct Visited {
  const Command& command;
  std::string path;
  std::vector<const Option*> options;  // its own and those that it takes from above
};
void visit(const Command& program, const std::function<void(const Visited&)>& each);

// All names of options that a value follows, in any command.
std::vector<std::string> names_with_values(const Command& program);

}  // namespace wyrmhall::manual
