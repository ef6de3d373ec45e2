// Looks through a database to see whether its books are right. Changes nothing, and works beside a server that runs.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "persistence/matches.h"

namespace wyrmhall::persistence {

// A match that is over, or one that is still running but has something in the ledger. It says what the match did to its
// heroes, so that a caller that folds the match can check it.
struct MatchBooks {
  StoredMatch match;                 // without its moves where it is not over
  std::vector<LedgerRow> ledger;     // ascending by account, then by what
  bool voided = false;               // what it gave was taken back (VoidMatch)
  std::uint32_t heroes_taken = 0;    // how many it has noted
  std::vector<HeroUse> heroes = {};  // those that it took, by their places
};

// What an account's ledger of one kind comes to, and the tally that is kept of it. 0 where there is none.
struct TallyBooks {
  AccountId account{};
  std::string what;
  std::int64_t ledger = 0;
  std::int64_t tally = 0;
};

// A match that took a hero.
struct HeroMatch {
  MatchId match{};
  bool over = false;
  HeroUse use;
};

// A hero and the matches that took it, in the order in which they did.
struct HeroBooks {
  HeroId id{};
  std::optional<HeroRow> row;  // nothing for one whose account was erased
  std::vector<HeroMatch> matches;
};

// What is wrong with a hero's books, as a sentence without a full stop; nothing when they are right. Each match must
// have taken the hero as the one before left it, and the hero must be as the last one left it. The hero must be in that
// last match exactly if the match has yet to give it back.
std::optional<std::string> trouble_in(const HeroBooks& books);

class ConsistencyCheck {
 public:
  ConsistencyCheck() = default;
  ConsistencyCheck(const ConsistencyCheck&) = delete;
  ConsistencyCheck& operator=(const ConsistencyCheck&) = delete;
  virtual ~ConsistencyCheck() = default;

  // Looks for damage: in the pages and indexes of the database, in its tables as they were declared, and in the moves
  // of running matches, which it reads as the server does when it starts. A database that passes can be opened and
  // written to. Reads all of the file. On failure, a sentence.
  virtual std::expected<void, std::string> look_for_damage() = 0;

  // Calls `match` with each such match in the order in which they were made, then `tally` with each account that has a
  // ledger or a tally. Everything is as it was at one moment, that of the call. On failure, a sentence.
  virtual std::expected<void, std::string> walk(const std::function<void(const MatchBooks&)>& match,
                                                const std::function<void(const TallyBooks&)>& tally) = 0;

  // Calls `hero` with each hero that is there or that a match has taken, in the order of their ids. Otherwise as
  // walk().
  virtual std::expected<void, std::string> walk_heroes(const std::function<void(const HeroBooks&)>& hero) = 0;
};

// Opens the database in a folder to be looked at. On failure, a sentence: there is none, or it is of another version.
std::expected<std::unique_ptr<ConsistencyCheck>, std::string> open_sqlite_consistency_check(const std::string& folder);

}  // namespace wyrmhall::persistence
