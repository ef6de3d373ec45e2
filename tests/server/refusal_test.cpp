// What the server refuses, with which code; and that nobody else notices.
#include "server/core/names.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

TEST_CASE_FIXTURE(RunningDuel, "frames that are no message are refused, and too many of them end the connection") {
  const std::uint64_t stranger = world.connect();
  rules::FastDice dice(5);
  for (int i = 0; i < 150; ++i) {
    std::string junk;
    for (int n = dice.roll(60); n > 0; --n) junk += static_cast<char>(dice.roll(256) - 1);
    world.send_bytes(stranger, junk);
    if (world.closed.contains(stranger)) break;
  }
  for (const auto& message : world.inbox[stranger]) CHECK(message.has_refusal());
  CHECK(to_move().play_one(to_move().matches.at(id)));  // the others play on

  const std::uint64_t flooder = world.connect();
  for (int i = 0; i < server::kRefusedInARow; ++i) world.send_bytes(flooder, "\xff\xff");
  CHECK(world.closed.at(flooder) == 1008);
}

TEST_CASE_FIXTURE(RunningDuel, "sizes: 8 KiB before sign-in, 16 KiB after") {
  const std::uint64_t stranger = world.connect();
  world.send_bytes(stranger, std::string(server::kEarlyMessageBytes + 1, 'x'));
  CHECK(world.closed.at(stranger) == 1009);
  world.send_bytes(mira.session(), std::string(server::kMessageBytes + 1, 'x'));
  CHECK(world.closed.at(mira.session()) == 1009);
  bruno.read();
}

TEST_CASE("hello comes first and once, in the right version; then sign-in") {
  World world;
  const auto say = [&](std::uint64_t session, pb::ClientMessage message) {
    message.set_command_id(1);
    world.inbox[session].clear();
    world.send(session, message);
    return world.inbox[session].empty() ? pb::ServerMessage() : world.inbox[session].back();
  };
  pb::ClientMessage hello;
  hello.mutable_hello()->set_protocol_version(1);
  pb::ClientMessage list;
  list.mutable_list_tables();

  const std::uint64_t silent = world.connect();
  CHECK(code_of(say(silent, list)) == pb::REFUSAL_CODE_HELLO_FIRST);
  CHECK(world.closed.contains(silent));

  const std::uint64_t old = world.connect();
  pb::ClientMessage wrong = hello;
  wrong.mutable_hello()->set_protocol_version(2);
  const pb::ServerMessage refused = say(old, wrong);
  CHECK(code_of(refused) == pb::REFUSAL_CODE_WRONG_VERSION);
  CHECK(refused.refusal().highest() == 1);
  CHECK(world.closed.contains(old));

  const std::uint64_t good = world.connect();
  CHECK(say(good, hello).has_welcome());
  CHECK(code_of(say(good, hello)) == pb::REFUSAL_CODE_HELLO_FIRST);
  CHECK(code_of(say(good, list)) == pb::REFUSAL_CODE_SIGN_IN_FIRST);
  pb::ClientMessage sign;
  sign.mutable_sign_in()->set_token(std::string(32, 'q'));
  CHECK(code_of(say(good, sign)) == pb::REFUSAL_CODE_TOKEN_UNKNOWN);
  sign.mutable_sign_in()->set_token("short");
  CHECK(code_of(say(good, sign)) == pb::REFUSAL_CODE_TOKEN_UNKNOWN);
  sign.mutable_sign_in()->set_new_guest("a");
  CHECK(code_of(say(good, sign)) == pb::REFUSAL_CODE_NAME_INVALID);
  sign.mutable_sign_in()->set_new_guest("Mira");
  CHECK(say(good, sign).has_signed_in());
  CHECK(code_of(say(good, sign)) == pb::REFUSAL_CODE_SIGNED_IN_ALREADY);

  pb::ClientMessage ping;
  ping.mutable_ping();
  CHECK(say(good, ping).has_pong());
  const std::uint64_t hasty = world.connect();
  CHECK(code_of(say(hasty, ping)) == pb::REFUSAL_CODE_HELLO_FIRST);
  const std::uint64_t greeted = world.connect();
  CHECK(say(greeted, hello).has_welcome());
  CHECK(say(greeted, ping).has_pong());

  const std::uint64_t late = world.connect();
  world.pass(std::chrono::seconds(11));
  CHECK(world.closed.at(late) == 1008);
}

TEST_CASE_FIXTURE(OnePlayer, "nobody sits at more than eight tables, however slow the disk is") {
  world.hold_answers = true;
  int refused = 0;
  for (std::size_t i = 0; i < server::kTablesPerAccount + 3; ++i) {
    if (code_of(mira.ask(open_table(duel_options()))) == pb::REFUSAL_CODE_LIMIT_REACHED) ++refused;
  }
  CHECK(refused == 3);
  world.hold_answers = false;
  world.settle();
  CHECK(world.core->counts().tables == server::kTablesPerAccount);
}

TEST_CASE_FIXTURE(RunningDuel, "unknown commands, fields and ids") {
  pb::ClientMessage list;
  list.mutable_list_tables();
  list.set_command_id(77);
  std::string bytes = list.SerializeAsString();
  mira.read();
  world.send_bytes(mira.session(), bytes + std::string("\xf8\x3f\x01", 3));  // field 1023
  CHECK(code_of(mira.answer_to(77)) == pb::REFUSAL_CODE_FIELD_INVALID);
  world.send_bytes(mira.session(), std::string("\x08\x4e\xf8\x3f\x01", 5));
  CHECK(code_of(mira.answer_to(78)) == pb::REFUSAL_CODE_UNKNOWN_COMMAND);
  world.send_bytes(mira.session(), std::string("\x2a\x00", 2));  // no id
  CHECK(code_of(mira.answer_to(0)) == pb::REFUSAL_CODE_MALFORMED);
}

TEST_CASE_FIXTURE(RunningDuel, "moves that are not to be made") {
  Client& mover = to_move();
  Client& other = waiting();
  Client::Match& match = mover.matches.at(id);
  const pb::GameAction action = match.choices().choices(0).action();

  SUBCASE("out of turn") {
    CHECK(code_of(other.ask(other.act_message(other.matches.at(id), action))) == pb::REFUSAL_CODE_NOT_YOUR_TURN);
  }
  SUBCASE("by somebody who only watches") {
    Client watcher(world, "Watcher", 9);
    watcher.arrive();
    watcher.open(id);
    CHECK(code_of(watcher.ask(watcher.act_message(watcher.matches.at(id), action))) == pb::REFUSAL_CODE_NOT_YOUR_MATCH);
  }
  SUBCASE("against another version") {
    pb::ClientMessage act = mover.act_message(match, action);
    act.mutable_act()->set_version(40);
    CHECK(code_of(mover.ask(act)) == pb::REFUSAL_CODE_FIELD_INVALID);
  }
  SUBCASE("that a rule forbids: the rule's number and what it needs come along") {
    pb::GameAction wait;
    wait.mutable_duel()->set_wait(true);
    const pb::ServerMessage refused = mover.ask(mover.act_message(match, wait));
    CHECK(code_of(refused) == pb::REFUSAL_CODE_ILLEGAL);
    CHECK(refused.refusal().rule().starts_with("D-1"));
    CHECK(refused.refusal().reason().duel() == pb::DUEL_PHRASE_FULL_ENERGY);
    REQUIRE(refused.refusal().reason().arguments_size() == 2);
    CHECK(refused.refusal().reason().arguments(1) == 4);
  }
  SUBCASE("at a target that is not there") {
    pb::GameAction claw;
    claw.mutable_duel()->set_claw(4'000'000'000U);
    CHECK(code_of(mover.ask(mover.act_message(match, claw))) == pb::REFUSAL_CODE_ILLEGAL);
  }
  SUBCASE("with no action, or with a field that the game does not know") {
    CHECK(code_of(mover.ask(mover.act_message(match, pb::GameAction()))) == pb::REFUSAL_CODE_FIELD_INVALID);
    pb::GameAction odd = action;
    odd.mutable_duel()->GetReflection()->MutableUnknownFields(odd.mutable_duel())->AddVarint(99, 1);
    CHECK(code_of(mover.ask(mover.act_message(match, odd))) == pb::REFUSAL_CODE_FIELD_INVALID);
  }
  SUBCASE("with a link that does not follow, or none") {
    pb::ClientMessage act = mover.act_message(match, action);
    act.mutable_act()->set_link(std::string(16, 'x'));
    CHECK(code_of(mover.ask(act)) == pb::REFUSAL_CODE_WRONG_LINK);
    act.set_command_id(mover.next_id());
    act.mutable_act()->clear_link();
    CHECK(code_of(mover.ask(act)) == pb::REFUSAL_CODE_WRONG_LINK);
    act.set_command_id(mover.next_id());
    act.mutable_act()->set_chain_lost(true);
    CHECK(mover.ask(act).has_update());
  }
  SUBCASE("with a confirmation that is none") {
    pb::ClientMessage act = mover.act_message(match, action);
    act.mutable_act()->set_choice(1);
    act.mutable_act()->set_confirmation(std::string(15, 'x'));
    CHECK(code_of(mover.ask(act)) == pb::REFUSAL_CODE_FIELD_INVALID);
    act.set_command_id(mover.next_id());
    act.mutable_act()->set_confirmation(std::string(16, 'x'));
    act.mutable_act()->set_choice(0);
    CHECK(code_of(mover.ask(act)) == pb::REFUSAL_CODE_FIELD_INVALID);
    // The code itself is for later: nobody can look at it before the next link is shown.
    act.set_command_id(mover.next_id());
    act.mutable_act()->set_choice(1);
    CHECK(mover.ask(act).has_update());
  }
  SUBCASE("on a channel that is not open") {
    pb::ClientMessage act = mover.act_message(match, action);
    act.mutable_act()->set_channel(9);
    CHECK(code_of(mover.ask(act)) == pb::REFUSAL_CODE_CHANNEL_UNKNOWN);
  }
  // Whatever was refused has changed nothing.
  mover.read();
  other.read();
  CHECK(mover.matches.at(id).version() == other.matches.at(id).version());
}

TEST_CASE_FIXTURE(OnePlayer, "options outside their range name the option and what is allowed") {
  pb::GameOptions options;
  options.mutable_duel()->set_mode(pb::DUEL_MODE_ARENA);
  options.mutable_duel()->set_players(9);
  const pb::ServerMessage refused = mira.ask(open_table(options));
  CHECK(code_of(refused) == pb::REFUSAL_CODE_OPTIONS_INVALID);
  CHECK(refused.refusal().field() == "players");
  CHECK(refused.refusal().given() == 9);
  CHECK(refused.refusal().highest() == 8);
  CHECK(refused.refusal().rule() == "D-38");
  options.mutable_duel()->set_players(4'294'967'295U);
  CHECK(code_of(mira.ask(open_table(options))) == pb::REFUSAL_CODE_OPTIONS_INVALID);
  options.mutable_duel()->set_players(3);
  for (int i = 0; i < 3000; ++i) options.mutable_duel()->add_dragons(1);
  CHECK(code_of(mira.ask(open_table(options))) == pb::REFUSAL_CODE_OPTIONS_INVALID);
  options.Clear();
  options.mutable_duel()->set_mode(static_cast<pb::DuelMode>(17));
  CHECK(code_of(mira.ask(open_table(options))) == pb::REFUSAL_CODE_OPTIONS_INVALID);
  CHECK(code_of(mira.ask(open_table(pb::GameOptions()))) == pb::REFUSAL_CODE_GAME_UNKNOWN);
  pb::ClientMessage slow = open_table(duel_options());
  slow.mutable_open_table()->set_turn_seconds(3);
  CHECK(mira.ask(slow).refusal().lowest() == server::kMinTurnSeconds);
  CHECK(code_of(mira.ask(open_table(duel_options(), {pb::BOT_LEVEL_RANDOM, pb::BOT_LEVEL_RANDOM}))) ==
        pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(code_of(mira.ask(open_table(duel_options(), {static_cast<pb::BotLevel>(99)}))) ==
        pb::REFUSAL_CODE_FIELD_INVALID);
}

TEST_CASE_FIXTURE(TwoPlayers,
                  "the hand-shake: what does not fit is refused or calls the start off, under a new commitment") {
  const pb::ServerMessage opened = mira.ask(open_table(duel_options()));
  const std::string id = opened.table_state().table_id();
  pb::ClientMessage take;
  take.mutable_take_seat()->set_table_id(id);
  REQUIRE(bruno.ask(take).has_table_state());
  CHECK(code_of(bruno.ask(take)) == pb::REFUSAL_CODE_SEATED_ALREADY);
  mira.read();

  pb::Table wrong = mira.tables.at(id);
  wrong.set_server_commitment(std::string(32, 'x'));
  CHECK(code_of(mira.get_ready(wrong)) == pb::REFUSAL_CODE_COMMITMENT_MISMATCH);
  CHECK(code_of(mira.reveal(wrong)) == pb::REFUSAL_CODE_WRONG_PHASE);

  const pb::Table table = mira.tables.at(id);
  CHECK(mira.get_ready(table).has_table_state());
  CHECK(bruno.get_ready(table).has_table_state());
  mira.make_chain();  // another chain than the one committed to
  CHECK(code_of(mira.reveal(table)) == pb::REFUSAL_CODE_REVEAL_MISMATCH);
  bruno.read();
  CHECK(bruno.tables.at(id).called_off() == pb::CALLED_OFF_REASON_WRONG_REVEAL);
  CHECK(bruno.tables.at(id).server_commitment() != table.server_commitment());

  // The player to blame has lost the seat, and may sit down again.
  CHECK(bruno.tables.at(id).seats(0).occupant_case() == pb::TableSeat::OCCUPANT_NOT_SET);
  REQUIRE(mira.ask(take).has_table_state());
  bruno.read();
  const pb::Table second = bruno.tables.at(id);
  CHECK(mira.get_ready(second).has_table_state());
  CHECK(bruno.get_ready(second).has_table_state());
  CHECK(mira.reveal(second).has_table_state());
  world.pass(std::chrono::seconds(11));
  bruno.read();
  CHECK(bruno.tables.at(id).called_off() == pb::CALLED_OFF_REASON_NO_REVEAL);

  REQUIRE(bruno.ask(take).has_table_state());
  const pb::Table third = bruno.tables.at(id);
  mira.read();
  CHECK(mira.get_ready(third).has_table_state());
  CHECK(bruno.get_ready(third).has_table_state());
  pb::ClientMessage leave;
  leave.mutable_leave_table()->set_table_id(id);
  CHECK(bruno.ask(leave).has_table_state());
  mira.read();
  CHECK(mira.tables.at(id).phase() == pb::TABLE_PHASE_OPEN);
  CHECK(mira.tables.at(id).seats(1).occupant_case() == pb::TableSeat::OCCUPANT_NOT_SET);
  CHECK(code_of(bruno.ask(leave)) == pb::REFUSAL_CODE_NOT_SEATED);
}

TEST_CASE_FIXTURE(TwoPlayers, "tables come back after a restart, and a quick game finds the one that waits") {
  pb::ClientMessage find;
  *find.mutable_find_table()->mutable_options() = duel_options();
  const pb::ServerMessage first = mira.ask(find);
  REQUIRE(first.has_table_state());
  world.restart();
  mira.arrive();
  bruno.arrive();
  const pb::ServerMessage second = bruno.ask(find);
  REQUIRE(second.has_table_state());
  CHECK(second.table_state().table_id() == first.table_state().table_id());
  CHECK(second.table_state().called_off() == pb::CALLED_OFF_REASON_RESTART);
  pb::ClientMessage list;
  list.mutable_list_tables()->set_game("duel");
  CHECK(mira.ask(list).tables().tables_size() == 0);  // full by now
  list.mutable_list_tables()->set_game("chess");
  CHECK(code_of(mira.ask(list)) == pb::REFUSAL_CODE_GAME_UNKNOWN);
}

TEST_CASE_FIXTURE(TwoPlayers, "two who look for a game at the same moment find each other") {
  pb::ClientMessage find;
  *find.mutable_find_table()->mutable_options() = duel_options();
  world.hold_answers = true;
  find.set_command_id(mira.next_id());
  world.send(mira.session(), find);
  const std::uint64_t mira_asked = find.command_id();
  find.set_command_id(bruno.next_id());
  world.send(bruno.session(), find);
  world.hold_answers = false;
  world.settle();
  const auto first = mira.answer_to(mira_asked);
  const auto second = bruno.answer_to(find.command_id());
  CHECK(first.table_state().table_id() == second.table_state().table_id());
}

TEST_CASE("too many commands are refused for a while") {
  World world(1, {});
  Client mira(world, "Mira", 1);
  mira.arrive();
  pb::ClientMessage list;
  list.mutable_list_tables();
  int refused = 0;
  for (int i = 0; i < 60; ++i) {
    const pb::ServerMessage reply = mira.ask(list);
    if (code_of(reply) != pb::REFUSAL_CODE_TOO_FAST) continue;
    ++refused;
    CHECK(reply.refusal().retry_after_ms() <= 50);
  }
  CHECK(refused == 60 - static_cast<int>(server::kCommandBurst) + 2);  // hello and sign-in counted too
  world.pass(std::chrono::seconds(1));
  CHECK(mira.ask(list).has_tables());
}

TEST_CASE_FIXTURE(RunningDuel, "who does not read gets one snapshot in the end, and is let go if that does not help") {
  Client watcher(world, "Watcher", 9);
  watcher.arrive();
  watcher.open(id);
  const std::uint64_t version = watcher.matches.at(id).version();
  // The watcher's connection takes nothing for a long while.
  const auto stall = [&] {
    for (std::size_t i = 0; i < server::kOutMessages; ++i) {
      pb::ClientMessage list;
      list.mutable_list_tables();
      list.set_command_id(1000 + i);
      world.deaf = true;
      world.send(watcher.session(), list);
      world.deaf = false;
    }
  };
  stall();
  CHECK(!world.closed.contains(watcher.session()));
  for (int i = 0; i < 2; ++i) {
    mira.play_one(mira.matches.at(id));
    bruno.play_one(bruno.matches.at(id));
  }
  watcher.read();
  CHECK(watcher.matches.at(id).version() == version);  // nothing more was queued
  world.core->sent(watcher.session(), server::kOutMessages, server::kOutBytes);
  world.settle();
  watcher.read();
  mira.read();
  CHECK(watcher.matches.at(id).version() == mira.matches.at(id).version());

  stall();
  for (int i = 0; i < 2; ++i) {
    mira.play_one(mira.matches.at(id));
    bruno.play_one(bruno.matches.at(id));
  }
  world.pass(std::chrono::seconds(12));
  const bool over = mira.matches.at(id).over();
  if (!over) CHECK(world.closed.at(watcher.session()) == 1008);
}

TEST_CASE_FIXTURE(
    RunningDuel, "a match that is over closes its channels after a while, and makes room on a full connection before") {
  pb::ClientMessage resign;
  resign.mutable_resign()->set_channel(mira.matches.at(id).channel());
  CHECK(mira.ask(resign).has_update());
  for (std::size_t i = 0; i < server::kChannelsPerConnection + 3; ++i) {
    const std::string next = start_match({&mira, &bruno}, duel_options());
    resign.set_command_id(0);
    resign.mutable_resign()->set_channel(mira.matches.at(next).channel());
    CHECK(mira.ask(resign).has_update());
  }
  // Those that gave way had no other viewer, so they are gone.
  CHECK(world.core->counts().matches == server::kChannelsPerConnection);
  for (int i = 0; i < 100; ++i) world.pass(std::chrono::seconds(1));
  CHECK(world.core->counts().matches == 0);
  pb::ClientMessage story;
  story.mutable_ask_story()->set_channel(mira.matches.at(id).channel());
  CHECK(code_of(mira.ask(story)) == pb::REFUSAL_CODE_CHANNEL_UNKNOWN);
  CHECK(mira.open(id).over());
}

TEST_CASE_FIXTURE(RunningDuel,
                  "while the server stops, new tables are refused and everybody is told; matches play on") {
  world.core->drain();
  world.settle();
  CHECK(code_of(mira.ask(open_table(duel_options()))) == pb::REFUSAL_CODE_DRAINING);
  REQUIRE(!mira.notices.empty());
  CHECK(mira.notices.back().kind() == pb::NOTICE_KIND_GOING_DOWN);
  CHECK(to_move().play_one(to_move().matches.at(id)));
}

TEST_CASE("names: letters of any script, and no look-alikes") {
  using server::check_name;
  for (const char* good : {"Mira", "Jean-Luc", "Зоя", "山田太郎", "O'Neil", "a.b_c d", "Ünal", "José 2"}) {
    const auto name = check_name(good);
    CHECK_MESSAGE(name, good);
  }
  for (const char* bad : {"ab", "", "  Mira", "Mira ", "a  b", "a\nb c", "Mira\u200b", "abcdefghijklmnopqrstu", "<b>x",
                          "Mi\xffra", "\u202eabc", "🐉🐉🐉"}) {
    CHECK_MESSAGE(!check_name(bad), bad);
  }
  const auto key = [](const char* name) { return check_name(name)->key; };
  CHECK(key("Mira") == key("MIRA"));
  CHECK(key("Mira") == key("Мira"));  // Cyrillic М
  CHECK(key("paul") == key("раul"));  // Cyrillic р, а
  CHECK(key("Mira") != key("Mirb"));

  World world;
  Client first(world, "Mira", 1);
  first.arrive();
  const std::uint64_t session = world.connect();
  pb::ClientMessage hello;
  hello.set_command_id(1);
  hello.mutable_hello()->set_protocol_version(1);
  world.send(session, hello);
  pb::ClientMessage sign;
  sign.set_command_id(2);
  sign.mutable_sign_in()->set_new_guest("MIRA");
  world.send(session, sign);
  CHECK(code_of(world.inbox[session].back()) == pb::REFUSAL_CODE_NAME_TAKEN);
}

}  // namespace
}  // namespace wyrmhall::test
