// Records, receipts and lists of dice: each is made once, one after the other, and who asks for many waits for them.
#include "server/core_admin.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

pb::ClientMessage ask_export(const std::string& id, std::uint64_t offset = 0) {
  pb::ClientMessage message;
  message.mutable_export_()->set_match_id(id);
  message.mutable_export_()->set_offset(offset);
  return message;
}

pb::ClientMessage ask_luck(const std::string& id) {
  pb::ClientMessage message;
  message.mutable_ask_luck()->set_match_id(id);
  return message;
}

TEST_CASE_FIXTURE(TwoPlayers,
                  "a record is made once for all its parts and for all who ask, and anew when a name in it goes") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  play_out(world, {&mira, &bruno}, nullptr, id, false);
  start_again(*this);
  const std::size_t before = reads(*this);
  const std::string record = export_record(mira, id);
  CHECK(record.find("Bruno") != std::string::npos);
  CHECK(export_record(bruno, id) == record);
  const pb::RecordPart part = mira.ask(ask_export(id, 10)).record();
  CHECK(part.offset() == 10);
  CHECK(part.total() == record.size());
  CHECK(record.substr(10, part.data().size()) == part.data());
  CHECK(mira.ask(ask_export(id, record.size() + 1)).refusal().code() == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(reads(*this) == before + 1);
  server::CoreAdmin(*world.core).forget_player(*id_from_bytes<AccountId>(bruno.account()), "deleted player", {});
  world.settle();
  export_record(mira, id);
  CHECK(reads(*this) == before + 2);
}

TEST_CASE_FIXTURE(TwoPlayers, "a session has one export at work at a time; those of others join it") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  play_out(world, {&mira, &bruno}, nullptr, id, false);
  start_again(*this);
  world.hold_reads = true;
  pb::ClientMessage first = ask_export(id);
  first.set_command_id(mira.next_id());
  pb::ClientMessage other = ask_export(id);
  other.set_command_id(bruno.next_id());
  CHECK_FALSE(mira.ask(first).has_refusal());
  CHECK_FALSE(bruno.ask(other).has_refusal());
  const pb::ServerMessage second = mira.ask(ask_export(id));
  CHECK(second.refusal().code() == pb::REFUSAL_CODE_BUSY);
  CHECK(second.refusal().retry_after_ms() > 0);
  REQUIRE(world.held_reads.size() == 1);
  world.answer_read(0);
  CHECK(mira.answer_to(first.command_id()).has_record());
  CHECK(bruno.answer_to(other.command_id()).has_record());
  CHECK(mira.ask(ask_export(id)).has_record());

  // Its receipt was made with it.
  CHECK(mira.ask(ask_receipt(id)).has_receipt());

  // So it is with lists of dice.
  pb::ClientMessage luck = ask_luck(id);
  luck.set_command_id(mira.next_id());
  CHECK_FALSE(mira.ask(luck).has_refusal());
  CHECK(mira.ask(ask_luck(id)).refusal().code() == pb::REFUSAL_CODE_BUSY);
  REQUIRE(world.held_reads.size() == 1);
  world.answer_read(0);
  CHECK(mira.answer_to(luck.command_id()).has_luck());
  world.hold_reads = false;
  for (int i = 0; i < 2; ++i) {
    CHECK(mira.ask(ask_luck(id)).has_luck());
    CHECK(mira.ask(ask_luck(std::string(16, '?'))).refusal().code() == pb::REFUSAL_CODE_MATCH_UNKNOWN);
  }
  const std::string running = start_match({&mira, &bruno}, duel_options());
  CHECK(mira.ask(ask_export(running)).refusal().code() == pb::REFUSAL_CODE_MATCH_NOT_OVER);
  CHECK(mira.ask(ask_export(std::string(16, '?'))).refusal().code() == pb::REFUSAL_CODE_MATCH_UNKNOWN);
}

TEST_CASE_FIXTURE(TwoPlayers,
                  "who asks for many lists of dice waits for them; another's comes second, and one is read at a time") {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < 10; ++i) {
    ids.push_back(start_match({&mira, &bruno}, duel_options()));
    play_out(world, {&mira, &bruno}, nullptr, ids.back(), false);
  }
  const std::string id = start_match({&mira, &bruno}, duel_options());
  play_out(world, {&mira, &bruno}, nullptr, id, false);
  for (std::size_t i = 0; i < 10; ++i) device_of(mira);
  world.hold_reads = true;
  for (std::size_t i = 0; i < 10; ++i) CHECK_FALSE(others[i]->ask(ask_luck(ids[i])).has_refusal());
  pb::ClientMessage own = ask_luck(id);
  own.set_command_id(bruno.next_id());
  CHECK_FALSE(bruno.ask(own).has_refusal());
  CHECK(world.core->counts().reports_waiting == 11);
  for (int i = 0; i < 2; ++i) {
    REQUIRE(world.held_reads.size() == 1);
    world.answer_read(0);
  }
  CHECK(bruno.answer_to(own.command_id()).has_luck());

  // Nothing is read for an account that is gone by the time that it is its turn.
  const std::size_t before = reads(*this);
  for (auto& device : others) device->vanish();
  world.answer_read(0);
  CHECK(world.held_reads.empty());
  CHECK(reads(*this) == before);
  CHECK(world.core->counts().reports_waiting == 0);
}

TEST_CASE_FIXTURE(TwoPlayers, "a list of dice is made once for all who ask, also for who waits already") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  play_out(world, {&mira, &bruno}, nullptr, id, false);
  const std::size_t before = reads(*this);
  world.hold_reads = true;
  pb::ClientMessage first = ask_luck(id);
  first.set_command_id(mira.next_id());
  pb::ClientMessage second = ask_luck(id);
  second.set_command_id(bruno.next_id());
  CHECK_FALSE(mira.ask(first).has_refusal());
  CHECK_FALSE(bruno.ask(second).has_refusal());
  CHECK(world.core->counts().reports_waiting == 2);
  REQUIRE(world.held_reads.size() == 1);
  world.answer_read(0);
  const std::string luck = mira.answer_to(first.command_id()).luck().SerializeAsString();
  CHECK(luck.size() > 10);
  CHECK(bruno.answer_to(second.command_id()).luck().SerializeAsString() == luck);
  CHECK(mira.ask(ask_luck(id)).luck().SerializeAsString() == luck);
  CHECK(reads(*this) == before + 1);
  CHECK(world.core->counts().reports_waiting == 0);
}

TEST_CASE_FIXTURE(TwoPlayers,
                  "a story that will not change is told once, to its seat alone; a running match's while it stands") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  const auto ask_story = [&](Client& client, std::uint64_t since) {
    pb::ClientMessage message;
    message.mutable_ask_story()->set_channel(client.matches.at(id).channel());
    message.mutable_ask_story()->set_since_version(since);
    return client.ask(message);
  };
  const std::size_t running = reads(*this);
  const int standing = ask_story(mira, 0).story().updates_size();
  CHECK(ask_story(mira, 0).story().updates_size() == standing);
  CHECK(reads(*this) == running + 2);
  play_out(world, {&mira, &bruno}, nullptr, id, false);
  CHECK(ask_story(mira, 0).story().updates_size() > standing);

  const std::size_t over = reads(*this);
  const pb::ServerMessage told = ask_story(mira, 0);
  REQUIRE(told.has_story());
  CHECK(static_cast<std::uint64_t>(told.story().updates_size()) == mira.matches.at(id).version() + 1);
  CHECK(reads(*this) == over);
  const pb::ServerMessage later = ask_story(mira, 3);
  CHECK(later.story().updates_size() < told.story().updates_size());
  CHECK(reads(*this) == over);
  // Another seat saw other things, and another channel has another number.
  CHECK(ask_story(bruno, 0).story().updates_size() == told.story().updates_size());
  CHECK(reads(*this) == over + 1);
  Client& device = device_of(mira);
  pb::ClientMessage open;
  open.mutable_open_match()->set_match_id(id);
  device.ask(open);
  const pb::ServerMessage again = ask_story(device, 0);
  CHECK(again.story().channel() == device.matches.at(id).channel());
  CHECK(again.story().updates_size() == told.story().updates_size());
  CHECK(reads(*this) == over + 1);
  CHECK(ask_story(mira, 1'000'000).refusal().code() == pb::REFUSAL_CODE_FIELD_INVALID);
}

TEST_CASE("lists of dice that one account may have waiting are bounded") {
  TwoPlayers hall(with_limits([](auto& limits) { limits.sessions_per_account = 2 * server::kReportsPerAccount; }));
  const std::string id = start_match({&hall.mira, &hall.bruno}, duel_options());
  play_out(hall.world, {&hall.mira, &hall.bruno}, nullptr, id, false);
  // One is being made, and kReportsPerAccount wait.
  for (std::size_t i = 0; i <= server::kReportsPerAccount; ++i) {
    Client& device = hall.another("Device");
    device.address = "192.0.2." + std::to_string(i + 10);
    device.arrive_as(hall.mira);
  }
  hall.world.hold_reads = true;
  for (auto& device : hall.others) CHECK_FALSE(device->ask(ask_luck(id)).has_refusal());
  const pb::Refusal refused = hall.mira.ask(ask_luck(id)).refusal();
  CHECK(refused.code() == pb::REFUSAL_CODE_BUSY);
  CHECK(refused.retry_after_ms() > 0);
  CHECK_FALSE(hall.bruno.ask(ask_luck(id)).has_refusal());
}

TEST_CASE_FIXTURE(TwoPlayers, "a receipt is made once for all who ask, whatever else waits") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  play_out(world, {&mira, &bruno}, nullptr, id, false);
  start_again(*this);
  const std::size_t before = reads(*this);
  world.hold_reads = true;
  pb::ClientMessage first = ask_receipt(id);
  first.set_command_id(mira.next_id());
  pb::ClientMessage second = ask_receipt(id);
  second.set_command_id(bruno.next_id());
  CHECK_FALSE(mira.ask(first).has_refusal());
  CHECK_FALSE(bruno.ask(second).has_refusal());
  CHECK(mira.ask(ask_receipt(id)).refusal().code() == pb::REFUSAL_CODE_BUSY);
  REQUIRE(world.held_reads.size() == 1);
  world.answer_read(0);
  const pb::Receipt receipt = mira.answer_to(first.command_id()).receipt();
  CHECK(receipt.end().text().find("wyrmhall end 1") == 0);
  CHECK(bruno.answer_to(second.command_id()).receipt().SerializeAsString() == receipt.SerializeAsString());
  CHECK(mira.ask(ask_receipt(id)).receipt().SerializeAsString() == receipt.SerializeAsString());
  CHECK(world.held_reads.empty());
  CHECK(reads(*this) == before + 1);
  // What was signed was kept, so that the record had not to be made for it.
  world.hold_reads = false;
  CHECK(mira.ask(ask_export(id)).has_record());
  CHECK(reads(*this) == before + 2);
  CHECK(bruno.ask(ask_receipt(id)).receipt().SerializeAsString() == receipt.SerializeAsString());
  CHECK(reads(*this) == before + 2);
}

TEST_CASE_FIXTURE(TwoPlayers, "who asks for a rematch has no moves read, and no more for somebody else's match") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  play_out(world, {&mira, &bruno}, nullptr, id, false);
  Client& stranger = guest("Stranger");
  pb::ClientMessage again;
  again.mutable_rematch()->set_match_id(id);
  const std::size_t before = world.submitted.size();
  CHECK(stranger.ask(again).refusal().code() == pb::REFUSAL_CODE_NOT_YOUR_MATCH);
  CHECK(mira.ask(again).has_table_state());
  for (const persistence::Submission& submission : std::span(world.submitted).subspan(before)) {
    if (const auto* load = std::get_if<persistence::LoadMatch>(&submission.request)) CHECK_FALSE(load->moves);
  }
}

}  // namespace
}  // namespace wyrmhall::test
