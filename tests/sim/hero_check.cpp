#include "tests/sim/hero_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "server/core/ids.h"
#include "server/games/registry.h"
#include "server/heroes/match_heroes.h"
#include "tests/sim/violation.h"

namespace wyrmhall::sim {
namespace {

constexpr const char* kHeroes = "a hero is in one match, and changed once by it";

[[noreturn]] void violated(const HeroId& hero, const char* what) {
  throw Violation(kHeroes, fmt::format("hero {} {}", uuid_text(hero), what));
}

}  // namespace

void HeroCheck::made(const persistence::HeroRow& hero) {
  heroes_.try_emplace(hero.id, Kept{.account = hero.account, .body = hero.body, .match = {}});
}

void HeroCheck::retired(const HeroId& hero) {
  const auto found = heroes_.find(hero);
  if (found == heroes_.end() || found->second.match) violated(hero, "was retired in the middle of a match");
  found->second.gone = true;
}

void HeroCheck::taken(const persistence::CreateMatch& request) {
  const persistence::MatchRow& row = *request.match;
  const auto in_options = server::heroes_of(*server::find_game(row.game), row);
  const std::vector<persistence::HeroTaken> none;
  const auto& taken = request.heroes ? *request.heroes : none;
  if (taken.size() != in_options.size()) throw Violation(kHeroes, "a match takes other heroes than it shows");
  for (const persistence::HeroTaken& each : taken) {
    const auto found = heroes_.find(each.hero);
    if (found == heroes_.end()) violated(each.hero, "is in a match and was never made");
    Kept& hero = found->second;
    if (hero.match) violated(each.hero, "is in two matches");
    if (hero.gone) violated(each.hero, "hunts though it has fallen or was retired");
    if (hero.revision != each.revision) violated(each.hero, "is not taken as it is");
    if (row.seats.at(each.seat).account != hero.account) violated(each.hero, "hunts for somebody else");
    const auto shown = std::ranges::find_if(in_options, [&](const server::HeroInSeat& one) {
      return one.hero.hero_id() == to_bytes(each.hero) && one.seat == each.seat && one.hero.place() == each.place;
    });
    if (shown == in_options.end()) violated(each.hero, "is taken and not shown");
    hero.match = row.id;
    counters_.hit(Sometimes::kHeroTaken);
  }
}

void HeroCheck::given_back(const persistence::AppendMove& request,
                           const std::vector<persistence::HeroBooked>& expected) {
  std::vector<persistence::HeroBooked> booked;
  if (request.heroes) booked = *request.heroes;
  if (request.end && request.end->heroes)
    booked.insert(booked.end(), request.end->heroes->begin(), request.end->heroes->end());
  if (booked != expected) throw Violation(kHeroes, "a move gives back other heroes than the rules say");
  for (const persistence::HeroBooked& each : booked) {
    const auto found = heroes_.find(each.hero);
    if (found == heroes_.end() || found->second.match != request.match) violated(each.hero, "is given back twice");
    Kept& hero = found->second;
    hero.match.reset();
    hero.body = each.body;
    ++hero.revision;
    hero.gone = hero.gone || each.fallen;
    counters_.hit(Sometimes::kHeroGivenBack);
    if (each.fallen) counters_.hit(Sometimes::kHeroFallen);
  }
  if (!request.end) return;
  for (const auto& [id, hero] : heroes_) {
    if (hero.match == request.match) violated(id, "is still in a match that is over");
  }
}

}  // namespace wyrmhall::sim
