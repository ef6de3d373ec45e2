#include "clients/cli/games/hunt/typed/village.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "clients/cli/games/form_text.h"
#include "clients/cli/games/hunt/forms.h"
#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/games/typed_words.h"

namespace wyrmhall::cli {
namespace {

GameText::Typed village_complaint(std::string sentence) {
  return {.action = std::nullopt, .complaint = std::move(sentence)};
}

std::string village_phrase(const TypedScene& typed, v1::HuntPhrase phrase,
                           std::initializer_list<std::uint32_t> arguments = {}) {
  v1::Sentence sentence;
  sentence.set_hunt(phrase);
  for (const std::uint32_t argument : arguments) sentence.add_arguments(static_cast<std::int32_t>(argument));
  return hunt_sentence(typed.scene, sentence);
}

std::string all_words(TypedWords words) {
  return fmt::format("{}", fmt::join(words, " "));
}

// A hero at the front, which goes, if something is left behind it.
std::optional<std::uint32_t> take_hero(const TypedScene& typed, TypedWords& words, std::size_t least_behind) {
  if (words.size() <= least_behind) return std::nullopt;
  const auto hero = hero_typed(typed.scene, words.front());
  if (hero) words = words.subspan(1);
  return hero;
}

// The form of a hero with this phrase; where no hero was named, the only one there is.
struct FormTyped {
  const v1::Form* form = nullptr;
  std::string complaint{};
};
FormTyped form_of_hero(const TypedScene& typed, v1::HuntPhrase phrase, std::optional<std::uint32_t> hero) {
  FormTyped found;
  std::vector<std::string> heroes;
  for (const v1::Form& form : typed.choices.forms()) {
    if (form.sentence().hunt() != phrase) continue;
    const SentenceArguments arguments(form.sentence());
    if (hero && arguments.index(0) != *hero) continue;
    found.form = &form;
    heroes.push_back(hero_name(typed.scene, arguments[0]));
  }
  if (heroes.size() > 1) return {nullptr, hunt_t("type.whose", {{"list", listed(heroes)}})};
  if (found.form != nullptr) return found;
  const bool village = typed.view().phase() == v1::HUNT_PHASE_VILLAGE;
  return {nullptr, village ? t("choice.none") : village_phrase(typed, v1::HUNT_PHRASE_WRONG_PHASE)};
}

std::optional<std::uint32_t> value_of_hero(const v1::FormPart& part, std::uint32_t hero) {
  return value_meaning(part, [&](const v1::Sentence& meaning) { return SentenceArguments(meaning).index(0) == hero; });
}

// Why an item is not among those that can be bought: none is left, or the gold does not do.
std::string why_not_sold(const TypedScene& typed, std::uint32_t hero, TypedWords words) {
  std::vector<Named> all;
  for (int item = v1::HUNT_ITEM_HEALING_POTION; item <= v1::HuntItem_MAX; ++item) {
    all.push_back({item, item_name(static_cast<v1::HuntItem>(item))});
  }
  const NamesAtFront named = names_at_front(all, words);
  if (named.names.empty()) return hunt_t("type.noItem", {{"word", all_words(words)}});
  if (named.names.size() > 1) return which_of(words.front(), named.names);
  const auto item = static_cast<std::uint32_t>(named.names.front().number);
  if (byte_at(typed.view().village().stock(), item - 1) == 0) {
    return village_phrase(typed, v1::HUNT_PHRASE_NOT_IN_STOCK, {item});
  }
  const std::uint32_t gold = found_in(typed.view().progress(), hero).gold();
  return village_phrase(typed, v1::HUNT_PHRASE_NOT_ENOUGH_GOLD,
                        {hero, gold, found_in(typed.view().items(), item).price()});
}

// The value of an item of a pack by its name or its place from 1.
std::optional<std::uint32_t> pack_value(const v1::HuntView& view, const v1::FormPart& part, TypedWords words) {
  if (words.empty()) return std::nullopt;
  const std::vector<Named> all = named_values(view, part);
  if (const auto place = number_in_word(words.front()); place && *place >= 1 && *place <= all.size()) {
    return static_cast<std::uint32_t>(all[*place - 1].number);
  }
  const NamesAtFront named = names_at_front(all, words);
  if (named.names.size() != 1) return std::nullopt;
  return static_cast<std::uint32_t>(named.names.front().number);
}

// Level choices by hero, skill and part, as far as they were typed. In the sentence the skill comes last.
GameText::Typed level_choice(const TypedScene& typed, TypedWords words, v1::HuntPhrase phrase) {
  const auto hero = take_hero(typed, words, 1);
  std::optional<v1::GameAction> only;
  std::vector<std::string> meant;
  bool offered = false;
  for (const v1::Choice& choice : typed.choices.choices()) {
    if (choice.sentence().hunt() != phrase) continue;
    offered = true;
    const SentenceArguments says(choice.sentence());
    const bool improves = phrase == v1::HUNT_PHRASE_IMPROVE;
    const int skill = says[improves ? 2 : 1];
    if (hero && says.index(0) != *hero) continue;
    const NamesAtFront named = names_at_front({{skill, skill_name(static_cast<v1::HuntSkill>(skill))}}, words);
    if (named.names.empty()) continue;
    const TypedWords part = words.subspan(named.words);
    if (improves && !part.empty()) {
      const std::string& name = v1::HuntPart_Name(says[1]);
      if (!has_message("hunt", name) || !plain_letters(hunt_t(name)).starts_with(part.front())) continue;
    }
    only = choice.action();
    meant.push_back(hunt_sentence(typed.scene, choice.sentence()));
  }
  if (meant.size() == 1) return {.action = only};
  if (meant.size() > 1)
    return village_complaint(hunt_t("type.which", {{"word", all_words(words)}, {"list", listed(meant)}}));
  if (offered) return village_complaint(hunt_t("type.noSkill", {{"word", all_words(words)}}));
  const bool village = typed.view().phase() == v1::HUNT_PHASE_VILLAGE;
  return village_complaint(village ? t("choice.none") : village_phrase(typed, v1::HUNT_PHRASE_WRONG_PHASE));
}

// Why a hero is not played instead of this one, if the view shows it.
std::string why_no_switch(const TypedScene& typed, std::optional<std::uint32_t> hero, std::optional<std::uint32_t> back,
                          const std::vector<Named>& classes) {
  const v1::HuntView& view = typed.view();
  if (view.phase() != v1::HUNT_PHASE_VILLAGE) return village_phrase(typed, v1::HUNT_PHRASE_WRONG_PHASE);
  if (view.village().last()) return village_phrase(typed, v1::HUNT_PHRASE_NO_HUNT_FOLLOWS);
  if (!hero || !is_own_hero(typed.scene, *hero)) return t("choice.none");
  if (found_in(view.heroes(), *hero).rests()) return village_phrase(typed, v1::HUNT_PHRASE_HERO_RESTS, {*hero});
  for (const auto& either : {hero, back}) {
    if (either && view.village().switched().contains(static_cast<char>(*either))) {
      return village_phrase(typed, v1::HUNT_PHRASE_SWITCHED_ALREADY, {*either});
    }
  }
  if (classes.size() != 1) return t("choice.none");
  return village_phrase(typed, v1::HUNT_PHRASE_CLASS_TAKEN, {static_cast<std::uint32_t>(classes.front().number)});
}

}  // namespace

GameText::Typed typed_buy(const TypedScene& typed, TypedWords words) {
  if (words.empty()) return village_complaint(hunt_t("type.what"));
  const auto hero = take_hero(typed, words, 1);
  const auto at = std::ranges::find(words, hunt_word("drop"));
  const TypedWords dropped = at == words.end() ? TypedWords() : TypedWords(at + 1, words.end());
  words = TypedWords(words.begin(), at);
  const FormTyped found = form_of_hero(typed, v1::HUNT_PHRASE_BUY, hero);
  if (found.form == nullptr || found.form->parts().empty()) {
    const bool poor = hero && is_own_hero(typed.scene, *hero) && typed.view().phase() == v1::HUNT_PHASE_VILLAGE;
    return village_complaint(poor ? why_not_sold(typed, *hero, words) : found.complaint);
  }
  const auto buyer = SentenceArguments(found.form->sentence()).index(0);
  const NamesAtFront named = names_at_front(named_values(typed.view(), found.form->parts(0)), words);
  if (named.names.empty()) return village_complaint(why_not_sold(typed, buyer, words));
  if (named.names.size() > 1) return village_complaint(which_of(words.front(), named.names));
  const auto item = static_cast<std::uint32_t>(named.names.front().number);
  if (found.form->parts_size() < 2) {
    if (dropped.empty()) return filled_form(*found.form, {item});
    return village_complaint(village_phrase(typed, v1::HUNT_PHRASE_NOTHING_TO_DROP));
  }
  const auto drop = pack_value(typed.view(), found.form->parts(1), dropped);
  if (!drop) return village_complaint(village_phrase(typed, v1::HUNT_PHRASE_MUST_DROP));
  return filled_form(*found.form, {item, *drop});
}

GameText::Typed typed_give(const TypedScene& typed, TypedWords words) {
  std::vector<std::string> named(words.begin(), words.end());
  std::erase(named, hunt_word("for"));
  words = named;
  const auto hero = take_hero(typed, words, 2);
  if (words.size() < 2) return village_complaint(hunt_t("type.what"));
  const FormTyped found = form_of_hero(typed, v1::HUNT_PHRASE_GIVE, hero);
  if (found.form == nullptr || found.form->parts_size() != 2) return village_complaint(found.complaint);
  const auto item = pack_value(typed.view(), found.form->parts(0), words.first(words.size() - 1));
  if (!item) return village_complaint(hunt_t("type.noItem", {{"word", all_words(words.first(words.size() - 1))}}));
  const auto other = hero_typed(typed.scene, words.back());
  if (!other) return village_complaint(hunt_t("type.noHero", {{"word", words.back()}}));
  const auto to = value_of_hero(found.form->parts(1), *other);
  if (to) return filled_form(*found.form, {*item, *to});
  const bool dead = !found_in(typed.view().heroes(), *other).alive();
  return village_complaint(
      village_phrase(typed, dead ? v1::HUNT_PHRASE_HERO_DEAD : v1::HUNT_PHRASE_ITEMS_FULL, {*other}));
}

GameText::Typed typed_raise(const TypedScene& typed, TypedWords words) {
  const FormTyped found = form_of_hero(typed, v1::HUNT_PHRASE_RESURRECT, std::nullopt);
  if (found.form == nullptr || found.form->parts_size() != 2) return village_complaint(found.complaint);
  std::vector<std::uint32_t> values;
  for (std::size_t i = 0; i < 2; ++i) {
    const v1::FormPart& part = found.form->parts(static_cast<int>(i));
    if (i >= words.size()) {
      if (part.values_size() != 1) return village_complaint(hunt_sentence(typed.scene, part.sentence()) + "?");
      values.push_back(part.values(0));
      continue;
    }
    const auto hero = hero_typed(typed.scene, words[i]);
    if (!hero) return village_complaint(hunt_t("type.noHero", {{"word", words[i]}}));
    const auto value = value_of_hero(part, *hero);
    if (!value) {
      return village_complaint(i == 0 ? village_phrase(typed, v1::HUNT_PHRASE_HERO_ALIVE, {*hero}) : t("choice.none"));
    }
    values.push_back(*value);
  }
  return filled_form(*found.form, values);
}

GameText::Typed typed_improve(const TypedScene& typed, TypedWords words) {
  return level_choice(typed, words, v1::HUNT_PHRASE_IMPROVE);
}

GameText::Typed typed_learn(const TypedScene& typed, TypedWords words) {
  return level_choice(typed, words, v1::HUNT_PHRASE_LEARN);
}

GameText::Typed typed_group(const TypedScene& typed, TypedWords words) {
  const auto hero = words.empty() ? std::nullopt : hero_typed(typed.scene, words.front());
  const auto group = words.size() == 2 ? number_in_word(words.back()) : std::nullopt;
  if (!hero || !group) return village_complaint(hunt_t("type.what"));
  for (const v1::Choice& choice : typed.choices.choices()) {
    const SentenceArguments says(choice.sentence());
    if (choice.sentence().hunt() != v1::HUNT_PHRASE_GROUP || says.index(0) != *hero || says.index(1) + 1 != *group)
      continue;
    return {.action = choice.action()};
  }
  return village_complaint(t("choice.none"));
}

// A coin that was left over: whose, and who gets it.
GameText::Typed typed_coin(const TypedScene& typed, TypedWords words) {
  const auto hero = take_hero(typed, words, 1);
  const auto other = words.empty() ? std::nullopt : hero_typed(typed.scene, words.front());
  if (!other) {
    return village_complaint(words.empty() ? hunt_t("type.what") : hunt_t("type.noHero", {{"word", words.front()}}));
  }
  std::optional<v1::GameAction> only;
  std::vector<std::string> heroes;
  for (const v1::Choice& choice : typed.choices.choices()) {
    const SentenceArguments says(choice.sentence());
    if (choice.sentence().hunt() != v1::HUNT_PHRASE_SHARE || says.index(1) != *other) continue;
    if (hero && says.index(0) != *hero) continue;
    only = choice.action();
    heroes.push_back(hero_name(typed.scene, says[0]));
  }
  if (heroes.size() == 1) return {.action = only};
  if (heroes.size() > 1) return village_complaint(hunt_t("type.whose", {{"list", listed(heroes)}}));
  if (typed.view().phase() != v1::HUNT_PHASE_VILLAGE) {
    return village_complaint(village_phrase(typed, v1::HUNT_PHRASE_WRONG_PHASE));
  }
  if (!hero || !is_own_hero(typed.scene, *hero)) return village_complaint(t("choice.none"));
  if (*hero == *other) return village_complaint(village_phrase(typed, v1::HUNT_PHRASE_GIVES_TO_ITSELF));
  const bool has_coin = typed.view().village().left_over().contains(static_cast<char>(*hero));
  return village_complaint(has_coin ? village_phrase(typed, v1::HUNT_PHRASE_NOT_IN_HUNT, {*other})
                                    : village_phrase(typed, v1::HUNT_PHRASE_NO_LEFT_OVER, {*hero}));
}

// Who rests, and who is played instead: another one by number or name, or a newcomer by the class.
GameText::Typed typed_switch(const TypedScene& typed, TypedWords words) {
  const auto hero = take_hero(typed, words, 1);
  if (words.empty()) return village_complaint(hunt_t("type.what"));
  const auto back = hero_typed(typed.scene, words.front());
  std::vector<Named> all;
  for (int of = v1::HUNT_CLASS_WARRIOR; of <= v1::HUNT_CLASS_ROGUE; ++of) {
    all.push_back({of, class_name(static_cast<v1::HuntClass>(of))});
  }
  const std::vector<Named> classes = names_at_front(all, words).names;
  if (!back && classes.empty()) return village_complaint(hunt_t("type.noHero", {{"word", words.front()}}));
  std::optional<v1::GameAction> only;
  std::vector<std::string> meant;
  for (const v1::Choice& choice : typed.choices.choices()) {
    const SentenceArguments says(choice.sentence());
    const bool comes = choice.sentence().hunt() == v1::HUNT_PHRASE_PLAY_NEWCOMER;
    if (!comes && choice.sentence().hunt() != v1::HUNT_PHRASE_PLAY_AGAIN) continue;
    if (hero && says.index(0) != *hero) continue;
    if (comes ? std::ranges::find(classes, says[1], &Named::number) == classes.end() : says.index(1) != back) continue;
    only = choice.action();
    meant.push_back(hunt_sentence(typed.scene, choice.sentence()));
  }
  if (meant.size() == 1) return {.action = only};
  if (meant.empty()) return village_complaint(why_no_switch(typed, hero, back, classes));
  return village_complaint(hunt_t("type.which", {{"word", all_words(words)}, {"list", listed(meant)}}));
}

GameText::Typed typed_ready(const TypedScene& typed, TypedWords /*words*/) {
  for (const v1::Choice& choice : typed.choices.choices()) {
    if (choice.action().hunt().has_ready()) return {.action = choice.action()};
  }
  for (const v1::Unavailable& unavailable : typed.choices.unavailable()) {
    if (unavailable.reason().hunt() == v1::HUNT_PHRASE_CHOICES_PENDING) {
      return village_complaint(hunt_sentence(typed.scene, unavailable.reason()));
    }
  }
  for (const std::uint32_t hero : heroes_of(typed.view())) {
    if (!is_own_hero(typed.scene, hero) || found_in(typed.view().heroes(), hero).rests()) continue;
    if (found_in(typed.view().progress(), hero).pending().empty()) continue;
    return village_complaint(village_phrase(typed, v1::HUNT_PHRASE_CHOICES_PENDING, {hero}));
  }
  return village_complaint(village_phrase(typed, v1::HUNT_PHRASE_WRONG_PHASE));
}

}  // namespace wyrmhall::cli
