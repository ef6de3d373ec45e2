// What workers find: one kind for each kind of job (server/core/waits.h).
#pragma once

#include <memory>
#include <optional>
#include <variant>

#include "server/core/password.h"
#include "server/games/running_game.h"
#include "server/match/exports.h"
#include "server/match/folding.h"
#include "server/match/kept_story.h"

namespace wyrmhall::server {

struct JobResult
    : std::variant<std::optional<pb::GameAction>, std::optional<pb::Odds>, std::unique_ptr<KeptStory>,
                   std::optional<pb::Luck>, std::optional<MadeRecord>, std::unique_ptr<PlayedThrough>, PasswordFound> {
  using variant::variant;
};

}  // namespace wyrmhall::server
