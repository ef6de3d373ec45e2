#include <fmt/format.h>
#include <fmt/ranges.h>

#include "manual/completion.h"

namespace wyrmhall::manual {
namespace {

constexpr std::string_view kFishBegin =
    R"(# Completion of {0} for fish, written from its own list of commands and options.
function __{0}_path
    set -l path ''
    set -l value no
    for word in (commandline -opc)[2..]
        if test $value = yes
            set value no
        else if contains -- $word {1}
            set value yes
        else if contains -- $path/$word {2}
            set path $path/$word
        end
    end
    echo $path
end
function __{0}_at
    contains -- (__{0}_path)_ $argv
end
complete -c {0} -f
)";

std::string fish_word(std::string_view text) {
  std::string marked;
  for (const char c : text) {
    if (c == '\'' || c == '\\') marked += '\\';
    marked += c;
  }
  return "'" + marked + "'";
}

}  // namespace

std::string fish_completion(const Command& program) {
  std::vector<std::string> paths;
  visit(program, [&](const Visited& at) {
    if (!at.path.empty()) paths.push_back(at.path);
  });
  std::string text = fmt::format(fmt::runtime(kFishBegin), program.name, fmt::join(names_with_values(program), " "),
                                 fmt::join(paths, " "));
  // The mark at the end of a path keeps the program's own, which is empty, a word.
  const auto line = [&](const std::string& where, const std::string& offers) {
    text += fmt::format("complete -c {0} -n '__{0}_at {1}' {2}\n", program.name, where, offers);
  };
  visit(program, [&](const Visited& at) {
    for (const Command& below : at.command.commands)
      line(at.path + "_", fmt::format("-a {} -d {}", below.name, fish_word(below.what)));
    for (const Option& word : at.command.words) {
      if (word.is_file()) line(at.path + "_", "-F");
      if (!word.choices.empty())
        line(at.path + "_", "-a " + fish_word(fmt::format("{}", fmt::join(word.choices, " "))));
    }
    for (const Option& option : at.command.options) {
      // Where it counts: here, and below here as far as that takes it.
      std::string where;
      visit(program, [&](const Visited& other) {
        for (const Option* taken : other.options) {
          if (taken == &option) where += (where.empty() ? "" : " ") + other.path + "_";
        }
      });
      std::string offers;
      for (const std::string& name : option.names) {
        offers += name.starts_with("--") ? "-l " + name.substr(2) + " " : "-s " + name.substr(1) + " ";
      }
      if (option.is_file()) offers += "-r -F ";
      if (!option.is_flag() && !option.is_file()) offers += "-x ";
      if (!option.choices.empty()) offers += "-a " + fish_word(fmt::format("{}", fmt::join(option.choices, " "))) + " ";
      line(where, offers + "-d " + fish_word(option.what));
    }
  });
  return text;
}

}  // namespace wyrmhall::manual
