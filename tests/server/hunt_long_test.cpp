// Campaigns that go on and on: they have an end, and are no burden while they are read.
#include "server/match/actor.h"
#include "tests/rules/hunt/options.h"
#include "tests/server/hunt_playing.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

namespace hunt = rules::hunt;
using google::protobuf::util::MessageDifferencer;

// A campaign in which nobody ever wins: of `moves` moves, all of one person.
persistence::StoredMatch fled_from_for_ever(std::size_t moves) {
  hunt::Options options{.heroes = rules::testing::one_hero_a_seat(2), .campaign = true};
  for (hunt::HeroOption& hero : options.heroes) hero.seat = 0;
  options.dragonHp = {{999}};
  options.defeatRule = hunt::DefeatRule::mercy;
  const server::GameKind& kind = *server::find_game("hunt");
  persistence::StoredMatch match;
  match.row.game = "hunt";
  match.row.rules_version = kind.newest_version();
  match.row.options = hunt_options(options).SerializeAsString();
  match.row.seats.resize(1);
  match.row.seats[0].account = AccountId{};
  const auto game = kind.start(match.row).value();
  rules::FastDice chance(1);
  while (match.moves.size() < moves) {
    REQUIRE_FALSE(game->ending());
    const pb::Choices choices = server::choices_of(*game, 0);
    pb::GameAction action = clients::action_at(choices, chance.below(clients::count_actions(choices)));
    if (action.hunt().has_flee()) action = flee(true);
    persistence::Move& move = match.moves.emplace_back();
    move.action = action.SerializeAsString();
    REQUIRE(server::play_recorded(*game, move));
  }
  return match;
}

TEST_CASE("a campaign that is played for ever is ended at its longest, and not one move before") {
  const std::size_t longest = server::find_game("hunt")->longest_match();
  persistence::StoredMatch match = fled_from_for_ever(longest);
  for (const bool at_longest : {true, false}) {
    if (!at_longest) match.moves.pop_back();
    ManualClock clock;
    SeededEntropy entropy(1);
    const server::Environment environment{.clock = clock, .entropy = entropy, .signing_key = signing_key()};
    const server::Sessions nobody;
    const server::Absences absences(nobody, {});
    server::ThinkingBudget budget;
    server::MatchActor actor(match.row.id, environment, absences, budget, clock.now());
    server::Outbox out;
    actor.adopt(server::play_through(match), out);
    REQUIRE(out.store_requests.size() == (at_longest ? 1 : 0));
    if (!at_longest) continue;
    const auto& append = std::get<persistence::AppendMove>(out.store_requests[0].request);
    CHECK(append.move.kind == persistence::MoveKind::kResigned);
    CHECK(append.end);
  }
}

TEST_CASE("a long match is read by a worker, shown as it stands, and its story is told whole") {
  TwoPlayers hall;
  hunt::Options options{.heroes = rules::testing::one_hero_a_seat(2), .campaign = true};
  for (hunt::HeroOption& hero : options.heroes) hero.seat = 0;
  options.dragonHp = {{999}};
  options.defeatRule = hunt::DefeatRule::mercy;
  const std::string id = start_match({&hall.mira}, hunt_options(options));
  const std::size_t moves = server::kMovesFoldedAtOnce + 20;
  for (std::size_t i = 0; i < moves; ++i) {
    Client::Match& match = hall.mira.matches.at(id);
    const auto calls = [](const pb::Choice& choice) { return choice.action().hunt().flee(); };
    if (std::ranges::none_of(match.choices().choices(), calls)) {
      REQUIRE(hall.mira.play_one(match));
      continue;
    }
    REQUIRE(hall.mira.ask(hall.mira.act_message(match, flee(true))).has_update());
    ++match.links_used;
  }
  hall.mira.vanish();
  hall.world.pass(server::kUnloadAfter + std::chrono::seconds(2));
  REQUIRE(hall.world.core->counts().matches == 0);
  hall.mira.arrive();
  pb::ClientMessage open;
  open.mutable_open_match()->set_match_id(id);
  open.mutable_open_match()->set_have_version(moves - 1);
  const pb::MatchOpened opened = hall.mira.ask(open).match_opened();
  REQUIRE(opened.updates_size() == 1);
  CHECK(opened.updates(0).has_snapshot());
  CHECK(opened.updates(0).version() == moves);
  CHECK(opened.updates(0).has_choices());

  pb::ClientMessage ask;
  ask.mutable_ask_story()->set_channel(opened.channel());
  const pb::Story first = hall.mira.ask(ask).story();
  pb::GameView view = first.updates(0).snapshot();
  std::uint64_t version = 0;
  const auto tell = [&](const pb::Story& story) {
    for (const pb::MatchUpdate& update : story.updates()) {
      if (update.has_snapshot()) continue;
      view.MergeFrom(update.diff());
      CHECK(update.version() == ++version);
    }
    return story.continue_from();
  };
  for (std::uint64_t since = tell(first); since != 0;) {
    ask.mutable_ask_story()->set_since_version(since);
    since = tell(hall.mira.ask(ask).story());
  }
  CHECK(version == moves);
  CHECK(MessageDifferencer::Equals(view, opened.updates(0).snapshot()));
}

}  // namespace
}  // namespace wyrmhall::test
