// What is typed in a hunt of Dice & Dragons, read with what can be chosen: each gives the action, or what is wrong.
#pragma once

#include "clients/cli/games/game_text.h"
#include "clients/cli/games/hunt/typed/parts.h"

namespace wyrmhall::cli {

struct TypedScene {
  const Scene& scene;
  const v1::Choices& choices;

  [[nodiscard]] const v1::HuntView& view() const { return scene.view.hunt(); }
  [[nodiscard]] std::uint32_t acting() const;
};

// Each is given the words behind its own.
GameText::Typed typed_roll(const TypedScene& typed, TypedWords words);
GameText::Typed typed_keep(const TypedScene& typed, TypedWords words);
GameText::Typed typed_use(const TypedScene& typed, TypedWords words);
GameText::Typed typed_fail(const TypedScene& typed, TypedWords words);
GameText::Typed typed_assist(const TypedScene& typed, TypedWords words);
GameText::Typed typed_pass(const TypedScene& typed, TypedWords words);
GameText::Typed typed_flee(const TypedScene& typed, TypedWords words);
GameText::Typed typed_stay(const TypedScene& typed, TypedWords words);
GameText::Typed typed_yes(const TypedScene& typed, TypedWords words);
GameText::Typed typed_no(const TypedScene& typed, TypedWords words);
// The name of a skill and what comes behind it. Nothing where the words name none.
GameText::Typed typed_skill(const TypedScene& typed, TypedWords words);

// Why something cannot be done that is about this: what the server says of it, or that it is not among the choices.
// `number` is the argument of the reason that names it.
std::string why_not(const TypedScene& typed, std::initializer_list<v1::HuntPhrase> reasons, std::int32_t number);

}  // namespace wyrmhall::cli
