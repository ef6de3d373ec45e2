// What events of every game show of dice was rolled: clients compare it with the record, and would accuse an honest
// server of whatever an event shows that the record does not have in this order. Names no game.
#include "clients/model/shown_faces.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/dice/fast_dice.h"
#include "server/games/registry.h"
#include "tests/server/random_options.h"
#include "tests/server/stored_match.h"

namespace wyrmhall::test {
namespace {

namespace pb = wyrmhall::v1;
using Faces = std::vector<std::uint16_t>;
using nlohmann::json;

constexpr int kMatchesShown = 40;  // of each game
constexpr std::size_t kMovesShown = 400;

Faces shown_by(const server::RunningGame& game) {
  Faces faces;
  const pb::MatchUpdate update = server::events_of(game);
  for (const pb::GameEvent& event : update.events()) clients::add_faces(event, faces);
  return faces;
}

Faces rolled_in(const json& step) {
  Faces faces;
  for (const json& roll : step.value("rolls", json::array())) faces.push_back(roll["value"]);
  return faces;
}

bool has_in_order(const Faces& all, const Faces& some) {
  auto from = all.begin();
  for (const std::uint16_t face : some) {
    from = std::find(from, all.end(), face);
    if (from == all.end()) return false;
    ++from;
  }
  return true;
}

// Up to the end, to which all seats resign where it has not come.
struct Played {
  json record;
  std::vector<Faces> shown;  // by version
};

Played play(const server::GameKind& kind, const pb::GameOptions& options, std::uint64_t seed) {
  StoredMatchPlan plan;
  plan.game = kind.offer().game();
  plan.options = options;
  plan.moves = kMovesShown;
  plan.players.resize(static_cast<std::size_t>(kind.seats(options)));
  persistence::StoredMatch match = play_stored_match(plan, seed);
  auto game = kind.start(match.row).value();
  Played played{.record = {}, .shown = {shown_by(*game)}};
  REQUIRE(server::fold(*game, match.moves, [&](std::size_t) { played.shown.push_back(shown_by(*game)); }));
  for (rules::Seat seat = 0; !game->ending(); ++seat) {
    REQUIRE(seat < rules::kMaxSeats);
    persistence::Move move;
    move.kind = persistence::MoveKind::kResigned;
    move.seat = seat;
    if (!match.moves.empty()) move.at = match.moves.back().at;
    move.answered_version = static_cast<std::uint32_t>(match.moves.size());
    if (!server::play_recorded(*game, move)) continue;
    match.moves.push_back(move);
    played.shown.push_back(shown_by(*game));
  }
  match.end = persistence::MatchEnd{};
  const auto written = kind.record(match, [](const auto&) { return std::nullopt; });
  REQUIRE_MESSAGE(written, written.error());
  played.record = json::parse(written->text);
  return played;
}

}  // namespace

TEST_CASE("for every game, the faces that events show are rolls of the record, in their order") {
  for (const server::GameKind* kind : server::all_games()) {
    const std::string game = kind->offer().game();
    INFO(game);
    rules::FastDice chance(1);
    std::size_t rolled = 0;
    std::size_t shown = 0;
    for (int played = 0; played < kMatchesShown;) {
      pb::GameOptions options = random_options(game, chance);
      if (kind->complete(options)) continue;
      ++played;
      const Played match = play(*kind, options, chance.bits());
      for (std::size_t version = 0; version < match.shown.size(); ++version) {
        const Faces all = rolled_in(version == 0 ? match.record["start"] : match.record["moves"].at(version - 1));
        rolled += all.size();
        shown += match.shown[version].size();
        CHECK_MESSAGE(has_in_order(all, match.shown[version]),
                      "version " << version << ": " << json(match.shown[version]).dump() << " of " << json(all).dump());
      }
    }
    MESSAGE(game << ": " << shown << " faces shown, " << rolled << " dice rolled");
    // Where dice only place things, most of them are never shown as dice.
    CHECK(shown > 0);
  }
}

}  // namespace wyrmhall::test
