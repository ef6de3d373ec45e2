// What is typed in the village of Dice & Dragons: each gives the action, or what is wrong.
#pragma once

#include "clients/cli/games/hunt/typed/turn.h"

namespace wyrmhall::cli {

// Each is given the words behind its own. The hero is named first, and may be left out where only one can be meant.
GameText::Typed typed_buy(const TypedScene& typed, TypedWords words);
GameText::Typed typed_give(const TypedScene& typed, TypedWords words);
GameText::Typed typed_raise(const TypedScene& typed, TypedWords words);
GameText::Typed typed_improve(const TypedScene& typed, TypedWords words);
GameText::Typed typed_learn(const TypedScene& typed, TypedWords words);
GameText::Typed typed_group(const TypedScene& typed, TypedWords words);
GameText::Typed typed_coin(const TypedScene& typed, TypedWords words);
GameText::Typed typed_switch(const TypedScene& typed, TypedWords words);
GameText::Typed typed_ready(const TypedScene& typed, TypedWords words);

}  // namespace wyrmhall::cli
