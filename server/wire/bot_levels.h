// The levels of bots: their names, as they are kept and recorded («greedy» for BOT_LEVEL_GREEDY), and how hard each
// thinks.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "rules/search/levels.h"
#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::server {

std::string bot_name(wyrmhall::v1::BotLevel level);
// BOT_LEVEL_UNSPECIFIED for a name that is none.
wyrmhall::v1::BotLevel bot_level(std::string_view name);

// How a level that searches does so; null for the others.
const rules::ThinkingLevel* thinking_level(wyrmhall::v1::BotLevel level);
// From when a bot is asked until it should have answered: the wait in the queue counts. Levels that do not search take
// a moment, whatever this says.
std::chrono::milliseconds thinking_time(wyrmhall::v1::BotLevel level);
// Whether a bot of this level may need several thoughts for a choice: each gets further than the last, and none yields
// a choice before the bot is sure.
bool goes_on_from_thought_to_thought(wyrmhall::v1::BotLevel level);

}  // namespace wyrmhall::server
