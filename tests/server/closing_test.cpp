// The chain of a seat is closed once its match is over: who may, when, by what, and what the record has of it.
#include "common/hex.h"
#include "record/verify.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

pb::ClientMessage close_chain(const std::string& id, std::string link) {
  pb::ClientMessage message;
  message.mutable_close_chain()->set_match_id(id);
  message.mutable_close_chain()->set_link(std::move(link));
  return message;
}

// After the last link that a player has shown.
std::string link_of(const Client& player, const std::string& id) {
  return player.chain().at(player.matches.at(id).links_used + 1);
}

pb::RefusalCode refusal_of(const pb::ServerMessage& reply) {
  return reply.refusal().code();
}

// A duel of the two, which is over.
struct PlayedDuel : TwoPlayers {
  PlayedDuel() { play_out(world, {&mira, &bruno}, nullptr, id, false); }

  pb::ServerMessage close_as(Client& player) { return player.ask(close_chain(id, link_of(player, id))); }
  std::size_t kept() const {
    return asked_of_the_store([](const persistence::Request& request) {
      return std::holds_alternative<persistence::KeepClosingLink>(request);
    });
  }

  std::string id = start_match({&mira, &bruno}, duel_options());
};

std::string entry_of(int seat, const std::string& link) {
  return R"({"seat":)" + std::to_string(seat) + R"(,"link":")" + hex_text(link) + R"("})";
}

TEST_CASE_FIXTURE(PlayedDuel, "each closes the own chain, and records that are told from then on have it") {
  const std::string before = export_record(mira, id, true);
  CHECK(before == export_record(mira, id));
  const std::size_t made = reads(*this);
  CHECK(close_as(bruno).has_done());
  const std::string first = export_record(mira, id, true);
  CHECK(first.find(R"("closingLinks": [)" + entry_of(1, link_of(bruno, id)) + "]\n}\n") != std::string::npos);
  CHECK(close_as(mira).has_done());
  const std::string both = export_record(bruno, id, true);
  CHECK(both.find('[' + entry_of(0, link_of(mira, id)) + ',' + entry_of(1, link_of(bruno, id)) + ']') !=
        std::string::npos);
  CHECK(record::verify(both));
  // What was signed is not signed again, and who does not ask for them gets what was there before.
  CHECK(reads(*this) == made);
  CHECK(export_record(mira, id) == before);
}

TEST_CASE_FIXTURE(PlayedDuel, "parts of a record are the same whatever stands at its end") {
  close_as(mira);
  const std::string whole = export_record(bruno, id, true);
  for (const std::uint64_t offset : {0UL, 1UL, whole.size() - 80, whole.size() - 4, whole.size() - 1, whole.size()}) {
    pb::ClientMessage ask;
    ask.mutable_export_()->set_match_id(id);
    ask.mutable_export_()->set_offset(offset);
    ask.mutable_export_()->set_with_closing_links(true);
    const pb::RecordPart part = bruno.ask(ask).record();
    CHECK(part.total() == whole.size());
    CHECK(part.data() == whole.substr(offset));
  }
}

TEST_CASE_FIXTURE(PlayedDuel, "again it is answered as before, on whatever device") {
  CHECK(close_as(mira).has_done());
  const std::string once = export_record(mira, id, true);
  CHECK(close_as(mira).has_done());
  Client& device = device_of(mira);
  device.open(id);
  CHECK(device.ask(close_chain(id, link_of(mira, id))).has_done());
  CHECK(export_record(mira, id, true) == once);
}

TEST_CASE_FIXTURE(PlayedDuel, "a link that is not the next of the seat is refused") {
  const std::string own = link_of(mira, id);
  const int used = mira.matches.at(id).links_used;
  for (const std::string& link : {std::string(), own.substr(1), own + "!", std::string(16, '?'), link_of(bruno, id),
                                  mira.chain().at(used), mira.chain().at(used + 2)}) {
    const pb::ServerMessage reply = mira.ask(close_chain(id, link));
    CHECK(refusal_of(reply) == pb::REFUSAL_CODE_WRONG_LINK);
    CHECK(reply.refusal().field() == "link");
  }
  CHECK(kept() == 0);
  CHECK(export_record(mira, id, true).find("closingLinks") == std::string::npos);
}

TEST_CASE_FIXTURE(RunningDuel, "a match has to be over") {
  const auto close_now = [&](Client& player) { return player.ask(close_chain(id, link_of(player, id))); };
  CHECK(refusal_of(close_now(mira)) == pb::REFUSAL_CODE_MATCH_NOT_OVER);
  play_out(world, {&mira, &bruno}, nullptr, id, false);
  CHECK(close_now(mira).has_done());
}

TEST_CASE_FIXTURE(PlayedDuel, "only who has a seat in it, and has it open") {
  Client& stranger = guest("Stranger");
  CHECK(refusal_of(stranger.ask(close_chain(id, link_of(mira, id)))) == pb::REFUSAL_CODE_CHANNEL_UNKNOWN);
  stranger.open(id);
  CHECK(refusal_of(stranger.ask(close_chain(id, link_of(mira, id)))) == pb::REFUSAL_CODE_NOT_YOUR_MATCH);
  CHECK(refusal_of(mira.ask(close_chain("short", link_of(mira, id)))) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(refusal_of(mira.ask(close_chain(std::string(16, '?'), link_of(mira, id)))) == pb::REFUSAL_CODE_CHANNEL_UNKNOWN);
  CHECK(kept() == 0);
}

TEST_CASE_FIXTURE(PlayedDuel, "it can be done for a day after the end, also after a restart") {
  world.restart();
  constexpr auto kRest = std::chrono::minutes(1);
  world.pass(server::kClosingTime - kRest);
  mira.arrive();
  mira.open(id);
  CHECK(close_as(mira).has_done());
  bruno.arrive();
  bruno.open(id);
  world.pass(kRest + std::chrono::seconds(1));
  bruno.open(id);
  CHECK(refusal_of(close_as(bruno)) == pb::REFUSAL_CODE_MATCH_OVER);
  const std::string record = export_record(bruno, id, true);
  CHECK(record.find(entry_of(0, link_of(mira, id))) != std::string::npos);
  CHECK(record.find(R"("seat":1,"link":)", record.find("closingLinks")) == std::string::npos);
}

TEST_CASE_FIXTURE(TwoPlayers, "a seat that has lost its chain closes none, and one that has never decided may") {
  const std::string id = start_match({&mira, &bruno}, duel_options());
  Client& first = to_move(id);
  Client& second = &first == &mira ? bruno : mira;
  Client::Match& match = first.matches.at(id);
  pb::ClientMessage lost = first.act_message(match, clients::action_at(match.choices(), 0));
  lost.mutable_act()->set_link("");
  lost.mutable_act()->set_chain_lost(true);
  CHECK(first.ask(lost).has_update());
  pb::ClientMessage resign;
  resign.mutable_resign()->set_channel(match.channel());
  first.ask(resign);
  second.read();
  REQUIRE(second.matches.at(id).over());
  CHECK(refusal_of(first.ask(close_chain(id, link_of(first, id)))) == pb::REFUSAL_CODE_WRONG_LINK);
  CHECK(second.ask(close_chain(id, link_of(second, id))).has_done());
  CHECK(record::verify(export_record(first, id, true)));
}

TEST_CASE_FIXTURE(PlayedDuel, "nothing is acknowledged that the disk has not taken") {
  world.hold_answers = true;
  pb::ClientMessage message = close_chain(id, link_of(mira, id));
  message.set_command_id(mira.next_id());
  CHECK_FALSE(mira.ask(message).has_done());
  world.hold_answers = false;
  world.settle();
  CHECK(mira.answer_to(message.command_id()).has_done());
  world.fail_writes = true;
  CHECK(refusal_of(close_as(bruno)) == pb::REFUSAL_CODE_NO_STORE);
}

TEST_CASE_FIXTURE(PlayedDuel, "a link that comes while the record is made is in it, for whoever waits for it by then") {
  start_again(*this);
  mira.open(id);
  world.hold_reads = true;
  pb::ClientMessage ask;
  ask.mutable_export_()->set_match_id(id);
  ask.mutable_export_()->set_with_closing_links(true);
  ask.set_command_id(bruno.next_id());
  bruno.ask(ask);
  REQUIRE(world.held_reads.size() == 1);
  CHECK(close_as(mira).has_done());
  // It was read before, and who asks only now has closed the chain already.
  ask.set_command_id(mira.next_id());
  mira.ask(ask);
  world.answer_read(0);
  const std::string record = mira.answer_to(ask.command_id()).record().data();
  CHECK(record.find(entry_of(0, link_of(mira, id))) != std::string::npos);
  CHECK(record::verify(record));
  world.hold_reads = false;
  CHECK(export_record(bruno, id, true).find(entry_of(0, link_of(mira, id))) != std::string::npos);
}

}  // namespace
}  // namespace wyrmhall::test
