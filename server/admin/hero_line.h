// Heroes that players keep, as the admin interface shows them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/admin/context.h"
#include "server/admin/json.h"
#include "wyrmhall/v1/hero.pb.h"

namespace wyrmhall::server::admin {

struct StoryLine {
  MatchId match{};
  Timestamp at{};
  v1::HeroHunt told;
};
template <>
inline constexpr auto kSchema<StoryLine> = object(
    {"HeroStoryLine", "A line of a hero's story."}, field("match", &StoryLine::match), field("at", &StoryLine::at),
    field("told", &StoryLine::told, {.about = "What came of it: HeroHunt of the protocol as JSON."}));

struct HeroLine {
  HeroId id{};
  std::string name;
  v1::HuntHeroOption values;
  std::uint32_t chapter = 0;
  std::uint32_t slain = 0;
  std::optional<MatchId> match;
  Timestamp made_at{};
  std::optional<Timestamp> fallen_at;
  std::optional<Timestamp> retired_at;
  std::vector<StoryLine> story;
};
template <>
inline constexpr auto kSchema<HeroLine> = object(
    {"Hero", "A hero that a player keeps."}, field("id", &HeroLine::id), field("name", &HeroLine::name),
    field("values", &HeroLine::values, {.about = "As it would come into a match: HuntHeroOption as JSON."}),
    field("chapter", &HeroLine::chapter, {.about = "The highest that it has won; 0 for none."}),
    field("slain", &HeroLine::slain, {.about = "Dragons."}),
    field("match", &HeroLine::match, {.about = "The running one that it is in."}), field("madeAt", &HeroLine::made_at),
    field("fallenAt", &HeroLine::fallen_at), field("retiredAt", &HeroLine::retired_at),
    field("story", &HeroLine::story, {.about = "The latest line first; only in an export.", .left_out = true}));

// All heroes of a player, those who have fallen too.
std::vector<HeroLine> heroes_of(Context& context, const AccountId& player, bool with_story);

}  // namespace wyrmhall::server::admin
