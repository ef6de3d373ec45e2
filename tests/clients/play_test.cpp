// The client as a whole, with a test for a server: it comes back after losses, repeats itself exactly, and notices when
// it is lied to.
#include <doctest/doctest.h>

#include "play_client.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using namespace wyrmhall::cli::tests;
using namespace std::chrono_literals;

TEST_CASE("a match from the first word to the last") {
  Client client;
  client.start();
  const auto act = client.platform.heard();
  REQUIRE(act.has_act());
  CHECK(act.act().version() == 0);
  CHECK(clients::link_of(act.act().link()) == client.x0);
  CHECK_FALSE(act.act().chain_lost());
  client.answer(act, client.news(client.step(1)));
  const auto next = client.platform.heard();
  CHECK(next.act().version() == 1);
  CHECK(clients::link_of(next.act().link()) == act.act().link());
  CHECK(next.command_id() != act.command_id());
  CHECK(client.profile->chain(kMatchId));
  client.answer(next, client.end(2, kSeed));
  CHECK(client.ended == ExitCode::kDone);
  CHECK_FALSE(client.profile->chain(kMatchId));
  CHECK(client.seen().find("Victory!") != std::string::npos);
}

TEST_CASE("a decision without answer is repeated as it was") {
  Client client;
  client.start();
  const auto act = client.platform.heard();
  client.platform.lose();
  CHECK(client.seen().find("Trying again") != std::string::npos);
  client.platform.pass(1s);
  CHECK(client.platform.dials == 2);
  client.sign_in(true);
  const auto open = client.platform.heard();
  REQUIRE(open.has_open_match());
  CHECK(open.open_match().have_version() == 0);
  client.channel = 5;

  SUBCASE("it had arrived, and more has happened since") {
    client.answer(open, client.match(2, act.act().link()));
    const auto again = client.platform.heard();
    REQUIRE(again.has_act());
    CHECK(again.command_id() == act.command_id());
    CHECK(again.act().link() == act.act().link());
    CHECK(again.act().version() == 0);
    CHECK(again.act().channel() == 5);
    CHECK(client.platform.silent());
    // It is answered as it was the first time, which is older than what is shown by now: no reason to worry.
    v1::MatchUpdate before;
    before.set_channel(5);
    before.set_version(1);
    client.answer(again, client.news(before));
    const auto next = client.platform.heard();
    CHECK(next.act().version() == 2);
    CHECK(clients::link_of(next.act().link()) == act.act().link());
    CHECK_FALSE(client.ended);
  }
  SUBCASE("it had not arrived") {
    client.answer(open, client.match(0, client.x0));
    const auto again = client.platform.heard();
    CHECK(again.command_id() == act.command_id());
    CHECK(again.act().link() == act.act().link());
    client.answer(again, client.news(client.step(1)));
    CHECK(clients::link_of(client.platform.heard().act().link()) == act.act().link());
  }
  SUBCASE("the match had gone on without it: it is refused, and the link is as good as new") {
    client.answer(open, client.match(1, client.x0));
    const auto again = client.platform.heard();
    v1::ServerMessage refusal;
    refusal.mutable_refusal()->set_code(v1::REFUSAL_CODE_STALE);
    client.answer(again, refusal);
    const auto reopen = client.platform.heard();
    REQUIRE(reopen.has_open_match());
    client.answer(reopen, client.match(1, client.x0));
    const auto other = client.platform.heard();
    CHECK(other.command_id() != act.command_id());
    CHECK(other.act().version() == 1);
    CHECK(other.act().link() == act.act().link());
  }
}

TEST_CASE("the connection breaks before the bot sits down: the seat is asked for again") {
  Client client;
  client.sign_in();
  client.answer(client.platform.heard(), client.table(v1::TABLE_PHASE_OPEN, false));
  REQUIRE(client.platform.heard().has_seat_bot());
  client.platform.lose();
  client.platform.pass(1s);
  client.greet();
  const auto ask = client.platform.heard();
  REQUIRE(ask.has_sign_in());
  v1::ServerMessage reply;
  reply.mutable_signed_in()->mutable_player()->set_account_id(kAccount);
  *reply.mutable_signed_in()->add_tables() = client.table(v1::TABLE_PHASE_OPEN, false).table_state();
  client.answer(ask, reply);
  CHECK(client.platform.heard().has_seat_bot());
}

TEST_CASE("no answer for long: the same again, on the same connection") {
  Client client;
  client.start();
  const auto act = client.platform.heard();
  client.platform.pass(11s);
  const auto again = client.platform.heard();
  CHECK(again.SerializeAsString() == act.SerializeAsString());
}

TEST_CASE("it gives up after two minutes") {
  Client client;
  client.start();
  client.platform.lose();
  int tries = 0;
  while (!client.ended && tries < 1000) {
    const int dials = client.platform.dials;
    client.platform.pass(500ms);
    if (client.platform.dials > dials) {
      ++tries;
      client.platform.lose(Loss::Why::kNotReachable);
    }
  }
  CHECK(client.ended == ExitCode::kCannotConnect);
  CHECK(client.platform.now() >= 119s);
  CHECK(client.platform.now() <= 122s);
  CHECK(tries > 15);
  CHECK(tries < 40);
}

TEST_CASE("nobody there at the first try: no second one") {
  Client client;
  client.platform.lose(Loss::Why::kUnknownHost);
  CHECK(client.ended == ExitCode::kCannotConnect);
  CHECK(client.seen().find("spelt right") != std::string::npos);
}

TEST_CASE("a server that shows less than before is found out") {
  Client client;
  client.start();
  client.answer(client.platform.heard(), client.news(client.step(1)));
  REQUIRE(client.platform.heard().has_act());
  SUBCASE("after coming back") {
    client.platform.lose();
    client.platform.pass(1s);
    client.sign_in(true);
    client.answer(client.platform.heard(), client.match(0, client.x0));
  }
  SUBCASE("while playing") {
    client.platform.say(client.news(client.step(0, true)));
  }
  CHECK(client.ended == ExitCode::kNotVerified);
  CHECK(client.seen().find("version 0") != std::string::npos);
}

TEST_CASE("a step that is missing is asked for") {
  Client client;
  client.start();
  const auto act = client.platform.heard();
  client.platform.say(client.news(client.step(2)));
  const auto open = client.platform.heard();
  REQUIRE(open.has_open_match());
  CHECK(open.open_match().have_version() == 0);
  // Steps on the old channel come again in order.
  client.platform.say(client.news(client.step(3)));
  CHECK_FALSE(client.ended);
  client.channel = 2;
  client.answer(open, client.match(3, act.act().link()));
  CHECK(client.platform.heard().command_id() == act.command_id());
}

TEST_CASE("broken promises") {
  Client client;
  SUBCASE("another seed at the end") {
    client.start();
    client.answer(client.platform.heard(), client.end(1, std::string(32, 'x')));
    CHECK(client.seen().find("not the one it had committed to") != std::string::npos);
  }
  SUBCASE("another commitment at the start") {
    client.sign_in();
    client.answer(client.platform.heard(), client.table(v1::TABLE_PHASE_OPEN, true));
    const auto ready = client.platform.heard();
    client.commitment = ready.ready().commitment();
    client.answer(ready, client.table(v1::TABLE_PHASE_REVEALING, true, client.commitment));
    const auto reveal = client.platform.heard();
    client.x0 = reveal.reveal().x0();
    v1::ServerMessage match = client.match(0, client.x0);
    match.mutable_match_opened()->mutable_info()->set_server_commitment(std::string(32, 'y'));
    client.platform.say(match);
  }
  CHECK(client.ended == ExitCode::kNotVerified);
}

TEST_CASE("a start that is called off is made anew with a fresh chain") {
  Client client;
  client.sign_in();
  client.answer(client.platform.heard(), client.table(v1::TABLE_PHASE_OPEN, true));
  const auto ready = client.platform.heard();
  client.answer(ready, client.table(v1::TABLE_PHASE_REVEALING, true, ready.ready().commitment()));
  const auto reveal = client.platform.heard();
  auto off = client.table(v1::TABLE_PHASE_OPEN, true);
  off.mutable_table_state()->set_server_commitment(std::string(32, 'n'));
  off.mutable_table_state()->set_called_off(v1::CALLED_OFF_REASON_NO_REVEAL);
  client.answer(reveal, off);
  const auto anew = client.platform.heard();
  REQUIRE(anew.has_ready());
  CHECK(anew.ready().commitment() != ready.ready().commitment());
  CHECK(anew.ready().server_commitment() == std::string(32, 'n'));
}

TEST_CASE("Ctrl-C while it waits leaves the table, before the connection goes") {
  Client client;
  client.settings.bot.reset();
  client.sign_in();
  const auto find = client.platform.heard();
  REQUIRE(find.has_find_table());
  CHECK(!find.find_table().has_turn_seconds());
  SUBCASE("with a seat") {
    client.answer(find, client.table(v1::TABLE_PHASE_OPEN, false));
    client.command->interrupted();
  }
  SUBCASE("with the seat on its way") {
    client.command->interrupted();
    REQUIRE(client.platform.silent());
    client.answer(find, client.table(v1::TABLE_PHASE_OPEN, false));
  }
  const auto leave = client.platform.heard();
  REQUIRE(leave.has_leave_table());
  CHECK(leave.leave_table().table_id() == kMatch);
  CHECK(!client.ended);
  client.answer(leave, client.table(v1::TABLE_PHASE_CLOSED, false));
  CHECK(client.ended == ExitCode::kInterrupted);
}

TEST_CASE("Ctrl-C waits for a server that says nothing no longer than two seconds") {
  Client client;
  client.settings.bot.reset();
  client.sign_in();
  const auto find = client.platform.heard();
  client.answer(find, client.table(v1::TABLE_PHASE_OPEN, false));
  client.command->interrupted();
  client.platform.pass(Platform::Milliseconds(1'900));
  CHECK(!client.ended);
  client.platform.pass(Platform::Milliseconds(200));
  CHECK(client.ended == ExitCode::kInterrupted);
}

TEST_CASE("Ctrl-C in a match leaves the match as it is") {
  Client client;
  client.start();
  while (!client.platform.silent()) client.platform.heard();
  client.command->interrupted();
  CHECK(client.platform.silent());
  CHECK(client.ended == ExitCode::kInterrupted);
  CHECK(client.seen().find("The match is kept") != std::string::npos);
}

TEST_CASE("who has lost the seat is told why") {
  Client client;
  client.settings.bot.reset();
  client.sign_in();
  const auto find = client.platform.heard();
  client.answer(find, client.table(v1::TABLE_PHASE_OPEN, false));
  v1::ServerMessage gone = client.table(v1::TABLE_PHASE_CLOSED, false);
  gone.mutable_table_state()->mutable_seats(0)->Clear();
  gone.mutable_table_state()->set_lost_seat(v1::LOST_SEAT_REASON_AWAY);
  client.platform.say(gone);
  CHECK(client.ended == ExitCode::kRefused);
  CHECK(client.seen().find("without a connection for too long") != std::string::npos);
}

TEST_CASE("what the server has no time for is tried again") {
  Client client;
  client.start();
  const auto act = client.platform.heard();
  v1::ServerMessage refusal;
  refusal.mutable_refusal()->set_code(v1::REFUSAL_CODE_TOO_FAST);
  refusal.mutable_refusal()->set_retry_after_ms(300);
  client.answer(act, refusal);
  CHECK(client.platform.silent());
  client.platform.pass(300ms);
  CHECK(client.platform.heard().SerializeAsString() == act.SerializeAsString());
}

TEST_CASE("a token that the server does not know, and a name that somebody has") {
  Client client;
  client.greet();
  const auto ask = client.platform.heard();
  v1::ServerMessage refusal;
  SUBCASE("token") {
    refusal.mutable_refusal()->set_code(v1::REFUSAL_CODE_TOKEN_UNKNOWN);
    client.answer(ask, refusal);
    CHECK(client.seen().find("The token stays in " + client.profile->token_path().string()) != std::string::npos);
  }
  SUBCASE("name") {
    refusal.mutable_refusal()->set_code(v1::REFUSAL_CODE_NAME_TAKEN);
    client.answer(ask, refusal);
    CHECK(client.seen().find("--name") != std::string::npos);
  }
  CHECK(client.ended == ExitCode::kRefused);
}

TEST_CASE("a server that asks for a proof of work gets it, on the connection that it asked on") {
  Client client;
  client.greet();
  const auto first = client.platform.heard();
  CHECK_FALSE(first.sign_in().has_proof());
  v1::ServerMessage refusal;
  refusal.mutable_refusal()->set_code(v1::REFUSAL_CODE_PROOF_NEEDED);
  v1::ProofTask& task = *refusal.mutable_refusal()->mutable_proof();
  task.set_challenge("sixteen bytes!!!");
  SUBCASE("such as it is") {
    task.set_zero_bits(14);
    client.answer(first, refusal);
    client.platform.pass(0ms);
    CHECK(client.seen().find("work") != std::string::npos);
    const auto second = client.platform.heard();
    REQUIRE(second.sign_in().has_proof());
    CHECK(second.sign_in().new_guest() == first.sign_in().new_guest());
    CHECK(second.sign_in().proof().challenge() == task.challenge());
    REQUIRE(second.sign_in().proof().nonce().size() == 8);
    const std::string digest = clients::sha256(task.challenge() + second.sign_in().proof().nonce());
    CHECK(digest[0] == 0);
    CHECK((static_cast<unsigned char>(digest[1]) >> 2) == 0);
  }
  SUBCASE("but not more than any needs") {
    task.set_zero_bits(40);
    client.answer(first, refusal);
    CHECK(client.ended == ExitCode::kRefused);
  }
  SUBCASE("and not over and over") {
    task.set_zero_bits(1);
    for (auto asked = first; !client.ended; asked = client.platform.heard()) {
      client.answer(asked, refusal);
      client.platform.pass(0ms);
    }
    CHECK(client.ended == ExitCode::kRefused);
    CHECK(client.platform.silent());
  }
}

TEST_CASE("an invitation goes with a new guest") {
  Client client;
  client.session->use_invitation("come-in");
  client.greet();
  const auto ask = client.platform.heard();
  CHECK(ask.sign_in().invitation() == "come-in");
  v1::ServerMessage refusal;
  refusal.mutable_refusal()->set_code(v1::REFUSAL_CODE_INVITATION_NEEDED);
  client.answer(ask, refusal);
  CHECK(client.seen().find("--invitation") != std::string::npos);
  CHECK(client.ended == ExitCode::kRefused);
}

TEST_CASE("a person plays by numbers") {
  Client client(false);
  client.start();
  const auto recap = client.platform.heard();
  REQUIRE(recap.has_ask_story());
  CHECK(client.seen().find("Your choice") == std::string::npos);
  v1::ServerMessage story;
  v1::GameEvent& waited = *story.mutable_story()->add_updates()->add_events();
  waited.mutable_duel()->mutable_wait()->set_energy(2);
  client.answer(recap, story);
  CHECK(client.platform.silent());
  CHECK(client.seen().find("waits: 2 energy") < client.seen().find("Your choice"));
  CHECK(client.seen().find("Your choice (1, or help): ") != std::string::npos);
  client.command->line("7");
  CHECK(client.seen().find("The choices are 1 to 1.") != std::string::npos);
  client.command->line("odds 1");
  CHECK(client.platform.heard().ask_odds().action().duel().claw() == 1);
  client.command->line("resign");
  CHECK(client.platform.silent());
  client.command->line("1");
  CHECK(client.platform.heard().has_act());
  client.command->line("1");
  CHECK(client.platform.silent());
  client.command->line("resign");
  client.command->line("resign");
  const auto resigned = client.platform.heard();
  REQUIRE(resigned.has_resign());
  client.platform.say(client.end(1, kSeed));
  const auto ask_luck = client.platform.heard();
  REQUIRE(ask_luck.ask_luck().match_id() == kMatch);
  v1::ServerMessage too_late;
  too_late.mutable_refusal()->set_code(v1::REFUSAL_CODE_MATCH_OVER);
  client.answer(resigned, too_late);
  CHECK(!client.ended);
  CHECK(client.seen().find("Play again?") == std::string::npos);
  SUBCASE("and is told how the dice fell") {
    v1::ServerMessage luck;
    v1::DiceLuck& dice = *luck.mutable_luck()->add_dice();
    dice.set_sides(8);
    dice.set_rolled(4);
    dice.set_sum(25);
    dice.set_expected_sum(18);
    client.answer(ask_luck, luck);
    CHECK(client.seen().find("You: 4 d8 came to 25, 18.0 expected") != std::string::npos);
  }
  SUBCASE("or not, where the server cannot say") {
    v1::ServerMessage refusal;
    refusal.mutable_refusal()->set_code(v1::REFUSAL_CODE_INTERNAL);
    client.answer(ask_luck, refusal);
  }
  SUBCASE("or not, where the server does not answer") {
    client.platform.pass(3s);
  }
  CHECK(client.seen().find("Play again? (y/n): ") != std::string::npos);
  client.command->line("y");
  client.platform.pass(0ms);
  CHECK(client.platform.heard().rematch().match_id() == kMatch);
}

namespace {

std::size_t times_in(const std::string& text, const std::string& what) {
  std::size_t times = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++times;
  return times;
}

v1::GameEvent waited(std::uint32_t energy) {
  v1::GameEvent event;
  event.mutable_duel()->mutable_wait()->set_energy(energy);
  return event;
}

}  // namespace

TEST_CASE("a first move of the bot is told once, whatever comes first") {
  Client client(false);
  client.start();
  const auto recap = client.platform.heard();
  REQUIRE(recap.has_ask_story());
  v1::MatchUpdate first = client.step(1);
  *first.add_events() = waited(2);
  v1::ServerMessage story;
  *story.mutable_story()->add_updates() = client.step(0, true);
  *story.mutable_story()->add_updates() = first;
  SUBCASE("the move, then the story with it") {
    client.platform.say(client.news(first));
    CHECK(times_in(client.seen(), "waits: 2 energy") == 0);
    client.answer(recap, story);
  }
  SUBCASE("the story with the move, then the move") {
    client.answer(recap, story);
    client.platform.say(client.news(first));
  }
  SUBCASE("the match had to be opened anew meanwhile: the story is asked for again, and one of the two is told") {
    client.platform.say(client.news(client.step(2)));  // the first step is missing
    const auto open = client.platform.heard();
    REQUIRE(open.has_open_match());
    v1::ServerMessage opened = client.match(1, client.x0);
    *opened.mutable_match_opened()->mutable_updates(0)->add_events() = waited(2);
    client.answer(open, opened);
    const auto again = client.platform.heard();
    REQUIRE(again.has_ask_story());
    client.answer(recap, story);
    client.answer(again, story);
  }
  CHECK(times_in(client.seen(), "waits: 2 energy") == 1);
  CHECK(client.seen().find("waits: 2 energy") < client.seen().find("Your choice"));
  // What comes afterwards is told as ever.
  v1::MatchUpdate second = client.step(2);
  *second.add_events() = waited(3);
  client.platform.say(client.news(second));
  CHECK(times_in(client.seen(), "waits: 3 energy") == 1);
}

TEST_CASE("a board stands while others decide at the same time, and is shown again for the next decision") {
  Client client(false);
  client.start();
  const auto recap = client.platform.heard();
  REQUIRE(recap.has_ask_story());
  v1::ServerMessage story;
  *story.mutable_story()->add_updates() = client.step(0, true);
  client.answer(recap, story);
  CHECK(times_in(client.seen(), "Round 2") == 1);
  // The same is asked as before.
  client.platform.say(client.news(client.step(1)));
  CHECK(times_in(client.seen(), "Round 2") == 1);
  CHECK(times_in(client.seen(), "Your choice") == 2);
  client.command->line("1");
  const auto act = client.platform.heard();
  REQUIRE(act.has_act());
  client.answer(act, client.news(client.step(2)));
  CHECK(times_in(client.seen(), "Round 2") == 2);
}
