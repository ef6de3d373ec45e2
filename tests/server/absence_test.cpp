// Whoever waits for somebody who has gone can end it, in a match without a clock.
#include "record/verify.h"
#include "tests/server/harness.h"

namespace wyrmhall::test {
namespace {

constexpr auto kShort = std::chrono::seconds(1);
constexpr std::chrono::seconds kAbsence(server::kAbsenceSeconds);

pb::RefusalCode code_of(const pb::ServerMessage& reply) {
  return reply.refusal().code();
}

// Two who play, and what was told of who is absent.
struct Pair {
  Pair() {
    world.clock.pass(server::kBackAfterRestart);  // the server has been up for long
    mira.arrive();
    bruno.arrive();
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
  bool waits_for(unsigned seat) { return (mira.matches.at(id).waiting_on >> seat & 1U) != 0; }
  unsigned seat_of_waited() { return waited == &mira ? 0 : 1; }

  pb::ClientMessage claim(Client& who) {
    pb::ClientMessage message;
    message.mutable_claim_absence()->set_channel(who.matches.at(id).channel);
    return message;
  }
  // The last that a client was told of who is absent; nothing where it was told nothing.
  std::optional<pb::MatchAbsences> told(Client& who) {
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

  World world;
  Client mira{world, "Mira", 1};
  Client bruno{world, "Bruno", 2};
  std::string id;
  Client* waited = nullptr;   // whom the match waits for
  Client* waiting = nullptr;  // the other one
};

TEST_CASE("who is waited for and goes can be claimed against after a minute, and not before") {
  Pair pair;
  pair.start();
  CHECK(pair.waiting->matches.at(pair.id).info.absence_seconds() == server::kAbsenceSeconds);
  CHECK(code_of(pair.waiting->ask(pair.claim(*pair.waiting))) == pb::REFUSAL_CODE_NOT_ABSENT);
  pair.waited->vanish();
  pair.pass(std::chrono::seconds(2));
  const auto told = pair.told(*pair.waiting);
  REQUIRE(told);
  REQUIRE(told->seats_size() == 1);
  CHECK(told->seats(0).seat() == pair.seat_of_waited());
  CHECK(told->seats(0).claimable_in_ms() == 59'000);  // a second ago

  const pb::ServerMessage early = pair.waiting->ask(pair.claim(*pair.waiting));
  CHECK(code_of(early) == pb::REFUSAL_CODE_ABSENT_TOO_SHORTLY);
  CHECK(early.refusal().retry_after_ms() == 58'000);
  CHECK(code_of(pair.waiting->ask(pair.claim(*pair.waiting))) == pb::REFUSAL_CODE_ABSENT_TOO_SHORTLY);

  pair.pass(kAbsence - std::chrono::seconds(2));
  pb::ClientMessage claim = pair.claim(*pair.waiting);
  claim.set_command_id(pair.waiting->next_id());
  const pb::ServerMessage reply = pair.waiting->ask(claim);
  REQUIRE_MESSAGE(reply.has_update(), reply.DebugString());
  CHECK(reply.update().seat_out().absent());
  CHECK(!reply.update().seat_out().timed_out());
  CHECK(reply.update().seat_out().seat() == pair.seat_of_waited());
  CHECK(reply.update().outcome().reason() == pb::OUTCOME_REASON_ABSENCE);
  REQUIRE(reply.update().outcome().winners_size() == 1);
  CHECK(reply.update().outcome().winners(0) == 1 - pair.seat_of_waited());

  // The same command again is answered as before, another one is not.
  const pb::ServerMessage again = pair.waiting->ask(claim);
  REQUIRE_MESSAGE(again.has_update(), again.DebugString());
  CHECK(again.update().version() == reply.update().version());
  CHECK(code_of(pair.waiting->ask(pair.claim(*pair.waiting))) == pb::REFUSAL_CODE_MATCH_OVER);

  // Nor does a restart forget it; and who comes back is told the end.
  pair.waiting->vanish();
  pair.world.restart();
  pair.waiting->arrive();
  claim.mutable_claim_absence()->set_channel(pair.waiting->open(pair.id).channel);
  CHECK(pair.waiting->ask(claim).update().version() == reply.update().version());
  pair.waited->arrive();
  CHECK(pair.waited->open(pair.id).outcome->reason() == pb::OUTCOME_REASON_ABSENCE);
  pb::ClientMessage exporting;
  exporting.mutable_export_()->set_match_id(pair.id);
  const std::string record = pair.waited->ask(exporting).record().data();
  CHECK(record.find("\"absent\"") != std::string::npos);
  CHECK(record.find("\"reason\":\"absence\"") != std::string::npos);
  CHECK(record::verify(record));
}

TEST_CASE("who comes back in time is absent no more, on whatever device, and a claim says so") {
  Pair pair;
  pair.start();
  Client phone(pair.world, "Phone", 3);
  SUBCASE("before the minute is over") {
    pair.waited->vanish();
    pair.pass(kAbsence - std::chrono::seconds(1));
    pair.told(*pair.waiting);
    phone.arrive_as(*pair.waited);
    pair.pass(std::chrono::seconds(2));
    const auto told = pair.told(*pair.waiting);
    REQUIRE(told);
    CHECK(told->seats().empty());
  }
  SUBCASE("and never was away where another device stays") {
    phone.arrive_as(*pair.waited);
    pair.waited->vanish();
    pair.pass(kAbsence * 2);
    CHECK(!pair.told(*pair.waiting));
  }
  SUBCASE("after it, as long as nobody has claimed") {
    pair.waited->vanish();
    pair.pass(kAbsence * 2);
    phone.arrive_as(*pair.waited);
  }
  CHECK(code_of(pair.waiting->ask(pair.claim(*pair.waiting))) == pb::REFUSAL_CODE_NOT_ABSENT);
  // The next absence is counted from its own beginning.
  phone.vanish();
  if (pair.world.hall->counts().sessions > 1) return;
  pair.pass(kAbsence - std::chrono::seconds(1));
  CHECK(code_of(pair.waiting->ask(pair.claim(*pair.waiting))) == pb::REFUSAL_CODE_ABSENT_TOO_SHORTLY);
  pair.pass(std::chrono::seconds(1));
  CHECK(pair.waiting->ask(pair.claim(*pair.waiting)).has_update());
}

TEST_CASE("after a restart nobody is absent from before it, and people have the time to come back") {
  Pair pair;
  pair.start();
  pair.waited->vanish();
  pair.pass(kAbsence * 3);
  pair.waiting->vanish();
  pair.world.restart();
  pair.waiting->arrive();
  pair.waiting->open(pair.id);
  const pb::ServerMessage early = pair.waiting->ask(pair.claim(*pair.waiting));
  CHECK(code_of(early) == pb::REFUSAL_CODE_ABSENT_TOO_SHORTLY);
  CHECK(early.refusal().retry_after_ms() == 1000 * (server::kBackAfterRestart + kAbsence).count());
  pair.pass(server::kBackAfterRestart + kAbsence - std::chrono::seconds(1));
  CHECK(code_of(pair.waiting->ask(pair.claim(*pair.waiting))) == pb::REFUSAL_CODE_ABSENT_TOO_SHORTLY);
  pair.pass(std::chrono::seconds(1));
  CHECK(pair.waiting->ask(pair.claim(*pair.waiting)).has_update());
}

TEST_CASE("a match that comes back from rest knows who has been gone, and tells whoever opens it") {
  Pair pair;
  pair.start();
  pair.waited->vanish();
  pair.waiting->vanish();
  pair.pass(server::kRestAfter + std::chrono::seconds(40));
  REQUIRE(pair.world.hall->counts().matches == 0);
  pair.waiting->arrive();
  pb::ClientMessage open;
  open.set_command_id(pair.waiting->next_id());
  open.mutable_open_match()->set_match_id(pair.id);
  pair.world.send(pair.waiting->session(), open);
  const auto told = pair.told(*pair.waiting);
  REQUIRE(told);
  REQUIRE(told->seats_size() == 1);
  CHECK(pair.waiting->ask(pair.claim(*pair.waiting)).has_update());
}

TEST_CASE("bots are never absent, and nobody is claimed against who is not waited for") {
  Pair pair;
  pair.start();
  pair.waiting->vanish();
  pair.pass(kAbsence * 2);
  CHECK(!pair.told(*pair.waited));
  CHECK(code_of(pair.waited->ask(pair.claim(*pair.waited))) == pb::REFUSAL_CODE_NOT_ABSENT);
  REQUIRE(pair.waited->play_one(pair.waited->matches.at(pair.id)));
  // Now it is, and has been gone for long enough; and whoever watches claims nothing.
  Client third(pair.world, "Third", 3);
  third.arrive();
  third.open(pair.id);
  if (!pair.waits_for(pair.seat_of_waited())) {
    CHECK(code_of(third.ask(pair.claim(third))) == pb::REFUSAL_CODE_NOT_YOUR_MATCH);
    CHECK(!pair.told(third));
    CHECK(pair.waited->ask(pair.claim(*pair.waited)).has_update());
  }

  const std::string solo = start_match({&third}, duel_options(), {pb::BOT_LEVEL_RANDOM});
  pb::ClientMessage claim;
  claim.mutable_claim_absence()->set_channel(third.matches.at(solo).channel);
  pair.pass(kAbsence * 2);
  CHECK(code_of(third.ask(claim)) == pb::REFUSAL_CODE_NOT_ABSENT);
}

TEST_CASE("where others still play, a stand-in takes the seat, and another claim needs another who is absent") {
  Pair pair;
  Client third(pair.world, "Third", 3);
  third.arrive();
  pair.id = start_match({&pair.mira, &pair.bruno, &third}, Pair::ring());
  const std::vector<Client*> all = {&pair.mira, &pair.bruno, &third};
  std::size_t seat = 0;
  while (!pair.waits_for(static_cast<unsigned>(seat))) ++seat;
  Client& claimer = *all[(seat + 1) % 3];
  all[seat]->vanish();
  pair.pass(kAbsence);
  pb::ClientMessage claim = pair.claim(claimer);
  claim.set_command_id(claimer.next_id());
  const pb::ServerMessage reply = claimer.ask(claim);
  REQUIRE_MESSAGE(reply.has_update(), reply.DebugString());
  CHECK(reply.update().seat_out().absent());
  CHECK(!reply.update().has_outcome());
  CHECK(claimer.ask(claim).update().version() == reply.update().version());
  CHECK(code_of(claimer.ask(pair.claim(claimer))) == pb::REFUSAL_CODE_NOT_ABSENT);
  // Whoever is out and comes back looks on, and claims nothing.
  all[seat]->arrive();
  all[seat]->open(pair.id);
  CHECK(code_of(all[seat]->ask(pair.claim(*all[seat]))) == pb::REFUSAL_CODE_NOT_YOUR_TURN);
}

TEST_CASE("a claim waits for the disk as any move, and may fail with it") {
  Pair pair;
  pair.start();
  pair.waited->vanish();
  pair.pass(kAbsence);
  pb::ClientMessage claim = pair.claim(*pair.waiting);
  claim.set_command_id(pair.waiting->next_id());
  pair.world.hold_answers = true;
  pair.waiting->ask(claim);
  pair.waiting->read();
  CHECK(!pair.waiting->matches.at(pair.id).outcome);
  pair.world.fail_writes = true;  // it is on disk, and the server cannot know
  pair.world.hold_answers = false;
  pair.world.settle();
  pair.world.fail_writes = false;
  pair.pass(std::chrono::seconds(3));
  const pb::ServerMessage reply = pair.waiting->answer_to(claim.command_id());
  CHECK(reply.has_update());
  CHECK(pair.waiting->matches.at(pair.id).outcome);
}

TEST_CASE("how long one may be gone is set at the table, and kept") {
  Pair pair;
  const auto open = [&](std::uint32_t turn_seconds, std::optional<std::uint32_t> absence_seconds, bool hidden) {
    pb::ClientMessage message = open_table(duel_options());
    message.mutable_open_table()->set_turn_seconds(turn_seconds);
    message.mutable_open_table()->set_hidden(hidden);
    if (absence_seconds) message.mutable_open_table()->set_absence_seconds(*absence_seconds);
    const pb::ServerMessage reply = pair.mira.ask(message);
    if (!reply.has_table_state()) return reply;
    pb::ClientMessage leave;
    leave.mutable_leave_table()->set_table_id(reply.table_state().table_id());
    pair.mira.ask(leave);
    return reply;
  };
  CHECK(open(0, {}, false).table_state().absence_seconds() == server::kAbsenceSeconds);
  CHECK(open(0, {}, true).table_state().absence_seconds() == 0);
  CHECK(open(30, {}, false).table_state().absence_seconds() == 0);
  CHECK(open(30, 0, false).table_state().absence_seconds() == 0);
  CHECK(open(0, 0, false).table_state().absence_seconds() == 0);
  CHECK(open(0, server::kAbsenceSecondsHighest, true).table_state().absence_seconds() ==
        server::kAbsenceSecondsHighest);
  const pb::ServerMessage with_clock = open(30, 60, false);
  CHECK(code_of(with_clock) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(with_clock.refusal().field() == "absence_seconds");
  for (const std::uint32_t wrong : {server::kAbsenceSecondsLowest - 1, server::kAbsenceSecondsHighest + 1}) {
    const pb::Refusal refused = open(0, wrong, false).refusal();
    CHECK(refused.code() == pb::REFUSAL_CODE_FIELD_INVALID);
    CHECK(refused.field() == "absence_seconds");
    CHECK(refused.given() == wrong);
    CHECK(refused.lowest() == server::kAbsenceSecondsLowest);
    CHECK(refused.highest() == server::kAbsenceSecondsHighest);
  }

  // Nobody is found who wants another time, and the rematch has the same.
  const auto find = [&](Client& who, std::optional<std::uint32_t> absence_seconds) {
    pb::ClientMessage message;
    *message.mutable_find_table()->mutable_options() = duel_options();
    message.mutable_find_table()->set_turn_seconds(0);
    if (absence_seconds) message.mutable_find_table()->set_absence_seconds(*absence_seconds);
    return who.ask(message).table_state();
  };
  const pb::Table usual = find(pair.mira, {});
  CHECK(usual.absence_seconds() == server::kAbsenceSeconds);
  CHECK(find(pair.bruno, 0).table_id() != usual.table_id());
  CHECK(find(pair.bruno, 600).absence_seconds() == 600);
  CHECK(find(pair.bruno, server::kAbsenceSeconds).table_id() == usual.table_id());
  pair.world.restart();
  pair.mira.arrive();
  CHECK(pair.mira.tables.at(usual.table_id()).absence_seconds() == server::kAbsenceSeconds);
}

TEST_CASE("a match with a clock, or at which nobody may be claimed against, says so") {
  Pair pair;
  std::uint32_t turn_seconds = 0;
  SUBCASE("a clock") {
    turn_seconds = 3600;
  }
  SUBCASE("friends") {}
  pb::ClientMessage opening = open_table(duel_options());
  opening.mutable_open_table()->set_turn_seconds(turn_seconds);
  opening.mutable_open_table()->set_absence_seconds(0);
  const pb::Table table = pair.mira.ask(opening).table_state();
  pb::ClientMessage take;
  take.mutable_take_seat()->set_table_id(table.table_id());
  REQUIRE(pair.bruno.ask(take).has_table_state());
  pair.mira.read();
  const pb::Table full = pair.mira.tables.at(table.table_id());
  for (Client* client : {&pair.mira, &pair.bruno}) client->get_ready(full);
  for (Client* client : {&pair.mira, &pair.bruno}) client->reveal(full);
  pair.id = table.table_id();
  for (Client* client : {&pair.mira, &pair.bruno}) client->read();
  pair.waited = &(pair.waits_for(0) ? pair.mira : pair.bruno);
  pair.waiting = pair.waited == &pair.mira ? &pair.bruno : &pair.mira;
  pair.waited->vanish();
  pair.pass(kAbsence * 2);
  CHECK(!pair.told(*pair.waiting));
  CHECK(code_of(pair.waiting->ask(pair.claim(*pair.waiting))) == pb::REFUSAL_CODE_NO_ABSENCE_CLAIMS);
}

TEST_CASE("of too many who have gone the first are forgotten, and count as absent from later on") {
  const auto at = [](std::int64_t micros) { return from_unix_micros(micros); };
  server::Sessions sessions;
  server::Absences absences(sessions, at(1000));
  const auto account = [](std::uint32_t number) {
    Id id{};
    for (std::size_t i = 0; i < 4; ++i) id.at(15 - i) = static_cast<std::uint8_t>(number >> (8 * i));
    return id;
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
  absences.doors_open(at(10'000'000));
  CHECK(absences.since(account(1)) == at(10'000'000) + server::kBackAfterRestart);
}

}  // namespace
}  // namespace wyrmhall::test
