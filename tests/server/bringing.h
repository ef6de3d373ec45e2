// What a test asks and reads of tables whose seats bring something.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "tests/server/players.h"

namespace wyrmhall::test {

inline const pb::Table& table_of(const pb::ServerMessage& message) {
  REQUIRE_MESSAGE(message.has_table_state(), message.DebugString());
  return message.table_state();
}

// As in harness.h, with what the own seat brings.
inline pb::ClientMessage open_table(const pb::GameOptions& options, const pb::SeatPart* part) {
  pb::ClientMessage message = open_table(options);
  *message.mutable_open_table()->mutable_part() = *part;
  return message;
}
inline pb::ClientMessage find_table(const pb::GameOptions& options, const pb::SeatPart* part) {
  pb::ClientMessage message = find_table(options);
  *message.mutable_find_table()->mutable_part() = *part;
  return message;
}
inline pb::ClientMessage set_part(const std::string& table, const pb::SeatPart& part) {
  pb::ClientMessage message;
  message.mutable_set_part()->set_table_id(table);
  *message.mutable_set_part()->mutable_part() = part;
  return message;
}

// Both get ready and show their chains; the match that starts.
inline const pb::MatchInfo& started(TwoPlayers& hall, const std::string& id) {
  const pb::Table table = hall.mira.tables.at(id);
  REQUIRE(hall.mira.get_ready(table).has_table_state());
  REQUIRE(hall.bruno.get_ready(table).has_table_state());
  hall.mira.read();
  REQUIRE(hall.mira.reveal(hall.mira.tables.at(id)).has_table_state());
  hall.bruno.reveal(hall.bruno.tables.at(id));
  hall.mira.read();
  return hall.mira.open(id).info();
}

// The options that the server has signed for the start.
inline nlohmann::json signed_options(const pb::MatchInfo& info) {
  const std::string& text = info.start().text();
  const std::size_t from = text.find("options ");
  REQUIRE(from != std::string::npos);
  const std::size_t begin = from + std::string_view("options ").size();
  return nlohmann::json::parse(text.substr(begin, text.find('\n', begin) - begin));
}

}  // namespace wyrmhall::test
