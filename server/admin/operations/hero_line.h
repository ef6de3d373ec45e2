// Heroes that players keep, as the admin interface shows them.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "persistence/heroes.h"
#include "server/admin/rest/json.h"
#include "wyrmhall/v1/hero.pb.h"

namespace wyrmhall::server::admin {

struct StoryLine {
  HeroId hero{};
  MatchId match{};
  Timestamp at{};
  v1::HeroHunt told;
};
template <>
inline constexpr auto kSchema<StoryLine> =
    object({"HeroStoryLine", "A line of a hero's story."}, field("hero", &StoryLine::hero),
           field("match", &StoryLine::match), field("at", &StoryLine::at),
           field("told", &StoryLine::told, {.about = "What came of it: HeroHunt of the protocol as JSON."}));

struct HeroLine {
  HeroId id{};
  std::string name;
  std::remove_cvref_t<decltype(std::declval<v1::Hero>().values())> values;  // whatever message the protocol has there
  std::uint32_t chapter = 0;
  std::uint32_t slain = 0;
  std::optional<MatchId> match;
  Timestamp made_at{};
  std::optional<Timestamp> fallen_at;
  std::optional<Timestamp> retired_at;
};
template <>
inline constexpr auto kSchema<HeroLine> = object(
    {"Hero", "A hero that a player keeps."}, field("id", &HeroLine::id), field("name", &HeroLine::name),
    field("values", &HeroLine::values,
          {.about = "As it would come into a match: Hero.values of the protocol as JSON."}),
    field("chapter", &HeroLine::chapter, {.about = "The highest that it has won; 0 for none."}),
    field("slain", &HeroLine::slain, {.about = "Dragons."}),
    field("match", &HeroLine::match, {.about = "The running one that it is in."}), field("madeAt", &HeroLine::made_at),
    field("fallenAt", &HeroLine::fallen_at), field("retiredAt", &HeroLine::retired_at));

HeroLine hero_line(const persistence::HeroRow& row);
StoryLine story_line(const HeroId& hero, const persistence::StoryLine& row);

}  // namespace wyrmhall::server::admin
