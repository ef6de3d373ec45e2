// Forms, for somebody who types: what one asks for, and what was typed as its values. Needs to know no game.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/games/game_text.h"

namespace wyrmhall::cli {

// What a form asks for: "8 values that add up to 28, each 1 to 6, in any order".
std::vector<std::string> form_text(const v1::Form& form, const std::function<std::string(const v1::Sentence&)>& say);

// A form with these values, or why they do not fit it.
GameText::Typed filled_form(const v1::Form& form, const std::vector<std::uint32_t>& values);

// What "1 0 3", or "9: 1 0 3" where there is more to choose from, means: the forms are numbered on after the choices.
GameText::Typed typed_form(const v1::Choices& choices, std::string_view line);

}  // namespace wyrmhall::cli
