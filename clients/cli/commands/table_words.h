// What is said about a table while the player waits at it.
#pragma once

#include <string>
#include <vector>

#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::cli {

// Why a start was called off; empty when none was.
std::string news_of(v1::CalledOffReason reason);
// Why the player no longer sits there.
std::string lost_seat_text(v1::LostSeatReason reason);
// Who sits there beside `seat`, who of them is away, and how many are missing. Empty if there is nothing to say.
std::string at_table_text(const v1::Table& table, int seat);
// Who played the match that it is a rematch of, or is challenged, and does not sit there; not those who have declined.
std::vector<std::string> awaited_names(const v1::Table& table);
// "2 minutes", "45 seconds".
std::string clock_text(std::uint32_t seconds);

}  // namespace wyrmhall::cli
