// High scores: what somebody has come to alone, as the end of the match says it and the lists have it.
#include "tests/server/players.h"
#include "tests/server/playing.h"

namespace wyrmhall::test {
namespace {

pb::ClientMessage list_scores(const std::string& game, const std::string& name) {
  pb::ClientMessage ask;
  ask.mutable_list_high_scores()->mutable_high_score()->set_game(game);
  ask.mutable_list_high_scores()->mutable_high_score()->set_name(name);
  return ask;
}

pb::HighScores scores_of(Client& client, const std::string& game, const std::string& name) {
  const pb::ServerMessage reply = client.ask(list_scores(game, name));
  REQUIRE_MESSAGE(reply.has_high_scores(), reply.DebugString());
  return reply.high_scores();
}

pb::GameOptions solitaire(std::uint32_t enemies) {
  pb::GameOptions options;
  options.mutable_duel()->set_mode(pb::DUEL_MODE_SOLITAIRE);
  options.mutable_duel()->set_enemies(enemies);
  return options;
}

pb::GameOptions training(pb::ArenaDifficulty difficulty) {
  pb::GameOptions options;
  options.mutable_arena()->set_solo(true);
  options.mutable_arena()->set_difficulty(difficulty);
  return options;
}

// Plays alone by chance; what the end of it counts, 0 for nothing.
std::uint32_t played_alone(OnePlayer& hall, Client& client, const pb::GameOptions& options, const std::string& name) {
  const std::string id = start_match({&client}, options);
  play_out(hall.world, {&client}, nullptr, id, false);
  const pb::Outcome& outcome = client.matches.at(id).outcome();
  CHECK(outcome.has_score() == (outcome.winners_size() == 1));
  if (!outcome.has_score()) return 0;
  CHECK(outcome.score().name() == name);
  return outcome.score().points();
}

}  // namespace

TEST_CASE_FIXTURE(TwoPlayers, "the best of a training that was won counts, for each difficulty by itself") {
  std::uint32_t hers = 0;
  std::uint32_t his = 0;
  for (int i = 0; i < 30 && (hers == 0 || his == 0 || i < 12); ++i) {
    hers = std::max(hers, played_alone(*this, mira, training(pb::ARENA_DIFFICULTY_NORMAL), "normal"));
    his = std::max(his, played_alone(*this, bruno, training(pb::ARENA_DIFFICULTY_NORMAL), "normal"));
  }
  REQUIRE(hers > 0);
  REQUIRE(his > 0);
  const pb::HighScores scores = scores_of(mira, "arena", "normal");
  REQUIRE(scores.lines_size() == 2);
  CHECK(scores.own() == hers);
  CHECK(scores.lines(0).points() == std::max(hers, his));
  CHECK(scores.lines(1).points() == std::min(hers, his));
  CHECK(scores_of(mira, "arena", "high").lines().empty());
  CHECK(scores_of(mira, "arena", "high").own() == 0);
  // Another run of the server knows the same.
  mira.vanish();
  world.restart();
  mira.arrive();
  CHECK(scores_of(mira, "arena", "normal").own() == hers);
}

TEST_CASE_FIXTURE(OnePlayer, "the most enemies beaten at once count, and a game that was given up does not") {
  std::uint32_t best = 0;
  for (const std::uint32_t enemies : {1U, 2U, 1U, 3U, 1U, 1U, 1U, 1U, 1U, 1U}) {
    const std::uint32_t beaten = played_alone(*this, mira, solitaire(enemies), "enemies");
    CHECK((beaten == 0 || beaten == enemies));
    best = std::max(best, beaten);
  }
  REQUIRE(best > 0);
  CHECK(scores_of(mira, "duel", "enemies").own() == best);
  const std::string id = start_match({&mira}, solitaire(7));
  pb::ClientMessage resign;
  resign.mutable_resign()->set_channel(mira.matches.at(id).channel());
  CHECK_FALSE(mira.ask(resign).update().outcome().has_score());
  CHECK(scores_of(mira, "duel", "enemies").own() == best);
}

TEST_CASE_FIXTURE(OnePlayer, "high scores and places that cannot be are refused") {
  const auto code = [&](const pb::ClientMessage& ask) { return mira.ask(ask).refusal().code(); };
  CHECK(code(list_scores("arena", "easy")) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(code(list_scores("chess", "normal")) == pb::REFUSAL_CODE_FIELD_INVALID);
  pb::ClientMessage place = list_scores("arena", "high");
  place.mutable_list_high_scores()->mutable_after()->set_points(1);
  CHECK(code(place) == pb::REFUSAL_CODE_FIELD_INVALID);
}

}  // namespace wyrmhall::test
