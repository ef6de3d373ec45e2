#include "server/admin/operations/hero_line.h"

#include "server/games/registry.h"

namespace wyrmhall::server::admin {

HeroLine hero_line(const persistence::HeroRow& row) {
  HeroLine line{.id = row.id,
                .name = row.name,
                .values = {},
                .chapter = row.chapter,
                .slain = row.slain,
                .match = row.match,
                .made_at = row.made_at,
                .fallen_at = row.fallen_at,
                .retired_at = row.retired_at};
  hero_game().describe(row.body, line.values);
  return line;
}

StoryLine story_line(const HeroId& hero, const persistence::StoryLine& row) {
  StoryLine line{.hero = hero, .match = row.match, .at = row.at, .told = {}};
  hero_game().describe_hunt(row.body, line.told);
  return line;
}

}  // namespace wyrmhall::server::admin
