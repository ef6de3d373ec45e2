// Names of bots, as they are kept and recorded: «greedy» for BOT_LEVEL_GREEDY.
#pragma once

#include <string>
#include <string_view>

#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::server {

std::string bot_name(wyrmhall::v1::BotLevel level);
// BOT_LEVEL_UNSPECIFIED for a name that is none.
wyrmhall::v1::BotLevel bot_level(std::string_view name);

}  // namespace wyrmhall::server
