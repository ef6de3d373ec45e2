// Names for new heroes: such that a person who types them later means one hero and nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wyrmhall/v1/hero.pb.h"

namespace wyrmhall::cli {

// What is wrong with a name wherever it is given: it is a word that is typed in a match, or a class, in the language of
// the player or in English. Empty if nothing is.
std::string wrong_with_hero_name(std::string_view name);

// What is wrong with it in this stable: a hero who hunts has it already.
std::string wrong_in_stable(std::string_view name, const std::vector<v1::Hero>& stable);

}  // namespace wyrmhall::cli
