// What seats bring to a table (SetPart): who sits where for it, who sees it, and the options that come of it.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "persistence/hash.h"
#include "server/games/seat_game.h"
#include "wyrmhall/v1/server.pb.h"
#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::server {

// The game whose seats bring something to tables of these options; null where they bring nothing.
const SeatGame* seat_game_of(const v1::GameOptions& options);

// What the seats of a table bring, in their order. It refers to the table.
std::vector<const v1::SeatPart*> parts_of(const v1::Table& table);

// Whether two at a table would want the same side if somebody who brings `part` sat down there.
bool wants_a_side_that_is_wanted(const v1::Table& table, const v1::SeatPart& part);

// For an open table: a free seat brings nothing; a player who wants a side sits in its seat; what is secret is marked
// so; and the table says with which options its match would start, as far as that shows nothing secret. If two want the
// same side, the server's seed draws who has it (docs/dice.md): everybody has its commitment, and can see at the end
// that nobody chose.
void settle_parts(v1::Table& table, const persistence::Hash& server_seed);

// What was secret is shown from now on.
void show_parts(v1::Table& table);

// The table as this account (16 bytes) may see it: without what others bring in secret. Empty: as somebody without an
// account sees it.
v1::Table seen_by(const v1::Table& table, const std::string& account);
bool has_secrets(const v1::Table& table);

// The options of the match that would start here, with what the seats bring.
v1::GameOptions composed_options(const v1::Table& table);

// What a seat would bring to a table with these complete options beside what the others bring, completed; or why it
// cannot.
std::expected<v1::SeatPart, v1::Refusal> completed_part(const v1::GameOptions& options, SeatParts others,
                                                        std::uint32_t seat, v1::SeatPart part);

}  // namespace wyrmhall::server
