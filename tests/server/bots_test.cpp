// Bots through the whole core: that they play, that they are recorded like anyone, what they are shown, and that nobody
// waits for them.
#include "server/games/bots.h"

#include "record/verify.h"
#include "rules/dance/rules.h"
#include "server/games/duel/solutions.h"
#include "server/games/registry.h"
#include "server/wire/bot_levels.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

pb::GameOptions arena_game(pb::ArenaPlacement placement) {
  pb::GameOptions options;
  options.mutable_arena()->set_placement(placement);
  return options;
}

// A match of two seats that is folded by hand.
std::unique_ptr<server::RunningGame> two_seats(const pb::GameOptions& options) {
  const server::GameKind& kind = *server::game_of(options);
  persistence::MatchRow row;
  row.game = kind.offer().game();
  row.rules_version = kind.newest_version();
  pb::GameOptions complete = options;
  REQUIRE(!kind.complete(complete));
  row.options = complete.SerializeAsString();
  row.seats.resize(2);
  return kind.start(row).value();
}

void play(server::RunningGame& game, rules::Seat seat, int choice) {
  const pb::GameAction action = clients::action_at(server::choices_of(game, seat), static_cast<std::uint64_t>(choice));
  game.play(rules::MoveKind::kAction, seat, &action);
}

bool never() {
  return false;
}

}  // namespace

TEST_CASE_FIXTURE(OnePlayer, "bots of every level play through the server, and their matches verify") {
  pb::GameOptions dance;
  dance.mutable_dance()->set_return_one(true);
  const std::vector<pb::GameOptions> games = {duel_options(), arena_game(pb::ARENA_PLACEMENT_BIG), dance};
  for (const pb::GameOptions& options : games) {
    for (const int number : server::game_of(options)->offer().bots()) {
      const auto level = static_cast<pb::BotLevel>(number);
      if (level == pb::BOT_LEVEL_HARD) continue;  // with a clock that stands still it would think for long
      CAPTURE(server::bot_name(level));
      const std::string id = start_match({&mira}, options, {level});
      play_out(world, {&mira}, nullptr, id, false);
      const std::string record = export_record(mira, id);
      CHECK(record.find("{\"bot\":\"" + server::bot_name(level) + "\"}") != std::string::npos);
      const auto report = record::verify(record);
      CHECK_MESSAGE(report.has_value(), report.error().where);
    }
  }
}

TEST_CASE("levels and their names") {
  for (int level = 1; level < pb::BotLevel_ARRAYSIZE; ++level) {
    const auto one = static_cast<pb::BotLevel>(level);
    CHECK(server::bot_level(server::bot_name(one)) == one);
    CHECK(server::thinking_time(one) <= std::chrono::milliseconds(400));
  }
  CHECK(server::bot_level("nobody") == pb::BOT_LEVEL_UNSPECIFIED);
  CHECK(server::thinking_level(pb::BOT_LEVEL_GREEDY) == nullptr);
  CHECK(server::thinking_level(pb::BOT_LEVEL_HARD)->limits.playouts >
        server::thinking_level(pb::BOT_LEVEL_EASY)->limits.playouts);
}

TEST_CASE("a game with a strategy of its own has the levels that think, and is asked for it") {
  struct Wire {
    using Game = rules::dance::Game;
  };
  CHECK(server::levels_of<Wire>() ==
        std::vector{pb::BOT_LEVEL_RANDOM, pb::BOT_LEVEL_EASY, pb::BOT_LEVEL_NORMAL, pb::BOT_LEVEL_HARD});
  rules::FastDice dice(1);
  const auto state = rules::start<Wire::Game>({}, 1, dice).value();
  const std::array thinking = {std::pair(pb::BOT_LEVEL_GREEDY, rules::Level::normal),  // a stand-in
                               std::pair(pb::BOT_LEVEL_EASY, rules::Level::easy),
                               std::pair(pb::BOT_LEVEL_NORMAL, rules::Level::normal),
                               std::pair(pb::BOT_LEVEL_HARD, rules::Level::hard)};
  for (const auto& [level, own] : thinking) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      CHECK(server::choose<Wire>(state, 0, level, seed, never) == Wire::Game::decide(state, 0, own, seed));
    }
  }
}

TEST_CASE_FIXTURE(OnePlayer, "perfect plays the duel of two and nothing else") {
  pb::GameOptions ring;
  ring.mutable_duel()->set_mode(pb::DUEL_MODE_ARENA);
  const pb::ServerMessage refused = mira.ask(open_table(ring, {pb::BOT_LEVEL_PERFECT}));
  CHECK(refused.refusal().code() == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(refused.refusal().field() == "bots");
  CHECK(mira.ask(open_table(arena_game(pb::ARENA_PLACEMENT_BABY), {pb::BOT_LEVEL_PERFECT})).has_refusal());

  const pb::ServerMessage table = mira.ask(open_table(ring, {pb::BOT_LEVEL_HARD}));
  REQUIRE(table.has_table_state());
  pb::ClientMessage seat;
  seat.mutable_seat_bot()->set_table_id(table.table_state().table_id());
  seat.mutable_seat_bot()->set_seat(1);
  seat.mutable_seat_bot()->set_level(pb::BOT_LEVEL_PERFECT);
  CHECK(mira.ask(seat).refusal().field() == "level");
  seat.mutable_seat_bot()->set_level(pb::BOT_LEVEL_NORMAL);
  CHECK(mira.ask(seat).has_table_state());
  CHECK(mira.ask(open_table(duel_options(), {pb::BOT_LEVEL_PERFECT})).has_table_state());
}

TEST_CASE("a bot is handed what its seat may know: another's secret does not change what it does") {
  for (const auto level : {pb::BOT_LEVEL_RANDOM, pb::BOT_LEVEL_GREEDY, pb::BOT_LEVEL_EASY, pb::BOT_LEVEL_NORMAL}) {
    const auto one = two_seats(arena_game(pb::ARENA_PLACEMENT_BIG));
    const auto other = two_seats(arena_game(pb::ARENA_PLACEMENT_BIG));
    play(*one, 0, 0);
    play(*other, 0, 72);
    const pb::GameView mine = server::snapshot_of(*one, {.seat = 0});
    const pb::GameView theirs = server::snapshot_of(*other, {.seat = 0});
    REQUIRE(mine.DebugString() != theirs.DebugString());  // seat 0 sees them apart; seat 1 may not
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const auto from_one = one->think(1, level, seed)(never);
      const auto from_other = other->think(1, level, seed)(never);
      REQUIRE((from_one && from_other));
      CHECK(from_one->SerializeAsString() == from_other->SerializeAsString());
    }
  }
}

TEST_CASE("a thought that begins when its time is over is a short one") {
  for (const pb::GameOptions& options : {duel_options(), arena_game(pb::ARENA_PLACEMENT_BIG)}) {
    const auto game = two_seats(options);
    rules::Seat seat = 0;
    while (!game->waiting_on().contains(seat)) ++seat;
    int asked = 0;
    const auto late = [&] { return ++asked > 0; };
    CHECK(game->think(seat, pb::BOT_LEVEL_HARD, 1)(late).has_value());
    CHECK(asked == 1);
  }
}

TEST_CASE("while bots think, every other match goes on, and so does their own") {
  World world;
  world.hold_thoughts = true;
  Client mira(world, "Mira", 1);
  Client bruno(world, "Bruno", 2);
  Client anna(world, "Anna", 3);
  for (Client* client : {&mira, &bruno, &anna}) client->arrive();
  // Both seats are asked at once: the bot thinks, and Mira decides before it has.
  const std::string slow = start_match({&mira}, arena_game(pb::ARENA_PLACEMENT_BIG), {pb::BOT_LEVEL_HARD});
  REQUIRE(world.held.size() == 1);
  const std::string quick = start_match({&anna, &bruno}, duel_options());
  play_out(world, {&anna, &bruno}, nullptr, quick, false);
  CHECK(mira.matches.at(slow).version() == 0);
  CHECK(mira.play_one(mira.matches.at(slow)));
  CHECK(mira.matches.at(slow).version() == 1);
  CHECK(world.held.size() == 1);

  // The thought still fits: what Mira decided meanwhile was none of its business.
  world.clock.pass(std::chrono::seconds(1));
  world.think();
  mira.read();
  CHECK(mira.matches.at(slow).version() == 2);
  CHECK(world.core->counts().bot_moves_waiting == world.held.size());
}

TEST_CASE("no more bots wait to think than the queue holds; the rest are asked later") {
  World world(1, {.limits = {.commands_per_second = 1e6, .command_burst = 1e6}, .bot_queue = 2});
  world.hold_thoughts = true;
  Client mira(world, "Mira", 1);
  mira.arrive();
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) {
    ids.push_back(start_match({&mira}, arena_game(pb::ARENA_PLACEMENT_BIG), {pb::BOT_LEVEL_EASY}));
  }
  CHECK(world.held.size() == 2);
  CHECK(world.core->counts().bot_moves_waiting == 2);
  world.pass(std::chrono::seconds(2));
  CHECK(world.held.size() == 2);
  world.think();
  world.think();
  CHECK(world.held.empty());
  world.pass(std::chrono::seconds(2));
  CHECK(world.held.size() == 2);
  while (!world.held.empty()) {
    world.think();
    world.pass(std::chrono::seconds(2));
  }
  mira.read();
  for (const std::string& id : ids) CHECK(mira.matches.at(id).version() == 1);
}

namespace {

// How long the bot that was asked first thinks, by a clock that moves on a millisecond at each look.
Duration thinks_for(World& world) {
  world.thinking_look = std::chrono::milliseconds(1);
  const Timestamp begun = world.clock.now();
  world.think();
  return world.clock.now() - begun;
}

}  // namespace

TEST_CASE("bots of an account that has let them think for long answer at once, and others' think on") {
  World world;
  world.hold_thoughts = true;
  Client mira(world, "Mira", 1);
  Client bruno(world, "Bruno", 2);
  for (Client* client : {&mira, &bruno}) client->arrive();
  const auto arena = arena_game(pb::ARENA_PLACEMENT_BIG);
  const auto time_of_one = [&](Client& person) {
    start_match({&person}, arena, {pb::BOT_LEVEL_NORMAL});
    return thinks_for(world);
  };
  constexpr auto kAtOnce = std::chrono::milliseconds(5);
  world.thought = server::kThinkingAtOnce + std::chrono::seconds(1);
  CHECK(time_of_one(mira) > kAtOnce);  // it had all of its budget
  world.thought = {};
  CHECK(time_of_one(mira) <= kAtOnce);
  CHECK(time_of_one(bruno) > kAtOnce);
  // One second too much is made up for.
  world.pass(std::chrono::milliseconds(static_cast<int>(1000 / server::kThinkingShare)));
  CHECK(time_of_one(mira) > kAtOnce);
}

TEST_CASE("while the store refuses, bots are not asked over and over") {
  World world;
  world.hold_thoughts = true;
  Client mira(world, "Mira", 1);
  mira.arrive();
  const std::string id = start_match({&mira}, arena_game(pb::ARENA_PLACEMENT_BIG), {pb::BOT_LEVEL_EASY});
  world.fail_writes = true;
  world.think();
  int thoughts = 0;
  for (int i = 0; i < 20; ++i) {
    world.pass(std::chrono::milliseconds(500));
    for (; !world.held.empty() && thoughts < 1000; ++thoughts) world.think();
  }
  CHECK(thoughts <= 20);
  world.fail_writes = false;
  for (int i = 0; i < 10; ++i) {
    world.pass(std::chrono::seconds(1));
    while (!world.held.empty()) world.think();
  }
  mira.read();
  CHECK(mira.matches.at(id).version() == 1);
}

TEST_CASE("solutions are kept, but no more than there is room for") {
  using rules::duel::Figure;
  server::DuelSolutions solutions;
  const rules::duel::Pair plain = {Figure::none, Figure::none};
  const auto first = solutions.solver(plain);
  CHECK(solutions.solver(plain) == first);
  CHECK(solutions.openings(plain)->size() == first->layers());
  std::weak_ptr<const rules::duel::Solver> watched;
  for (const Figure figure : {Figure::talon, Figure::lash, Figure::granite, Figure::gale}) {
    const auto solved = solutions.solver({Figure::ember, figure});
    if (figure == Figure::talon) watched = solved;
  }
  // Four have been used since, so the plain one has gone; its openings stay.
  CHECK(first.use_count() == 1);
  CHECK(solutions.has_openings(plain));
  CHECK(!watched.expired());
}

TEST_CASE("the perfect bot works the openings out in thoughts of one pair each, and gets done") {
  pb::GameOptions options;
  options.mutable_duel()->set_abilities(true);
  const auto game = two_seats(options);
  int thoughts = 0;
  const auto late = [] { return true; };
  std::optional<pb::GameAction> action;
  while (!action && thoughts < 100) {
    action = game->think(0, pb::BOT_LEVEL_PERFECT, 1)(late);
    ++thoughts;
  }
  REQUIRE(action.has_value());
  CHECK(thoughts == 28);  // one for each two of eight dragons
  CHECK(game->think(0, pb::BOT_LEVEL_PERFECT, 1)(late).has_value());
  MESSAGE("it chooses dragon " << action->duel().dragon());
}

TEST_CASE("the perfect bot of an account that has used its budget up thinks on once there is some again") {
  World world;
  world.hold_thoughts = true;
  Client mira(world, "Mira", 1);
  mira.arrive();
  pb::GameOptions abilities = duel_options();
  abilities.mutable_duel()->set_abilities(true);
  const std::string id = start_match({&mira}, abilities, {pb::BOT_LEVEL_PERFECT});
  const auto version = [&] {
    mira.read();
    return mira.matches.at(id).version();
  };
  world.thinking_look = std::chrono::seconds(1);  // so that each thought ends after one pair
  world.thought = server::kThinkingAtOnce + std::chrono::seconds(1);
  while (world.held.empty()) mira.play_one(mira.matches.at(id));
  const std::uint64_t before = version();
  world.think();
  CHECK(world.held.empty());
  for (int second = 0; second < 3; ++second) {
    world.pass(std::chrono::seconds(1));
    CHECK(world.held.empty());
  }
  world.thought = {};
  for (int second = 0; second < 100 && version() == before; ++second) {
    world.pass(std::chrono::seconds(1));
    while (!world.held.empty()) world.think();
  }
  CHECK(version() > before);
}

}  // namespace wyrmhall::test
