#include "clients/cli/games/hunt/typed/turn.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "clients/cli/games/form_text.h"
#include "clients/cli/games/hunt/forms.h"
#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/hunt/sheet.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/games/typed_words.h"

namespace wyrmhall::cli {
namespace {

GameText::Typed complaint(const std::string& sentence) {
  return {.action = std::nullopt, .complaint = sentence};
}

GameText::Typed phrase_complaint(const TypedScene& typed, v1::HuntPhrase phrase,
                                 std::initializer_list<std::int64_t> arguments = {}) {
  v1::Sentence sentence;
  sentence.set_hunt(phrase);
  for (const std::int64_t argument : arguments) sentence.add_arguments(static_cast<std::int32_t>(argument));
  return complaint(hunt_sentence(typed.scene, sentence));
}

// The choice that a test picks.
template <class IsMeant>
std::optional<v1::GameAction> choice_where(const TypedScene& typed, const IsMeant& is_meant) {
  for (const v1::Choice& choice : typed.choices.choices()) {
    if (is_meant(choice.action().hunt())) return choice.action();
  }
  return std::nullopt;
}

// --- Dice ---

using Dice = std::set<std::uint32_t>;  // slots

std::optional<std::uint32_t> symbol_typed(const std::string& word) {
  std::optional<std::uint32_t> begun;
  for (std::uint32_t symbol = v1::HUNT_SYMBOL_SWORD; symbol <= v1::HUNT_SYMBOL_DRAGON; ++symbol) {
    if (plain_letters(symbol_letter(symbol)) == word) return symbol;
    if (!begun && plain_letters(symbol_name(symbol)).starts_with(word)) begun = symbol;
  }
  return begun;
}

// The dice that words name, each by its number or by what it shows.
struct DiceTyped {
  Dice dice{};
  std::string complaint{};
};
DiceTyped dice_typed(const TypedScene& typed, TypedWords words) {
  const std::string& dice = typed.view().dice();
  DiceTyped read;
  for (const std::string& word : words) {
    if (const auto number = number_in_word(word)) {
      if (*number < 1 || *number > dice.size()) {
        const auto counted = static_cast<std::int64_t>(dice.size());
        return {{},
                phrase_complaint(typed, v1::HUNT_PHRASE_NO_SUCH_DIE, {std::int64_t{*number} - 1, counted}).complaint};
      }
      read.dice.insert(*number - 1);
      continue;
    }
    const auto symbol = symbol_typed(word);
    const std::size_t before = read.dice.size();
    for (std::uint32_t slot = 0; symbol && slot < dice.size(); ++slot) {
      if (die_in_slot(typed.view(), slot) == *symbol) read.dice.insert(slot);
    }
    if (read.dice.size() == before) return {{}, hunt_t("type.noDie", {{"word", word}})};
  }
  return read;
}

Dice all_dice(const TypedScene& typed) {
  Dice dice;
  for (std::uint32_t slot = 0; slot < typed.view().dice().size(); ++slot) dice.insert(slot);
  return dice;
}

Dice other_dice(const TypedScene& typed, const Dice& kept) {
  Dice dice = all_dice(typed);
  for (const std::uint32_t slot : kept) dice.erase(slot);
  return dice;
}

std::string as_bytes(const Dice& dice) {
  std::string bytes;
  for (const std::uint32_t slot : dice) bytes += static_cast<char>(slot);
  return bytes;
}

GameText::Typed filled_with_dice(const TypedScene& typed, const v1::Form& form, const Dice& dice) {
  if (dice.empty()) return phrase_complaint(typed, v1::HUNT_PHRASE_NO_DICE);
  if (form.has_sum_most() && dice.size() > form.sum_most()) {
    return phrase_complaint(typed, v1::HUNT_PHRASE_TOO_MANY_DICE,
                            {static_cast<std::int64_t>(dice.size()), form.sum_most()});
  }
  std::vector<std::uint32_t> values;
  values.reserve(static_cast<std::size_t>(form.parts_size()));
  for (int slot = 0; slot < form.parts_size(); ++slot) {
    values.push_back(dice.contains(static_cast<std::uint32_t>(slot)) ? 1 : 0);
  }
  return filled_form(form, values);
}

GameText::Typed rolled_typed(const TypedScene& typed, TypedWords words, bool keeps) {
  std::vector<std::string> named(words.begin(), words.end());
  const bool blessed = std::erase(named, hunt_word("blessed")) > 0;
  const DiceTyped read = dice_typed(typed, named);
  if (!read.complaint.empty()) return complaint(read.complaint);
  const Dice dice = keeps ? other_dice(typed, read.dice) : named.empty() ? all_dice(typed) : read.dice;
  const std::string bytes = as_bytes(dice);
  const auto first = choice_where(typed, [&](const v1::HuntAction& action) {
    return action.has_roll() && action.roll().dice() == bytes && action.roll().blessing() == blessed;
  });
  if (first) return {.action = first};
  const v1::HuntPhrase phrase = blessed ? v1::HUNT_PHRASE_ROLL_BLESSED : v1::HUNT_PHRASE_ROLL_AGAIN;
  for (const v1::Form& form : typed.choices.forms()) {
    if (form.sentence().hunt() == phrase) return filled_with_dice(typed, form, dice);
  }
  if (typed.view().phase() != v1::HUNT_PHASE_TURN) return phrase_complaint(typed, v1::HUNT_PHRASE_WRONG_PHASE);
  if (typed.view().rolls() == 0) return phrase_complaint(typed, v1::HUNT_PHRASE_FIRST_ROLL);
  if (blessed) return phrase_complaint(typed, v1::HUNT_PHRASE_NO_BLESSING, {typed.view().acting()});
  return phrase_complaint(typed, v1::HUNT_PHRASE_NO_ROLL_LEFT, {kHuntRolls});
}

// --- Items ---

GameText::Typed reroll_typed(const TypedScene& typed, const v1::Form& form, TypedWords words) {
  const bool keeps = !words.empty() && words.front() == hunt_word("keep");
  if (keeps) words = words.subspan(1);
  const DiceTyped read = dice_typed(typed, words);
  if (!read.complaint.empty()) return complaint(read.complaint);
  return filled_with_dice(typed, form, keeps ? other_dice(typed, read.dice) : read.dice);
}

// An item that heals a hero, or is put to use.
GameText::Typed item_choice(const TypedScene& typed, int slot, TypedWords words) {
  std::vector<std::string> heroes;
  std::optional<v1::GameAction> only;
  const auto hero = words.empty() ? std::nullopt : hero_typed(typed.scene, words.back());
  if (!words.empty() && !hero) return complaint(hunt_t("type.noHero", {{"word", words.back()}}));
  for (const v1::Choice& choice : typed.choices.choices()) {
    const SentenceArguments says(choice.sentence());
    const bool heals = choice.sentence().hunt() == v1::HUNT_PHRASE_HEAL_WITH;
    const bool put_on =
        choice.action().hunt().has_item() && static_cast<int>(choice.action().hunt().item().slot()) == slot;
    if (put_on && !hero) return {.action = choice.action()};
    if (!heals || says[0] != item_in_slot(typed.view(), typed.acting(), slot)) continue;
    if (hero && says.index(2) == *hero) return {.action = choice.action()};
    only = choice.action();
    heroes.push_back(hero_name(typed.scene, says[2]));
  }
  if (heroes.empty()) return {};
  if (hero) return phrase_complaint(typed, v1::HUNT_PHRASE_HERO_DEAD, {*hero});
  if (heroes.size() > 1) return complaint(hunt_t("type.forWhom", {{"list", listed(heroes)}}));
  return {.action = only};
}

}  // namespace

std::uint32_t TypedScene::acting() const {
  return static_cast<std::uint32_t>(std::max(view().acting(), 0));
}

std::string why_not(const TypedScene& typed, std::initializer_list<v1::HuntPhrase> reasons, std::int32_t number) {
  for (const v1::Unavailable& unavailable : typed.choices.unavailable()) {
    const v1::Sentence& reason = unavailable.reason();
    const bool fits = std::ranges::find(reasons, reason.hunt()) != reasons.end() || reasons.size() == 0;
    if (!fits || SentenceArguments(reason)[0] != number) continue;
    const std::string rule = unavailable.rule().empty() ? "" : " (" + unavailable.rule() + ")";
    return hunt_sentence(typed.scene, reason) + rule;
  }
  return t("choice.none");
}

GameText::Typed typed_roll(const TypedScene& typed, TypedWords words) {
  return rolled_typed(typed, words, false);
}

GameText::Typed typed_keep(const TypedScene& typed, TypedWords words) {
  return rolled_typed(typed, words, true);
}

GameText::Typed typed_use(const TypedScene& typed, TypedWords words) {
  const std::vector<Named> pack = named_items(typed.view(), typed.acting());
  if (words.empty()) return complaint(hunt_t("type.what"));
  NamesAtFront named = names_at_front(pack, words);
  if (const auto slot = number_in_word(words.front()); slot && *slot >= 1 && *slot <= pack.size()) {
    named = {{pack[*slot - 1]}, 1};
  }
  if (named.names.empty()) return complaint(hunt_t("type.noItem", {{"word", words.front()}}));
  if (named.names.size() > 1) return complaint(which_of(words.front(), named.names));
  words = words.subspan(named.words);
  if (!words.empty() && words.front() == hunt_word("for")) words = words.subspan(1);
  const int slot = named.names.front().number;
  const v1::HuntItem item = item_in_slot(typed.view(), typed.acting(), slot);
  for (const v1::Form& form : typed.choices.forms()) {
    const bool rerolls = form.sentence().hunt() == v1::HUNT_PHRASE_REROLL_WITH;
    if (rerolls && SentenceArguments(form.sentence())[0] == item) return reroll_typed(typed, form, words);
  }
  GameText::Typed chosen = item_choice(typed, slot, words);
  if (chosen.action || !chosen.complaint.empty()) return chosen;
  const auto& items = found_in(typed.view().progress(), typed.acting()).items();
  if (items[slot].active()) return phrase_complaint(typed, v1::HUNT_PHRASE_ITEM_ACTIVE, {item});
  switch (found_in(typed.view().items(), static_cast<std::uint32_t>(item)).kind()) {
    case v1::HUNT_ITEM_KIND_SYMBOL:
    case v1::HUNT_ITEM_KIND_REUSE:
      return phrase_complaint(typed, v1::HUNT_PHRASE_NOT_PLAYED_SO, {item});
    case v1::HUNT_ITEM_KIND_REROLL:
      return phrase_complaint(typed, v1::HUNT_PHRASE_NOT_ROLLED);
    default:
      return complaint(t("choice.none"));
  }
}

GameText::Typed typed_fail(const TypedScene& typed, TypedWords words) {
  const NamesAtFront named = names_at_front(named_skills(typed.view(), typed.acting(), false), words);
  if (!words.empty() && named.names.empty()) return complaint(hunt_t("type.noSkill", {{"word", words.front()}}));
  if (named.names.size() > 1) return complaint(which_of(words.front(), named.names));
  std::optional<v1::GameAction> only;
  int possible = 0;
  for (const v1::Choice& choice : typed.choices.choices()) {
    const v1::HuntPhrase phrase = choice.sentence().hunt();
    if (phrase != v1::HUNT_PHRASE_FAIL && phrase != v1::HUNT_PHRASE_FAIL_ONLY) continue;
    if (!named.names.empty() && SentenceArguments(choice.sentence())[0] != named.names.front().number) continue;
    only = choice.action();
    ++possible;
  }
  if (possible == 1) return {.action = only};
  if (possible > 1) return phrase_complaint(typed, v1::HUNT_PHRASE_NEEDS_COVER);
  if (typed.view().phase() != v1::HUNT_PHASE_TURN) return phrase_complaint(typed, v1::HUNT_PHRASE_WRONG_PHASE);
  if (typed.view().rolls() == 0) return phrase_complaint(typed, v1::HUNT_PHRASE_NOT_ROLLED);
  if (!words.empty()) return phrase_complaint(typed, v1::HUNT_PHRASE_COVER_COVERED, {named.names.front().number});
  return phrase_complaint(typed, v1::HUNT_PHRASE_CAN_ACTIVATE);
}

GameText::Typed typed_assist(const TypedScene& typed, TypedWords words) {
  const bool nothing = words.empty() || words.front() == hunt_word("no");
  const DiceTyped read = nothing ? DiceTyped{} : dice_typed(typed, words);
  if (!read.complaint.empty()) return complaint(read.complaint);
  // If a symbol names several dice, any of them is as good.
  const auto chosen = choice_where(typed, [&](const v1::HuntAction& action) {
    if (action.action_case() != v1::HuntAction::kAssist) return false;
    return nothing ? action.assist() < 0
                   : action.assist() >= 0 && read.dice.contains(static_cast<std::uint32_t>(action.assist()));
  });
  if (chosen) return {.action = chosen};
  if (typed.view().phase() != v1::HUNT_PHASE_ASSIST) return phrase_complaint(typed, v1::HUNT_PHRASE_WRONG_PHASE);
  const std::uint32_t slot = read.dice.empty() ? 0 : *read.dice.begin();
  const bool used = typed.view().used().contains(static_cast<char>(slot));
  return phrase_complaint(typed, used ? v1::HUNT_PHRASE_DIE_USED : v1::HUNT_PHRASE_DIE_IS_DRAGON, {slot});
}

GameText::Typed typed_pass(const TypedScene& typed, TypedWords words) {
  return typed.view().phase() == v1::HUNT_PHASE_ASSIST ? typed_assist(typed, words) : typed_no(typed, words);
}

GameText::Typed typed_flee(const TypedScene& typed, TypedWords words) {
  const auto called = choice_where(typed, [](const v1::HuntAction& action) { return action.flee(); });
  if (typed.view().phase() == v1::HUNT_PHASE_TURN && called) return {.action = called};
  if (typed.view().phase() != v1::HUNT_PHASE_FLEE) return phrase_complaint(typed, v1::HUNT_PHRASE_WRONG_PHASE);
  const bool no = !words.empty() && words.front() == hunt_word("no");
  return no ? typed_no(typed, {}) : typed_yes(typed, {});
}

GameText::Typed typed_stay(const TypedScene& typed, TypedWords /*words*/) {
  if (typed.view().phase() != v1::HUNT_PHASE_FLEE) return phrase_complaint(typed, v1::HUNT_PHRASE_WRONG_PHASE);
  return typed_no(typed, {});
}

GameText::Typed typed_yes(const TypedScene& typed, TypedWords /*words*/) {
  const auto chosen =
      choice_where(typed, [](const v1::HuntAction& action) { return action.flee() || action.replace(); });
  if (chosen) return {.action = chosen};
  return phrase_complaint(typed, v1::HUNT_PHRASE_WRONG_PHASE);
}

GameText::Typed typed_no(const TypedScene& typed, TypedWords words) {
  if (typed.view().phase() == v1::HUNT_PHASE_ASSIST) return typed_assist(typed, words);
  const auto chosen = choice_where(typed, [](const v1::HuntAction& action) {
    return (action.action_case() == v1::HuntAction::kFlee && !action.flee()) ||
           (action.action_case() == v1::HuntAction::kReplace && !action.replace());
  });
  if (chosen) return {.action = chosen};
  const bool forced = typed.view().phase() == v1::HUNT_PHASE_REPLACE;
  return phrase_complaint(typed, forced ? v1::HUNT_PHRASE_MUST_STEP_IN : v1::HUNT_PHRASE_WRONG_PHASE);
}

}  // namespace wyrmhall::cli
