// What a refusal of the server says to a person: what happened, and what can be done.
#pragma once

#include <string>

#include "clients/cli/games/game_text.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::cli {

// One or two sentences. If a rule of a game forbids it, in the words of that game.
std::string refusal_text(const v1::Refusal& refusal, const Scene* scene);

}  // namespace wyrmhall::cli
