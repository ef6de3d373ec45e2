// The games that the load plays: how a match of each is opened, and what is looked at in what it tells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rules/dice/fast_dice.h"
#include "tests/load/options.h"
#include "tests/load/tally.h"
#include "wyrmhall/v1/game.pb.h"
#include "wyrmhall/v1/match.pb.h"

namespace wyrmhall::load {

// `number` numbers the matches of a pair, and so goes through a game's variants one after the other.
void write_options(Game game, const LoadOptions& options, std::uint64_t number, v1::GameOptions& out);

// What is decided where chance should not: a claw if that is asked for, and never to flee from a dragon, or hunts would
// be over before long. Null where any choice will do.
const v1::GameAction* usual_action(const LoadOptions& options, const v1::Choices& choices);

// Any other, but never a call for flight where there is something else.
v1::GameAction random_action(const v1::Choices& choices, rules::FastDice& random);

// What an update of this game tells of, as far as its weight is looked at by kind.
Figures::Story story_of(Game game, const v1::MatchUpdate& update);

}  // namespace wyrmhall::load
