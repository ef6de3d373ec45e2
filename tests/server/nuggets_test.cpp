// Gold nuggets as clients see them: the end of a match says what it gave, and the lists agree with it.
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

pb::Nuggets nuggets_of(Client& client, const std::string& before = {}) {
  pb::ClientMessage ask;
  ask.mutable_list_nuggets()->set_before(before);
  const pb::ServerMessage reply = client.ask(ask);
  REQUIRE_MESSAGE(reply.has_nuggets(), reply.DebugString());
  return reply.nuggets();
}

pb::Richest richest(Client& client, const pb::RichestPlace* after = nullptr) {
  pb::ClientMessage ask;
  ask.mutable_list_richest();
  if (after != nullptr) *ask.mutable_list_richest()->mutable_after() = *after;
  const pb::ServerMessage reply = client.ask(ask);
  REQUIRE_MESSAGE(reply.has_richest(), reply.DebugString());
  return reply.richest();
}

// The loser gives up, so a match takes one move.
void play_one(Client& winner, Client& loser) {
  const std::string id = start_match({&winner, &loser}, duel_options());
  pb::ClientMessage resign;
  resign.mutable_resign()->set_channel(loser.matches.at(id).channel());
  const pb::ServerMessage end = loser.ask(resign);
  REQUIRE(end.has_update());
  const pb::Outcome& outcome = end.update().outcome();
  REQUIRE(outcome.nuggets_size() == 2);
  CHECK(outcome.nuggets(0) == 1);
  CHECK(outcome.nuggets(1) == 0);
  winner.read();
}

TEST_CASE_FIXTURE(TwoPlayers,
                  "each match that is won gives its winner one nugget, and the history and the board say so") {
  CHECK(nuggets_of(mira).tally() == 0);
  CHECK(richest(mira).lines().empty());

  for (int i = 0; i < 3; ++i) play_one(mira, bruno);
  play_one(bruno, mira);
  const pb::Nuggets mine = nuggets_of(mira);
  CHECK(mine.tally() == 3);
  REQUIRE(mine.lines_size() == 3);
  CHECK(mine.lines(0).nuggets() == 1);
  CHECK(mine.lines(0).match().game() == "duel");
  CHECK(mine.lines(0).match().seats(1).player().name() == "Bruno");
  CHECK(mine.lines(0).match().outcome().nuggets(0) == 1);
  CHECK(mine.lines(0).match().started_at_us() >= mine.lines(2).match().started_at_us());
  CHECK(mine.next().empty());
  CHECK(nuggets_of(mira, mine.lines(0).match().match_id()).lines_size() == 2);
  CHECK(nuggets_of(bruno).tally() == 1);

  const pb::Richest board = richest(bruno);
  REQUIRE(board.lines_size() == 2);
  CHECK(board.lines(0).player().name() == "Mira");
  CHECK(board.lines(0).player().account_id() == mira.account());
  CHECK(board.lines(0).nuggets() == 3);
  CHECK(board.lines(1).nuggets() == 1);
  CHECK_FALSE(board.has_next());
  pb::RichestPlace first;
  first.set_nuggets(3);
  first.set_account_id(mira.account());
  CHECK(richest(bruno, &first).lines_size() == 1);

  // Another run of the server knows the same.
  mira.vanish();
  bruno.vanish();
  world.restart();
  mira.arrive();
  CHECK(nuggets_of(mira).tally() == 3);
}

TEST_CASE_FIXTURE(TwoPlayers, "a series in the arena gives each side the nuggets of its duels") {
  pb::GameOptions options;
  options.mutable_arena()->set_nuggets(3);
  std::uint64_t by_seat[2] = {0, 0};
  int shared = 0;
  for (int series = 0; series < 6; ++series) {
    const std::string id = start_match({&mira, &bruno}, options);
    Client::Match& match = mira.matches.at(id);
    const bool gives_up = series % 2 == 1;
    for (int turn = 0; turn < (gives_up ? 40 : 5000); ++turn) {
      const bool played = mira.play_one(match);
      if (!bruno.play_one(bruno.matches.at(id)) && !played) break;
    }
    mira.read();
    std::uint64_t won[2] = {match.view().arena().nuggets().at(0), match.view().arena().nuggets().at(1)};
    if (!match.over()) {
      REQUIRE(gives_up);
      pb::ClientMessage resign;
      resign.mutable_resign()->set_channel(match.channel());
      mira.ask(resign);
      ++won[1];  // the duel that was running is Bruno's
    }
    REQUIRE(match.over());
    bruno.read();
    if (won[0] + won[1] > 0) {
      REQUIRE(match.outcome().nuggets_size() == 2);
      for (int seat = 0; seat < 2; ++seat) CHECK(match.outcome().nuggets(seat) == won[seat]);
    }
    if (won[0] > 0 && won[1] > 0) ++shared;
    by_seat[0] += won[0];
    by_seat[1] += won[1];
    // What was drawn for the set-up is nobody's luck.
    pb::ClientMessage ask;
    ask.mutable_ask_luck()->set_match_id(id);
    const pb::ServerMessage luck = mira.ask(ask);
    REQUIRE(luck.has_luck());
    CHECK(luck.luck().dice_size() > 0);
    for (const pb::DiceLuck& dice : luck.luck().dice()) CHECK(dice.seat() == -1);
  }
  CHECK(nuggets_of(mira).tally() == by_seat[0]);
  CHECK(nuggets_of(bruno).tally() == by_seat[1]);
  CHECK(by_seat[0] + by_seat[1] > 6);
  CHECK(shared > 0);  // some series give nuggets to both sides
}

TEST_CASE_FIXTURE(RunningDuel, "an end whose answer was lost gives its nugget once") {
  // The store keeps it, and says that it does not know: the match is read again.
  world.fail_writes = true;
  pb::ClientMessage resign;
  resign.set_command_id(bruno.next_id());
  resign.mutable_resign()->set_channel(bruno.matches.at(id).channel());
  bruno.ask(resign);
  world.fail_writes = false;
  for (int i = 0; i < 5; ++i) world.pass(std::chrono::seconds(1));
  mira.read();
  REQUIRE(mira.matches.at(id).over());
  bruno.ask(resign);
  CHECK(nuggets_of(mira).tally() == 1);
  CHECK(nuggets_of(mira).lines_size() == 1);
  CHECK(nuggets_of(bruno).tally() == 0);
}

TEST_CASE_FIXTURE(OnePlayer, "a bot's victory gives nobody a nugget") {
  const std::string id = start_match({&mira}, duel_options(), {pb::BOT_LEVEL_RANDOM});
  pb::ClientMessage resign;
  resign.mutable_resign()->set_channel(mira.matches.at(id).channel());
  const pb::ServerMessage end = mira.ask(resign);
  REQUIRE(end.update().outcome().nuggets_size() == 2);
  CHECK(end.update().outcome().nuggets(1) == 1);
  CHECK(nuggets_of(mira).tally() == 0);
  CHECK(richest(mira).lines().empty());
}

TEST_CASE_FIXTURE(OnePlayer, "places and pages that cannot be are refused") {
  pb::ClientMessage short_id;
  short_id.mutable_list_nuggets()->set_before("123");
  CHECK(mira.ask(short_id).refusal().field() == "before");
  pb::ClientMessage no_account;
  no_account.mutable_list_richest()->mutable_after()->set_nuggets(1);
  CHECK(mira.ask(no_account).refusal().field() == "after");
  pb::ClientMessage too_many;
  too_many.mutable_list_richest()->mutable_after()->set_nuggets(~0ULL);
  too_many.mutable_list_richest()->mutable_after()->set_account_id(mira.account());
  CHECK(mira.ask(too_many).refusal().field() == "after");
}

}  // namespace
}  // namespace wyrmhall::test
