#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "manual/completion.h"

namespace wyrmhall::manual {
namespace {

constexpr std::string_view kBashBegin =
    R"(# Completion of {0} for bash, written from its own list of commands and options.
_{0}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} path= word words= place=0 i
  COMPREPLY=()
  # To bash, --option=value is three words.
  if [[ $current == = ]]; then
    current=
  elif [[ $before == = ]]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  # Which command this is, and how many words without a dash it has been given.
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${{COMP_WORDS[i]}}
    case $word in
      {1})
        ((++i))
        [[ ${{COMP_WORDS[i]-}} != = ]] || ((++i))
        # So is ws://host:port in several parts.
        while [[ ${{COMP_WORDS[i + 1]-}} == [:=] ]]; do ((i += 2)); done
        continue
        ;;
      -*) continue ;;
    esac
    case $path/$word in
)";

constexpr std::string_view kBashEnd = R"(      esac
    else
      case $path:$place in
{}      esac
    fi
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -F _{} {}
)";

constexpr std::string_view kFiles =
    "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); return";

std::string offering(const Option& option) {
  return option.is_file() ? std::string(kFiles) : fmt::format("words=\"{}\"", fmt::join(option.choices, " "));
}

}  // namespace

std::string bash_completion(const Command& program) {
  const std::string valued = fmt::format("{}", fmt::join(names_with_values(program), " | "));
  std::string paths;
  std::string options;
  std::string words;
  std::map<std::string, std::string> values;  // what is offered, with where
  visit(program, [&](const Visited& at) {
    if (!at.path.empty()) paths += fmt::format("      {}) path+=/$word place=0 ;;\n", at.path);
    std::vector<std::string> names;
    for (const Option* option : at.options) {
      names.insert(names.end(), option->names.begin(), option->names.end());
      if (option->is_flag() || (!option->is_file() && option->choices.empty())) continue;
      for (const std::string& name : option->names) {
        std::string& where = values[offering(*option)];
        where += fmt::format("{}\"{} {}\"", where.empty() ? "" : " | ", at.path, name);
      }
    }
    options += fmt::format("        \"{}\") words=\"{}\" ;;\n", at.path, fmt::join(names, " "));
    std::vector<std::string> first;
    for (const Command& below : at.command.commands) first.push_back(below.name);
    if (!first.empty()) words += fmt::format("        {}:0) words=\"{}\" ;;\n", at.path, fmt::join(first, " "));
    for (std::size_t place = 0; place < at.command.words.size(); ++place) {
      const Option& word = at.command.words[place];
      if (!word.is_file() && word.choices.empty()) continue;
      words +=
          fmt::format("        {}:{}) {} ;;\n", at.path, word.repeated ? "*" : std::to_string(place), offering(word));
    }
  });
  std::string text = fmt::format(fmt::runtime(kBashBegin), program.name, valued);
  text += paths + "      *) ((++place)) ;;\n    esac\n  done\n";
  text += fmt::format("  case $before in\n    {}) word=value ;;\n    *) word= ;;\n  esac\n", valued);
  text += "  if [[ $word == value ]]; then\n    case \"$path $before\" in\n";
  for (const auto& [offered, where] : values) text += fmt::format("      {}) {} ;;\n", where, offered);
  text += "    esac\n  else\n    if [[ $current == -* ]]; then\n      case $path in\n" + options;
  return text + fmt::format(fmt::runtime(kBashEnd), words, program.name, program.name);
}

}  // namespace wyrmhall::manual
