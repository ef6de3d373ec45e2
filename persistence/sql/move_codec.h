// How a move is written in the database, in the journal as in the archive.
//
//   1 byte    bits 0–3 the kind, bit 4 chain_lost, bit 5 whether a link follows, bit 6 whether links of others do,
//             bit 7 whether a confirmation does
//   1 byte    the seat
//   varint    answered_version
//   varint    action_id
//   varint    at
//   varint    the action's length, then its bytes
//   16 bytes  the link, if there is one
//   1 byte    if there are links of others: how many, then for each, seats ascending, 1 byte the seat and 16 bytes
//             the link
//   varint    if there is a confirmation: the length of its decision, then that, then 16 bytes the code
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "persistence/matches.h"

namespace wyrmhall::persistence::sql {

// Appends the move to `out`.
void encode(const Move& move, std::string& out);

// All moves in `bytes`; absent when the bytes are not what encode() wrote.
std::optional<std::vector<Move>> decode(std::string_view bytes);

}  // namespace wyrmhall::persistence::sql
