// A hero's row as queries give it.
#pragma once

#include <array>

#include "persistence/heroes.h"
#include "persistence/sql/database.h"

namespace wyrmhall::persistence::sql {

// The scores are in columns that are named after what they count in the first game that kept heroes.
inline constexpr std::array kScoreColumns = {"chapter", "slain"};
static_assert(kScoreColumns.size() == HeroScores().size());

// Of heroes AS h and, for the running match that has the hero, matches AS m.
inline constexpr const char* kHeroColumns =
    "h.id, h.account, h.name, h.body, h.revision, h.alive, h.chapter, h.slain, h.made_at, m.id, h.fallen_at, "
    "h.retired_at";
inline constexpr int kHeroColumnCount = 12;

// From the first columns of a row.
inline HeroRow hero_in(const Cursor& row) {
  return {.id = row.id<HeroId>(0),
          .account = row.id<AccountId>(1),
          .name = row.bytes(2),
          .body = row.bytes(3),
          .revision = row.as<std::uint32_t>(4),
          .alive = row.integer(5) != 0,
          .scores = {row.as<std::uint32_t>(6), row.as<std::uint32_t>(7)},
          .made_at = row.time(8),
          .match = row.maybe_id<MatchId>(9),
          .fallen_at = row.maybe_time(10),
          .retired_at = row.maybe_time(11)};
}

}  // namespace wyrmhall::persistence::sql
