#include "manual/command_tree.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

namespace wyrmhall::manual {
namespace {

// CLI11 keeps what IsMember allows only as a text, which is a part of the type's name: "TEXT:{auto,always}" of a set,
// "TEXT:value in {easy->1,hard->2} OR {1,2}" of a map.
std::vector<std::string> choices_in(const std::string& type) {
  std::vector<std::string> choices;
  const auto begin = type.find('{');
  const auto end = type.find('}');
  if (begin == std::string::npos || end == std::string::npos || end < begin) return choices;
  for (const std::string& one : CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',')) {
    choices.push_back(one.substr(0, one.find("->")));
  }
  return choices;
}

Option option_of(const CLI::Option& from, const std::vector<std::string>& games) {
  Option option;
  for (const std::string& name : from.get_snames()) option.names.push_back("-" + name);
  for (const std::string& name : from.get_lnames()) option.names.push_back("--" + name);
  const bool is_word = from.get_positional();
  if (is_word) option.names = {from.get_name(true)};
  const bool is_flag = !is_word && from.get_items_expected_max() == 0;
  const std::string type = from.get_type_name();
  if (!is_flag) option.value = type.substr(0, type.find(':'));
  option.what = from.get_description();
  option.initial = from.get_default_str();
  option.variable = from.get_envname();
  option.group = from.get_group();
  option.choices = choices_in(type);
  if (option.names.front() == "GAME" || option.names.front() == "--game") option.choices = games;
  option.required = from.get_required();
  option.repeated = from.get_expected_max() > 1 || from.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  return option;
}

void visit(const Command& command, const std::string& path, const std::vector<const Option*>& above,
           const std::function<void(const Visited&)>& each) {
  std::vector<const Option*> options;
  for (const Option& option : command.options) options.push_back(&option);
  if (command.takes_those_above) {
    for (const Option* option : above) {
      const bool hidden = std::ranges::any_of(
          command.options, [&](const Option& own) { return own.names.back() == option->names.back(); });
      if (!hidden) options.push_back(option);
    }
  }
  each({command, path, options});
  for (const Command& below : command.commands) visit(below, path + "/" + below.name, options, each);
}

}  // namespace

Command command_of(const CLI::App& app, const std::vector<std::string>& games) {
  Command command;
  command.name = app.get_name();
  command.what = app.get_description();
  command.takes_those_above = app.get_fallthrough();
  for (const CLI::Option* option : app.get_options({})) {
    (option->get_positional() ? command.words : command.options).push_back(option_of(*option, games));
  }
  for (const CLI::App* below : app.get_subcommands({})) command.commands.push_back(command_of(*below, games));
  return command;
}

void visit(const Command& program, const std::function<void(const Visited&)>& each) {
  visit(program, "", {}, each);
}

std::vector<std::string> names_with_values(const Command& program) {
  std::set<std::string> names;
  visit(program, [&](const Visited& at) {
    for (const Option* option : at.options) {
      if (!option->is_flag()) names.insert(option->names.begin(), option->names.end());
    }
  });
  return {names.begin(), names.end()};
}

}  // namespace wyrmhall::manual
