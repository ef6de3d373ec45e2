// Heroes in the database: their accounts' stables, the matches that take them and give them back, their stories.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "persistence/admin_queries.h"
#include "persistence/hero_requests.h"
#include "persistence/sql/database.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

// Within the writer's transaction. What may stand in the way is looked up before anything is changed.
class HeroWriter {
 public:
  explicit HeroWriter(Database& database);

  void keep(const KeepHero& request, Outcome& outcome);
  void retire(const RetireHero& request, Outcome& outcome);
  // For an account that is erased or about to be deleted: its heroes stop telling of a person. First, those that a
  // match has, which are few, lose their names and fame, all at once.
  void hide_taken(const AccountId& account);
  // Then heroes are deleted with their stories, at most `most` at a time; those that a match has lose only their
  // stories. Returns whether that was all.
  bool forget_some(const AccountId& account, std::uint32_t most);

  // What stands in the way of a match that is not there yet, kNothing if nothing does, and in which place; then take()
  // takes its heroes.
  HeroInTheWay in_the_way(const CreateMatch& request);
  void take(std::int64_t match_no, const CreateMatch& request);

  // Whether the match has all heroes that a move and an end give back, and each once.
  bool has_all(std::int64_t match_no, const std::vector<HeroId>& heroes);
  void book(std::int64_t match_no, std::span<const HeroBooked> heroes, Timestamp at);
  // The match is over: what it still has goes back as it was.
  void release(std::int64_t match_no);

  static constexpr const char* kLiving = "SELECT count(*) FROM heroes WHERE account = ? AND standing = 0";
  static constexpr const char* kSome =
      "SELECT id FROM heroes WHERE account = ? AND (match IS NULL OR EXISTS (SELECT 1 FROM hero_story AS s WHERE "
      "s.hero = "
      "heroes.id)) LIMIT ?";
  static constexpr const char* kHideTaken =
      "UPDATE heroes SET name = '', chapter = 0, slain = 0 WHERE account = ? AND match IS NOT NULL";
  static constexpr const char* kDropUnused =
      "DELETE FROM heroes WHERE id IN (SELECT h.id FROM heroes AS h WHERE h.account = ? AND h.standing = 2 AND "
      "h.revision = 0 AND NOT EXISTS (SELECT 1 FROM match_heroes AS u WHERE u.hero = h.id) LIMIT ?)";
  static constexpr const char* kOldest =
      "SELECT id FROM heroes WHERE account = ? AND standing > 0 AND match IS NULL "
      "ORDER BY coalesce(fallen_at, retired_at, made_at) DESC, id DESC LIMIT ? OFFSET ?";
  static constexpr const char* kLeft =
      "SELECT u.hero FROM match_heroes AS u JOIN heroes AS h ON h.id = u.hero WHERE u.match = ?1 AND h.match = ?1";

 private:
  std::uint32_t living(const AccountId& account);
  Conflict newcomers_in_the_way(const CreateMatch& request);
  void insert(const HeroRow& hero);
  // Deletes the heroes that an account has beyond kHeroesRemembered, some at a time.
  void trim(const AccountId& account);
  void drop(const std::vector<HeroId>& heroes);
  // A match has given the hero back: deletes it if its account was erased meanwhile. Returns whether it did.
  bool drop_erased(const HeroId& hero);
  void tell(const HeroId& hero, std::int64_t match_no, const std::vector<std::string>& story, Timestamp at);

  Database& database_;
  Statement account_;
  Statement owner_;
  Statement living_;
  Statement insert_;
  Statement drop_unused_;
  Statement oldest_;
  Statement drop_story_;
  Statement drop_;
  Statement state_;
  Statement retire_;
  Statement hide_taken_;
  Statement some_;
  Statement use_;
  Statement take_;
  Statement has_;
  Statement used_;
  Statement book_;
  Statement lines_;
  Statement add_line_;
  Statement trim_story_;
  Statement left_;
  Statement free_;
  Statement erased_;
};

class HeroReader {
 public:
  explicit HeroReader(Database& database);

  std::vector<HeroLine> of(const ListHeroes& request);
  std::vector<ListedHero> placed(const AccountId& account, const StablePlace& after, std::uint32_t limit);
  std::vector<StoryLine> story(const ListStory& request);
  std::vector<HeroLine> fallen(const ListFallen& request);
  std::vector<HeroLine> board(const ListHeroBoard& request);

  // The queries, to be looked at by a test.
  static std::vector<std::string> queries();

 private:
  // A list by one of the scores, as ListTallies is made: first those level with the last one that was listed, then
  // those below, so that each is one range of the index.
  struct Board {
    Board(Database& database, const std::string& column);
    Statement first;
    Statement level;
    Statement below;
  };

  Database& database_;
  Statement standing_;
  Statement of_;
  Statement story_;
  Statement fallen_;
  Statement fallen_of_;
  std::array<Board, std::tuple_size_v<HeroScores>> boards_;
};

}  // namespace wyrmhall::persistence::sql
