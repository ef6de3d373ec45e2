// What can be typed in Dragon Dance, and what its cards do.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <utility>

#include "clients/cli/games/dance/names.h"
#include "clients/cli/games/dance/text.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/games/typed_words.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kDieColumns = 7;  // of a table: no die, and 1 to 6

// The example of a choice, and the message that says what it does.
GameText::Way way_of(const v1::Sentence& sentence) {
  const SentenceArguments a(sentence);
  switch (sentence.dance()) {
    case v1::DANCE_PHRASE_DIE:
      return {fmt::format("{} {}", dance_t("word.die"), a[1]), dance_t("type.die", {{"n", a[1]}})};
    case v1::DANCE_PHRASE_NO_DIE:
      return {dance_t("word.none"), dance_t("type.die.none")};
    case v1::DANCE_PHRASE_CARD:
      return {card_word(a[0]), dance_t("type.card", {{"card", card_name(a[0])}})};
    case v1::DANCE_PHRASE_TAKE_BACK:
      return {card_word(a[0]), dance_t("type.take", {{"card", card_name(a[0])}})};
    case v1::DANCE_PHRASE_FOLLOW_UP: {
      const std::string die = a[1] < 0 ? dance_t("word.none") : std::to_string(a[2]);
      return {card_word(a[0]) + " " + die, dance_t("type.follow", {{"card", card_name(a[0])}})};
    }
    case v1::DANCE_PHRASE_PASS:
    case v1::DANCE_PHRASE_DECLINE:
      return {dance_t("word.pass"), dance_t("type.pass")};
    default:
      return {};
  }
}

// Its range, and what it does with each die; once, if that is always the same.
std::vector<std::string> about_card(const Scene& scene, std::int64_t card) {
  const v1::DanceView& view = scene.view.dance();
  const v1::DanceCard& rules = rules_of_card(view, card);
  std::string head = scene.paint(Tint::kStrong, card_name(card));
  if (rules.long_range() != rules.short_range()) {
    head += " · " + dance_t(rules.long_range() ? "card.only.long" : "card.only.short");
  }
  std::vector<std::string> lines = {head};
  const std::string own_line = fmt::format("card.{}.line", card);
  if (has_message("dance", own_line)) lines.push_back("  " + dance_t(own_line));
  if (table_of(view, card).empty()) {
    lines.push_back("  " + fmt::format("{}", fmt::join(effects_of(view, card, 1), " · ")));
    return lines;
  }
  for (std::uint32_t column = 0; column < kDieColumns; ++column) {
    const std::string die = column == 0 ? dance_t("word.none") : dance_t("word.die") + " " + std::to_string(column);
    lines.push_back("  " + padded(die, 10) + fmt::format("{}", fmt::join(effects_of(view, card, column), " · ")));
  }
  return lines;
}

}  // namespace

std::vector<GameText::Way> DanceText::ways_to_type(const Scene& /*scene*/, const v1::Choices& choices) const {
  std::vector<Way> ways;
  std::set<v1::DancePhrase> seen;
  for (const v1::Choice& choice : choices.choices()) {
    if (!seen.insert(choice.sentence().dance()).second) continue;
    if (Way way = way_of(choice.sentence()); !way.example.empty()) ways.push_back(std::move(way));
  }
  return ways;
}

std::vector<std::string> DanceText::about(const Scene& scene, std::string_view name) const {
  const std::string typed = plain_letters(name);
  std::vector<std::string> lines;
  for (int card = 0; card < 2 * kDanceDeckSize; ++card) {
    if (!is_name_begun(typed, card_name(card))) continue;
    for (std::string& line : about_card(scene, card)) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace wyrmhall::cli
