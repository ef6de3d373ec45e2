// Who one is, as clients see it: several tokens for one account, which can be listed and revoked, and another name.
#include "server/accounts/sign_in_token.h"
#include "server/core_admin.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

using std::chrono_literals::operator""h;
using std::chrono_literals::operator""s;

pb::SignIns sign_ins(Client& client) {
  pb::ClientMessage ask;
  ask.mutable_list_sign_ins();
  const pb::ServerMessage reply = client.ask(ask);
  REQUIRE_MESSAGE(reply.has_sign_ins(), reply.DebugString());
  return reply.sign_ins();
}

pb::ServerMessage revoke(Client& client, const std::string& id) {
  pb::ClientMessage ask;
  ask.mutable_revoke_sign_in()->set_id(id);
  return client.ask(ask);
}

pb::ServerMessage revoke_others(Client& client) {
  pb::ClientMessage ask;
  ask.mutable_revoke_other_sign_ins();
  return client.ask(ask);
}

pb::ServerMessage add(Client& client) {
  pb::ClientMessage ask;
  ask.mutable_add_sign_in();
  return client.ask(ask);
}

pb::ServerMessage rename(Client& client, const std::string& name) {
  pb::ClientMessage ask;
  ask.mutable_rename()->set_name(name);
  return client.ask(ask);
}

// Connects and signs in by a token; whatever the answer is.
pb::ServerMessage sign_in(World& world, const std::string& token, std::uint64_t& session,
                          const std::string& program = "another device") {
  session = world.connect();
  pb::ClientMessage message;
  message.set_command_id(1);
  message.mutable_hello()->set_protocol_version(1);
  message.mutable_hello()->set_client(program);
  world.send(session, message);
  message.set_command_id(2);
  message.mutable_sign_in()->set_token(token);
  world.send(session, message);
  return world.inbox[session].empty() ? pb::ServerMessage() : world.inbox[session].back();
}

TEST_CASE_FIXTURE(OnePlayer, "an account has several tokens, each of which can be revoked by itself") {
  const pb::SignIns first = sign_ins(mira);
  REQUIRE(first.lines_size() == 1);
  CHECK(first.most() == 20);
  CHECK(first.lines(0).client() == "test");
  CHECK(first.lines(0).this_one());
  CHECK(first.lines(0).connections() == 1);
  CHECK(first.lines(0).id() != mira.token());

  const pb::ServerMessage added = add(mira);
  REQUIRE(added.has_sign_in_added());
  std::uint64_t phone = 0;
  REQUIRE(sign_in(world, added.sign_in_added().token(), phone).signed_in().player().name() == "Mira");
  const pb::SignIns both = sign_ins(mira);
  REQUIRE(both.lines_size() == 2);
  CHECK_FALSE(both.lines(1).this_one());
  CHECK(both.lines(1).connections() == 1);

  // Only the connections of the one that was revoked end, and they are told why.
  const pb::ServerMessage left = revoke(mira, both.lines(1).id());
  REQUIRE(left.sign_ins().lines_size() == 1);
  CHECK(left.sign_ins().lines(0).this_one());
  CHECK(world.closed.at(phone) == 1008);
  CHECK(world.inbox[phone].back().notice().kind() == pb::NOTICE_KIND_SIGNED_OUT);
  CHECK_FALSE(world.closed.contains(mira.session()));
  CHECK(sign_in(world, added.sign_in_added().token(), phone).refusal().code() == pb::REFUSAL_CODE_TOKEN_UNKNOWN);
  CHECK(revoke(mira, both.lines(1).id()).has_sign_ins());  // repeated
  CHECK(revoke(mira, "short").refusal().code() == pb::REFUSAL_CODE_FIELD_INVALID);
}

TEST_CASE_FIXTURE(TwoPlayers, "nobody revokes a token of somebody else") {
  CHECK(revoke(bruno, sign_ins(mira).lines(0).id()).sign_ins().lines_size() == 1);
  CHECK_FALSE(world.closed.contains(mira.session()));
  CHECK(sign_ins(mira).lines_size() == 1);
}

TEST_CASE_FIXTURE(OnePlayer, "who signs out everywhere else stays, with all that uses the same token") {
  Client same(world, "Mira", 2);
  same.arrive_as(mira);
  std::uint64_t stolen = 0;
  const std::string token = add(mira).sign_in_added().token();
  REQUIRE(sign_in(world, token, stolen).has_signed_in());
  CHECK(revoke_others(mira).sign_ins().lines_size() == 1);
  CHECK(world.closed.contains(stolen));
  CHECK_FALSE(world.closed.contains(mira.session()));
  CHECK_FALSE(world.closed.contains(same.session()));
  CHECK(sign_in(world, token, stolen).refusal().code() == pb::REFUSAL_CODE_TOKEN_UNKNOWN);
  // One's own can go too: the connection that asks is answered first.
  const pb::ServerMessage last = revoke(mira, sign_ins(mira).lines(0).id());
  CHECK(last.has_sign_ins());
  CHECK(world.closed.contains(mira.session()));
  CHECK(world.closed.contains(same.session()));
}

TEST_CASE_FIXTURE(OnePlayer, "a sign-in that is under way while its token is revoked comes to nothing") {
  const std::string token = add(mira).sign_in_added().token();
  // The token was found before it was revoked, and the answer comes after.
  world.hold_reads = true;
  std::uint64_t stolen = 0;
  sign_in(world, token, stolen);
  REQUIRE(world.held_reads.size() == 1);
  pb::ClientMessage others;
  others.set_command_id(mira.next_id());
  others.mutable_revoke_other_sign_ins();
  world.send(mira.session(), others);
  world.hold_reads = false;
  while (!world.held_reads.empty()) world.answer_read(0);
  CHECK(world.inbox[stolen].back().refusal().code() == pb::REFUSAL_CODE_TOKEN_UNKNOWN);
  CHECK(server::CoreAdmin(*world.core).live_sessions_of(*id_from_bytes<AccountId>(mira.account())).size() == 1);
}

TEST_CASE_FIXTURE(OnePlayer, "an account has at most 20 tokens, and none is thrown away for another") {
  for (int i = 1; i < 20; ++i) CHECK(add(mira).has_sign_in_added());
  const pb::ServerMessage refused = add(mira);
  CHECK(refused.refusal().code() == pb::REFUSAL_CODE_LIMIT_REACHED);
  CHECK(refused.refusal().field() == "sign_ins");
  CHECK(sign_ins(mira).lines_size() == 20);
}

TEST_CASE_FIXTURE(OnePlayer, "when a token was last used is noted once a day, with the program in plain letters") {
  const auto writes = [&] {
    std::size_t count = 0;
    for (const auto& submission : world.submitted)
      count += std::holds_alternative<persistence::TouchToken>(submission.request) ? 1 : 0;
    return count;
  };
  std::uint64_t again = 0;
  for (int i = 0; i < 3; ++i) sign_in(world, mira.token(), again);
  CHECK(writes() == 0);
  const std::uint64_t before = sign_ins(mira).lines(0).used_at_us();
  world.pass(25h);
  for (int i = 0; i < 3; ++i) sign_in(world, mira.token(), again, "evil\x1b[2J \u202e");
  CHECK(writes() == 1);
  Client later(world, "Mira", 3);
  later.arrive_as(mira);
  CHECK(sign_ins(later).lines(0).used_at_us() > before);
  CHECK(sign_ins(later).lines(0).client() == "evil?[2J ???");
}

TEST_CASE_FIXTURE(TwoPlayers, "another name keeps the account, its token and what was played") {
  const std::string match = start_match({&mira, &bruno}, duel_options());
  pb::ClientMessage open;
  *open.mutable_open_table()->mutable_options() = duel_options();
  const std::string table = mira.ask(open).table_state().table_id();

  CHECK(rename(mira, "Bruno").refusal().code() == pb::REFUSAL_CODE_NAME_TAKEN);
  CHECK(rename(mira, "x").refusal().code() == pb::REFUSAL_CODE_NAME_INVALID);
  const pb::ServerMessage renamed = rename(mira, "Nora");
  REQUIRE_MESSAGE(renamed.has_renamed(), renamed.DebugString());
  CHECK(renamed.renamed().player().name() == "Nora");
  CHECK(renamed.renamed().player().account_id() == mira.account());
  CHECK(mira.tables.at(table).seats(0).player().name() == "Nora");

  std::uint64_t again = 0;
  const pb::ServerMessage back = sign_in(world, mira.token(), again);
  CHECK(back.signed_in().player().name() == "Nora");
  CHECK(back.signed_in().player().account_id() == mira.account());
  REQUIRE(back.signed_in().matches_size() == 1);
  CHECK(back.signed_in().matches(0).match_id() == match);
  CHECK(back.signed_in().matches(0).seats(0).player().name() == "Mira");  // as it was then
  // The name of before is hers for a while, and then anybody's.
  CHECK(rename(bruno, "Mira").refusal().code() == pb::REFUSAL_CODE_NAME_TAKEN);
  world.pass(server::kOldNameReserved);
  bruno.arrive();
  CHECK(rename(bruno, "Mira").has_renamed());
}

TEST_CASE("a program stays one under another name") {
  World world;
  Client bot(world, "Alice", 1);
  bot.is_program = true;
  bot.arrive();
  CHECK(rename(bot, "Nora").renamed().player().name() == "Bot Nora");
  world.pass(server::kRenameMemory);
  bot.arrive();
  CHECK(rename(bot, "Bot Olga").renamed().player().name() == "Bot Olga");
  Client person(world, "Nora", 2);  // which is another name
  person.arrive();
  CHECK(rename(person, "Bot Nora").refusal().code() == pb::REFUSAL_CODE_NAME_RESERVED);
}

TEST_CASE_FIXTURE(OnePlayer, "all connections of a player learn the new name, and it changes once in 30 days") {
  std::uint64_t phone = 0;
  sign_in(world, mira.token(), phone);
  CHECK(rename(mira, "Nora").has_renamed());
  CHECK(world.inbox[phone].back().renamed().player().name() == "Nora");
  CHECK(rename(mira, "Nora").has_renamed());  // it is that already, which counts for nothing
  world.pass(1h);
  const pb::ServerMessage refused = rename(mira, "Quinn");
  CHECK(refused.refusal().code() == pb::REFUSAL_CODE_LIMIT_REACHED);
  CHECK(refused.refusal().field() == "renames");
  CHECK(refused.refusal().retry_after_ms() > (30U * 24 - 2) * 3'600'000);
  CHECK(refused.refusal().retry_after_ms() < 30U * 24 * 3'600'000);
  world.pass(server::kRenameMemory - 1h);
  CHECK(rename(mira, "Quinn").has_renamed());
}

TEST_CASE_FIXTURE(OnePlayer, "what the store could not keep is told so, and is done when it is asked for again") {
  const std::string token = add(mira).sign_in_added().token();
  std::uint64_t phone = 0;
  sign_in(world, token, phone);
  world.fail_writes = true;
  CHECK(revoke_others(mira).refusal().code() == pb::REFUSAL_CODE_NO_STORE);
  CHECK_FALSE(world.closed.contains(phone));
  world.fail_writes = false;
  world.pass(2s);
  CHECK(revoke_others(mira).has_sign_ins());
  CHECK(world.closed.contains(phone));
}

}  // namespace
}  // namespace wyrmhall::test
