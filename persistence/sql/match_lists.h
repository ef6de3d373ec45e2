// Which matches a list has, from the newest on. An index holds all matches of a class by time, another those of a class
// that a player was in: a list is the newest of each class that is wanted, merged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "persistence/admin_queries.h"
#include "persistence/sql/database.h"

namespace wyrmhall::persistence::sql {

// A row of match_classes.
struct MatchClass {
  std::int64_t no = 0;
  std::string game;
  std::uint32_t rules_version = 0;
  MatchState state = MatchState::kRunning;
  std::string result;
};

class MatchLists {
 public:
  explicit MatchLists(Database& database);

  struct Listed {
    MatchCursor at;
    MatchClass of;
  };

  // The newest that started before `after`, at most `limit`. Within a transaction of the caller's.
  std::vector<Listed> newest(const MatchFilter& filter, const std::optional<MatchCursor>& after, std::uint32_t limit);

  // How many fit, counted up to `most`. Within a transaction of the caller's.
  std::uint32_t count(const MatchFilter& filter, std::uint32_t most);

  // Where a match stands in lists; nothing when it is not there. Within a transaction of the caller's.
  std::optional<Listed> find(const MatchId& match);

  // The ids of running matches of an account, at most `limit`.
  std::vector<MatchId> running(const AccountId& account, std::uint32_t limit);

 private:
  std::vector<MatchClass> wanted(const MatchFilter& filter);

  Statement classes_;
  Statement page_;
  Statement player_page_;
  Statement counted_;
  Statement player_counted_;
  Statement number_;
  Statement running_;
};

}  // namespace wyrmhall::persistence::sql
