// What the writer notes of a match so that administrators find it again. Every call is within the writer's transaction.
#pragma once

#include <cstdint>
#include <string_view>

#include "persistence/sqlite/database.h"
#include "persistence/values.h"

namespace wyrmhall::persistence::sqlite {

// match_classes.state. The numbers are those of persistence::MatchState.
enum class State : std::uint8_t { kRunning = 0, kFinished = 1, kAbandoned = 2 };

class HistoryWriter {
 public:
  explicit HistoryWriter(Database& database);

  // The match was just inserted, with its seats. Gives back its number.
  std::int64_t began(const MatchRow& match);
  // The match was just ended, after so many moves.
  void ended(std::int64_t match_no, const Id& match, std::uint32_t moves, const MatchEnd& end);

 private:
  std::int64_t class_of(std::string_view game, std::uint32_t rules_version, State state, std::string_view result);

  Statement class_;
  Statement add_class_;
  Statement begun_;
  Statement match_;
  Statement set_class_;
  Statement add_player_;
  Statement move_players_;
  Statement count_;
};

}  // namespace wyrmhall::persistence::sqlite
