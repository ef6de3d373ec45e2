// What somebody looks for with FindTable, and what those who wait at a table and those who come can agree on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/lobby/held_table.h"
#include "wyrmhall/v1/client.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::server {

struct Quest {
  v1::GameOptions options;  // complete
  Patience patience;
  std::vector<std::string> any;      // what does not matter: names of options, kAnyClock
  std::optional<v1::SeatPart> part;  // complete

  [[nodiscard]] std::string pool() const { return pool_of(options, patience); }
};

// For the time that those who play have.
inline constexpr std::string_view kAnyClock = "clock";

// Why FindTable.any is refused for complete options, or nothing.
std::optional<v1::Refusal> fault_in_any(const v1::FindTable& ask, const v1::GameOptions& options);

// How a match would be set up that suits both.
struct Agreement {
  v1::GameOptions options;
  Patience patience;
  bool changes = false;  // whether the table has another set-up so far
};
// Nothing if they want different things. If the match would be set up differently from the table, those who sit there
// must not care about what changes: `any` is what they said, and at most one person may sit there.
std::optional<Agreement> agreement(const v1::Table& table, const std::vector<std::string>& any, const Quest& quest);

// Whether a seat that is free at the table can bring this part, with these options, beside what the others bring.
bool takes(const v1::Table& table, const v1::GameOptions& options, const v1::SeatPart& part);

// A table that waits for others to come, none of whom has.
bool waits_alone(const v1::Table& table);

// The pool of all open tables of a game; and of those at which somebody waits who does not care for something.
std::string pool_of_game(const v1::GameOptions& options);
std::string pool_of_game(const std::string& game);
std::string pool_of_any(const v1::GameOptions& options);

}  // namespace wyrmhall::server
