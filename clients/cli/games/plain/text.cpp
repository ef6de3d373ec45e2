#include "clients/cli/games/plain/text.h"

#include "clients/cli/terminal/message_text.h"

namespace wyrmhall::cli {

std::vector<std::string> PlainText::board(const Scene& scene) const {
  return tree_text(inner_message(scene.view));
}

std::string PlainText::event(const Scene& /*scene*/, const v1::GameEvent& event) const {
  return line_text(inner_message(event));
}

std::string PlainText::choice(const Scene& /*scene*/, const v1::Choice& choice) const {
  return line_text(inner_message(choice.action()));
}

std::string PlainText::reason(const Scene& /*scene*/, const v1::Sentence& sentence) const {
  return line_text(sentence);
}

std::vector<std::string> PlainText::odds(const Scene& /*scene*/, const v1::Odds& odds) const {
  std::vector<std::string> lines;
  for (const v1::OddsLine& line : odds.lines()) {
    const std::string change = line_text(inner_message(line.diff()));
    lines.push_back(odds_line(line.probability(), change.empty() ? std::vector<std::string>() : std::vector{change}));
  }
  return lines;
}

}  // namespace wyrmhall::cli
