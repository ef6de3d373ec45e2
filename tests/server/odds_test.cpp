// Odds in the open, the switch that closes them, and luck after the match.
#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

pb::ServerMessage odds_of(Client& client, const std::string& id, const pb::GameAction& action) {
  const Client::Match& match = client.matches.at(id);
  pb::ClientMessage ask;
  ask.mutable_ask_odds()->set_channel(match.channel());
  ask.mutable_ask_odds()->set_version(match.version());
  *ask.mutable_ask_odds()->mutable_action() = action;
  return client.ask(ask);
}

pb::ServerMessage luck_of(Client& client, const std::string& id) {
  pb::ClientMessage ask;
  ask.mutable_ask_luck()->set_match_id(id);
  return client.ask(ask);
}

// The rolls of a match's record, by the move that they belong to.
std::vector<std::vector<std::pair<unsigned, unsigned>>> recorded_rolls(Client& client, const std::string& id) {
  const nlohmann::json record = nlohmann::json::parse(export_record(client, id));
  std::vector<std::vector<std::pair<unsigned, unsigned>>> steps;
  const auto add = [&](const nlohmann::json& rolls) {
    auto& step = steps.emplace_back();
    for (const auto& roll : rolls) step.emplace_back(roll.at("sides"), roll.at("value"));
  };
  add(record.at("start").at("rolls"));
  for (const auto& move : record.at("moves")) add(move.at("rolls"));
  return steps;
}

TEST_CASE_FIXTURE(TwoPlayers, "the figures of a claw are those worked out by hand") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  Client& mover = to_move(id);
  const auto& choices = mover.matches.at(id).choices().choices();
  const auto claw = std::ranges::find_if(choices, [](const auto& c) { return c.action().duel().action_case() == 2; });
  REQUIRE(claw != choices.end());
  const pb::ServerMessage reply = odds_of(mover, id, claw->action());
  REQUIRE(reply.has_odds());
  REQUIRE(reply.odds().figures().has_duel());
  const pb::DuelOdds& odds = reply.odds().figures().duel();

  // d8 x 3 against d10 x 4: the first turn of a match.
  std::map<std::uint32_t, double> damage;
  double hit = 0;
  double tie = 0;
  double mean = 0;
  for (int attack = 1; attack <= 8; ++attack) {
    for (int defence = 1; defence <= 10; ++defence) {
      const int margin = (3 * attack) - (4 * defence);
      if (margin > 0) hit += 1.0 / 80;
      if (margin == 0) tie += 1.0 / 80;
      damage[static_cast<std::uint32_t>(std::max(0, margin))] += 1.0 / 80;
      mean += std::max(0, margin) / 80.0;
    }
  }
  CHECK(odds.hit() == doctest::Approx(hit));
  CHECK(odds.tie() == doctest::Approx(tie));
  CHECK(odds.beaten() == doctest::Approx(1 - hit - tie));
  CHECK(odds.mean_damage() == doctest::Approx(mean));
  CHECK(odds.fells_target() == doctest::Approx(1.0 / 80));  // 8 x 3 - 1 x 4 is 20
  CHECK(odds.wins_game() == doctest::Approx(1.0 / 80));
  CHECK(odds.wins_match() == doctest::Approx(1.0 / 80));
  CHECK(odds.attacker_falls() == 0);
  REQUIRE(odds.damage_size() == static_cast<int>(damage.size()));
  for (const auto& line : odds.damage()) CHECK(line.probability() == doctest::Approx(damage.at(line.health())));
}

TEST_CASE_FIXTURE(TwoPlayers, "a table without odds refuses them to all seats, shows it, and its rematch is the same") {
  pb::GameOptions options = duel_options();
  options.set_no_odds(true);
  const std::string id = start_match({&mira, &bruno}, options);
  CHECK(mira.tables.at(id).options().no_odds());
  CHECK(bruno.matches.at(id).info().options().no_odds());
  for (int turn = 0; turn < 4; ++turn) {
    Client& mover = to_move(id);
    Client& other = &mover == &mira ? bruno : mira;
    const pb::GameAction action = mover.matches.at(id).choices().choices(0).action();
    CHECK(odds_of(mover, id, action).refusal().code() == pb::REFUSAL_CODE_ODDS_OFF);
    CHECK(odds_of(other, id, action).refusal().code() == pb::REFUSAL_CODE_ODDS_OFF);
    mover.play_one(mover.matches.at(id));
  }
  // Another run of the server knows it from what is kept.
  mira.vanish();
  bruno.vanish();
  world.restart();
  mira.arrive();
  bruno.arrive();
  mira.open(id);
  bruno.open(id);
  Client& mover = to_move(id);
  CHECK(odds_of(mover, id, mover.matches.at(id).choices().choices(0).action()).refusal().code() ==
        pb::REFUSAL_CODE_ODDS_OFF);
  play_out(world, {&mira, &bruno}, nullptr, id, false);
  CHECK(luck_of(mira, id).has_luck());  // once it is over there is nothing to hide
  pb::ClientMessage again;
  again.mutable_rematch()->set_match_id(id);
  CHECK(mira.ask(again).table_state().options().no_odds());

  // Who looks for a table with odds does not sit down at one without.
  pb::ClientMessage opening = open_table(options);
  const pb::ServerMessage opened = mira.ask(opening);
  pb::ClientMessage find;
  *find.mutable_find_table()->mutable_options() = duel_options();
  CHECK(bruno.ask(find).table_state().table_id() != opened.table_state().table_id());
}

void check_luck(Client& client, const std::string& id) {
  const pb::ServerMessage reply = luck_of(client, id);
  REQUIRE_MESSAGE(reply.has_luck(), reply.DebugString());
  const pb::Luck& luck = reply.luck();
  CHECK(luck.match_id() == id);

  // Every die of the record is counted once.
  const auto steps = recorded_rolls(client, id);
  std::map<unsigned, std::map<unsigned, std::uint32_t>> recorded;
  for (const auto& step : steps) {
    for (const auto& [sides, value] : step) ++recorded[sides][value];
  }
  std::map<unsigned, std::map<unsigned, std::uint32_t>> counted;
  for (const pb::DiceLuck& dice : luck.dice()) {
    REQUIRE(dice.faces_size() == static_cast<int>(dice.sides()));
    std::uint32_t rolled = 0;
    std::uint64_t sum = 0;
    for (unsigned face = 1; face <= dice.sides(); ++face) {
      const std::uint32_t times = dice.faces(static_cast<int>(face) - 1);
      if (times > 0) counted[dice.sides()][face] += times;
      rolled += times;
      sum += std::uint64_t{times} * face;
    }
    CHECK(dice.rolled() == rolled);
    CHECK(dice.sum() == sum);
    CHECK(dice.expected_sum() == doctest::Approx(rolled * (dice.sides() + 1) / 2.0));
  }
  CHECK(counted == recorded);

  // Every decision has the dice of its move, and the figures of what became of it.
  CHECK(luck.decisions_size() > 0);
  CHECK(luck.decisions_left_out() == 0);
  for (const pb::DecisionLuck& decision : luck.decisions()) {
    const auto& rolls = steps.at(decision.version());
    REQUIRE(static_cast<std::size_t>(decision.dice_size()) <= rolls.size());
    for (int i = 0; i < decision.dice_size(); ++i) {
      CHECK(decision.dice(i).sides() == rolls[static_cast<std::size_t>(i)].first);
      CHECK(decision.dice(i).value() == rolls[static_cast<std::size_t>(i)].second);
    }
    const pb::DuelOdds& expected = decision.expected().duel();
    const pb::DuelOdds& came = decision.came().duel();
    CHECK(expected.hit() + expected.beaten() + expected.tie() == doctest::Approx(1));
    CHECK(came.hit() + came.beaten() + came.tie() == 1);
    CHECK(came.damage().empty());
    // What came was possible.
    double probability = expected.damage().empty() ? 1 : 0;
    for (const auto& line : expected.damage()) {
      if (line.health() == came.mean_damage()) probability = line.probability();
    }
    CHECK(probability > 0);
    CHECK(decision.value() >= 0);
    CHECK(decision.expected_value() <= 1);
  }
}

TEST_CASE_FIXTURE(TwoPlayers, "luck counts every die of the record, and holds each decision against its odds") {
  pb::GameOptions options;
  SUBCASE("a duel with abilities and several games") {
    options = duel_options();
    options.mutable_duel()->set_abilities(true);
    options.mutable_duel()->set_match_games(5);
  }
  SUBCASE("dragons chosen in play") {
    options.mutable_duel();
  }
  SUBCASE("a battle") {
    options.mutable_duel()->set_mode(pb::DUEL_MODE_BATTLE);
    for (const std::uint32_t seat : {0U, 0U, 1U, 1U}) options.mutable_duel()->add_owners(seat);
    options.mutable_duel()->set_abilities(true);
  }
  const std::string id = start_match({&mira, &bruno}, options);
  CHECK(luck_of(mira, id).refusal().code() == pb::REFUSAL_CODE_MATCH_NOT_OVER);
  play_out(world, {&mira, &bruno}, nullptr, id, false);
  check_luck(bruno, id);
  CHECK(luck_of(mira, std::string(16, 'x')).refusal().code() == pb::REFUSAL_CODE_MATCH_UNKNOWN);
  CHECK(luck_of(mira, "x").refusal().field() == "match_id");
}

TEST_CASE_FIXTURE(OnePlayer, "the dice of automatic dragons are nobody's luck") {
  pb::GameOptions options;
  options.mutable_duel()->set_mode(pb::DUEL_MODE_SOLITAIRE);
  options.mutable_duel()->set_enemies(3);
  const std::string id = start_match({&mira}, options);
  for (int turn = 0; turn < 1000 && mira.play_one(mira.matches.at(id)); ++turn) {
  }
  REQUIRE(mira.matches.at(id).over());
  check_luck(mira, id);
  std::map<int, std::uint32_t> first_rolls;
  const pb::ServerMessage reply = luck_of(mira, id);
  for (const pb::DiceLuck& dice : reply.luck().dice()) {
    if (dice.sides() == 4) CHECK(dice.seat() == -1);
    if (dice.sides() == 12) first_rolls[dice.seat()] = dice.rolled();
  }
  CHECK(first_rolls[0] >= 1);
  CHECK(first_rolls[-1] >= 3);
  for (const pb::DecisionLuck& decision : reply.luck().decisions()) CHECK(decision.seat() == 0);
}

}  // namespace
}  // namespace wyrmhall::test
