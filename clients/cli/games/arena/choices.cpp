// What can be done in Dragons Arena, why something cannot, and what may come of it.
#include <fmt/format.h>

#include "clients/cli/games/arena/names.h"
#include "clients/cli/games/arena/text.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/terminal/message_text.h"
#include "clients/model/offered_actions.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kHowWidth = 10;  // columns of what can be typed

// "b2xc3", or how else a choice is typed (typed.cpp), before what it does.
std::string row_text(std::string_view how, const std::string& what) {
  return padded(how, kHowWidth) + what;
}

// Choices of one row belong to one group and sit on the same thing or place the same power.
bool same_row(const v1::Choice& one, const v1::Choice& other) {
  if (one.group() != other.group()) return false;
  const SentenceArguments a(one.sentence());
  const SentenceArguments b(other.sentence());
  switch (one.sentence().arena()) {
    case v1::ARENA_PHRASE_PLACE:
    case v1::ARENA_PHRASE_MODIFY:
    case v1::ARENA_PHRASE_BLIZZARD:
      return a[0] == b[0];
    default:
      return false;
  }
}

// Several choices in one row: what they have in common, and what each of them adds in the order of their numbers.
std::string shared_row(const Scene& scene, const v1::Choices& choices, int first, int last) {
  const v1::Sentence& sentence = choices.choices(first).sentence();
  const SentenceArguments a(sentence);
  std::string each;
  for (int i = first; i <= last; ++i) {
    const SentenceArguments one(choices.choices(i).sentence());
    each += each.empty() ? "" : " ";
    if (sentence.arena() == v1::ARENA_PHRASE_MODIFY) each += std::to_string(one[2]);
    if (sentence.arena() == v1::ARENA_PHRASE_PLACE) each += square_name(one.index(1));
    if (sentence.arena() == v1::ARENA_PHRASE_BLIZZARD) each += square_name(one.index(3));
  }
  switch (sentence.arena()) {
    case v1::ARENA_PHRASE_PLACE:
      return row_text(fmt::format("{}@…", a[0]), arena_sentence(scene, sentence, {{"square1", each}}));
    case v1::ARENA_PHRASE_MODIFY:
      return row_text(square_name(a.index(0)) + "=…", arena_sentence(scene, sentence, {{"n2", each}}));
    default:
      return row_text(square_name(a.index(0)) + ">…", arena_sentence(scene, sentence, {{"square3", each}}));
  }
}

// What an outcome changes, in words: squares, nuggets, the end.
std::vector<std::string> arena_changes(const Scene& scene, const v1::OddsLine& line) {
  const v1::ArenaView& then = line.diff().arena();
  std::vector<std::string> changes;
  if (then.has_phase() && then.phase() == v1::ARENA_PHASE_OVER) changes.push_back(arena_t("odds.over"));
  for (const auto& [number, result] : then.results()) {
    changes.push_back(result.winner() < 0
                          ? arena_t("odds.drawn", {{"n", number}})
                          : arena_t("odds.wins", {{"name", species_name(scene, result.winner())}, {"n", number}}));
  }
  if (!then.results().empty()) return changes;
  for (std::uint32_t square = 0; square < kArenaSquares; ++square) {
    const auto found = then.board().find(square);
    if (found == then.board().end()) continue;
    const v1::ArenaDie& die = found->second;
    if (!die.has_species()) {
      changes.push_back(arena_t("odds.empty", {{"square", square_name(square)}}));
      continue;
    }
    changes.push_back(labelled(square_name(square),
                               fmt::format("{} {}{}", species_name(scene, static_cast<std::int32_t>(die.species())),
                                           die.power(), die.field() ? "*" : "")));
  }
  return changes;
}

}  // namespace

std::string ArenaText::choice(const Scene& scene, const v1::Choice& choice) const {
  const std::string how = way_to_type_arena(choice.sentence());
  return how.empty() ? line_text(choice.action().arena()) : row_text(how, arena_sentence(scene, choice.sentence()));
}

std::vector<GameText::FormLine> ArenaText::form(const Scene& /*scene*/, const v1::Form& form) const {
  const std::uint64_t ways = clients::Fillings(form).count();
  if (!form.has_sum_most()) return {{arena_t("type.powers.any", {{"m", ways}})}};
  return {{arena_t("type.powers", {{"n", form.sum_most()}, {"m", ways}})}};
}

std::vector<GameText::Row> ArenaText::rows(const Scene& scene, const v1::Choices& choices) const {
  std::vector<Row> rows;
  const int count = choices.choices_size();
  for (int first = 0; first < count;) {
    int last = first;
    while (last + 1 < count && same_row(choices.choices(first), choices.choices(last + 1))) ++last;
    rows.push_back(
        {first, last, first == last ? choice(scene, choices.choices(first)) : shared_row(scene, choices, first, last)});
    first = last + 1;
  }
  return rows;
}

std::string ArenaText::reason(const Scene& scene, const v1::Sentence& sentence) const {
  return arena_sentence(scene, sentence);
}

std::vector<std::string> ArenaText::odds(const Scene& scene, const v1::Odds& odds) const {
  std::vector<std::string> lines;
  for (const v1::OddsLine& line : odds.lines())
    lines.push_back(odds_line(line.probability(), arena_changes(scene, line)));
  if (odds.has_expected_value()) {
    const std::string value = decimal(100 * odds.expected_value(), 0);
    lines.push_back(scene.paint(Tint::kFaint, arena_t("odds.value", {{"n", value}})));
  }
  return lines;
}

}  // namespace wyrmhall::cli
