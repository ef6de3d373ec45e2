// What can be done in Dragons Arena, why something cannot, and what may come of it.
#include <fmt/format.h>

#include <array>

#include "clients/cli/arena_names.h"
#include "clients/cli/arena_text.h"
#include "clients/cli/message_text.h"
#include "clients/cli/sentence_arguments.h"
#include "clients/offered_actions.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kHowWidth = 10;  // columns of what can be typed

// "b2xc3", or how else a choice is typed (arena_typed.cpp), before what it does.
std::string row_text(std::string_view how, const std::string& what) {
  return padded(how, kHowWidth) + what;
}

std::string fall_text(const Scene& scene, const SentenceArguments& a) {
  const std::uint32_t target = die_on(scene.view.arena(), a.index(0)).species();
  const std::string what = fmt::format("the {} on {}", power_text(scene, target, a.index(1)), square_name(a.index(0)));
  return a[2] <= 0 ? what + " is eliminated"
                   : fmt::format("{} falls to {}", what, power_text(scene, target, a.index(2)));
}

std::string attack_text(const Scene& scene, const SentenceArguments& a) {
  const v1::ArenaView& view = scene.view.arena();
  const std::uint32_t own = die_on(view, a.index(0)).species();
  const std::uint32_t enemy = die_on(view, a.index(1)).species();
  return fmt::format("{} takes {} and becomes {}", power_text(scene, own, a.index(2)),
                     power_text(scene, enemy, a.index(3)), power_text(scene, own, a.index(3)));
}

std::string act_name(std::int32_t act) {
  const auto* field = v1::ArenaAction::descriptor()->FindFieldByNumber(act);
  return field == nullptr ? "That" : capital(field->name());
}

std::string option_name(std::int32_t number) {
  const auto* field = v1::ArenaOptions::descriptor()->FindFieldByNumber(number);
  return field == nullptr ? fmt::format("number {}", number) : field->name();
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
  const SentenceArguments a(choices.choices(first).sentence());
  const v1::ArenaPhrase phrase = choices.choices(first).sentence().arena();
  std::string each;
  for (int i = first; i <= last; ++i) {
    const SentenceArguments one(choices.choices(i).sentence());
    each += each.empty() ? "" : " ";
    if (phrase == v1::ARENA_PHRASE_MODIFY) each += fmt::format("{}", one[2]);
    if (phrase == v1::ARENA_PHRASE_PLACE) each += square_name(one.index(1));
    if (phrase == v1::ARENA_PHRASE_BLIZZARD) each += square_name(one.index(3));
  }
  switch (phrase) {
    case v1::ARENA_PHRASE_PLACE:
      return row_text(fmt::format("{}@…", a[0]), fmt::format("place a {} on {}", a[0], each));
    case v1::ARENA_PHRASE_MODIFY: {
      const std::uint32_t species = die_on(scene.view.arena(), a.index(0)).species();
      return row_text(square_name(a.index(0)) + "=…",
                      fmt::format("turn the {} into {}", power_text(scene, species, a.index(1)), each));
    }
    default:
      return row_text(square_name(a.index(0)) + ">…",
                      fmt::format("Blizzard: {} and goes to {}", fall_text(scene, a), each));
  }
}

std::string rule_text(const Scene& scene, v1::ArenaPhrase phrase, const SentenceArguments& a) {
  const auto square = [&](int i) { return square_name(a.index(i)); };
  switch (phrase) {
    case v1::ARENA_PHRASE_TOO_STRONG:
      return fmt::format("A {} does not beat a {}.", a[0], a[1]);
    case v1::ARENA_PHRASE_MUST_ELIMINATE:
      return "Nobody can be modified while somebody can be eliminated.";
    case v1::ARENA_PHRASE_OPPONENT_MODIFIES:
      return "In the opponent's turn nobody is modified.";
    case v1::ARENA_PHRASE_HAS_FIELD:
      return fmt::format("The dragon on {} has a force field and cannot be modified.", square(0));
    case v1::ARENA_PHRASE_SAME_POWER:
      return fmt::format("The dragon on {} is a {} already.", square(0), a[1]);
    case v1::ARENA_PHRASE_NO_POWERS:
      return "This match is played without powers of the species.";
    case v1::ARENA_PHRASE_NO_ONE_BESIDE:
      return fmt::format("No own dragon of power 1 is beside {}.", square(0));
    case v1::ARENA_PHRASE_DESTINATION_NEEDED:
      return fmt::format("Say where the dragon on {} goes.", square(0));
    case v1::ARENA_PHRASE_NO_DESTINATION:
      return fmt::format("The dragon on {} is not moved.", square(0));
    case v1::ARENA_PHRASE_OPTION_RANGE:
      return fmt::format("The option {} must be {} to {}, not {}.", option_name(a[0]), a[2], a[3], a[1]);
    case v1::ARENA_PHRASE_NOT_IN_SOLO:
      return fmt::format("Solo Training is a single duel of Baby Dragon; the option {} says otherwise.",
                         option_name(a[0]));
    case v1::ARENA_PHRASE_NOT_YOUR_TURN: {
      const std::string name = seat_name(scene, a[0]);
      return fmt::format("{} {} deciding now.", capital(name), verb(name, "are", "is"));
    }
    default:
      return {};
  }
}

// What an outcome changes, in words: squares, nuggets, the end.
std::vector<std::string> changes_of(const Scene& scene, const v1::OddsLine& line) {
  const v1::ArenaView& then = line.diff().arena();
  std::vector<std::string> changes;
  if (then.has_phase() && then.phase() == v1::ARENA_PHASE_OVER) changes.push_back("the match is over");
  for (const auto& [number, result] : then.results()) {
    changes.push_back(result.winner() < 0
                          ? fmt::format("duel {} is drawn", number)
                          : fmt::format("{} wins duel {}", species_name(scene, result.winner()), number));
  }
  if (!then.results().empty()) return changes;
  for (std::uint32_t square = 0; square < kArenaSquares; ++square) {
    const auto found = then.board().find(square);
    if (found == then.board().end()) continue;
    const v1::ArenaDie& die = found->second;
    changes.push_back(die.has_species() ? fmt::format("{}: {} {}{}", square_name(square),
                                                      species_name(scene, static_cast<std::int32_t>(die.species())),
                                                      die.power(), die.field() ? "*" : "")
                                        : square_name(square) + " empty");
  }
  return changes;
}

}  // namespace

std::string ArenaText::choice(const Scene& scene, const v1::Choice& choice) const {
  const SentenceArguments a(choice.sentence());
  const auto square = [&](int i) { return square_name(a.index(i)); };
  switch (choice.sentence().arena()) {
    case v1::ARENA_PHRASE_PAIR:
      return row_text(fmt::format("{}+{}", a[0], a[1]), fmt::format("both get a {} and a {}", a[0], a[1]));
    case v1::ARENA_PHRASE_PLACE:
      return row_text(fmt::format("{}@{}", a[0], square(1)), fmt::format("place a {} on {}", a[0], square(1)));
    case v1::ARENA_PHRASE_ELIMINATE:
      return row_text(fmt::format("{}x{}", square(0), square(1)), attack_text(scene, a));
    case v1::ARENA_PHRASE_MODIFY:
      return row_text(fmt::format("{}={}", square(0), a[2]), fmt::format("turn the {} into {}", a[1], a[2]));
    case v1::ARENA_PHRASE_COMBUSTION:
      return row_text(square(0) + "!", "Combustion: " + fall_text(scene, a));
    case v1::ARENA_PHRASE_BLIZZARD:
      if (a[3] < 0) return row_text(square(0) + "!", "Blizzard: " + fall_text(scene, a));
      return row_text(fmt::format("{}>{}", square(0), square(3)),
                      fmt::format("Blizzard: {} and goes to {}", fall_text(scene, a), square(3)));
    default:
      return line_text(choice.action().arena());
  }
}

std::vector<std::string> ArenaText::form(const Scene& /*scene*/, const v1::Form& form) const {
  const std::string rule = form.has_sum_most() ? fmt::format("eight powers that add up to {}", form.sum_most())
                                               : "any eight powers from 1 to 6";
  return {fmt::format("type {}, such as 1 1 2 3 4 5 6 6 ({} ways)", rule, clients::Fillings(form).count())};
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
  const SentenceArguments a(sentence);
  const auto square = [&](int i) { return square_name(a.index(i)); };
  switch (sentence.arena()) {
    case v1::ARENA_PHRASE_MATCH_OVER:
      return "The match is over.";
    case v1::ARENA_PHRASE_NOT_NOW:
      return "Dice have to be rolled first.";
    case v1::ARENA_PHRASE_ALREADY_COMMITTED:
      return "The powers are committed already.";
    case v1::ARENA_PHRASE_NO_SUCH_ACT:
      return "There is no such action.";
    case v1::ARENA_PHRASE_WRONG_PHASE:
      return fmt::format("{} is for another phase of the duel.", act_name(a[0]));
    case v1::ARENA_PHRASE_STRAY_FIELD:
      return fmt::format("{} does not take all of these arguments.", act_name(a[0]));
    case v1::ARENA_PHRASE_POWER_RANGE:
      return fmt::format("A power of {} cannot be; it is {} to {}.", a[0], a[1], a[2]);
    case v1::ARENA_PHRASE_POWERS_NOT_SORTED:
      return "The powers must be in ascending order.";
    case v1::ARENA_PHRASE_WRONG_SUM:
      return fmt::format("The powers add up to {}; they must come to {}.", a[0], a[1]);
    case v1::ARENA_PHRASE_NOT_IN_POOL:
      return fmt::format("There is no {} left to place.", a[0]);
    case v1::ARENA_PHRASE_NO_SUCH_SQUARE:
      return "There is no such square.";
    case v1::ARENA_PHRASE_SQUARE_TAKEN:
      return fmt::format("There is a dragon on {}.", square(0));
    case v1::ARENA_PHRASE_SQUARE_EMPTY:
      return fmt::format("There is nobody on {}.", square(0));
    case v1::ARENA_PHRASE_DRAGON_IS_ENEMY:
      return fmt::format("The dragon on {} is not of the species that decides.", square(0));
    case v1::ARENA_PHRASE_DRAGON_IS_OWN:
      return fmt::format("The dragon on {} is of your own species.", square(0));
    case v1::ARENA_PHRASE_NOT_ADJACENT:
      return fmt::format("{} and {} are not beside each other.", capital(square(0)), square(1));
    default:
      break;
  }
  const std::string text = rule_text(scene, sentence.arena(), a);
  return text.empty() ? line_text(sentence) : text;
}

std::vector<std::string> ArenaText::odds(const Scene& scene, const v1::Odds& odds) const {
  std::vector<std::string> lines;
  for (const v1::OddsLine& line : odds.lines()) {
    const auto changes = changes_of(scene, line);
    lines.push_back(fmt::format("{:>7}  {}", percent(line.probability()),
                                changes.empty() ? "nothing else" : fmt::format("{}", fmt::join(changes, ", "))));
  }
  if (odds.has_expected_value()) {
    lines.push_back(scene.paint(Tint::kFaint,
                                fmt::format("how good it looks, from 0 to 100: {:.0f}", 100 * odds.expected_value())));
  }
  return lines;
}

}  // namespace wyrmhall::cli
