// A player who waits for somebody who has gone can end it, in a match without a clock.
#include "record/verify.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

constexpr auto kShort = std::chrono::seconds(1);
constexpr std::chrono::seconds kAbsence(server::kAbsenceSeconds);

// Two who play, and what was told of who is absent.
struct Waiters : TwoPlayers {
  Waiters() {
    world.clock.pass(server::kBackAfterRestart);  // the server has been up for long
  }

  void start(const std::vector<pb::BotLevel>& bots = {}) {
    id = start_match({&mira, &bruno}, bots.empty() ? duel_options() : ring(), bots);
    waited = &(waits_for(0) ? mira : bruno);
    waiting = waited == &mira ? &bruno : &mira;
  }
  static pb::GameOptions ring() {
    pb::GameOptions options;
    options.mutable_duel()->set_mode(pb::DUEL_MODE_ARENA);
    return options;
  }
  bool waits_for(unsigned seat) { return (mira.matches.at(id).waiting_on() >> seat & 1U) != 0; }
  unsigned seat_of_waited() { return waited == &mira ? 0 : 1; }

  pb::ClientMessage claim_of(Client& who) {
    pb::ClientMessage message;
    message.mutable_claim_absence()->set_channel(who.matches.at(id).channel());
    return message;
  }
  // The last that a client was told of who is absent; nothing where it was told nothing.
  std::optional<pb::MatchAbsences> last_told(Client& who) {
    std::optional<pb::MatchAbsences> last;
    for (const pb::ServerMessage& message : world.inbox[who.session()]) {
      if (message.has_match_absences()) last = message.match_absences();
    }
    who.read();
    return last;
  }
  void pass(std::chrono::seconds time) {
    for (auto passed = std::chrono::seconds(0); passed < time; passed += kShort) world.pass(kShort);
  }

  std::string id;
  Client* waited = nullptr;   // whom the match waits for
  Client* waiting = nullptr;  // the other one
};

TEST_CASE_FIXTURE(Waiters, "who is waited for and goes can be claimed against after a minute, and not before") {
  start();
  CHECK(waiting->matches.at(id).info().absence_seconds() == server::kAbsenceSeconds);
  CHECK(code_of(waiting->ask(claim_of(*waiting))) == pb::REFUSAL_CODE_NOT_ABSENT);
  waited->vanish();
  pass(std::chrono::seconds(2));
  const auto told = last_told(*waiting);
  REQUIRE(told);
  REQUIRE(told->seats_size() == 1);
  CHECK(told->seats(0).seat() == seat_of_waited());
  CHECK(told->seats(0).claimable_in_ms() == 59'000);  // a second ago

  const pb::ServerMessage early = waiting->ask(claim_of(*waiting));
  CHECK(code_of(early) == pb::REFUSAL_CODE_ABSENT_TOO_SHORTLY);
  CHECK(early.refusal().retry_after_ms() == 58'000);
  CHECK(code_of(waiting->ask(claim_of(*waiting))) == pb::REFUSAL_CODE_ABSENT_TOO_SHORTLY);

  pass(kAbsence - std::chrono::seconds(2));
  pb::ClientMessage claim = claim_of(*waiting);
  claim.set_command_id(waiting->next_id());
  const pb::ServerMessage reply = waiting->ask(claim);
  REQUIRE_MESSAGE(reply.has_update(), reply.DebugString());
  CHECK(reply.update().seat_out().absent());
  CHECK(!reply.update().seat_out().timed_out());
  CHECK(reply.update().seat_out().seat() == seat_of_waited());
  CHECK(reply.update().outcome().reason() == pb::OUTCOME_REASON_ABSENCE);
  REQUIRE(reply.update().outcome().winners_size() == 1);
  CHECK(reply.update().outcome().winners(0) == 1 - seat_of_waited());

  // The same command again is answered as before, another one is not.
  const pb::ServerMessage again = waiting->ask(claim);
  REQUIRE_MESSAGE(again.has_update(), again.DebugString());
  CHECK(again.update().version() == reply.update().version());
  CHECK(code_of(waiting->ask(claim_of(*waiting))) == pb::REFUSAL_CODE_MATCH_OVER);

  // Nor does a restart forget it; and who comes back is told the end.
  waiting->vanish();
  world.restart();
  waiting->arrive();
  claim.mutable_claim_absence()->set_channel(waiting->open(id).channel());
  CHECK(waiting->ask(claim).update().version() == reply.update().version());
  waited->arrive();
  CHECK(waited->open(id).outcome().reason() == pb::OUTCOME_REASON_ABSENCE);
  const std::string record = export_record(*waited, id);
  CHECK(record.find("\"absent\"") != std::string::npos);
  CHECK(record.find("\"reason\":\"absence\"") != std::string::npos);
  CHECK(record::verify(record));
}

TEST_CASE_FIXTURE(Waiters, "who comes back in time is absent no more, on whatever device, and a claim says so") {
  start();
  Client phone(world, "Phone", 3);
  SUBCASE("before the minute is over") {
    waited->vanish();
    pass(kAbsence - std::chrono::seconds(1));
    last_told(*waiting);
    phone.arrive_as(*waited);
    pass(std::chrono::seconds(2));
    const auto told = last_told(*waiting);
    REQUIRE(told);
    CHECK(told->seats().empty());
  }
  SUBCASE("and never was away where another device stays") {
    phone.arrive_as(*waited);
    waited->vanish();
    pass(kAbsence * 2);
    CHECK(!last_told(*waiting));
  }
  SUBCASE("after it, as long as nobody has claimed") {
    waited->vanish();
    pass(kAbsence * 2);
    phone.arrive_as(*waited);
  }
  CHECK(code_of(waiting->ask(claim_of(*waiting))) == pb::REFUSAL_CODE_NOT_ABSENT);
  // The next absence is counted from its own beginning.
  phone.vanish();
  if (world.core->counts().sessions > 1) return;
  pass(kAbsence - std::chrono::seconds(1));
  CHECK(code_of(waiting->ask(claim_of(*waiting))) == pb::REFUSAL_CODE_ABSENT_TOO_SHORTLY);
  pass(std::chrono::seconds(1));
  CHECK(waiting->ask(claim_of(*waiting)).has_update());
}

TEST_CASE_FIXTURE(Waiters, "after a restart nobody is absent from before it, and people have the time to come back") {
  start();
  waited->vanish();
  pass(kAbsence * 3);
  waiting->vanish();
  world.restart();
  waiting->arrive();
  waiting->open(id);
  const pb::ServerMessage early = waiting->ask(claim_of(*waiting));
  CHECK(code_of(early) == pb::REFUSAL_CODE_ABSENT_TOO_SHORTLY);
  CHECK(early.refusal().retry_after_ms() == 1000 * (server::kBackAfterRestart + kAbsence).count());
  pass(server::kBackAfterRestart + kAbsence - std::chrono::seconds(1));
  CHECK(code_of(waiting->ask(claim_of(*waiting))) == pb::REFUSAL_CODE_ABSENT_TOO_SHORTLY);
  pass(std::chrono::seconds(1));
  CHECK(waiting->ask(claim_of(*waiting)).has_update());
}

TEST_CASE_FIXTURE(Waiters, "a match that comes back from rest knows who has been gone, and tells whoever opens it") {
  start();
  waited->vanish();
  waiting->vanish();
  pass(server::kUnloadAfter + std::chrono::seconds(40));
  REQUIRE(world.core->counts().matches == 0);
  waiting->arrive();
  pb::ClientMessage open;
  open.set_command_id(waiting->next_id());
  open.mutable_open_match()->set_match_id(id);
  world.send(waiting->session(), open);
  const auto told = last_told(*waiting);
  REQUIRE(told);
  REQUIRE(told->seats_size() == 1);
  CHECK(waiting->ask(claim_of(*waiting)).has_update());
}

TEST_CASE_FIXTURE(Waiters, "bots are never absent, and nobody is claimed against who is not waited for") {
  start();
  waiting->vanish();
  pass(kAbsence * 2);
  CHECK(last_told(*waited)->seats().empty());
  CHECK(code_of(waited->ask(claim_of(*waited))) == pb::REFUSAL_CODE_NOT_ABSENT);
  REQUIRE(waited->play_one(waited->matches.at(id)));
  // Now it is, and has been gone for long enough; and a spectator claims nothing.
  Client third(world, "Third", 3);
  third.arrive();
  third.open(id);
  if (!waits_for(seat_of_waited())) {
    CHECK(code_of(third.ask(claim_of(third))) == pb::REFUSAL_CODE_NOT_YOUR_MATCH);
    CHECK(!last_told(third));
    CHECK(waited->ask(claim_of(*waited)).has_update());
  }

  const std::string solo = start_match({&third}, duel_options(), {pb::BOT_LEVEL_RANDOM});
  pb::ClientMessage claim;
  claim.mutable_claim_absence()->set_channel(third.matches.at(solo).channel());
  pass(kAbsence * 2);
  CHECK(code_of(third.ask(claim)) == pb::REFUSAL_CODE_NOT_ABSENT);
}

TEST_CASE_FIXTURE(Waiters,
                  "where others still play, a stand-in takes the seat, and another claim needs another who is absent") {
  Client third(world, "Third", 3);
  third.arrive();
  id = start_match({&mira, &bruno, &third}, Waiters::ring());
  const std::vector<Client*> all = {&mira, &bruno, &third};
  std::size_t seat = 0;
  while (!waits_for(static_cast<unsigned>(seat))) ++seat;
  Client& claimer = *all[(seat + 1) % 3];
  all[seat]->vanish();
  pass(kAbsence);
  pb::ClientMessage claim = claim_of(claimer);
  claim.set_command_id(claimer.next_id());
  const pb::ServerMessage reply = claimer.ask(claim);
  REQUIRE_MESSAGE(reply.has_update(), reply.DebugString());
  CHECK(reply.update().seat_out().absent());
  CHECK(!reply.update().has_outcome());
  CHECK(claimer.ask(claim).update().version() == reply.update().version());
  CHECK(code_of(claimer.ask(claim_of(claimer))) == pb::REFUSAL_CODE_NOT_ABSENT);
  // A player who is out and comes back looks on, and claims nothing.
  all[seat]->arrive();
  all[seat]->open(id);
  CHECK(code_of(all[seat]->ask(claim_of(*all[seat]))) == pb::REFUSAL_CODE_NOT_YOUR_TURN);
}

TEST_CASE_FIXTURE(Waiters, "a claim waits for the disk as any move, and may fail with it") {
  start();
  waited->vanish();
  pass(kAbsence);
  pb::ClientMessage claim = claim_of(*waiting);
  claim.set_command_id(waiting->next_id());
  world.hold_answers = true;
  waiting->ask(claim);
  waiting->read();
  CHECK(!waiting->matches.at(id).over());
  world.fail_writes = true;  // it is on disk, and the server cannot know
  world.hold_answers = false;
  world.settle();
  world.fail_writes = false;
  pass(std::chrono::seconds(3));
  const pb::ServerMessage reply = waiting->answer_to(claim.command_id());
  CHECK(reply.has_update());
  CHECK(waiting->matches.at(id).over());
}

TEST_CASE_FIXTURE(Waiters, "how long one may be gone is set at the table, and kept") {
  const auto open = [&](std::uint32_t turn_seconds, std::optional<std::uint32_t> absence_seconds, bool hidden) {
    pb::ClientMessage message = open_table(duel_options());
    message.mutable_open_table()->set_turn_seconds(turn_seconds);
    message.mutable_open_table()->set_hidden(hidden);
    if (absence_seconds) message.mutable_open_table()->set_absence_seconds(*absence_seconds);
    const pb::ServerMessage reply = mira.ask(message);
    if (!reply.has_table_state()) return reply;
    pb::ClientMessage leave;
    leave.mutable_leave_table()->set_table_id(reply.table_state().table_id());
    mira.ask(leave);
    return reply;
  };
  CHECK(open(0, {}, false).table_state().absence_seconds() == server::kAbsenceSeconds);
  CHECK(open(0, {}, true).table_state().absence_seconds() == 0);
  CHECK(open(30, {}, false).table_state().absence_seconds() == 0);
  CHECK(open(30, 0, false).table_state().absence_seconds() == 0);
  CHECK(open(0, 0, false).table_state().absence_seconds() == 0);
  CHECK(open(0, server::kMaxAbsenceSeconds, true).table_state().absence_seconds() == server::kMaxAbsenceSeconds);
  const pb::ServerMessage with_clock = open(30, 60, false);
  CHECK(code_of(with_clock) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(with_clock.refusal().field() == "absence_seconds");
  for (const std::uint32_t wrong : {server::kMinAbsenceSeconds - 1, server::kMaxAbsenceSeconds + 1}) {
    const pb::Refusal refused = open(0, wrong, false).refusal();
    CHECK(refused.code() == pb::REFUSAL_CODE_FIELD_INVALID);
    CHECK(refused.field() == "absence_seconds");
    CHECK(refused.given() == wrong);
    CHECK(refused.lowest() == server::kMinAbsenceSeconds);
    CHECK(refused.highest() == server::kMaxAbsenceSeconds);
  }

  // Nobody is found who wants another time, and the rematch has the same.
  const auto find = [&](Client& who, std::optional<std::uint32_t> absence_seconds) {
    pb::ClientMessage message;
    *message.mutable_find_table()->mutable_options() = duel_options();
    message.mutable_find_table()->set_turn_seconds(0);
    if (absence_seconds) message.mutable_find_table()->set_absence_seconds(*absence_seconds);
    return who.ask(message).table_state();
  };
  const pb::Table usual = find(mira, {});
  CHECK(usual.absence_seconds() == server::kAbsenceSeconds);
  CHECK(find(bruno, 0).table_id() != usual.table_id());
  CHECK(find(bruno, 600).absence_seconds() == 600);
  CHECK(find(bruno, server::kAbsenceSeconds).table_id() == usual.table_id());
  world.restart();
  mira.arrive();
  CHECK(mira.tables.at(usual.table_id()).absence_seconds() == server::kAbsenceSeconds);
}

TEST_CASE_FIXTURE(Waiters, "a match with a clock, or at which nobody may be claimed against, says so") {
  std::uint32_t turn_seconds = 0;
  SUBCASE("a clock") {
    turn_seconds = 3600;
  }
  SUBCASE("friends") {}
  pb::ClientMessage opening = open_table(duel_options());
  opening.mutable_open_table()->set_turn_seconds(turn_seconds);
  opening.mutable_open_table()->set_absence_seconds(0);
  const pb::Table table = mira.ask(opening).table_state();
  pb::ClientMessage take;
  take.mutable_take_seat()->set_table_id(table.table_id());
  REQUIRE(bruno.ask(take).has_table_state());
  mira.read();
  const pb::Table full = mira.tables.at(table.table_id());
  for (Client* client : {&mira, &bruno}) client->get_ready(full);
  for (Client* client : {&mira, &bruno}) client->reveal(full);
  id = table.table_id();
  for (Client* client : {&mira, &bruno}) client->read();
  waited = &(waits_for(0) ? mira : bruno);
  waiting = waited == &mira ? &bruno : &mira;
  waited->vanish();
  pass(kAbsence * 2);
  CHECK(last_told(*waiting)->seats().empty());
  CHECK(code_of(waiting->ask(claim_of(*waiting))) == pb::REFUSAL_CODE_NO_ABSENCE_CLAIMS);
}

TEST_CASE("of too many who have gone the first are forgotten, and count as absent from later on") {
  const auto at = [](std::int64_t micros) { return from_unix_micros(micros); };
  server::Sessions sessions;
  server::Absences absences(sessions, at(1000));
  const auto account = [](std::uint32_t number) {
    Uuid id{};
    for (std::size_t i = 0; i < 4; ++i) id.at(15 - i) = static_cast<std::uint8_t>(number >> (8 * i));
    return AccountId(id);
  };
  CHECK(absences.since(account(1)) == at(1000));
  for (std::uint32_t i = 0; i <= server::kAbsencesRemembered; ++i) {
    absences.went(account(i), at(2000 + i));
  }
  CHECK(absences.since(account(0)) == at(2000));  // forgotten
  CHECK(absences.since(account(1)) == at(2001));
  absences.went(account(1), at(5'000'000));  // again
  CHECK(absences.since(account(1)) == at(5'000'000));
  CHECK(absences.since(account(2)) == at(2002));
  absences.clients_may_connect(at(10'000'000));
  CHECK(absences.since(account(1)) == at(10'000'000) + server::kBackAfterRestart);
}

TEST_CASE_FIXTURE(Waiters, "who has left others sitting in a match is brought together with nobody for a while") {
  SUBCASE("by a claim") {
    start();
    waited->vanish();
    pass(kAbsence + std::chrono::seconds(2));
    REQUIRE(waiting->ask(claim_of(*waiting)).has_update());
    waited->arrive();
  }
  SUBCASE("by the clock") {
    id = start_match({&mira, &bruno}, duel_options(), {}, 30);
    waited = &(waits_for(0) ? mira : bruno);
    waiting = waited == &mira ? &bruno : &mira;
    pass(std::chrono::seconds(32));
    waited->read();
    REQUIRE(waited->matches.at(id).over());
  }
  CHECK(code_of(waited->ask(find_table())) == pb::REFUSAL_CODE_FIND_PAUSED);
  CHECK(waiting->ask(find_table()).has_table_state());
  CHECK(waited->ask(open_table(duel_options())).has_table_state());
  world.pass(server::kFindPause);
  waited->arrive();
  CHECK(waited->ask(find_table()).has_table_state());
}

TEST_CASE_FIXTURE(Waiters, "who leaves bots sitting, or a match over days, has kept nobody from playing") {
  id = start_match({&mira, &bruno}, duel_options(), {}, 86'400);
  world.pass(std::chrono::hours(25));
  for (Client* player : {&mira, &bruno}) {
    player->arrive();
    CHECK(player->ask(find_table()).has_table_state());
  }
}

}  // namespace
}  // namespace wyrmhall::test
