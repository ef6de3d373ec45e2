// Which hero of a stable a player means.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wyrmhall/v1/hero.pb.h"

namespace wyrmhall::cli {

struct HeroMeant {
  const v1::Hero* hero = nullptr;  // null where it is none, or not one alone
  std::string id = {};             // 16 bytes, where an id was typed
  std::string complaint = {};      // where it is null
};

// By name, ignoring case and accents, or by id. Those who still hunt come before those who do not.
HeroMeant hero_meant(const std::vector<v1::Hero>& heroes, std::string_view typed);

}  // namespace wyrmhall::cli
