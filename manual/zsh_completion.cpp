#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "manual/completion.h"

namespace wyrmhall::manual {
namespace {

// In single quotes; `special` is what else has to be marked there.
std::string zsh_text(std::string_view text, std::string_view special) {
  std::string marked;
  for (const char c : text) {
    if (c == '\'') {
      marked += "'\\''";
    } else {
      if (special.find(c) != std::string_view::npos || c == '\\') marked += '\\';
      marked += c;
    }
  }
  return marked;
}

std::string zsh_value(const Option& option, const std::string& name) {
  if (option.is_file()) return fmt::format(":{}:_files{}", name, option.value == "FOLDER" ? " -/" : "");
  return fmt::format(":{}:({})", name, fmt::join(option.choices, " "));
}

std::string zsh_function(const Command& program, const std::string& path) {
  std::string name = "_" + program.name + path;
  std::ranges::replace(name, '/', '_');
  return name;
}

}  // namespace

std::string zsh_completion(const Command& program) {
  std::string text = fmt::format(
      "#compdef {0}\n# Completion of {0} for zsh, written from its own list of commands and options.\n", program.name);
  visit(program, [&](const Visited& at) {
    text += fmt::format("\n{}() {{\n  local curcontext=$curcontext state line\n  typeset -A opt_args\n  _arguments -C",
                        zsh_function(program, at.path));
    for (const Option* option : at.options) {
      for (const std::string& name : option->names) {
        const bool is_long = name.starts_with("--");
        text += fmt::format(" \\\n    '{}{}{}[{}]{}'", option->repeated ? "*" : "", name,
                            option->is_flag() ? "" : (is_long ? "=" : "+"), zsh_text(option->what, "[]"),
                            option->is_flag() ? "" : zsh_value(*option, option->value));
      }
    }
    if (at.command.commands.empty()) {
      for (const Option& word : at.command.words) {
        text += fmt::format(" \\\n    '{}{}'", word.repeated ? "*" : (word.required ? ":" : "::"),
                            zsh_value(word, word.names.front()).substr(word.repeated ? 0 : 1));
      }
      text += "\n}\n";
      return;
    }
    text += " \\\n    '1: :->command' '*:: :->words'\n  case $state in\n    command)\n      local -a commands=(\n";
    for (const Command& below : at.command.commands) {
      text += fmt::format("        '{}:{}'\n", below.name, zsh_text(below.what, ":"));
    }
    text += "      )\n      _describe command commands\n      ;;\n    words)\n      case $line[1] in\n";
    for (const Command& below : at.command.commands) {
      text += fmt::format("        {}) {} ;;\n", below.name, zsh_function(program, at.path + "/" + below.name));
    }
    text += "      esac\n      ;;\n  esac\n}\n";
  });
  return text + fmt::format("\nif [[ $funcstack[1] == _{0} ]]; then\n  _{0} \"$@\"\nelse\n  compdef _{0} {0}\nfi\n",
                            program.name);
}

}  // namespace wyrmhall::manual
