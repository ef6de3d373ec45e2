// What administrators look at (persistence/admin_queries.h), for every engine; what each does in its own way, such as
// copies, it adds.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "persistence/admin_queries.h"
#include "persistence/sql/database.h"
#include "persistence/sql/heroes.h"
#include "persistence/sql/match_lists.h"
#include "persistence/sql/match_reader.h"

namespace wyrmhall::persistence::sql {

class SqlAdminQueries : public AdminQueries {
 public:
  std::vector<ListedMatch> matches(const MatchFilter& filter, const std::optional<MatchCursor>& after,
                                   std::uint32_t limit) override;
  std::uint32_t count(const MatchFilter& filter, std::uint32_t most) override;
  std::optional<ListedMatch> match(const MatchId& id) override;
  std::optional<StoredMatch> finished(const MatchId& id) override;
  std::vector<MatchId> running() override;
  std::vector<PlayerLine> players(const std::string& prefix, const std::string& after, bool only_blocked,
                                  std::uint32_t limit) override;
  std::optional<PlayerLine> player(const AccountId& id) override;
  std::vector<std::pair<std::string, std::int64_t>> balance(const AccountId& player) override;
  std::uint64_t accounts() override;
  std::vector<Booking> bookings(const AccountId& player, const BookingPlace& after, std::uint32_t limit) override;
  std::vector<ListedHero> heroes(const AccountId& player, const StablePlace& after, std::uint32_t limit) override;
  std::vector<StoryLine> story(const ListStory& request) override;
  std::vector<DayTotal> totals(std::chrono::sys_days from, std::chrono::sys_days until) override;
  std::vector<AdminLogLine> admin_log(std::optional<std::int64_t> before, std::uint32_t limit) override;
  std::vector<AccountId> expiring(Timestamp before, const AccountId& after, std::uint32_t limit) override;
  std::vector<AccountId> to_delete(Timestamp by, std::uint32_t limit) override;

 protected:
  // Both are the derived class's, and outlive this. `finished`: a table or a view where matches that are over are read
  // with their seeds. Throws Error when the database cannot be read.
  SqlAdminQueries(Database& database, MoveSource& source, const char* finished = "matches");

  // What is wrong and what would help, in a sentence.
  [[nodiscard]] virtual std::string sentence(const Error& error) const = 0;

  // After an error: whether looking once more may help, such as by a new connection. Throws Error when there is none.
  virtual bool may_look_again() { return false; }

  // Errors stay inside of persistence/.
  template <class Work>
  auto guarded(Work&& work) -> decltype(work()) {
    try {
      try {
        return work();
      } catch (const Error&) {
        if (!may_look_again()) throw;
        return work();
      }
    } catch (const Error& error) {
      throw Unavailable(sentence(error));
    }
  }

 private:
  ListedMatch line(const MatchCursor& at, const MatchClass& of);

  Database& database_;
  MatchReader reader_;
  MatchLists lists_;
  Statement line_;
  Statement seats_;
  Statement running_;
  Statement players_;
  Statement blocked_;
  Statement player_;
  Statement balance_;
  Statement bookings_;
  HeroReader heroes_;
  Statement totals_;
  Statement admin_log_;
  Statement expiring_;
  Statement to_delete_;
};

}  // namespace wyrmhall::persistence::sql
