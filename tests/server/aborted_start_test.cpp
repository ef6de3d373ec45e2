// Starts that are called off after everybody has committed: each is signed, kept and told once, whatever happens; and
// the receipts of those that become matches (docs/dice.md).
#include "common/hex.h"
#include "receipts/statement.h"
#include "record/verify.h"
#include "rules/dice/chain.h"
#include "rules/dice/fair_stream.h"
#include "server/ids.h"
#include "server/lobby/statements.h"
#include "tests/server/playing.h"

namespace wyrmhall::test {
namespace {

receipts::Signed signed_of(const pb::Statement& message) {
  const receipts::Signed statement = server::read_statement(message);
  CHECK(statement.key == signing_key().public_key());
  CHECK(receipts::verifies(statement));
  return statement;
}

std::string bytes(std::span<const std::uint8_t> from) {
  return {from.begin(), from.end()};
}

// Two at a table, who get ready again as often as they are asked to.
struct Pair {
  Pair() {
    for (Client* client : {&mira, &bruno}) client->arrive();
    id = mira.ask(open_table(duel_options())).table_state().table_id();
    take_seat();
  }
  void take_seat() {
    pb::ClientMessage take;
    take.mutable_take_seat()->set_table_id(id);
    REQUIRE(bruno.ask(take).has_table_state());
    mira.read();
  }
  // Who was to blame for the last has lost the seat, and sits down again.
  void commit() {
    mira.read();
    if (mira.tables.at(id).seats(1).occupant_case() == pb::TableSeat::OCCUPANT_NOT_SET) take_seat();
    const pb::Table table = mira.tables.at(id);
    REQUIRE(mira.get_ready(table).has_table_state());
    REQUIRE(bruno.get_ready(table).has_table_state());
    mira.read();
  }
  pb::Table seen() {
    mira.read();
    return mira.tables.at(id);
  }
  void restart() {
    world.restart();
    mira.arrive();
    bruno.arrive();
  }

  World world;
  Client mira{world, "Mira", 1};
  Client bruno{world, "Bruno", 2};
  std::string id;
};

// The last of the starts that were called off, which must be as it was committed to in `committed`.
receipts::AbortedStatement last_of(const pb::Table& table, const pb::Table& committed) {
  REQUIRE(table.aborted_starts_size() > 0);
  CHECK(table.aborted_count() == static_cast<std::uint32_t>(table.aborted_starts_size()));
  const pb::AbortedStart& last = table.aborted_starts(table.aborted_starts_size() - 1);
  CHECK(last.start().text() == committed.start().text());
  const auto start = receipts::read_start(signed_of(last.start()).text);
  const auto aborted = receipts::read_aborted(signed_of(last.aborted()).text);
  REQUIRE(start);
  REQUIRE(aborted);
  CHECK(bytes(start->server_commitment) == committed.server_commitment());
  CHECK(rules::commitment(aborted->server_seed) == start->server_commitment);
  CHECK(aborted->start == receipts::hash_of(last.start().text()));
  CHECK(aborted->attempt == static_cast<std::uint32_t>(table.aborted_starts_size()));
  CHECK(last.named_size() == static_cast<int>(aborted->named.size()));
  CHECK(table.phase() == pb::TABLE_PHASE_OPEN);
  CHECK(table.server_commitment() != committed.server_commitment());
  CHECK_FALSE(table.has_start());
  return *aborted;
}

}  // namespace

TEST_CASE("what everybody committed to is signed before anything is revealed") {
  Pair at;
  CHECK_FALSE(at.seen().has_start());
  at.commit();
  const pb::Table table = at.seen();
  REQUIRE(table.phase() == pb::TABLE_PHASE_REVEALING);
  const auto start = receipts::read_start(signed_of(table.start()).text);
  REQUIRE(start);
  CHECK(bytes(start->match) == at.id);
  CHECK(start->attempt == 1);
  CHECK(start->game == "duel");
  CHECK(bytes(start->server_commitment) == table.server_commitment());
  CHECK(start->options.starts_with(R"({"mode":"duel")"));
  REQUIRE(start->seats.size() == 2);
  CHECK(bytes(*start->seats[1].player) == at.bruno.account());
  CHECK(bytes(start->seats[1].commitment) == table.seats(1).commitment());
}

TEST_CASE("a start that is called off shows seed, reason and seat, and the next begins afresh") {
  Pair at;
  at.commit();
  const pb::Table first = at.seen();
  at.mira.reveal(first);
  at.world.pass(std::chrono::seconds(11));
  const auto silent = last_of(at.seen(), first);
  CHECK(silent.reason == receipts::AbortReason::kNoReveal);
  CHECK(silent.named == std::vector<std::uint8_t>{1});
  REQUIRE(silent.shown[0]);
  CHECK(bytes(*silent.shown[0]) == at.mira.link(0));
  CHECK_FALSE(silent.shown[1]);
  CHECK(at.seen().seats(1).occupant_case() == pb::TableSeat::OCCUPANT_NOT_SET);

  at.take_seat();
  at.commit();
  const pb::Table second = at.seen();
  at.bruno.make_chain();
  at.bruno.reveal(second);
  const auto wrong = last_of(at.seen(), second);
  CHECK(wrong.reason == receipts::AbortReason::kWrongReveal);
  CHECK(wrong.named == std::vector<std::uint8_t>{1});
  CHECK_FALSE(wrong.shown[1]);

  at.take_seat();
  at.commit();
  const pb::Table third = at.seen();
  pb::ClientMessage leave;
  leave.mutable_leave_table()->set_table_id(at.id);
  REQUIRE(at.bruno.ask(leave).has_table_state());
  const auto left = last_of(at.seen(), third);
  CHECK(left.reason == receipts::AbortReason::kLeft);
  CHECK(at.seen().seats(1).occupant_case() == pb::TableSeat::OCCUPANT_NOT_SET);
  CHECK(at.seen().aborted_starts(2).named(0).name() == "Bruno");

  // Lists say how many, and not what: they would grow too long.
  pb::ClientMessage list;
  list.mutable_list_tables();
  const pb::ServerMessage tables = at.bruno.ask(list);
  REQUIRE(tables.tables().tables_size() == 1);
  CHECK(tables.tables().tables(0).aborted_count() == 3);
  CHECK(tables.tables().tables(0).aborted_starts_size() == 0);
}

TEST_CASE("what a seat has shown stands, and a second x_0 calls nothing off") {
  Pair at;
  at.commit();
  const pb::Table table = at.seen();
  at.mira.reveal(table);
  pb::ClientMessage again;
  again.mutable_reveal()->set_table_id(at.id);
  again.mutable_reveal()->set_x0(at.mira.link(0));
  CHECK(at.mira.ask(again).has_table_state());
  again.mutable_reveal()->set_x0(std::string(16, 'x'));
  CHECK(at.mira.ask(again).refusal().code() == pb::REFUSAL_CODE_REVEAL_MISMATCH);
  CHECK(at.seen().phase() == pb::TABLE_PHASE_REVEALING);
  CHECK(at.seen().aborted_starts_size() == 0);
  at.bruno.reveal(table);
  CHECK(at.seen().phase() == pb::TABLE_PHASE_STARTED);
}

TEST_CASE("a start that a restart cuts short is told by the next run") {
  Pair at;
  at.commit();
  const pb::Table first = at.seen();
  at.mira.reveal(first);
  at.restart();
  const auto cut = last_of(at.seen(), first);
  CHECK(cut.reason == receipts::AbortReason::kRestart);
  CHECK(cut.named.empty());
  CHECK_FALSE(cut.shown[0]);
  at.restart();
  CHECK(at.seen().aborted_starts_size() == 1);  // once
}

TEST_CASE("nobody is told that all have committed before it is kept") {
  Pair at;
  const pb::Table table = at.seen();
  REQUIRE(at.mira.get_ready(table).has_table_state());
  at.world.fail_writes = true;
  CHECK(at.bruno.get_ready(table).has_refusal());
  CHECK(at.seen().phase() == pb::TABLE_PHASE_OPEN);
  at.world.fail_writes = false;
  at.world.pass(std::chrono::seconds(2));
  at.commit();
  CHECK(at.seen().phase() == pb::TABLE_PHASE_REVEALING);
  CHECK(receipts::read_start(at.seen().start().text())->attempt == 1);
}

TEST_CASE("the end of a start is told once it is kept, however often that takes") {
  Pair at;
  at.commit();
  const pb::Table first = at.seen();
  at.mira.reveal(first);
  at.world.fail_writes = true;
  at.world.pass(std::chrono::seconds(11));
  at.world.pass(std::chrono::seconds(2));
  CHECK(at.seen().phase() == pb::TABLE_PHASE_REVEALING);
  at.world.fail_writes = false;
  at.world.pass(std::chrono::seconds(2));
  const auto aborted = last_of(at.seen(), first);
  CHECK(aborted.reason == receipts::AbortReason::kNoReveal);
}

TEST_CASE("the end of a start that leaves nobody at the table is told before the table goes") {
  Pair at;
  at.commit();
  const pb::Table first = at.seen();
  at.world.hold_answers = true;
  at.world.pass(std::chrono::seconds(11));
  at.world.hold_answers = false;
  at.world.settle();
  const auto aborted = last_of(at.seen(), first);
  CHECK(aborted.named == std::vector<std::uint8_t>{0, 1});
  at.world.pass(std::chrono::seconds(2));
  pb::ClientMessage take;
  take.mutable_take_seat()->set_table_id(at.id);
  CHECK(at.mira.ask(take).refusal().code() == pb::REFUSAL_CODE_TABLE_UNKNOWN);
}

TEST_CASE("a table at which too many starts were called off closes") {
  Pair at;
  for (int i = 0; i < server::kAbortedStartsPerTable; ++i) {
    CHECK(at.seen().phase() == pb::TABLE_PHASE_OPEN);
    at.commit();
    at.mira.reveal(at.seen());
    at.world.pass(std::chrono::seconds(11));
  }
  CHECK(at.seen().aborted_starts_size() == server::kAbortedStartsPerTable);
  at.world.pass(std::chrono::seconds(1));
  CHECK(at.seen().phase() == pb::TABLE_PHASE_CLOSED);
}

TEST_CASE("the record of a match has what was signed, and its receipt is the same") {
  Pair at;
  at.commit();
  at.mira.reveal(at.seen());
  at.world.pass(std::chrono::seconds(11));
  at.commit();
  const pb::Table committed = at.seen();
  at.mira.reveal(committed);
  at.bruno.reveal(committed);
  at.mira.read();
  at.bruno.read();
  at.restart();
  at.mira.open(at.id);
  at.bruno.open(at.id);
  pb::ClientMessage ask;
  ask.mutable_ask_receipt()->set_match_id(at.id);
  CHECK(at.mira.ask(ask).refusal().code() == pb::REFUSAL_CODE_MATCH_NOT_OVER);
  play_out(at.world, {&at.mira, &at.bruno}, nullptr, at.id, false);

  const std::string text = export_record(at.mira, at.id);
  const auto account = record::verify(text);
  REQUIRE_MESSAGE(account, account.error().where << " " << account.error().what);
  CHECK(account->aborted_starts.size() == 1);
  CHECK(record::vouches(signing_key().public_key(), *account));
  receipts::PublicKey other = signing_key().public_key();
  other[0] ^= 1U;
  CHECK_FALSE(record::vouches(other, *account));
  CHECK(account->foresight.unforeseeable == account->rolls);
  CHECK(account->foresight.rolls() == account->rolls);

  const pb::ServerMessage reply = at.mira.ask(ask);
  REQUIRE_MESSAGE(reply.has_receipt(), reply.DebugString());
  CHECK(reply.receipt().match_id() == at.id);
  CHECK(reply.receipt().start().text() == committed.start().text());
  const auto end = receipts::read_end(signed_of(reply.receipt().end()).text);
  REQUIRE(end);
  CHECK(end->start == receipts::hash_of(committed.start().text()));
  CHECK(end->foresight == account->foresight);
  CHECK(text.find(hex_text(end->record)) != std::string::npos);
  CHECK(at.mira.ask(ask).receipt().end().signature() == reply.receipt().end().signature());
}

}  // namespace wyrmhall::test
