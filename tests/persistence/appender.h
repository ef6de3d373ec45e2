// Plays many matches at once into a store, says what the store has acknowledged, and checks a store against that.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "persistence/sqlite_store.h"
#include "tests/persistence/asker.h"
#include "tests/persistence/scratch_folder.h"

namespace wyrmhall::persistence::testing {

// Appends to 50 matches, as fast as answers come, ends each after 60 moves and starts another in its place. Says the
// ticket of each move that was kept into the pipe, for told_moves(). Ends with its process.
[[noreturn]] void append_forever(const SqliteOptions& options, int pipe);

// By the number of each match: how many of its moves were acknowledged.
using Told = std::map<std::uint64_t, std::uint32_t>;

// What append_forever() said. The last of it may be cut.
void note_told(const std::string& said, Told& told);

// How many moves were acknowledged and are not there. Everything else that is wrong fails the test: a move that is not
// what it was, a match that is over without being booked exactly once, a store that takes no further moves.
std::uint64_t lost(const ScratchFolder& folder, std::int64_t journal_bytes, const Told& told);

}  // namespace wyrmhall::persistence::testing
