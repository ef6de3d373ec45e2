// A hero that is kept, in words: on one line, as a sheet, and its hunts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clients/cli/terminal/paint.h"
#include "wyrmhall/v1/hero.pb.h"

namespace wyrmhall::cli {

// "Brienne, Warrior"; of somebody else's hero "Brienne of Mira, Warrior".
std::string hero_title(const v1::Hero& hero);
// The values that a list shows: "level 2", "9 gold", "chapter 1 won", and what keeps it from hunting.
std::vector<std::string> hero_values(const v1::Hero& hero);
// With its skills, its items, its days and its id.
std::vector<std::string> hero_sheet(const Paint& paint, const v1::Hero& hero);
// A hunt that a hero was in, in a few lines.
std::vector<std::string> hunt_told(const Paint& paint, const std::string& hero, const v1::HeroHunt& hunt);
// Whether it has fallen or was retired.
bool is_gone(const v1::Hero& hero);

}  // namespace wyrmhall::cli
