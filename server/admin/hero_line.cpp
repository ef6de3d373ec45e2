#include "server/admin/hero_line.h"

#include <utility>

#include "server/games/registry.h"

namespace wyrmhall::server::admin {
namespace {

std::vector<StoryLine> story_of(Context& context, const HeroId& hero) {
  std::vector<StoryLine> story;
  std::optional<std::uint32_t> before;
  while (true) {
    const auto lines =
        context.running.ask(persistence::ListStory{.hero = hero, .before = before, .limit = kHeroesPerPage})
            .lists()
            .story;
    for (const persistence::StoryLine& line : lines) {
      StoryLine& told = story.emplace_back(StoryLine{.match = line.match, .at = line.at, .told = {}});
      hero_game().describe_hunt(line.body, told.told);
      before = line.no;
    }
    if (lines.size() < kHeroesPerPage) return story;
  }
}

}  // namespace

std::vector<HeroLine> heroes_of(Context& context, const AccountId& player, bool with_story) {
  std::vector<HeroLine> heroes;
  std::optional<HeroId> after;
  while (true) {
    const auto page =
        context.running.ask(persistence::ListHeroes{.account = player, .after = after, .limit = kHeroesPerPage})
            .lists()
            .heroes;
    for (const auto& [row, owner] : page) {
      HeroLine& line = heroes.emplace_back(HeroLine{.id = row.id,
                                                    .name = row.name,
                                                    .values = {},
                                                    .chapter = row.chapter,
                                                    .slain = row.slain,
                                                    .match = row.match,
                                                    .made_at = row.made_at,
                                                    .fallen_at = row.fallen_at,
                                                    .retired_at = row.retired_at,
                                                    .story = {}});
      hero_game().describe(row.body, line.values);
      if (with_story) line.story = story_of(context, row.id);
      after = row.id;
    }
    if (page.size() < kHeroesPerPage) return heroes;
  }
}

}  // namespace wyrmhall::server::admin
