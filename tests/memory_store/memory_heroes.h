// The heroes of the store in memory.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "persistence/hero_requests.h"
#include "persistence/store.h"

namespace wyrmhall::persistence {

class MemoryHeroes {
 public:
  // `erased`: the accounts that are; it outlives this.
  explicit MemoryHeroes(const std::set<AccountId>& erased) : erased_(erased) {}

  // What stands in the way, kNothing if nothing does. The account is there.
  Conflict keep(const KeepHero& request);
  void retire(const RetireHero& request, Outcome& outcome);
  // The account is erased, or deleted.
  void forget(const AccountId& account);

  // What stands in the way of a match that is not there yet, and in which place; then take() takes its heroes.
  [[nodiscard]] HeroInTheWay in_the_way(const CreateMatch& request) const;
  void take(const CreateMatch& request);

  // Whether the match has all heroes that a move and an end give back, and each once.
  [[nodiscard]] bool has_all(const MatchId& match, const std::vector<HeroId>& heroes) const;
  void book(const MatchId& match, std::span<const HeroBooked> heroes, Timestamp at);
  // The match is over: what it still has goes back as it was.
  void release(const MatchId& match);

  [[nodiscard]] std::vector<HeroRow> of(const ListHeroes& request) const;
  [[nodiscard]] std::vector<StoryLine> story(const ListStory& request) const;
  [[nodiscard]] std::vector<HeroRow> fallen(const ListFallen& request) const;
  [[nodiscard]] std::vector<HeroRow> board(const ListHeroBoard& request) const;

 private:
  // Living ones in the stable.
  [[nodiscard]] std::uint32_t living(const AccountId& account) const;
  void give_back(HeroRow& hero);
  void insert(const HeroRow& hero);

  std::map<HeroId, HeroRow> heroes_;
  std::map<HeroId, std::vector<StoryLine>> stories_;
  std::set<HeroId> used_;  // that have ever been in a match
  const std::set<AccountId>& erased_;
};

}  // namespace wyrmhall::persistence
