// What a person types in Dice & Dragons: "roll", "keep 1 3", "cleave", "heal 2", "jab cover mend", "use potion
// warrior", "pass", "buy 1 potion". What it means is looked up among the choices and forms.
#include <array>

#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/hunt/text.h"
#include "clients/cli/games/hunt/typed_turn.h"
#include "clients/cli/games/hunt/typed_village.h"
#include "clients/cli/games/typed_words.h"

namespace wyrmhall::cli {
namespace {

using TypedVerb = GameText::Typed (*)(const TypedScene&, TypedWords);

struct Verb {
  std::string_view word;  // its message
  TypedVerb meaning;
};

constexpr std::array kVerbs = {
    Verb{"roll", typed_roll},   Verb{"keep", typed_keep},       Verb{"use", typed_use},
    Verb{"fail", typed_fail},   Verb{"assist", typed_assist},   Verb{"pass", typed_pass},
    Verb{"flee", typed_flee},   Verb{"stay", typed_stay},       Verb{"yes", typed_yes},
    Verb{"no", typed_no},       Verb{"buy", typed_buy},         Verb{"give", typed_give},
    Verb{"raise", typed_raise}, Verb{"improve", typed_improve}, Verb{"learn", typed_learn},
    Verb{"group", typed_group}, Verb{"coin", typed_coin},       Verb{"switch", typed_switch},
    Verb{"ready", typed_ready},
};

}  // namespace

GameText::Typed HuntText::typed(const Scene& scene, const v1::Choices& choices, std::string_view line) const {
  const std::vector<std::string> words = words_in(line);
  if (words.empty() || scene.seat < 0) return {};
  const TypedScene typed{scene, choices};
  for (const Verb& verb : kVerbs) {
    if (words.front() == hunt_word(verb.word)) return verb.meaning(typed, TypedWords(words).subspan(1));
  }
  return typed_skill(typed, words);
}

std::vector<std::string> HuntText::ways_to_type() const {
  const auto way = [](const std::string& typed, std::string_view what) {
    return "  " + padded(typed, 22) + " " + hunt_t("type." + std::string(what));
  };
  const auto skill = [](v1::HuntSkill number) { return plain_letters(skill_name(number)); };
  const auto item = [](v1::HuntItem number) { return words_in(item_name(number)).front(); };
  const std::string potion = item(v1::HUNT_ITEM_HEALING_POTION);
  const std::string jab =
      words_in(skill(v1::HUNT_SKILL_JAB)).back() + " " + hunt_word("cover") + " " + skill(v1::HUNT_SKILL_MEND);
  return {
      way(hunt_word("roll") + " 2 4", "roll"),
      way(hunt_word("keep") + " " + plain_letters(symbol_name(v1::HUNT_SYMBOL_SWORD)), "keep"),
      way(skill(v1::HUNT_SKILL_CLEAVE), "skill"),
      way(skill(v1::HUNT_SKILL_HEAL) + " 2", "heal"),
      way(jab, "general"),
      way(skill(v1::HUNT_SKILL_SMITE) + " " + hunt_word("with") + " " + item(v1::HUNT_ITEM_ECHO_SCROLL), "with"),
      way(hunt_word("use") + " " + potion + " 2", "use"),
      way(hunt_word("fail") + " " + skill(v1::HUNT_SKILL_MEND), "fail"),
      way(hunt_word("assist") + " 3", "assist"),
      way(hunt_word("flee"), "flee"),
      way(hunt_word("yes"), "yes"),
      way(hunt_word("buy") + " 1 " + potion, "buy"),
      way(hunt_word("give") + " 1 " + potion + " 2", "give"),
      way(hunt_word("raise") + " 2 1", "raise"),
      way(hunt_word("improve") + " 1 " + skill(v1::HUNT_SKILL_CLEAVE), "improve"),
      way(hunt_word("group") + " 1 2", "group"),
      way(hunt_word("coin") + " 1 2", "coin"),
      way(hunt_word("switch") + " 1 " + plain_letters(class_name(v1::HUNT_CLASS_ROGUE)), "switch"),
      way(hunt_word("ready"), "ready"),
  };
}

}  // namespace wyrmhall::cli
