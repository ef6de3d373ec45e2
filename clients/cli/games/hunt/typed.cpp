// What a person types in Dice & Dragons: "roll", "keep 1 3", "cleave", "heal 2", "jab cover mend", "use potion
// warrior", "pass", "buy 1 potion". What it means is looked up among the choices and forms.
#include <array>

#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/hunt/text.h"
#include "clients/cli/games/hunt/typed/turn.h"
#include "clients/cli/games/hunt/typed/village.h"
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

}  // namespace wyrmhall::cli
