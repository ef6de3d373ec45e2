#include "clients/cli/table_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "clients/cli/game_text.h"
#include "common/uuid.h"

namespace wyrmhall::cli {

std::string news_of(v1::CalledOffReason reason) {
  switch (reason) {
    case v1::CALLED_OFF_REASON_WRONG_REVEAL:
      return "The start was called off: somebody's secret did not fit; they have lost the seat.";
    case v1::CALLED_OFF_REASON_NO_REVEAL:
      return "The start was called off: somebody did not answer in time, and has lost the seat.";
    case v1::CALLED_OFF_REASON_LEFT:
      return "The start was called off: somebody left.";
    case v1::CALLED_OFF_REASON_RESTART:
      return "The server was restarted: getting ready again.";
    case v1::CALLED_OFF_REASON_NOT_READY:
      return "Somebody was not ready in time, and has lost the seat.";
    default:
      return {};
  }
}

std::string lost_seat_text(v1::LostSeatReason reason) {
  switch (reason) {
    case v1::LOST_SEAT_REASON_NOT_READY:
      return "You have lost your seat: everybody was there, and you were not ready in time.";
    case v1::LOST_SEAT_REASON_NO_REVEAL:
      return "You have lost your seat: everybody was ready, and your secret did not come in time.";
    case v1::LOST_SEAT_REASON_WRONG_REVEAL:
      return "You have lost your seat: your secret did not fit what you had committed to.";
    case v1::LOST_SEAT_REASON_AWAY:
      return "You have lost your seat: you were without a connection for too long.";
    default:
      return "You no longer sit at this table.";
  }
}

std::string clock_text(std::uint32_t seconds) {
  const auto count = [](std::uint32_t number, std::string_view what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
  };
  if (seconds % 3600 == 0) return count(seconds / 3600, "hour");
  if (seconds % 60 == 0) return count(seconds / 60, "minute");
  return count(seconds, "second");
}

std::string at_table_text(const v1::Table& table, int seat) {
  std::vector<std::string> others = seat_names(table.seats());
  for (int i = 0; i < table.seats_size(); ++i) {
    if (table.seats(i).away()) others[static_cast<std::size_t>(i)] += " (away)";
  }
  others.erase(others.begin() + seat);
  const auto free = std::erase(others, "");
  std::string text = others.empty() ? "" : fmt::format("With you at the table: {}. ", joined(others));
  if (free > 0) {
    text += fmt::format("Waiting for {}: `wyrmhall join {}` takes {} seat.",
                        free == 1 ? "one more" : fmt::format("{} more", free), uuid_text(table.table_id()),
                        free == 1 ? "the" : "a");
  } else if (!others.empty()) {
    text.pop_back();
  }
  return text;
}

}  // namespace wyrmhall::cli
