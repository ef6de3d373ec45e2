#include "clients/cli/games/plain/text.h"

#include <optional>

#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/terminal/message_text.h"

namespace wyrmhall::cli {
namespace {

// What the game's messages say, where it has any.
std::optional<std::string> said(const Scene& scene, const v1::Sentence& sentence) {
  const auto& reflection = *sentence.GetReflection();
  const auto* phrases = v1::Sentence::descriptor()->FindOneofByName("phrase");
  const auto* field = reflection.GetOneofFieldDescriptor(sentence, phrases);
  if (field == nullptr) return std::nullopt;
  const std::string& game = field->name();
  const std::string& key = reflection.GetEnum(sentence, field)->name();
  const auto* options = v1::GameOptions::descriptor()->FindFieldByName(game);
  if (options == nullptr || !has_message(game, key)) return std::nullopt;
  return t(game, key, values_of(scene, SentenceArguments(sentence), *options->message_type()));
}

}  // namespace

std::vector<std::string> PlainText::board(const Scene& scene) const {
  return tree_text(inner_message(scene.view));
}

std::string PlainText::event(const Scene& /*scene*/, const v1::GameEvent& event) const {
  return line_text(inner_message(event));
}

std::string PlainText::choice(const Scene& scene, const v1::Choice& choice) const {
  return said(scene, choice.sentence()).value_or(line_text(inner_message(choice.action())));
}

std::string PlainText::reason(const Scene& scene, const v1::Sentence& sentence) const {
  return said(scene, sentence).value_or(line_text(sentence));
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
