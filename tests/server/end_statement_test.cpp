// What the server signs about the end of a match is made once, when it ends, and kept: it is the same for anyone who
// asks at any time, also after a restart, and by whatever key the server has signed since.
#include "receipts/statement.h"
#include "server/lobby/statements.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

const receipts::SigningKey& other_key() {
  static const receipts::SigningKey key({0x6f, 0x74, 0x68, 0x65, 0x72});
  return key;
}

// A duel of the two, and what is signed about it.
struct SignedDuel : RunningDuel {
  void play_to_end() { play_out(world, {&mira, &bruno}, nullptr, id, false); }
  // How many statements were to be kept.
  std::size_t kept() const {
    return asked_of_the_store([](const persistence::Request& request) {
      return std::holds_alternative<persistence::KeepEndStatement>(request);
    });
  }
  pb::Receipt receipt_for(Client& player) {
    const pb::ServerMessage reply = player.ask(ask_receipt(id));
    REQUIRE_MESSAGE(reply.has_receipt(), reply.DebugString());
    const receipts::Signed end = server::read_statement(reply.receipt().end());
    CHECK(receipts::verifies(end));
    CHECK(to_bytes(receipts::read_end(end.text).value().match) == id);
    return reply.receipt();
  }
};

TEST_CASE_FIXTURE(SignedDuel, "it is signed when the match ends, though nobody asks, and never again") {
  CHECK(kept() == 0);
  play_to_end();
  CHECK(kept() == 1);
  const std::string once = receipt_for(mira).SerializeAsString();
  CHECK(receipt_for(bruno).SerializeAsString() == once);
  start_again(*this);
  CHECK(receipt_for(mira).SerializeAsString() == once);
  export_record(mira, id);
  CHECK(receipt_for(bruno).SerializeAsString() == once);
  CHECK(kept() == 1);
}

TEST_CASE_FIXTURE(SignedDuel,
                  "with another key the server sends what it has signed before, in receipts and in records") {
  play_to_end();
  const pb::Receipt before = receipt_for(mira);
  const std::string record = export_record(mira, id);
  CHECK(before.end().public_key() == to_bytes(signing_key().public_key()));
  start_again(*this, other_key());
  // The receipt by itself, and the one that is made with the record.
  CHECK(receipt_for(mira).SerializeAsString() == before.SerializeAsString());
  CHECK(export_record(bruno, id) == record);
  CHECK(receipt_for(bruno).SerializeAsString() == before.SerializeAsString());
  CHECK(kept() == 1);
}

TEST_CASE_FIXTURE(SignedDuel, "where the server ends before it is signed, whoever asks first has it signed, once") {
  world.hold_reads = true;
  play_to_end();
  REQUIRE(world.held_reads.size() == 1);  // the match, to be signed
  world.hold_reads = false;
  start_again(*this, other_key());
  CHECK(kept() == 0);
  const pb::Receipt made = receipt_for(mira);
  CHECK(made.end().public_key() == to_bytes(other_key().public_key()));
  CHECK(kept() == 1);
  start_again(*this);
  CHECK(receipt_for(bruno).SerializeAsString() == made.SerializeAsString());
  CHECK(kept() == 1);
}

TEST_CASE_FIXTURE(SignedDuel, "nobody is told of what is not kept") {
  world.hold_reads = true;
  play_to_end();
  world.hold_reads = false;
  world.hold_answers = true;
  pb::ClientMessage ask = ask_receipt(id);
  ask.set_command_id(mira.next_id());
  CHECK_FALSE(mira.ask(ask).has_receipt());
  world.hold_answers = false;
  world.answer_read(0);  // the signature is on its way to the disk, and back
  CHECK(mira.answer_to(ask.command_id()).has_receipt());

  const std::string second = start_match({&mira}, duel_options(), {pb::BOT_LEVEL_RANDOM});
  world.hold_reads = true;
  play_out(world, {&mira}, nullptr, second, false);
  world.fail_writes = true;
  world.answer_read(0);
  world.hold_reads = false;
  CHECK(code_of(mira.ask(ask_receipt(second))) == pb::REFUSAL_CODE_NO_STORE);
  world.fail_writes = false;
  world.pass(server::kStoreRetry);
  CHECK(mira.ask(ask_receipt(second)).has_receipt());
}

TEST_CASE_FIXTURE(SignedDuel,
                  "whoever asks waits in their own turn, and not in that of somebody who asks for much else") {
  play_to_end();
  start_again(*this);
  for (std::size_t i = 0; i < 10; ++i) device_of(bruno);
  pb::ClientMessage luck;
  luck.mutable_ask_luck()->set_match_id(id);
  world.hold_reads = true;
  for (auto& device : others) CHECK_FALSE(device->ask(luck).has_refusal());
  pb::ClientMessage ask = ask_receipt(id);
  ask.set_command_id(bruno.next_id());
  CHECK_FALSE(bruno.ask(ask).has_refusal());  // behind ten
  pb::ClientMessage own = ask_receipt(id);
  own.set_command_id(mira.next_id());
  CHECK_FALSE(mira.ask(own).has_refusal());
  for (int i = 0; i < 2; ++i) {
    REQUIRE(world.held_reads.size() == 1);
    world.answer_read(0);
  }
  CHECK(mira.answer_to(own.command_id()).has_receipt());
  CHECK(bruno.answer_to(ask.command_id()).has_receipt());
}

}  // namespace
}  // namespace wyrmhall::test
