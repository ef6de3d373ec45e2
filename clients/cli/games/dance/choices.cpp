// What can be done in Dragon Dance, why something cannot, and what may come of it.
#include <fmt/format.h>

#include <set>

#include "clients/cli/games/dance/names.h"
#include "clients/cli/games/dance/text.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/message_text.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kTypedColumns = 16;  // columns of what can be typed

// "charge 4 · shield −2": what the cards that can be played at this range would do with a die.
std::string cards_with(const Scene& scene, std::uint32_t column) {
  const v1::DanceView& view = scene.view.dance();
  std::vector<std::string> each;
  const std::string& hand = found_in(view.hand(), static_cast<std::uint32_t>(scene.seat));
  for (std::size_t i = 0; i < hand.size(); ++i) {
    const std::uint32_t card = byte_at(hand, i);
    const v1::DanceCard& rules = rules_of_card(view, card);
    const bool fits = view.range() == v1::DANCE_RANGE_LONG ? rules.long_range() : rules.short_range();
    const std::string_view table = table_of(view, card);
    if (!fits || table.empty()) continue;
    each.push_back(fmt::format("{} {}{}", card_word(card), rules.damage().empty() ? "−" : "", byte_at(table, column)));
  }
  return fmt::format("{}", fmt::join(each, " · "));
}

std::string die_word(std::uint32_t column) {
  return column == 0 ? dance_t("word.none") : std::to_string(column);
}

// What an outcome changes, in words: lives, the range, the end.
std::vector<std::string> dance_changes(const Scene& scene, const v1::OddsLine& line) {
  const v1::DanceView& then = line.diff().dance();
  std::vector<std::string> changes;
  for (const std::uint32_t seat : kDanceSeats) {
    if (!then.life().contains(seat)) continue;
    changes.push_back(labelled(role_name(scene, seat), dance_t("odds.life", {{"n", found_in(then.life(), seat)}})));
  }
  const std::string& range = v1::DanceRange_Name(then.range());
  if (then.has_range() && has_message("dance", range)) changes.push_back(dance_t(range));
  if (then.has_phase() && then.phase() == v1::DANCE_PHASE_OVER) {
    changes.push_back(dance_t(v1::DancePhase_Name(v1::DANCE_PHASE_OVER)));
  }
  return changes;
}

}  // namespace

std::string DanceText::choice(const Scene& scene, const v1::Choice& choice) const {
  const SentenceArguments a(choice.sentence());
  const auto row = [](const std::string& typed, const std::string& what) {
    return padded(typed, kTypedColumns) + what;
  };
  const auto meant = [&] { return dance_sentence(scene, choice.sentence()); };
  switch (choice.sentence().dance()) {
    case v1::DANCE_PHRASE_DIE:
    case v1::DANCE_PHRASE_NO_DIE: {
      const std::uint32_t column = choice.sentence().dance() == v1::DANCE_PHRASE_DIE ? a.index(1) : 0;
      return row((column == 0 ? "" : dance_t("word.die") + " ") + die_word(column), cards_with(scene, column));
    }
    case v1::DANCE_PHRASE_CARD: {
      const auto effects = effects_of(scene.view.dance(), a[0], a.index(1));
      return row(card_word(a[0]), labelled(meant(), fmt::format("{}", fmt::join(effects, " · "))));
    }
    case v1::DANCE_PHRASE_FOLLOW_UP:
      return row(card_word(a[0]) + " " + die_word(a[1] < 0 ? 0 : a.index(2)), meant());
    case v1::DANCE_PHRASE_TAKE_BACK:
      return row(card_word(a[0]), meant());
    case v1::DANCE_PHRASE_PASS:
    case v1::DANCE_PHRASE_DECLINE:
      return row(dance_t("word.pass"), meant());
    default:
      return line_text(choice.action().dance());
  }
}

std::vector<GameText::Row> DanceText::rows(const Scene& scene, const v1::Choices& choices) const {
  std::vector<Row> rows = GameText::rows(scene, choices);
  std::set<std::string> seen;
  std::erase_if(rows, [&](const Row& row) { return !seen.insert(row.text).second; });
  return rows;
}

std::string DanceText::reason(const Scene& scene, const v1::Sentence& sentence) const {
  return dance_sentence(scene, sentence);
}

std::vector<std::string> DanceText::odds(const Scene& scene, const v1::Odds& odds) const {
  std::vector<std::string> lines;
  for (const v1::OddsLine& line : odds.lines()) {
    const std::vector<std::string> changes = dance_changes(scene, line);
    // A die or a card that is chosen first changes nothing before the other side has chosen, too.
    const bool nothing = odds.lines_size() == 1 && changes.empty();
    lines.push_back(nothing ? t("odds.none") : odds_line(line.probability(), changes));
  }
  if (odds.has_expected_value()) {
    const std::string value = decimal(100 * odds.expected_value(), 0);
    lines.push_back(scene.paint(Tint::kFaint, dance_t("odds.value", {{"n", value}})));
  }
  return lines;
}

}  // namespace wyrmhall::cli
