// What a request about heroes shows by itself, without a look at what is kept: the same for every store.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "persistence/store.h"

namespace wyrmhall::persistence {

// What stands in the way of a match, and the place of the hero where it is one of those that the match takes.
struct HeroInTheWay {
  Conflict conflict = Conflict::kNothing;
  std::uint8_t place = 0;
};

// Null where the match does not take this hero.
inline const HeroTaken* taken_in(const CreateMatch& request, const HeroId& hero) {
  if (!request.heroes) return nullptr;
  const auto found = std::ranges::find(*request.heroes, hero, &HeroTaken::hero);
  return found == request.heroes->end() ? nullptr : &*found;
}

// The account that must own a hero for the hero to be taken: that of its seat. Nothing where the seat has none.
inline std::optional<AccountId> owner_in(const CreateMatch& request, const HeroTaken& taken) {
  const std::vector<SeatRow>& seats = request.match->seats;
  return taken.seat < seats.size() ? seats[taken.seat].account : std::nullopt;
}

inline bool is_newcomer_in(const CreateMatch& request, const HeroId& hero) {
  return request.newcomers && std::ranges::find(*request.newcomers, hero, &HeroRow::id) != request.newcomers->end();
}

// A hero that a stable can begin with.
inline bool is_fresh(const HeroRow& hero) {
  return hero.revision == 0 && !hero.match && !hero.fallen_at && !hero.retired_at;
}

// As ListHeroes sorts them: 0 living and 1 dead in the stable, 2 retired, 3 fallen.
inline int standing_of(const HeroRow& hero) {
  if (hero.fallen_at) return 3;
  if (hero.retired_at) return 2;
  return hero.alive ? 0 : 1;
}

inline bool are_taken_once(const std::vector<HeroTaken>& heroes) {
  for (std::size_t i = 0; i < heroes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (heroes[i].hero == heroes[j].hero || heroes[i].place == heroes[j].place) return false;
    }
  }
  return true;
}

inline bool are_sound_newcomers(const CreateMatch& request) {
  const std::vector<HeroRow>& newcomers = *request.newcomers;
  for (std::size_t i = 0; i < newcomers.size(); ++i) {
    const HeroRow& hero = newcomers[i];
    const HeroTaken* const taken = taken_in(request, hero.id);
    if (taken == nullptr || taken->revision != hero.revision || owner_in(request, *taken) != hero.account) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (newcomers[j].id == hero.id) return false;
    }
    if (!is_fresh(hero)) return false;
  }
  return true;
}

// Whether the heroes of the request fit each other and the match.
inline bool are_sound_heroes(const CreateMatch& request) {
  if (request.heroes && !are_taken_once(*request.heroes)) return false;
  if (request.newcomers && !are_sound_newcomers(request)) return false;
  if (!request.end || !request.end->heroes) return true;
  return std::ranges::all_of(*request.end->heroes,
                             [&](const HeroBooked& hero) { return taken_in(request, hero.hero) != nullptr; });
}

// The heroes that the move and the end give back.
inline std::vector<HeroId> given_back_in(const AppendMove& request) {
  std::vector<HeroId> heroes;
  const auto add = [&](const Boxed<std::vector<HeroBooked>>& booked) {
    if (!booked) return;
    for (const HeroBooked& hero : *booked) heroes.push_back(hero.hero);
  };
  add(request.heroes);
  if (request.end) add(request.end->heroes);
  return heroes;
}

// Whether none is named twice.
inline bool are_different(std::vector<HeroId> heroes) {
  std::ranges::sort(heroes);
  return std::ranges::adjacent_find(heroes) == heroes.end();
}

}  // namespace wyrmhall::persistence
