// Dragon Dance through the whole core: what both choose in secret stays so until both have, in whatever order they do.
#include "record/verify.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

using google::protobuf::util::MessageDifferencer;

// Numbers of cards.
constexpr std::uint32_t kCharge = 0;
constexpr std::uint32_t kHack = 1;
constexpr std::uint32_t kDodge = 3;
constexpr std::uint32_t kAdvance = 5;
constexpr std::uint32_t kRecuperate = 7;
constexpr std::uint32_t kBreatheFire = 8;
constexpr std::uint32_t kRake = 9;
constexpr std::uint32_t kFlap = 11;
constexpr std::uint32_t kDragonRecuperate = 15;

constexpr std::size_t kMaxUpdate = 1024;   // bytes of any update of a round
constexpr std::size_t kUsualUpdate = 200;  // of the median of those with choices

pb::GameOptions dance_options(bool return_one = false) {
  pb::GameOptions options;
  options.mutable_dance()->set_return_one(return_one);
  return options;
}

pb::GameAction die(std::int32_t slot) {
  pb::GameAction action;
  action.mutable_dance()->set_die(slot);
  return action;
}
pb::GameAction card(std::uint32_t number) {
  pb::GameAction action;
  action.mutable_dance()->set_card(number);
  return action;
}
pb::GameAction follow_up(std::int32_t number, std::int32_t slot) {
  pb::GameAction action;
  action.mutable_dance()->mutable_combo()->set_card(number);
  action.mutable_dance()->mutable_combo()->set_die(slot);
  return action;
}
pb::GameAction take_back(std::int32_t number) {
  pb::GameAction action;
  action.mutable_dance()->set_take_back(number);
  return action;
}

// Mira is the knight and Bruno the dragon; somebody watches.
struct DanceRoom : Watched {
  explicit DanceRoom(const pb::GameOptions& options = dance_options()) {
    id = start_match({&mira, &bruno}, options);
    watcher.open(id);
  }
  pb::ServerMessage act(Client& client, const pb::GameAction& action) {
    Client::Match& match = client.matches.at(id);
    const pb::ServerMessage reply = client.ask(client.act_message(match, action));
    if (reply.has_update()) ++match.links_used;
    return reply;
  }
  void decide(Client& client, const pb::GameAction& action) {
    const pb::ServerMessage reply = act(client, action);
    REQUIRE_MESSAGE(reply.has_update(), reply.DebugString());
    everybody_reads();
  }
  void both(const pb::GameAction& knights, const pb::GameAction& dragons) {
    decide(mira, knights);
    decide(bruno, dragons);
  }
  void round(std::uint32_t knights, std::uint32_t dragons, std::int32_t knights_die = -1,
             std::int32_t dragons_die = -1) {
    both(die(knights_die), die(dragons_die));
    both(card(knights), card(dragons));
  }
  void everybody_reads() {
    for (Client* client : {&mira, &bruno, &watcher}) client->read();
  }
  const pb::DanceView& seen_by(Client& client) { return client.matches.at(id).view().dance(); }
  const pb::DanceChoice& choice(Client& viewer, std::uint32_t seat) { return seen_by(viewer).choices().at(seat); }

  std::string id;
};

// What others are shown of a seat that has decided in secret: that it has, and what both chose before.
void check_secret(DanceRoom& room, std::uint32_t seat, const pb::DanceChoice& expected) {
  for (Client* other : {seat == 0 ? &room.bruno : &room.mira, &room.watcher}) {
    const pb::DanceChoice& shown = room.choice(*other, seat);
    CHECK_MESSAGE(MessageDifferencer::Equals(shown, expected), shown.DebugString());
    pb::ClientMessage ask;
    ask.mutable_ask_story()->set_channel(other->matches.at(room.id).channel());
    const pb::ServerMessage told = other->ask(ask);
    REQUIRE(told.has_story());
    const pb::MatchUpdate& latest = *told.story().updates().rbegin();
    CHECK(MessageDifferencer::Equals(latest.diff().dance().choices().at(seat), expected));
    REQUIRE(latest.events_size() == 1);
    pb::DanceCommitted committed;
    committed.set_seat(seat);
    committed.set_phase(room.seen_by(*other).phase());
    CHECK(MessageDifferencer::Equals(latest.events(0).dance().committed(), committed));
    check_against_fresh_look(room.world, *other, room.id);
  }
}

// Everything that was sent to the other seat and to who watches while somebody decided in secret, in order.
template <class Lead>
std::vector<std::string> heard_of(std::uint32_t seat, const pb::GameAction& action, const pb::GameOptions& options,
                                  Lead lead_up) {
  DanceRoom room(options);
  lead_up(room);
  room.world.keep_frames = true;
  room.decide(seat == 0 ? room.mira : room.bruno, action);
  std::vector<std::string> said;
  for (Client* other : {seat == 0 ? &room.bruno : &room.mira, &room.watcher}) {
    for (const std::string& frame : room.world.frames[other->session()]) {
      pb::ServerMessage message;
      REQUIRE(message.ParseFromString(frame));
      message.mutable_update()->set_channel(0);  // drawn anew in each world
      said.push_back(message.DebugString());
      said.push_back(std::to_string(frame.size()));
    }
  }
  return said;
}

}  // namespace

TEST_CASE("a die and a card are known to their own seat alone until both have chosen") {
  DanceRoom room;
  for (Client* player : {&room.mira, &room.bruno}) CHECK(room.seen_by(*player).phase() == pb::DANCE_PHASE_DIE);
  CHECK(clients::count_actions(room.mira.matches.at(room.id).choices()) == 6);
  CHECK(clients::count_actions(room.bruno.matches.at(room.id).choices()) == 4);
  CHECK(room.mira.matches.at(room.id).waiting_on() == 3);

  room.decide(room.mira, die(2));
  CHECK(room.choice(room.mira, 0).die() == 2);
  CHECK(room.choice(room.mira, 0).committed());
  pb::DanceChoice closed;
  closed.set_committed(true);
  check_secret(room, 0, closed);
  CHECK(!clients::offers_anything(room.mira.matches.at(room.id).choices()));
  CHECK(room.mira.matches.at(room.id).waiting_on() == 2);
  CHECK(room.act(room.mira, die(3)).refusal().code() == pb::REFUSAL_CODE_NOT_YOUR_TURN);

  // Also after the server began anew.
  for (Client* viewer : {&room.mira, &room.bruno, &room.watcher}) viewer->vanish();
  room.world.restart();
  for (Client* viewer : {&room.mira, &room.bruno, &room.watcher}) {
    viewer->arrive();
    viewer->open(room.id);
  }
  CHECK(!room.choice(room.bruno, 0).has_die());
  CHECK(room.choice(room.mira, 0).die() == 2);

  room.decide(room.bruno, die(-1));
  for (Client* viewer : {&room.mira, &room.bruno, &room.watcher}) {
    CHECK(room.seen_by(*viewer).phase() == pb::DANCE_PHASE_CARD);
    CHECK(room.choice(*viewer, 0).die() == 2);
    CHECK(room.choice(*viewer, 1).die() == -1);
    CHECK(!room.choice(*viewer, 0).committed());
  }

  // This time the dragon is the first.
  room.decide(room.bruno, card(kFlap));
  pb::DanceChoice turned_down;
  turned_down.set_committed(true);
  turned_down.set_die(-1);
  check_secret(room, 1, turned_down);
  CHECK(room.choice(room.bruno, 1).card() == kFlap);
  room.decide(room.mira, card(kCharge));
  for (Client* viewer : {&room.mira, &room.bruno, &room.watcher}) {
    const pb::DanceView& view = room.seen_by(*viewer);
    CHECK(view.last().cards() == std::string("\0\13", 2));
    CHECK(view.last().dice()[0] == view.dice().at(0)[2]);
    CHECK(view.last().dice()[1] == 0);
    CHECK(view.spent().at(0) == std::string("\0\0\1\0\0", 5));
    CHECK(view.range() == pb::DANCE_RANGE_SHORT);
    CHECK(view.round() == 2);
    CHECK(view.choices().at(0).ByteSizeLong() == 0);
  }
}

TEST_CASE("whatever is chosen in secret, others are sent the same bytes") {
  const auto at_once = [](DanceRoom& /*room*/) {};
  const auto in_order = [](DanceRoom& room) { room.both(die(1), die(0)); };
  const auto after_two = [](DanceRoom& room) {
    room.round(kCharge, kBreatheFire);
    room.round(kDodge, kFlap);
    room.round(kAdvance, kRake);
  };
  const auto same = [](std::uint32_t seat, const pb::GameAction& one, const pb::GameAction& other,
                       const pb::GameOptions& options, auto lead_up) {
    const auto heard = heard_of(seat, one, options, lead_up);
    CHECK(heard.size() == 4);
    CHECK(heard == heard_of(seat, other, options, lead_up));
  };
  same(0, die(-1), die(4), dance_options(), at_once);
  same(1, die(0), die(-1), dance_options(), at_once);
  same(0, card(kDodge), card(kRecuperate), dance_options(), in_order);
  same(1, card(kDragonRecuperate), card(kBreatheFire), dance_options(), in_order);
  same(0, take_back(-1), take_back(kCharge), dance_options(true), after_two);
  same(1, take_back(kFlap), take_back(-1), dance_options(true), after_two);
}

TEST_CASE("both may decide against the same version, and the second one is not stale") {
  DanceRoom room;
  const pb::ClientMessage late = room.bruno.act_message(room.bruno.matches.at(room.id), die(1));
  REQUIRE(room.act(room.mira, die(0)).has_update());
  const pb::ServerMessage reply = room.bruno.ask(late);
  REQUIRE_MESSAGE(reply.has_update(), reply.DebugString());
  CHECK(room.bruno.matches.at(room.id).version() == 2);
}

TEST_CASE("odds of a secret choice say no more than its seat knows") {
  DanceRoom room;
  room.both(die(0), die(0));
  room.decide(room.mira, card(kRecuperate));
  const Client::Match& match = room.bruno.matches.at(room.id);
  pb::ClientMessage ask;
  ask.mutable_ask_odds()->set_channel(match.channel());
  ask.mutable_ask_odds()->set_version(match.version());
  *ask.mutable_ask_odds()->mutable_action() = card(kBreatheFire);
  const pb::ServerMessage reply = room.bruno.ask(ask);
  REQUIRE_MESSAGE(reply.has_odds(), reply.DebugString());
  REQUIRE(reply.odds().lines_size() == 1);
  const pb::DanceView& diff = reply.odds().lines(0).diff().dance();
  CHECK(!diff.has_phase());
  CHECK(!diff.has_last());
  CHECK(diff.choices().size() == 1);
  CHECK(diff.choices().at(1).card() == kBreatheFire);
}

TEST_CASE("a follow-up and a card taken back, as they are offered and told") {
  DanceRoom room(dance_options(true));
  room.round(kCharge, kBreatheFire);
  room.round(kHack, kRake, 1, 0);
  CHECK(room.seen_by(room.watcher).phase() == pb::DANCE_PHASE_COMBO);
  CHECK(room.mira.matches.at(room.id).waiting_on() == 1);
  const pb::Choices& choices = room.mira.matches.at(room.id).choices();
  REQUIRE(choices.choices_size() == 6);  // to pass, without a die, and with each of the other four
  CHECK(choices.choices(0).sentence().dance() == pb::DANCE_PHRASE_PASS);
  const pb::Choice& with_die = choices.choices(2);
  CHECK(MessageDifferencer::Equals(with_die.action(), follow_up(2, 0)));
  CHECK(with_die.sentence().dance() == pb::DANCE_PHRASE_FOLLOW_UP);
  CHECK(with_die.group() == pb::DANCE_PHRASE_FOLLOW_UP);
  const auto column = static_cast<std::size_t>(room.seen_by(room.mira).dice().at(0)[0]);
  const char damage = room.seen_by(room.mira).cards().at(2).damage()[column];
  REQUIRE(with_die.sentence().arguments_size() == 4);
  CHECK(with_die.sentence().arguments(2) == static_cast<int>(column));
  CHECK(with_die.sentence().arguments(3) == damage);
  REQUIRE(with_die.on_size() == 2);
  CHECK(with_die.on(0).DebugString() == "path: 16\npath: 2\n");          // the card
  CHECK(with_die.on(1).DebugString() == "path: 5\npath: 0\npath: 0\n");  // the knight's first die
  REQUIRE(choices.unavailable_size() == 1);
  CHECK(choices.unavailable(0).reason().dance() == pb::DANCE_PHRASE_DIE_CHOSEN);
  CHECK(choices.unavailable(0).on(1).path(2) == 1);

  room.watcher.matches.at(room.id).events.clear();
  room.decide(room.mira, follow_up(2, 0));
  const auto& told = room.watcher.matches.at(room.id).events;
  REQUIRE(told.size() == 1);  // no secret, and so nothing of its own
  CHECK(told[0].dance().last().combo_card() == 2);
  CHECK(told[0].dance().last().combo_damage() == static_cast<std::uint32_t>(damage));
  // Only the cards of earlier rounds count, and there was one.
  CHECK(room.seen_by(room.mira).phase() == pb::DANCE_PHASE_DIE);

  room.round(kDodge, kFlap);
  CHECK(room.seen_by(room.mira).phase() == pb::DANCE_PHASE_TAKE_BACK);
  CHECK(room.choice(room.bruno, 0).from() == std::string("\0\1\2", 3));
  CHECK(room.choice(room.mira, 1).from() == std::string("\10\11", 2));
  room.decide(room.bruno, take_back(kRake));
  CHECK(!room.choice(room.mira, 1).has_take_back());
  CHECK(room.choice(room.bruno, 1).take_back() == kRake);
  room.watcher.matches.at(room.id).events.clear();
  room.decide(room.mira, take_back(-1));
  REQUIRE(told.size() == 2);
  CHECK(told[0].dance().committed().phase() == pb::DANCE_PHASE_TAKE_BACK);
  CHECK(told[1].dance().back().card(0) == -1);
  CHECK(told[1].dance().back().card(1) == kRake);
  CHECK(room.seen_by(room.mira).discard().at(1) == std::string("\10\13", 2));
  for (Client* viewer : {&room.mira, &room.bruno, &room.watcher}) {
    check_against_fresh_look(room.world, *viewer, room.id);
  }
}

TEST_CASE("a refusal says which rule forbids it, and with what") {
  DanceRoom room;
  const auto check = [&](Client& client, const pb::GameAction& action, const std::string& rule, pb::DancePhrase phrase,
                         const std::vector<std::int32_t>& arguments) {
    const pb::ServerMessage reply = room.act(client, action);
    INFO(reply.DebugString());
    CHECK(reply.refusal().code() == pb::REFUSAL_CODE_ILLEGAL);
    CHECK(reply.refusal().rule() == rule);
    CHECK(reply.refusal().reason().dance() == phrase);
    const auto& given = reply.refusal().reason().arguments();
    CHECK(std::vector<std::int32_t>(given.begin(), given.end()) == arguments);
  };
  check(room.mira, die(5), "D1", pb::DANCE_PHRASE_NO_SUCH_DIE, {5, 5});
  check(room.bruno, die(-2), "D1", pb::DANCE_PHRASE_NO_SUCH_DIE, {-2, 3});
  check(room.mira, die(100'000), "D1", pb::DANCE_PHRASE_NO_SUCH_DIE, {127, 5});
  check(room.mira, card(kCharge), "D1", pb::DANCE_PHRASE_WRONG_PHASE, {2, pb::DANCE_PHASE_DIE});
  check(room.mira, take_back(-1), "D1", pb::DANCE_PHRASE_WRONG_PHASE, {4, pb::DANCE_PHASE_DIE});
  pb::GameAction nothing;
  nothing.mutable_dance();
  CHECK(room.act(room.mira, nothing).refusal().code() == pb::REFUSAL_CODE_FIELD_INVALID);

  room.both(die(3), die(2));
  check(room.mira, card(kHack), "P1", pb::DANCE_PHRASE_WRONG_RANGE, {1, pb::DANCE_RANGE_LONG});
  check(room.mira, card(kFlap), "P1", pb::DANCE_PHRASE_NOT_YOUR_CARD, {kFlap});
  check(room.mira, card(77), "P1", pb::DANCE_PHRASE_NO_SUCH_CARD, {77});
  for (const std::uint32_t number : {16U, 255U, 256U, ~0U}) {
    check(room.bruno, card(number), "P1", pb::DANCE_PHRASE_NO_SUCH_CARD, {255});
  }
  // What does not go is told beforehand, in its place.
  const pb::Choices& choices = room.mira.matches.at(room.id).choices();
  CHECK(choices.choices_size() == 6);
  REQUIRE(choices.unavailable_size() == 2);
  CHECK(choices.unavailable(0).rule() == "P1");
  CHECK(choices.unavailable(0).reason().dance() == pb::DANCE_PHRASE_WRONG_RANGE);
  CHECK(choices.unavailable(0).on(0).DebugString() == "path: 16\npath: 1\n");
  CHECK(choices.unavailable(0).group() == pb::DANCE_PHRASE_CARD);

  room.both(card(kCharge), card(kFlap));
  check(room.mira, die(3), "D1", pb::DANCE_PHRASE_DIE_SPENT, {3});
  REQUIRE(room.mira.matches.at(room.id).choices().unavailable_size() == 1);
  const pb::Unavailable& spent = room.mira.matches.at(room.id).choices().unavailable(0);
  CHECK(spent.reason().dance() == pb::DANCE_PHRASE_DIE_SPENT);
  CHECK(spent.on(0).DebugString() == "path: 5\npath: 0\npath: 3\n");
  room.both(die(-1), die(-1));
  check(room.mira, card(kCharge), "P1", pb::DANCE_PHRASE_NOT_IN_HAND, {kCharge});

  pb::GameOptions options;
  options.mutable_dance()->set_round_limit(4);
  const pb::Refusal refusal = room.watcher.ask(open_table(options)).refusal();
  CHECK(refusal.code() == pb::REFUSAL_CODE_OPTIONS_INVALID);
  CHECK(refusal.rule() == "O0");
  CHECK(refusal.field() == "round_limit");
  CHECK(refusal.given() == 4);
  CHECK(refusal.lowest() == 5);
  CHECK(refusal.highest() == 200);
  CHECK(refusal.reason().dance() == pb::DANCE_PHRASE_OPTION_RANGE);
  CHECK(refusal.reason().arguments(0) == pb::DanceOptions::kRoundLimitFieldNumber);
}

TEST_CASE("a match is played to its end, by people and by bots, in few bytes, and its record verifies") {
  std::vector<std::size_t> sizes;  // of updates with choices
  std::size_t largest = 0;
  for (std::uint64_t i = 0; i < 16; ++i) {
    World world(i + 1);
    Client mira(world, "Mira", i * 10 + 1);
    Client bruno(world, "Bruno", i * 10 + 2);
    Client watcher(world, "Watcher", i * 10 + 3);
    for (Client* client : {&mira, &bruno, &watcher}) client->arrive();
    pb::GameOptions options = dance_options(i % 2 == 1);
    if (i % 4 > 1) options.mutable_dance()->set_round_limit(6);
    if (i % 8 > 3) options.mutable_dance()->set_knight_life(30);
    if (i % 3 == 0) options.mutable_dance()->set_dragon_life(8);
    std::vector<Client*> players = {&mira, &bruno};
    std::vector<pb::BotLevel> bots;
    if (i >= 12) {
      players.pop_back();
      bots.push_back(pb::BOT_LEVEL_RANDOM);
    }
    const std::string id = start_match(players, options, bots);
    watcher.open(id);
    world.keep_frames = true;
    play_out(world, players, &watcher, id, i % 4 == 0);
    CHECK(MessageDifferencer::Equals(watcher.matches.at(id).view(), mira.matches.at(id).view()));
    const auto account = record::verify(export_record(watcher, id));
    CHECK_MESSAGE(account, account.error().where, ": ", account.error().what);
    for (const auto& [session, frames] : world.frames) {
      for (const std::string& frame : frames) {
        pb::ServerMessage message;
        REQUIRE(message.ParseFromString(frame));
        if (!message.has_update()) continue;
        largest = std::max(largest, frame.size());
        if (message.update().has_choices()) sizes.push_back(frame.size());
      }
    }
  }
  std::ranges::sort(sizes);
  const std::size_t median = sizes.at(sizes.size() / 2);
  MESSAGE(sizes.size(), " updates with choices: the median has ", median, " bytes, the largest ", sizes.back(),
          ", and the largest update at all ", largest);
  CHECK(median <= kUsualUpdate);
  CHECK(largest <= kMaxUpdate);
}

TEST_CASE("who runs out of time in a secret phase has lost, and what was chosen stays hidden") {
  for (const bool knight_waits : {true, false}) {
    Watched hall;
    const std::string id = start_match({&hall.mira, &hall.bruno}, dance_options(), {}, 30);
    Client& quick = knight_waits ? hall.bruno : hall.mira;
    Client& slow = knight_waits ? hall.mira : hall.bruno;
    hall.watcher.open(id);
    Client::Match& match = quick.matches.at(id);
    REQUIRE(quick.ask(quick.act_message(match, die(1))).has_update());
    hall.world.pass(std::chrono::seconds(40));
    for (Client* client : {&quick, &slow, &hall.watcher}) {
      client->read();
      CHECK(client->matches.at(id).over());
    }
    const std::uint32_t seat = knight_waits ? 1 : 0;
    for (Client* other : {&slow, &hall.watcher}) {
      const pb::DanceChoice& choice = other->matches.at(id).view().dance().choices().at(seat);
      CHECK(choice.committed());
      CHECK(!choice.has_die());
    }
    REQUIRE(match.outcome().winners_size() == 1);
    CHECK(match.outcome().winners(0) == seat);
    CHECK(match.outcome().reason() == pb::OUTCOME_REASON_TIME);
    CHECK(record::verify(export_record(hall.watcher, id)));
  }
}

}  // namespace wyrmhall::test
