#include "clients/cli/terminal/typed_commands.h"

#include <algorithm>
#include <array>

#include "clients/cli/games/typed_words.h"
#include "clients/cli/messages.h"

namespace wyrmhall::cli {
namespace {

constexpr std::array<std::string_view, 10> kCommands = {"odds", "story", "board",  "rules", "explain",
                                                        "say",  "claim", "resign", "quit",  "help"};

bool is_answer(std::string_view typed, std::string_view english, bool letter) {
  const std::string plain = plain_letters(typed);
  const std::string own = plain_letters(t("answer." + std::string(english)));
  if (plain == english || plain == own) return true;
  return letter && (plain == english.substr(0, 1) || plain == own.substr(0, 1));
}

}  // namespace

std::string in_english(std::string_view line) {
  const auto end = std::min(line.find(' '), line.size());
  const std::string first = plain_letters(line.substr(0, end));
  for (const std::string_view command : kCommands) {
    if (first == command || first == plain_letters(t("word." + std::string(command)))) {
      return std::string(command) + std::string(line.substr(end));
    }
  }
  return std::string(line);
}

bool is_yes(std::string_view typed, bool letter) {
  return is_answer(typed, "yes", letter);
}

bool is_no(std::string_view typed, bool letter) {
  return is_answer(typed, "no", letter);
}

}  // namespace wyrmhall::cli
