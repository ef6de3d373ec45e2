// --option key=value, set on a game's options by reflection, so that this client needs to know no game's options. How
// values are typed is said in option_values.h.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/terminal/paint.h"
#include "wyrmhall/v1/game.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::cli {

// The options of a game by its code name, each "key=value"; or a sentence that says what is wrong.
std::expected<v1::GameOptions, std::string> make_options(std::string_view game, const std::vector<std::string>& pairs);

// The names in FindTable.any of what does not matter: names of options, "clock", or "all" for both; or what is wrong
// with them.
std::expected<std::vector<std::string>, std::string> any_of(std::string_view game,
                                                            const std::vector<std::string>& names);

// What a seat brings to a game by its code name, given in the same way.
std::expected<v1::SeatPart, std::string> make_part(std::string_view game, const std::vector<std::string>& pairs);

// Why these options, or this bot, are not among those that the server offers, as a sentence; empty if they are. Options
// with their default are not looked at. The server judges the rest, such as what fits together.
std::string why_not_offered(const v1::Welcome& welcome, const v1::GameOptions& options,
                            std::optional<v1::BotLevel> bot);

// Which of the given options has no effect, as a sentence; empty if all have one. `completed` are the options of the
// table that was opened for them: the server leaves out what has no effect. Lists are not looked at, since the seats
// may bring theirs.
std::string what_has_no_effect(const v1::GameOptions& given, const v1::GameOptions& completed);

// What can be set up for a game: each option as "players=3 to 8 (default 3)", and below it what it means. Names that do
// not fit in a line stand below that, in columns. Options that the server does not describe, since they are put
// together from parts, are there too, and so is what a seat brings.
std::vector<std::string> offer_lines(const Paint& paint, const v1::GameOffer& offer);

// The options as one would type them, such as "mode=arena players=4"; what has its default in protobuf is left out.
std::string options_text(const v1::GameOptions& options);
// Only the options that differ from what the server sets when nothing else is asked for. What each seat brings is left
// out.
std::string chosen_options_text(const v1::GameOptions& options, const v1::Welcome& welcome);

}  // namespace wyrmhall::cli
