// What a person types in Dragon Dance instead of the number of a choice: "die 5", "charge", "slash 3", "pass".
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "clients/cli/games/dance/names.h"
#include "clients/cli/games/dance/text.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/games/typed_words.h"

namespace wyrmhall::cli {
namespace {

std::string dance_word(std::string_view key) {
  return plain_letters(dance_t(key));
}

// The value of a die, 0 for "none"; nothing where it is neither.
std::optional<std::uint32_t> value_in(const std::string& text) {
  if (text == dance_word("word.none")) return 0;
  return number_in_word(text);
}

// The cards of a deck whose word or name begins with the text.
std::vector<int> cards_named(int seat, const std::string& text) {
  std::vector<int> cards;
  for (int card = seat * kDanceDeckSize; card < (seat + 1) * kDanceDeckSize; ++card) {
    const std::string short_name = plain_letters(card_word(card));
    if (short_name == text) return {card};
    if (short_name.starts_with(text) || plain_letters(card_name(card)).starts_with(text)) cards.push_back(card);
  }
  return cards;
}

// What is meant: a card with a die, either of them, or neither to pass. A die of 0 is none.
struct Meant {
  std::optional<int> card = {};
  std::optional<std::uint32_t> die = {};
};

bool is_meant(const v1::Sentence& sentence, const Meant& meant) {
  const SentenceArguments a(sentence);
  switch (sentence.dance()) {
    case v1::DANCE_PHRASE_NO_DIE:
      return !meant.card && meant.die.value_or(0) == 0;
    case v1::DANCE_PHRASE_DIE:
      return !meant.card && meant.die == a.index(1);
    case v1::DANCE_PHRASE_PASS:
    case v1::DANCE_PHRASE_DECLINE:
      return !meant.card && !meant.die;
    case v1::DANCE_PHRASE_CARD:
    case v1::DANCE_PHRASE_TAKE_BACK:
      return meant.card == a[0] && !meant.die;
    case v1::DANCE_PHRASE_FOLLOW_UP:
      return meant.card == a[0] && meant.die == (a[1] < 0 ? 0 : a.index(2));
    default:
      return false;
  }
}

// Whether the server says why exactly this cannot be done.
bool is_about(const Scene& scene, const v1::Sentence& reason, const Meant& meant) {
  const SentenceArguments a(reason);
  switch (reason.dance()) {
    case v1::DANCE_PHRASE_DIE_SPENT:
    case v1::DANCE_PHRASE_DIE_CHOSEN: {
      const std::string& dice = found_in(scene.view.dance().dice(), static_cast<std::uint32_t>(scene.seat));
      return meant.die && a[0] >= 0 && byte_at(dice, a.index(0)) == meant.die;
    }
    default:
      return meant.card && meant.card == a[0];
  }
}

// The card of the second hit; -1 where none is asked for.
int follow_up_in(const v1::Choices& choices) {
  for (const v1::Choice& choice : choices.choices()) {
    if (choice.sentence().dance() == v1::DANCE_PHRASE_FOLLOW_UP) return SentenceArguments(choice.sentence())[0];
  }
  return -1;
}

std::string why_not_possible(const GameText& text, const Scene& scene, const v1::Choices& choices, const Meant& meant) {
  const v1::DanceView& view = scene.view.dance();
  for (const v1::Unavailable& unavailable : choices.unavailable()) {
    if (!is_about(scene, unavailable.reason(), meant)) continue;
    const std::string rule = unavailable.rule().empty() ? "" : " (" + unavailable.rule() + ")";
    return text.reason(scene, unavailable.reason()) + rule;
  }
  const bool follows = meant.card && view.phase() == v1::DANCE_PHASE_COMBO;
  if (const int partner = follow_up_in(choices); follows && partner != *meant.card) {
    return dance_t(v1::DancePhrase_Name(v1::DANCE_PHRASE_NOT_THE_FOLLOW_UP),
                   {{"card0", card_name(*meant.card)}, {"card1", card_name(partner)}});
  }
  if (follows && !meant.die) {
    return dance_t("type.withDie", {{"word", card_word(*meant.card)}, {"none", dance_t("word.none")}});
  }
  if (meant.card && view.phase() == v1::DANCE_PHASE_CARD &&
      !found_in(view.hand(), static_cast<std::uint32_t>(scene.seat)).contains(static_cast<char>(*meant.card))) {
    return dance_t(v1::DancePhrase_Name(v1::DANCE_PHRASE_NOT_IN_HAND), {{"card0", card_name(*meant.card)}});
  }
  const bool asks_for_die = view.phase() == v1::DANCE_PHASE_DIE;
  if (asks_for_die ? meant.card.has_value() : meant.die && !meant.card) {
    const std::string phase = dance_t(v1::DancePhase_Name(view.phase()));
    return dance_t(v1::DancePhrase_Name(v1::DANCE_PHRASE_WRONG_PHASE), {{"phase1", phase}});
  }
  if (meant.die && (asks_for_die || follows)) return dance_t("type.noDie", {{"n", *meant.die}});
  return t("choice.none");
}

}  // namespace

GameText::Typed DanceText::typed(const Scene& scene, const v1::Choices& choices, std::string_view line) const {
  std::vector<std::string> words = words_in(line);
  if (words.empty() || scene.seat < 0) return {};
  Meant meant;
  const bool names_die = words.front() == dance_word("word.die");
  if (words.size() > 1 && (names_die || words.front() == dance_word("word.card"))) words.erase(words.begin());
  if (words.size() > 1 || names_die) {
    meant.die = value_in(words.back());
    if (meant.die) words.pop_back();
  }
  const std::string text = fmt::format("{}", fmt::join(words, " "));
  const bool passes = words.size() == 1 && (text == dance_word("word.pass") || text == dance_word("word.none"));
  if (!words.empty() && !passes) {
    const std::vector<int> cards = cards_named(scene.seat, text);
    if (cards.empty()) return {};
    if (cards.size() > 1) {
      std::vector<std::string> names;
      names.reserve(cards.size());
      for (const int card : cards) names.push_back(card_word(card));
      return {.complaint = dance_t("type.which", {{"word", text}, {"list", listed(names)}})};
    }
    meant.card = cards.front();
  }
  for (const v1::Choice& choice : choices.choices()) {
    if (is_meant(choice.sentence(), meant)) return {.action = choice.action()};
  }
  return {.complaint = why_not_possible(*this, scene, choices, meant)};
}

}  // namespace wyrmhall::cli
