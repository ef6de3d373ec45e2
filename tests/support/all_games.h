// All games, for tests and tools that are about no one of them: the list is made from the folders of rules/.
#pragma once

#include <string_view>
#include <vector>

#include "generated/rules/games.h"
#include "generated/tests/rules/options.h"

namespace wyrmhall::tests {

// Calls each.operator()<G>() for every game G, in the order of their numbers:
//
//   for_each_game([&]<rules::Game G>() { ... });
template <class Each>
void for_each_game(Each&& each) {
#define WYRMHALL_GAME(code, Name) each.template operator()<rules::code::Game>();
#include "generated/rules/games.inc"
}

// The same for the one game of this code name. Whether there is one.
template <class Each>
bool for_game(std::string_view game, Each&& each) {
  bool found = false;
  for_each_game([&]<rules::Game G>() {
    if (game != G::code_name) return;
    each.template operator()<G>();
    found = true;
  });
  return found;
}

// The options with which tests play a game: between them they reach all that there is in it.
template <rules::Game G>
std::vector<typename G::Options> options_of();

#define WYRMHALL_GAME(code, Name)                                            \
  template <>                                                                \
  inline std::vector<rules::code::Options> options_of<rules::code::Game>() { \
    return rules::testing::code##_options();                                 \
  }
#include "generated/rules/games.inc"

}  // namespace wyrmhall::tests
