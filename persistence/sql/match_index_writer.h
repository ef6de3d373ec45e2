// What the writer notes of a match so that administrators find it again. Every call is within the writer's transaction.
#pragma once

#include <cstdint>
#include <string_view>

#include "persistence/matches.h"
#include "persistence/sql/database.h"

namespace wyrmhall::persistence::sql {

// match_classes.state. The numbers are those of persistence::MatchState.
enum class State : std::uint8_t { kRunning = 0, kFinished = 1, kAbandoned = 2 };

class MatchIndexWriter {
 public:
  explicit MatchIndexWriter(Database& database);

  // The class of matches of a game, whose row is added where it is the first. Running ones have no result.
  std::int64_t class_of(std::string_view game, std::uint32_t rules_version, State state, std::string_view result);

  // A match of this class was just inserted, with its seats.
  void began(std::int64_t match_no, std::int64_t match_class, const MatchRow& match);

  // A match that has ended, after `moves` moves: it goes from the class `from` to the class `to`.
  struct Ended {
    std::int64_t match_no = 0;
    Timestamp started_at{};
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::uint32_t moves = 0;
  };
  void ended(const Ended& match);
  // The same for a match that was over before.
  void recounted(const Ended& match);
  // The same for a player of the match; called once for each seat.
  void moved(const AccountId& account, const Ended& match);

 private:
  Statement class_;
  Statement add_class_;
  Statement add_player_;
  Statement drop_player_;
  Statement count_;
};

}  // namespace wyrmhall::persistence::sql
