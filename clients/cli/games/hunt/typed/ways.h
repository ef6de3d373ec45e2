// How what can be done in Dice & Dragons is typed.
#pragma once

#include <cstdint>
#include <string>

#include "clients/cli/games/game_text.h"

namespace wyrmhall::cli {

// The acting hero; the first one if none is acting.
std::uint32_t acting_hero(const v1::HuntView& view);

// A choice.
std::string typed_choice(const v1::HuntView& view, const v1::Choice& choice);
// A form that activates a skill, in one way: "heal 1 cover mend with sword".
std::string typed_activation(const v1::HuntView& view, const v1::Form& form);
// Any other form, by an example of what it takes: "roll 2 4 / keep 1".
std::string typed_form_row(const v1::HuntView& view, const v1::Form& form);

// The name of an item in a pack as it is enough to type it.
std::string way_to_item(const v1::HuntView& view, std::uint32_t hero, int item);

}  // namespace wyrmhall::cli
