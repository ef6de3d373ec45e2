#include "clients/cli/match/rule_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "clients/cli/games/typed_words.h"
#include "clients/cli/messages.h"
#include "clients/cli/rules/rulebook.h"
#include "clients/cli/rules/rulebook_text.h"
#include "clients/model/code_name.h"

namespace wyrmhall::cli {

void RuleReader::refused(const v1::Refusal& refusal) {
  if (!refusal.rule().empty()) cited_ = refusal.rule();
}

void RuleReader::complain(std::string_view complaint) {
  terminal_.say(complaint);
  for (const v1::Unavailable& unavailable : model_.choices().unavailable()) {
    if (!unavailable.rule().empty() && complaint.ends_with("(" + unavailable.rule() + ")")) cited_ = unavailable.rule();
  }
}

bool RuleReader::asked(std::string_view text) const {
  std::vector<std::string> words = words_in(text);
  const bool explains = !words.empty() && words[0] == "explain";
  if (!explains && (words.empty() || words[0] != "rules")) return false;
  words.erase(words.begin());
  if (explains && words.empty()) {
    if (cited_.empty()) {
      terminal_.say(t("explain.nothing"));
      return true;
    }
    words = {cited_};
  } else if (explains && says_about(fmt::format("{}", fmt::join(words, " ")))) {
    return true;
  }
  look_up_rules(words);
  return true;
}

// What the game itself knows under that name.
bool RuleReader::says_about(const std::string& name) const {
  const std::vector<std::string> lines = printer_.text().about(printer_.scene(), name);
  terminal_.say(lines);
  return !lines.empty();
}

void RuleReader::look_up_rules(const std::vector<std::string>& words) const {
  const Rulebook* book = rulebook_of(clients::game_of(model_.info().options()));
  if (book == nullptr) return;
  const RulesFound found = look_up(terminal_.paint(), *book, words);
  terminal_.say(found.lines);
  if (!found.none.empty()) terminal_.say(found.none);
}

}  // namespace wyrmhall::cli
