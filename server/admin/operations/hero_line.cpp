#include "server/admin/operations/hero_line.h"

#include "server/games/registry.h"

namespace wyrmhall::server::admin {

HeroLine hero_line(const persistence::HeroRow& row) {
  v1::Hero shown;
  hero_game().describe(row, shown);
  return {.id = row.id,
          .name = row.name,
          .values = shown.values(),
          .chapter = shown.chapter(),
          .slain = shown.slain(),
          .match = row.match,
          .made_at = row.made_at,
          .fallen_at = row.fallen_at,
          .retired_at = row.retired_at};
}

StoryLine story_line(const HeroId& hero, const persistence::StoryLine& row) {
  StoryLine line{.hero = hero, .match = row.match, .at = row.at, .told = {}};
  hero_game().describe_line(row.body, line.told);
  return line;
}

}  // namespace wyrmhall::server::admin
