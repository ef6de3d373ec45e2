// Rows of the database that this server did not write so: a damaged disk is said of, and takes nothing down.
#include <doctest/doctest.h>

#include "server/heroes/match_heroes.h"
#include "server/match/actor.h"
#include "tests/server/harness.h"
#include "tests/server/stored_match.h"

namespace wyrmhall::test {
namespace {

persistence::StoredMatch some_match(std::size_t moves) {
  persistence::Account mira{.id = {}, .name = "Mira", .name_key = {}, .token_hash = {}, .created_at = {}};
  mira.id = AccountId({1});
  StoredMatchPlan plan{.options = duel_options(), .players = {mira}, .moves = moves};
  return play_stored_match(plan, 3);
}

// Whether the match can be folded.
bool adopts(const persistence::StoredMatch& match) {
  return server::play_through(match) != nullptr;
}

TEST_CASE("a name that is no UTF-8 is no record, and nothing worse") {
  persistence::StoredMatch match = some_match(4);
  REQUIRE(adopts(match));
  match.row.seats[0].name = "\xa5W\xf3";
  const auto record = server::find_game("duel")->record(match, {});
  REQUIRE(!record);
  CHECK(record.error().find("UTF-8") != std::string::npos);
}

TEST_CASE("a move of a seat that the match does not have is not folded, whatever its kind") {
  for (const auto kind :
       {persistence::MoveKind::kAction, persistence::MoveKind::kResigned, persistence::MoveKind::kTimedOut,
        persistence::MoveKind::kStandIn, persistence::MoveKind::kResumed, persistence::MoveKind::kAbsent}) {
    for (const bool with_link : {false, true}) {
      persistence::StoredMatch match = some_match(2);
      persistence::Move& last = match.moves.emplace_back();
      last.kind = kind;
      last.seat = 200;
      last.chain_lost = !with_link;
      if (with_link) last.link.emplace().fill(3);
      CHECK(!adopts(match));
    }
  }
}

TEST_CASE("a move of the server's own that carries a link, or loses a chain, is not folded") {
  for (const bool with_link : {false, true}) {
    persistence::StoredMatch match = some_match(2);
    persistence::Move& last = match.moves.emplace_back();
    last.kind = persistence::MoveKind::kResumed;
    last.chain_lost = !with_link;
    if (with_link) last.link.emplace().fill(3);
    CHECK(!adopts(match));
  }
}

TEST_CASE("a kept hero without an id is none that a match could give back") {
  server::pb::GameOptions options;
  options.mutable_hunt();
  persistence::StoredMatch match =
      play_stored_match({.game = "hunt", .options = options, .players = {}, .moves = 3}, 3);
  REQUIRE(adopts(match));
  REQUIRE(options.ParseFromString(match.row.options));
  for (const std::string& id : {std::string(16, 'h'), std::string(), std::string(15, 'h')}) {
    options.clear_heroes();
    options.add_heroes()->set_hero_id(id);
    match.row.options = options.SerializeAsString();
    CHECK(server::heroes_of(*server::find_game("hunt"), match.row).size() == (id.size() == 16 ? 1 : 0));
    CHECK(adopts(match));
  }
}

}  // namespace
}  // namespace wyrmhall::test
