#include "clients/cli/commands/table_words.h"

#include <algorithm>
#include <vector>

#include "clients/cli/games/game_text.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/terminal.h"
#include "clients/model/code_name.h"
#include "common/uuid.h"

namespace wyrmhall::cli {

std::string news_of(v1::CalledOffReason reason) {
  const std::string& key = v1::CalledOffReason_Name(reason);
  return has_message(key) ? t(key) : "";
}

std::string lost_seat_text(v1::LostSeatReason reason) {
  const std::string& key = v1::LostSeatReason_Name(reason);
  return t(has_message(key) ? key : "seat.lost");
}

std::string clock_text(std::uint32_t seconds) {
  if (seconds % 3600 == 0) return t("time.h", {{"n", seconds / 3600}});
  if (seconds % 60 == 0) return t("time.min", {{"n", seconds / 60}});
  return t("time.s", {{"n", seconds}});
}

std::vector<std::string> awaited_names(const v1::Table& table) {
  std::vector<std::string> names;
  const auto add = [&](const v1::Player& player) {
    const bool here = std::ranges::any_of(
        table.seats(), [&](const v1::TableSeat& seat) { return seat.player().account_id() == player.account_id(); });
    if (!here) names.push_back(strip_control_chars(player.name()));
  };
  for (const v1::Player& player : table.rematch_players()) add(player);
  for (const v1::Challenged& one : table.challenged()) {
    if (!one.declined()) add(one.player());
  }
  return names;
}

std::string at_table_text(const v1::Table& table, int seat) {
  std::vector<std::string> others = seat_names(table.seats());
  for (int i = 0; i < table.seats_size(); ++i) {
    std::string& name = others[static_cast<std::size_t>(i)];
    if (table.seats(i).away()) name = t("seat.away", {{"name", name}});
  }
  others.erase(others.begin() + seat);
  const auto free = std::erase(others, "");
  std::string text = others.empty() ? "" : t("table.with", {{"names", listed(others)}});
  if (free > 0) {
    const std::string id = uuid_text(table.table_id());
    const std::vector<std::string> awaited = awaited_names(table);
    std::vector<std::string> declined;
    for (const v1::Challenged& one : table.challenged()) {
      if (one.declined()) declined.push_back(strip_control_chars(one.player().name()));
    }
    if (!declined.empty()) {
      text += (text.empty() ? "" : " ") + t("table.declined", {{"n", declined.size()}, {"names", listed(declined)}});
    }
    text += (text.empty() ? "" : " ") + (awaited.empty() ? t("table.waiting", {{"n", free}, {"id", id}})
                                                         : t("table.awaits", {{"names", listed(awaited)}, {"id", id}}));
  }
  if (const std::string side = text_of(clients::game_of(table.options())).side(table.options(), seat); !side.empty()) {
    text += (text.empty() ? "" : " ") + t("table.side", {{"side", side}});
  }
  return text;
}

}  // namespace wyrmhall::cli
