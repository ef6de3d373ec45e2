// A story that is kept is, in any part of it, what would be told from the beginning.
#include "server/match/kept_story.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <span>

#include "tests/server/random_options.h"
#include "tests/server/stored_match.h"

namespace wyrmhall::test {
namespace {

// A random match of this game that is long enough to be told in parts.
persistence::StoredMatch some_match(const server::GameKind& kind, std::uint64_t seed) {
  rules::FastDice chance(seed);
  for (;;) {
    const std::string game = kind.offer().game();
    StoredMatchPlan plan{.game = game, .options = random_options(game, chance), .players = {}, .moves = 60};
    persistence::StoredMatch match = play_stored_match(plan, chance.bits());
    if (match.moves.size() > 10) return match;
  }
}

// Updates as fields of a pb::Story.
std::string fields_of(const server::Steps& steps) {
  server::MessageWriter fields;
  for (const std::string& update : steps.updates) fields.bytes(server::pb::Story::kUpdatesFieldNumber, update);
  return fields.take();
}

TEST_CASE("any part of a story, of any length, is what playing the match through tells") {
  for (const server::GameKind* kind : server::all_games()) {
    INFO(kind->offer().game());
    const persistence::StoredMatch match = some_match(*kind, 7);
    for (const rules::Viewer viewer : {rules::kSpectator, rules::Viewer{.seat = 0}}) {
      server::KeptStory story(match.row, viewer);
      // In pieces, as the match goes on.
      const std::span moves(match.moves);
      CHECK(story.tell(moves.first(3)));
      CHECK(story.version() == 3);
      CHECK(story.tell(moves.first(3)));
      CHECK(story.tell(moves));
      CHECK(story.version() == match.moves.size());
      CHECK_FALSE(story.tell(moves.first(3)));
      for (std::uint64_t since = 0; since <= match.moves.size(); ++since) {
        const server::Steps told = server::story_of(match.row, match.moves, viewer, since, 1UL << 30U);
        const server::KeptStory::Part part = story.part(since, 1UL << 30U);
        CHECK(part.fields == fields_of(told));
        CHECK_FALSE(part.continue_from);
      }
    }
  }
}

TEST_CASE("a story that is asked for part by part comes whole, and no part is longer than it may be") {
  const persistence::StoredMatch match = some_match(*server::all_games().front(), 5);
  server::KeptStory story(match.row, rules::kSpectator);
  REQUIRE(story.tell(match.moves));
  const std::string whole(story.part(0, 1UL << 30U).fields);
  for (const std::size_t most : {1UL, 200UL, 1000UL, whole.size() - 1, whole.size()}) {
    std::string together;
    std::uint64_t since = 0;
    for (std::size_t parts = 0; parts <= match.moves.size() + 1; ++parts) {
      const server::KeptStory::Part part = story.part(since, most);
      // One update comes in any case: who asks goes on.
      if (most >= 1000) CHECK(part.fields.size() <= most);
      together += part.fields;
      if (!part.continue_from) break;
      CHECK(story.is_lasting(part));
      since = *part.continue_from;
    }
    CHECK(together == whole);
  }
  CHECK_FALSE(story.is_lasting(story.part(0, 1UL << 30U)));
  story.end();
  CHECK(story.is_lasting(story.part(0, 1UL << 30U)));
  CHECK(story.part(match.moves.size(), 1000).fields.empty());
}

TEST_CASE("a match that was played by rules that are not there has no story") {
  persistence::StoredMatch match = some_match(*server::all_games().front(), 5);
  match.row.rules_version = 1'000'000;
  server::KeptStory story(match.row, rules::kSpectator);
  CHECK_FALSE(story.tell(match.moves));
  CHECK(story.version() == 0);
}

}  // namespace
}  // namespace wyrmhall::test
