// Who watches or starts too much: what it costs the others.
#include "server/core_admin.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

// --- Watching ---

TEST_CASE("spectators are bounded by account, and those who play are not counted among them") {
  TwoPlayers hall(with_limits([](auto& limits) { limits.viewers_per_match = 2; }));
  const std::string id = start_match({&hall.mira, &hall.bruno}, duel_options());
  Client& first = hall.guest("First");
  first.open(id);
  for (int i = 0; i < 5; ++i) hall.device_of(first).open(id);
  hall.guest("Second").open(id);
  Client& third = hall.guest("Third");
  check_limit(third.ask(open_match(id)), "viewers");
  hall.mira.vanish();
  hall.mira.arrive();
  hall.mira.open(id);
  hall.device_of(hall.bruno).open(id);
  // All connections of one of them go, and there is room.
  hall.world.pass(std::chrono::seconds(1));
  hall.others[6]->vanish();  // Second
  third.open(id);
}

TEST_CASE_FIXTURE(
    TwoPlayers, "while a move is written down, neither spectators nor the opponent fill the queue of those who play") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  Client& watcher = guest("Watcher");
  Client& later = guest("Later");
  watcher.open(id);
  for (Client* client : {&mira, &bruno}) client->read();
  const bool mira_moves = !mira.matches.at(id).choices().choices().empty();
  Client& mover = mira_moves ? mira : bruno;
  Client& waits = mira_moves ? bruno : mira;
  Client& device = device_of(waits);
  world.hold_answers = true;
  mover.ask(mover.act_message(mover.matches.at(id), mover.matches.at(id).choices().choices(0).action()));
  const auto odds = [&](Client& client) {
    pb::ClientMessage message;
    message.mutable_ask_odds()->set_channel(client.matches.at(id).channel());
    return client.ask(message);
  };
  int refused = 0;
  for (std::size_t i = 0; i < 2 * server::kCommandQueue; ++i) {
    for (Client* client : {&watcher, &mover})
      refused += odds(*client).refusal().code() == pb::REFUSAL_CODE_BUSY ? 1 : 0;
  }
  CHECK(refused == static_cast<int>(2 * server::kCommandQueue));
  CHECK(later.ask(open_match(id)).refusal().code() == pb::REFUSAL_CODE_BUSY);
  pb::ClientMessage open = open_match(id);
  open.set_command_id(device.next_id());
  CHECK_FALSE(device.ask(open).has_refusal());
  world.hold_answers = false;
  world.settle();
  CHECK(device.answer_to(open.command_id()).has_match_opened());
}

TEST_CASE("nor while the match is read from the disk") {
  TwoPlayers hall(with_limits([](auto& limits) { limits.sessions_per_account = 100; }));
  const std::string id = start_match({&hall.mira, &hall.bruno}, duel_options());
  hall.mira.vanish();
  hall.bruno.vanish();
  hall.world.pass(server::kUnloadAfter + std::chrono::seconds(2));
  REQUIRE(hall.world.core->counts().matches == 0);
  hall.mira.arrive();
  Client& watcher = hall.guest("Watcher");
  std::vector<Client*> devices;
  for (std::size_t i = 0; i < server::kCommandQueue + 8; ++i) devices.push_back(&hall.device_of(watcher));
  hall.world.hold_reads = true;
  int refused = 0;
  for (Client* device : devices) {
    refused += device->ask(open_match(id)).refusal().code() == pb::REFUSAL_CODE_BUSY ? 1 : 0;
  }
  CHECK(refused == 8);
  pb::ClientMessage open = open_match(id);
  open.set_command_id(hall.mira.next_id());
  CHECK_FALSE(hall.mira.ask(open).has_refusal());
  REQUIRE(hall.world.held_reads.size() == 1);
  hall.world.answer_read(0);
  CHECK(hall.mira.answer_to(open.command_id()).has_match_opened());
}

TEST_CASE("where too many matches are in memory, spectators open no more of them, and who plays still can") {
  TwoPlayers hall(with_limits([](auto& limits) { limits.matches_in_memory = 1; }));
  const std::string rests = start_match({&hall.mira, &hall.bruno}, duel_options());
  hall.mira.vanish();
  hall.bruno.vanish();
  hall.world.pass(server::kUnloadAfter + std::chrono::seconds(2));
  Client& other = hall.guest("Other");
  start_match({&other}, duel_options(), {pb::BOT_LEVEL_RANDOM});
  CHECK(hall.guest("Watcher").ask(open_match(rests)).refusal().code() == pb::REFUSAL_CODE_BUSY);
  hall.mira.arrive();
  hall.mira.open(rests);
}

// --- Clocks ---

constexpr std::uint32_t kTurn = 120;  // seconds

std::size_t moves_of(const TwoPlayers& hall, persistence::MoveKind kind) {
  return hall.asked_of_the_store([&](const persistence::Request& request) {
    const auto* append = std::get_if<persistence::AppendMove>(&request);
    return append != nullptr && append->move.kind == kind;
  });
}

// A match with a clock that rests, since both who play it are gone.
std::string resting_match(TwoPlayers& hall) {
  const std::string id = start_match({&hall.mira, &hall.bruno}, duel_options(), {}, kTurn);
  hall.mira.vanish();
  hall.bruno.vanish();
  hall.world.pass(server::kUnloadAfter + std::chrono::seconds(2));
  REQUIRE(hall.world.core->counts().matches == 0);
  REQUIRE(hall.world.core->counts().resting == 1);
  return id;
}

void check_out_of_time(TwoPlayers& hall, const std::string& id) {
  CHECK(moves_of(hall, persistence::MoveKind::kTimedOut) == 1);
  CHECK(hall.world.core->counts().resting == 0);
  CHECK(hall.world.core->counts().running == 0);
  hall.bruno.arrive();
  const auto& match = hall.bruno.open(id);
  REQUIRE(match.over());
  CHECK(match.outcome().reason() == pb::OUTCOME_REASON_TIME);
}

TEST_CASE_FIXTURE(TwoPlayers, "a match with a clock rests like any other, and its time runs out all the same") {
  const std::string id = resting_match(*this);
  world.pass(std::chrono::seconds(kTurn - 40));
  CHECK(world.core->counts().matches == 0);
  CHECK(moves_of(*this, persistence::MoveKind::kTimedOut) == 0);
  for (int i = 0; i < 12; ++i) world.pass(std::chrono::seconds(1));
  CHECK(world.core->counts().woken == 1);
  CHECK(world.core->counts().matches == 0);  // and it is gone again
  check_out_of_time(*this, id);
}

TEST_CASE_FIXTURE(TwoPlayers,
                  "a match that is read slowly as its time runs out is ended once, whoever comes meanwhile") {
  const std::string id = resting_match(*this);
  SUBCASE("a player opens it") {
    mira.arrive();
    world.hold_reads = true;
    world.pass(std::chrono::seconds(kTurn));
    REQUIRE(world.held_reads.size() == 1);
    pb::ClientMessage open = open_match(id);
    open.set_command_id(mira.next_id());
    mira.ask(open);
    for (int i = 0; i < 5; ++i) world.pass(std::chrono::seconds(1));
    REQUIRE(world.held_reads.size() == 1);
    world.answer_read(0);
    CHECK(mira.answer_to(open.command_id()).has_match_opened());
    world.hold_reads = false;
    world.pass(std::chrono::seconds(1));
    mira.read();
    CHECK(mira.matches.at(id).over());
    mira.vanish();
    world.pass(std::chrono::seconds(1));
    check_out_of_time(*this, id);
  }
  SUBCASE("an administrator ends it") {
    world.hold_reads = true;
    world.pass(std::chrono::seconds(kTurn));
    server::CoreAdmin(*world.core).resign_seats(*id_from_bytes<MatchId>(id), rules::SeatSet::from_bits(1));
    world.settle();
    REQUIRE(world.held_reads.size() == 1);
    world.answer_read(0);
    world.hold_reads = false;
    for (int i = 0; i < 3; ++i) world.pass(std::chrono::seconds(1));
    CHECK(moves_of(*this, persistence::MoveKind::kTimedOut) == 0);
    CHECK(moves_of(*this, persistence::MoveKind::kResigned) == 1);
    CHECK(world.core->counts().resting == 0);
    CHECK(world.core->counts().running == 0);
  }
  SUBCASE("the disk fails in the middle of it") {
    world.fail_writes = true;
    for (std::uint32_t i = 0; i < kTurn; ++i) world.pass(std::chrono::seconds(1));
    CHECK(world.core->counts().running == 1);
    world.fail_writes = false;
    for (int i = 0; i < 5; ++i) world.pass(std::chrono::seconds(1));
    CHECK(world.core->counts().running == 0);
    CHECK(world.core->counts().resting == 0);
    bruno.arrive();
    CHECK(bruno.open(id).over());
  }
}

TEST_CASE_FIXTURE(TwoPlayers, "a start of the server reads no matches, and charges nobody for the time before it") {
  const std::string id = resting_match(*this);
  world.clock.pass(std::chrono::hours(1));
  const std::size_t before = reads(*this);
  world.restart();
  CHECK(reads(*this) == before);
  CHECK(world.core->counts().matches == 0);
  CHECK(world.core->counts().resting == 1);
  CHECK(world.core->counts().running == 1);
  for (std::uint32_t i = 0; i < kTurn; ++i) world.pass(std::chrono::seconds(1));
  CHECK(moves_of(*this, persistence::MoveKind::kTimedOut) == 0);
  CHECK(moves_of(*this, persistence::MoveKind::kResumed) == 1);
  for (int i = 0; i < 5; ++i) world.pass(std::chrono::seconds(1));
  check_out_of_time(*this, id);
}

TEST_CASE("of many matches whose time runs out together only some are read at once") {
  TwoPlayers hall(with_limits([](auto& limits) {
    limits.matches_per_account = limits.matches_in_all = 1'000'000;
    limits.starts_per_account = 1e9;
    limits.channels_per_connection = 1'000'000;
  }));
  constexpr std::size_t kMany = server::kClockReads + 200;
  for (std::size_t i = 0; i < kMany; ++i) start_match({&hall.mira}, duel_options(), {pb::BOT_LEVEL_RANDOM}, kTurn);
  hall.mira.vanish();
  for (int i = 0; i < 40; ++i) hall.world.pass(std::chrono::seconds(1));
  REQUIRE(hall.world.core->counts().resting > server::kClockReads);
  hall.world.hold_reads = true;
  hall.world.pass(std::chrono::seconds(kTurn));
  for (int i = 0; i < 3; ++i) hall.world.pass(std::chrono::seconds(1));
  CHECK(hall.world.core->counts().matches == server::kClockReads);
  CHECK(hall.world.held_reads.size() == server::kClockReads);
  while (!hall.world.held_reads.empty()) hall.world.answer_read(0);
  hall.world.hold_reads = false;
  for (int i = 0; i < 10; ++i) hall.world.pass(std::chrono::seconds(1));
  CHECK(hall.world.core->counts().resting == 0);
  CHECK(hall.world.core->counts().running == 0);
  CHECK(hall.world.core->counts().matches == 0);
}

TEST_CASE_FIXTURE(TwoPlayers, "who is blocked resigns in matches that rest too, and leaves the tables") {
  const std::string id = resting_match(*this);
  bruno.arrive();
  REQUIRE(bruno.ask(open_table(duel_options())).has_table_state());
  const AccountId blocked = *id_from_bytes<AccountId>(bruno.account());
  server::CoreAdmin(*world.core).leave_tables(blocked);
  server::CoreAdmin(*world.core).resign_player(blocked, {*id_from_bytes<MatchId>(id)});
  world.settle();
  CHECK(world.core->counts().tables == 0);
  CHECK(world.core->counts().running == 0);
  mira.arrive();
  const auto& match = mira.open(id);
  REQUIRE(match.over());
  CHECK(match.outcome().reason() == pb::OUTCOME_REASON_RESIGNED);
  REQUIRE(match.outcome().winners_size() == 1);
  CHECK(match.outcome().winners(0) == 0);
}

// --- Starting ---

pb::ServerMessage open_solo(Client& client) {
  return client.ask(open_table(duel_options(), {pb::BOT_LEVEL_RANDOM}));
}

TEST_CASE("an account plays in so many matches at once, and in one more once one of them is over") {
  TwoPlayers hall(with_limits([](auto& limits) { limits.matches_per_account = 2; }));
  const std::string first = start_match({&hall.mira}, duel_options(), {pb::BOT_LEVEL_RANDOM});
  const pb::Table waiting = open_solo(hall.mira).table_state();
  const pb::Table brunos = hall.bruno.ask(open_table(duel_options())).table_state();
  start_match({&hall.mira}, duel_options(), {pb::BOT_LEVEL_RANDOM});

  check_limit(open_solo(hall.mira), "own_matches");
  pb::ClientMessage take;
  take.mutable_take_seat()->set_table_id(brunos.table_id());
  check_limit(hall.mira.ask(take), "own_matches");
  pb::ClientMessage find;
  *find.mutable_find_table()->mutable_options() = duel_options();
  check_limit(hall.mira.ask(find), "own_matches");
  check_limit(hall.mira.get_ready(waiting), "own_matches");
  CHECK(hall.world.core->counts().running == 2);

  // What the store knows counts after a restart too, and again for each connection.
  hall.world.restart();
  hall.mira.arrive();
  check_limit(open_solo(hall.mira), "own_matches");
  hall.mira.open(first);
  pb::ClientMessage resign;
  resign.mutable_resign()->set_channel(hall.mira.matches.at(first).channel());
  REQUIRE(hall.mira.ask(resign).has_update());
  CHECK(hall.world.core->counts().running == 1);
  CHECK(open_solo(hall.mira).has_table_state());
  pb::ClientMessage rematch;
  rematch.mutable_rematch()->set_match_id(first);
  CHECK(hall.mira.ask(rematch).has_table_state());
  start_match({&hall.mira}, duel_options(), {pb::BOT_LEVEL_RANDOM});
  check_limit(hall.mira.ask(open_table(duel_options())), "own_matches");
}

TEST_CASE("people of one address play in so many matches at once, and so many run in all") {
  TwoPlayers hall(with_limits([](auto& limits) {
    limits.matches_per_address = 2;
    limits.matches_in_all = 3;
  }));
  Client& near = hall.another("Near");
  Client& nearer = hall.another("Nearer");
  Client& far = hall.another("Far");
  near.address = nearer.address = "192.0.2.1";
  far.address = "192.0.2.2";
  for (Client* client : {&near, &nearer, &far}) client->arrive();
  const std::string id = start_match({&near, &nearer}, duel_options());
  check_limit(open_solo(near), "address_matches");
  start_match({&far}, duel_options(), {pb::BOT_LEVEL_RANDOM});
  start_match({&far}, duel_options(), {pb::BOT_LEVEL_RANDOM});
  check_limit(open_solo(far), "address_matches");
  check_limit(open_solo(hall.mira), "matches");
  server::Limits more{.commands_per_second = 1e6, .command_burst = 1e6};
  more.matches_per_address = 3;
  hall.world.core->set_limits(more);
  CHECK(open_solo(far).has_table_state());
  CHECK(open_solo(near).has_table_state());
  more.matches_per_address = 1;
  hall.world.core->set_limits(more);
  near.open(id);
  check_limit(open_solo(near), "address_matches");
}

TEST_CASE("an account and an address start so many matches an hour") {
  const auto eight = with_limits([](auto& limits) { limits.starts_per_account = 8; });  // two at once
  SUBCASE("an account") {
    TwoPlayers hall(eight);
    for (int i = 0; i < 2; ++i) start_match({&hall.mira}, duel_options(), {pb::BOT_LEVEL_RANDOM});
    const pb::ServerMessage reply = open_solo(hall.mira);
    check_limit(reply, "starts");
    const auto wait = std::chrono::milliseconds(reply.refusal().retry_after_ms());
    CHECK(wait > std::chrono::seconds(400));
    CHECK(wait <= std::chrono::seconds(450));
    CHECK(open_solo(hall.bruno).has_table_state());
    for (auto passed = std::chrono::milliseconds(0); passed < wait; passed += std::chrono::seconds(10)) {
      hall.world.pass(std::chrono::seconds(10));
    }
    start_match({&hall.mira}, duel_options(), {pb::BOT_LEVEL_RANDOM});
    check_limit(open_solo(hall.mira), "starts");
  }
  SUBCASE("tables that are opened before do not get round it") {
    TwoPlayers hall(eight);
    const pb::Table waiting = open_solo(hall.mira).table_state();
    for (int i = 0; i < 2; ++i) start_match({&hall.mira}, duel_options(), {pb::BOT_LEVEL_RANDOM});
    check_limit(hall.mira.get_ready(waiting), "starts");
  }
  SUBCASE("an address") {
    TwoPlayers hall(with_limits([](auto& limits) { limits.starts_per_address = 8; }));
    for (std::size_t i = 0; i < 3; ++i) {
      Client& one = hall.another("Neighbour " + std::to_string(i));
      one.address = "192.0.2.1";
      one.arrive();
    }
    for (std::size_t i = 0; i < 2; ++i) start_match({hall.others[i].get()}, duel_options(), {pb::BOT_LEVEL_RANDOM});
    check_limit(open_solo(*hall.others[2]), "starts");
    CHECK(open_solo(hall.mira).has_table_state());
  }
}

}  // namespace
}  // namespace wyrmhall::test
