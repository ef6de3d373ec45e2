#include "manual/man_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace wyrmhall::manual {
namespace {

// Text as roff takes it. What stands between backticks is bold.
std::string roff(std::string_view text) {
  std::string out;
  bool bold = false;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\'') {
      out += "\\(aq";
    } else if (c == '`') {
      bold = !bold;
      out += bold ? "\\fB" : "\\fR";
    } else {
      out += c;
    }
  }
  // A line that begins with a full stop would be a command.
  return out.starts_with('.') ? "\\&" + out : out;
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return out;
}

std::string entry(const std::string& head, const std::string& what) {
  return ".TP\n" + head + "\n" + what + "\n";
}

std::string described(const Option& option) {
  std::string head;
  for (const std::string& name : option.names) {
    head += fmt::format("{}\\fB{}\\fR", head.empty() ? "" : ", ", roff(name));
  }
  const bool is_word = !option.names.front().starts_with('-');
  if (is_word) head = fmt::format("\\fI{}\\fR", roff(option.names.front()));
  if (!is_word && !option.is_flag()) head += fmt::format(" \\fI{}\\fR", roff(option.value));
  std::string what = roff(option.what);
  const auto add = [&](const std::string& more) { what += "\n.br\n" + more; };
  if (!option.choices.empty()) {
    std::string words;
    for (const std::string& choice : option.choices)
      words += (words.empty() ? "" : ", ") + ("\\fB" + roff(choice) + "\\fR");
    add("One of " + words + ".");
  }
  if (!option.initial.empty()) add("Default: \\fB" + roff(option.initial) + "\\fR.");
  return entry(head, what);
}

// "wyrmhall play [OPTION ...] GAME"
std::string synopsis(const Command& command, const std::string& call) {
  std::string line = "\\fB" + roff(call) + "\\fR";
  if (!command.options.empty()) line += " [\\fIOPTION\\fR ...]";
  for (const Option& word : command.words) {
    const std::string name = "\\fI" + roff(word.names.front()) + "\\fR" + (word.repeated ? " ..." : "");
    line += word.required ? " " + name : " [" + name + "]";
  }
  return line;
}

std::string options_of(const Command& command) {
  std::string text;
  for (const Option& word : command.words) text += described(word);
  for (const Option& option : command.options) {
    const bool is_help = option.names.back() == "--help";  // every command has it
    if (!is_help) text += described(option);
  }
  return text;
}

// The program's own options, under a heading for each of their groups.
std::string groups_of(const Command& program) {
  std::string text;
  std::vector<std::string> groups;
  for (const Option& option : program.options) {
    if (std::ranges::find(groups, option.group) == groups.end()) groups.push_back(option.group);
  }
  for (const std::string& group : groups) {
    text += group == groups.front() ? ".SH OPTIONS\n" : ".SS " + roff(group) + "\n";
    for (const Option& option : program.options) {
      if (option.group == group) text += described(option);
    }
  }
  return text;
}

}  // namespace

std::string man_page(const Command& program, const Page& page) {
  const std::string call = program.name;
  std::string text =
      fmt::format(".TH {} {} \"\" \"wyrmhall {}\" \"Wyrmhall\"\n", upper(call), page.section, page.version);
  // Commands and paths are not to be broken at the end of a line.
  text += ".nh\n.ad l\n";
  text += fmt::format(".SH NAME\n{} \\- {}\n", call, roff(page.what));
  text += fmt::format(".SH SYNOPSIS\n\\fB{}\\fR [\\fIOPTION\\fR ...] [\\fICOMMAND\\fR ...]\n.SH DESCRIPTION\n", call);
  for (const std::string& paragraph : page.description) text += roff(paragraph) + "\n.PP\n";
  text.resize(text.size() - std::string_view(".PP\n").size());
  text += groups_of(program);
  text += ".SH COMMANDS\n";
  std::map<std::string, std::string> variables;
  visit(program, [&](const Visited& at) {
    for (const Option& option : at.command.options) {
      if (!option.variable.empty()) variables.emplace(option.variable, option.names.back());
    }
    if (at.path.empty()) return;
    std::string full = call + at.path;
    std::ranges::replace(full, '/', ' ');
    text += fmt::format(".SS {}\n{}.\n", synopsis(at.command, full), roff(at.command.what));
    text += options_of(at.command);
  });
  text += ".SH EXIT STATUS\n";
  for (const auto& [status, what] : page.exit_status) text += entry("\\fB" + status + "\\fR", roff(what));
  if (!variables.empty()) text += ".SH ENVIRONMENT\nAn option on the command line comes first.\n";
  for (const auto& [variable, option] : variables) {
    text += entry("\\fB" + roff(variable) + "\\fR", "As \\fB" + roff(option) + "\\fR.");
  }
  if (!page.files.empty()) text += ".SH FILES\n";
  for (const auto& [file, what] : page.files) text += entry("\\fI" + roff(file) + "\\fR", roff(what));
  return text + ".SH SEE ALSO\n" + page.see_also + "\n";
}

}  // namespace wyrmhall::manual
