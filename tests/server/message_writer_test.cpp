// What the writer writes must be what protobuf's own classes read, for every kind of field that there is.
#include "server/wire/message_writer.h"

#include <doctest/doctest.h>
#include <google/protobuf/util/message_differencer.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::test {
namespace {

namespace pb = wyrmhall::v1;
using google::protobuf::util::MessageDifferencer;
using server::message_of;
using server::MessageWriter;

// Where a varint gets a byte longer.
constexpr std::array<std::uint32_t, 9> kNumbers = {0, 1, 127, 128, 16'383, 16384, 2097151, 2097152, 0xFFFF'FFFF};

}  // namespace

TEST_CASE("numbers of every length, and those that are left out") {
  for (const std::uint32_t number : kNumbers) {
    CAPTURE(number);
    const auto view = message_of<pb::DuelView>([&](MessageWriter& to) {
      to.number(pb::DuelView::kRoundFieldNumber, number);
      to.number(pb::DuelView::kAbilitiesFieldNumber, number == 0);
      to.number(pb::DuelView::kPhaseFieldNumber, pb::DUEL_PHASE_OVER);
    });
    CHECK(view.has_round());
    CHECK(view.round() == number);
    CHECK(view.has_abilities());
    CHECK(view.abilities() == (number == 0));
    CHECK(view.phase() == pb::DUEL_PHASE_OVER);

    MessageWriter to;
    to.nonzero(pb::DuelWaited::kActorFieldNumber, number);
    pb::DuelWaited waited;
    waited.set_actor(number);
    CHECK(to.view() == waited.SerializeAsString());
  }
  const std::uint64_t large = std::numeric_limits<std::uint64_t>::max();
  CHECK(message_of<pb::ServerMessage>([&](MessageWriter& to) {
          to.number(pb::ServerMessage::kAnswerToFieldNumber, large);
        }).answer_to() == large);
}

TEST_CASE("numbers with a sign") {
  for (const std::int32_t number : {0, 1, -1, 63, 64, -64, -65, std::numeric_limits<std::int32_t>::max(),
                                    std::numeric_limits<std::int32_t>::min()}) {
    CAPTURE(number);
    const auto view =
        message_of<pb::DuelView>([&](MessageWriter& to) { to.signed_number(pb::DuelView::kActorFieldNumber, number); });
    CHECK(view.has_actor());
    CHECK(view.actor() == number);
    MessageWriter to;
    to.signed_nonzero(pb::ArenaSupremacy::kWinnerFieldNumber, number);
    pb::ArenaSupremacy supremacy;
    supremacy.set_winner(number);
    CHECK(to.view() == supremacy.SerializeAsString());
  }
}

TEST_CASE("lists of numbers") {
  for (const std::size_t length : {0U, 1U, 127U, 128U, 5'000U}) {
    CAPTURE(length);
    pb::Sentence sentence;
    sentence.set_duel(pb::DUEL_PHRASE_CLAW);
    pb::Thing thing;
    MessageWriter to_sentence;
    to_sentence.number(pb::Sentence::kDuelFieldNumber, pb::DUEL_PHRASE_CLAW);
    MessageWriter to_thing;
    std::vector<std::uint32_t> path;
    {
      const MessageWriter::Packed arguments(to_sentence, pb::Sentence::kArgumentsFieldNumber);
      for (std::size_t i = 0; i < length; ++i) {
        const std::uint32_t number = kNumbers.at(i % kNumbers.size());
        path.push_back(number);
        thing.add_path(number);
        arguments.add_signed(static_cast<std::int32_t>(number));
        sentence.add_arguments(static_cast<std::int32_t>(number));
      }
    }
    to_thing.numbers(pb::Thing::kPathFieldNumber, path);
    CHECK(to_sentence.view() == sentence.SerializeAsString());
    CHECK(to_thing.view() == thing.SerializeAsString());
  }
}

TEST_CASE("bytes and messages of every length, one within the other") {
  for (const std::size_t length : {0U, 1U, 126U, 127U, 128U, 250U, 16'382U, 16'383U, 16'384U, 100'000U}) {
    CAPTURE(length);
    pb::ServerMessage message;
    message.set_answer_to(7);
    pb::Story& story = *message.mutable_story();
    story.set_channel(3);
    for (int i = 0; i < 2; ++i) story.add_updates()->set_server_seed(std::string(length, 'x'));
    story.set_continue_from(length);

    MessageWriter to;
    to.nonzero(pb::ServerMessage::kAnswerToFieldNumber, 7);
    {
      const MessageWriter::Nested inner(to, pb::ServerMessage::kStoryFieldNumber);
      to.nonzero(pb::Story::kChannelFieldNumber, 3);
      {
        const MessageWriter::Nested update(to, pb::Story::kUpdatesFieldNumber);
        if (length != 0) to.bytes(pb::MatchUpdate::kServerSeedFieldNumber, std::string(length, 'x'));
      }
      // Written apart, and put in whole.
      to.bytes(pb::Story::kUpdatesFieldNumber, story.updates(1).SerializeAsString());
      to.number(pb::Story::kContinueFromFieldNumber, length);
    }
    CHECK(to.size() == message.ByteSizeLong());
    CHECK(to.view() == message.SerializeAsString());
    CHECK(to.take() == message.SerializeAsString());
  }
}

TEST_CASE("entries of maps, whose zeros are left out") {
  pb::DuelView expected;
  pb::ArenaView arena;
  MessageWriter to;
  MessageWriter to_arena;
  for (const std::uint32_t key : kNumbers) {
    for (const std::uint32_t value : kNumbers) {
      (*expected.mutable_health())[key] = value;  // the later one counts, as it does for who reads
      to.entry(pb::DuelView::kHealthFieldNumber, key, value);
    }
    (*arena.mutable_board())[key].set_power(key);
    const MessageWriter::Entry entry(to_arena, pb::ArenaView::kBoardFieldNumber, key);
    to_arena.number(pb::ArenaDie::kPowerFieldNumber, key);
  }
  pb::DuelView read;
  REQUIRE(read.ParseFromString(std::string(to.view())));
  CHECK(MessageDifferencer::Equals(read, expected));
  pb::ArenaView read_arena;
  REQUIRE(read_arena.ParseFromString(std::string(to_arena.view())));
  CHECK(MessageDifferencer::Equals(read_arena, arena));
  MessageWriter none;
  none.entry(pb::DuelView::kHealthFieldNumber, 0, 0);
  CHECK(none.size() == 2);
}

}  // namespace wyrmhall::test
