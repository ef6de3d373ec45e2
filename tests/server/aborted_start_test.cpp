// Starts that are called off after everybody has committed: each is signed, kept and told once, whatever happens; and
// the receipts of those that become matches (docs/dice.md).
#include "common/hex.h"
#include "receipts/statement.h"
#include "record/verify.h"
#include "rules/dice/chain.h"
#include "rules/dice/fair_stream.h"
#include "server/core/ids.h"
#include "server/lobby/statements.h"
#include "tests/server/players.h"

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
struct PairAtStart : TwoPlayers {
  PairAtStart() {
    id = mira.ask(open_table(duel_options())).table_state().table_id();
    take_seat();
  }
  void take_seat() {
    pb::ClientMessage take;
    take.mutable_take_seat()->set_table_id(id);
    REQUIRE(bruno.ask(take).has_table_state());
    mira.read();
  }
  // The player who was to blame for the last has lost the seat, and sits down again.
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

TEST_CASE_FIXTURE(PairAtStart, "what everybody committed to is signed before anything is revealed") {
  CHECK_FALSE(seen().has_start());
  commit();
  const pb::Table table = seen();
  REQUIRE(table.phase() == pb::TABLE_PHASE_REVEALING);
  const auto start = receipts::read_start(signed_of(table.start()).text);
  REQUIRE(start);
  CHECK(to_bytes(start->match) == id);
  CHECK(start->attempt == 1);
  CHECK(start->game == "duel");
  CHECK(bytes(start->server_commitment) == table.server_commitment());
  CHECK(start->options.starts_with(R"({"mode":"duel")"));
  REQUIRE(start->seats.size() == 2);
  CHECK(to_bytes(*start->seats[1].player) == bruno.account());
  CHECK(bytes(start->seats[1].commitment) == table.seats(1).commitment());
}

TEST_CASE_FIXTURE(PairAtStart, "a start that is called off shows seed, reason and seat, and the next begins afresh") {
  commit();
  const pb::Table first = seen();
  mira.reveal(first);
  world.pass(std::chrono::seconds(11));
  const auto silent = last_of(seen(), first);
  CHECK(silent.reason == receipts::AbortReason::kNoReveal);
  CHECK(silent.named == std::vector<std::uint8_t>{1});
  REQUIRE(silent.shown[0]);
  CHECK(bytes(*silent.shown[0]) == mira.chain().at(0));
  CHECK_FALSE(silent.shown[1]);
  CHECK(seen().seats(1).occupant_case() == pb::TableSeat::OCCUPANT_NOT_SET);

  take_seat();
  commit();
  const pb::Table second = seen();
  bruno.make_chain();
  bruno.reveal(second);
  const auto wrong = last_of(seen(), second);
  CHECK(wrong.reason == receipts::AbortReason::kWrongReveal);
  CHECK(wrong.named == std::vector<std::uint8_t>{1});
  CHECK_FALSE(wrong.shown[1]);

  take_seat();
  commit();
  const pb::Table third = seen();
  pb::ClientMessage leave;
  leave.mutable_leave_table()->set_table_id(id);
  REQUIRE(bruno.ask(leave).has_table_state());
  const auto left = last_of(seen(), third);
  CHECK(left.reason == receipts::AbortReason::kLeft);
  CHECK(seen().seats(1).occupant_case() == pb::TableSeat::OCCUPANT_NOT_SET);
  CHECK(seen().aborted_starts(2).named(0).name() == "Bruno");

  // Lists say how many, and not what: they would grow too long.
  pb::ClientMessage list;
  list.mutable_list_tables();
  const pb::ServerMessage tables = bruno.ask(list);
  REQUIRE(tables.tables().tables_size() == 1);
  CHECK(tables.tables().tables(0).aborted_count() == 3);
  CHECK(tables.tables().tables(0).aborted_starts_size() == 0);
}

TEST_CASE_FIXTURE(PairAtStart, "what a seat has shown stands, and a second x_0 calls nothing off") {
  commit();
  const pb::Table table = seen();
  mira.reveal(table);
  pb::ClientMessage again;
  again.mutable_reveal()->set_table_id(id);
  again.mutable_reveal()->set_x0(mira.chain().at(0));
  CHECK(mira.ask(again).has_table_state());
  again.mutable_reveal()->set_x0(std::string(16, 'x'));
  CHECK(mira.ask(again).refusal().code() == pb::REFUSAL_CODE_REVEAL_MISMATCH);
  CHECK(seen().phase() == pb::TABLE_PHASE_REVEALING);
  CHECK(seen().aborted_starts_size() == 0);
  bruno.reveal(table);
  CHECK(seen().phase() == pb::TABLE_PHASE_STARTED);
}

TEST_CASE_FIXTURE(PairAtStart, "a start that a restart cuts short is told by the next run") {
  commit();
  const pb::Table first = seen();
  mira.reveal(first);
  restart();
  const auto cut = last_of(seen(), first);
  CHECK(cut.reason == receipts::AbortReason::kRestart);
  CHECK(cut.named.empty());
  CHECK_FALSE(cut.shown[0]);
  restart();
  CHECK(seen().aborted_starts_size() == 1);  // once
}

TEST_CASE_FIXTURE(PairAtStart, "nobody is told that all have committed before it is kept") {
  const pb::Table table = seen();
  REQUIRE(mira.get_ready(table).has_table_state());
  world.fail_writes = true;
  CHECK(bruno.get_ready(table).has_refusal());
  CHECK(seen().phase() == pb::TABLE_PHASE_OPEN);
  world.fail_writes = false;
  world.pass(std::chrono::seconds(2));
  commit();
  CHECK(seen().phase() == pb::TABLE_PHASE_REVEALING);
  CHECK(receipts::read_start(seen().start().text())->attempt == 1);
}

TEST_CASE_FIXTURE(PairAtStart, "the end of a start is told once it is kept, however often that takes") {
  commit();
  const pb::Table first = seen();
  mira.reveal(first);
  world.fail_writes = true;
  world.pass(std::chrono::seconds(11));
  world.pass(std::chrono::seconds(2));
  CHECK(seen().phase() == pb::TABLE_PHASE_REVEALING);
  world.fail_writes = false;
  world.pass(std::chrono::seconds(2));
  const auto aborted = last_of(seen(), first);
  CHECK(aborted.reason == receipts::AbortReason::kNoReveal);
}

TEST_CASE_FIXTURE(PairAtStart, "the end of a start that leaves nobody at the table is told before the table goes") {
  commit();
  const pb::Table first = seen();
  world.hold_answers = true;
  world.pass(std::chrono::seconds(11));
  world.hold_answers = false;
  world.settle();
  const auto aborted = last_of(seen(), first);
  CHECK(aborted.named == std::vector<std::uint8_t>{0, 1});
  world.pass(std::chrono::seconds(2));
  pb::ClientMessage take;
  take.mutable_take_seat()->set_table_id(id);
  CHECK(mira.ask(take).refusal().code() == pb::REFUSAL_CODE_TABLE_UNKNOWN);
}

TEST_CASE_FIXTURE(PairAtStart, "a table at which too many starts were called off closes") {
  for (int i = 0; i < server::kAbortedStartsPerTable; ++i) {
    CHECK(seen().phase() == pb::TABLE_PHASE_OPEN);
    commit();
    mira.reveal(seen());
    world.pass(std::chrono::seconds(11));
  }
  CHECK(seen().aborted_starts_size() == server::kAbortedStartsPerTable);
  world.pass(std::chrono::seconds(1));
  CHECK(seen().phase() == pb::TABLE_PHASE_CLOSED);
}

TEST_CASE_FIXTURE(PairAtStart, "the record of a match has what was signed, and its receipt is the same") {
  commit();
  mira.reveal(seen());
  world.pass(std::chrono::seconds(11));
  commit();
  const pb::Table committed = seen();
  mira.reveal(committed);
  bruno.reveal(committed);
  mira.read();
  bruno.read();
  restart();
  mira.open(id);
  bruno.open(id);
  pb::ClientMessage ask;
  ask.mutable_ask_receipt()->set_match_id(id);
  CHECK(mira.ask(ask).refusal().code() == pb::REFUSAL_CODE_MATCH_NOT_OVER);
  play_out(world, {&mira, &bruno}, nullptr, id, false);

  const std::string text = export_record(mira, id);
  const auto account = record::verify(text);
  REQUIRE_MESSAGE(account, account.error().where << " " << account.error().what);
  CHECK(account->aborted_starts.size() == 1);
  CHECK(record::vouches(signing_key().public_key(), *account));
  receipts::PublicKey other = signing_key().public_key();
  other[0] ^= 1U;
  CHECK_FALSE(record::vouches(other, *account));
  CHECK(account->foresight.unforeseeable == account->rolls);
  CHECK(account->foresight.rolls() == account->rolls);

  const pb::ServerMessage reply = mira.ask(ask);
  REQUIRE_MESSAGE(reply.has_receipt(), reply.DebugString());
  CHECK(reply.receipt().match_id() == id);
  CHECK(reply.receipt().start().text() == committed.start().text());
  const auto end = receipts::read_end(signed_of(reply.receipt().end()).text);
  REQUIRE(end);
  CHECK(end->start == receipts::hash_of(committed.start().text()));
  CHECK(end->foresight == account->foresight);
  CHECK(text.find(hex_text(end->record)) != std::string::npos);
  CHECK(mira.ask(ask).receipt().end().signature() == reply.receipt().end().signature());
}

}  // namespace wyrmhall::test
