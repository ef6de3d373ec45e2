// Dice & Dragons through the whole core: up to five seats on one side, villages, forms and refusals.
#include "record/verify.h"
#include "server/games/registry.h"
#include "tests/rules/hunt/options.h"
#include "tests/server/hunt_playing.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

namespace hunt = rules::hunt;
using google::protobuf::util::MessageDifferencer;

pb::GameOptions one_hero_each(int heroes) {
  return hunt_options({.heroes = rules::testing::one_hero_a_seat(heroes)});
}

pb::GameAction roll(const std::string& dice) {
  return hunt_action([&](pb::HuntAction& a) { a.mutable_roll()->set_dice(dice); });
}
pb::GameAction assist(int die) {
  return hunt_action([&](pb::HuntAction& a) { a.set_assist(die); });
}
const std::string kAllDice("\0\1\2\3\4", 5);

pb::ServerMessage act(Client& client, const std::string& id, const pb::GameAction& action) {
  Client::Match& match = client.matches.at(id);
  const pb::ServerMessage reply = client.ask(client.act_message(match, action));
  if (reply.has_update()) ++match.links_used;
  return reply;
}

// A number of players, and somebody who watches.
struct Band {
  explicit Band(std::size_t count, std::uint64_t seed = 1) : world(seed) {
    for (std::size_t i = 0; i < count; ++i) {
      players.push_back(std::make_unique<Client>(world, "Hunter" + std::to_string(i), (10 * seed) + i));
      seats.push_back(players.back().get());
      seats.back()->arrive();
    }
    watcher.arrive();
  }
  std::string start(const pb::GameOptions& options, std::uint32_t turn_seconds = 0) {
    const std::string id = start_match(seats, options, {}, turn_seconds);
    watcher.open(id);
    return id;
  }
  void read() {
    for (Client* seat : seats) seat->read();
    watcher.read();
  }
  const pb::HuntView& view(const std::string& id) { return watcher.matches.at(id).view().hunt(); }

  World world;
  std::vector<std::unique_ptr<Client>> players;
  std::vector<Client*> seats;
  Client watcher{world, "Watcher", 999};
};

// Between them with all options.
std::vector<std::pair<std::string, hunt::Options>> recorded_hunts() {
  using hunt::Skill;
  std::vector<std::pair<std::string, hunt::Options>> all;
  all.emplace_back("hunt", hunt::Options{});
  hunt::Options two{.heroes = rules::testing::one_hero_a_seat(5), .chapter = 4, .roundLimit = 7};
  two.dragons = {{hunt::DragonKind::frost_white, hunt::DragonKind::marsh_green}};
  two.dragonHp = {{25, 30}};
  two.groups = {{0, 1, 1, 0, 1}};
  all.emplace_back("hunt-two-dragons", two);
  hunt::Options campaign{.heroes = rules::testing::one_hero_a_seat(3), .chapter = 9, .campaign = true, .roundLimit = 8};
  campaign.dragonHp = {{12}};
  for (hunt::HeroOption& hero : campaign.heroes) hero.hpMax = 14, hero.xp = 4, hero.gold = 6;
  all.emplace_back("hunt-campaign", campaign);
  hunt::Options custom{.heroes = {rules::testing::custom_hero(0, hunt::Symbol::magic,
                                                              {{Skill::shield},
                                                               {Skill::blessing},
                                                               {Skill::mend},
                                                               {Skill::heal},
                                                               {Skill::stab},
                                                               {Skill::cleave},
                                                               {Skill::drain_life, 1, hunt::Part::heal}}),
                                  {.seat = 0, .of = hunt::Class::rogue, .level = 3, .baseAc = 2}}};
  custom.heroes[0].items = {{hunt::Item::rune_magic, hunt::Item::echo_scroll}};
  custom.heroes[1].items = {{hunt::Item::lucky_charm, hunt::Item::leather_coat}};
  all.emplace_back("hunt-custom", custom);
  hunt::Options home{.heroes = rules::testing::one_hero_a_seat(2),
                     .homecoming = true,
                     .roundLimit = 5,
                     .defeatRule = hunt::DefeatRule::mercy};
  home.heroes.push_back({.seat = 1, .of = hunt::Class::cleric, .alive = false});
  for (hunt::HeroOption& hero : home.heroes) hero.gold = 5;
  all.emplace_back("hunt-homecoming", home);
  hunt::Options readings{.heroes = rules::testing::one_hero_a_seat(3),
                         .maxLocked = hunt::kDice,
                         .fourthToken = 3,
                         .healingWave = 4,
                         .assistOverFury = true,
                         .lastMayDecline = true};
  readings.heroes[1].level = 3;
  readings.dragons = {{hunt::DragonKind::young_black}};
  all.emplace_back("hunt-readings", readings);
  return all;
}

const pb::Form* form_of(const pb::Choices& choices, pb::HuntPhrase phrase) {
  for (const pb::Form& form : choices.forms()) {
    if (form.sentence().hunt() == phrase) return &form;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("five seats hunt two dragons together: whose turn it is decides, all vote, and all see the same") {
  Band band(5);
  const std::string id = band.start(one_hero_each(5));
  CHECK(band.view(id).sheets_size() == 5);
  CHECK(band.view(id).order() == std::string("\4\3\1\0\2", 5));  // Rogue, Ranger, Wizard, Warrior, Cleric
  CHECK(band.view(id).dragons().at(1).id() == pb::HUNT_DRAGON_KIND_YOUNG_BLACK);
  CHECK(band.view(id).skills().at(pb::HUNT_SKILL_SHIELD_BASH).pattern() == "SBH");
  CHECK(band.view(id).acting() == 4);
  Client& rogue = *band.seats[4];
  CHECK(act(*band.seats[0], id, roll(kAllDice)).refusal().code() == pb::REFUSAL_CODE_NOT_YOUR_TURN);
  const auto& offered = rogue.matches.at(id).choices();
  REQUIRE(offered.choices_size() == 1);
  CHECK(offered.choices(0).sentence().hunt() == pb::HUNT_PHRASE_ROLL_ALL);
  CHECK(MessageDifferencer::Equals(offered.choices(0).action(), roll(kAllDice)));

  band.watcher.matches.at(id).events.clear();
  REQUIRE(act(rogue, id, roll(kAllDice)).has_update());
  band.read();
  const auto& events = band.watcher.matches.at(id).events;
  REQUIRE(events.size() == 1);
  CHECK(events[0].hunt().rolled().hero() == 4);
  CHECK(events[0].hunt().rolled().dice() == band.view(id).dice());
  const pb::Form* again = form_of(rogue.matches.at(id).choices(), pb::HUNT_PHRASE_ROLL_AGAIN);
  REQUIRE(again != nullptr);
  CHECK(again->parts_size() == 5);
  CHECK(again->parts(3).sentence().arguments(0) == 3);
  CHECK(again->parts(3).sentence().arguments(1) == band.view(id).dice()[3]);

  // To the vote, which the rogue calls for, and has voted in.
  REQUIRE(act(rogue, id, flee(true)).has_update());
  while (band.view(id).phase() < pb::HUNT_PHASE_FLEE) {
    REQUIRE(rogue.play_one(rogue.matches.at(id)));
    band.read();
  }
  CHECK(band.watcher.matches.at(id).waiting_on() == 15);
  for (const std::size_t seat : {3U, 0U, 1U}) {
    REQUIRE(act(*band.seats[seat], id, flee(true)).has_update());
    band.read();
  }
  CHECK(band.view(id).votes() == std::string("\0\1\3\4", 4));
  CHECK(act(*band.seats[0], id, flee(true)).refusal().code() == pb::REFUSAL_CODE_NOT_YOUR_TURN);
  for (Client* seat : band.seats) {
    CHECK(MessageDifferencer::Equals(seat->matches.at(id).view(), band.watcher.matches.at(id).view()));
    check_against_fresh_look(band.world, *seat, id);
  }
  REQUIRE(act(*band.seats[2], id, flee(true)).has_update());
  band.read();
  CHECK(band.view(id).village().last());
  for (Client* seat : band.seats) {
    REQUIRE(act(*seat, id, hunt_action([](pb::HuntAction& a) { a.mutable_ready(); })).has_update());
    band.read();
  }
  REQUIRE(band.watcher.matches.at(id).over());
  CHECK(band.watcher.matches.at(id).outcome().winners_size() == 0);
  CHECK(band.view(id).last().at(0).end().outcome() == pb::HUNT_OUTCOME_FLED);
  const auto account = record::verify(export_record(band.watcher, id));
  CHECK_MESSAGE(account, account.error().where, ": ", account.error().what);
}

TEST_CASE("hunts of all kinds are played through the core, and their records verify") {
  for (const auto& [name, options] : recorded_hunts()) {
    INFO(name);
    const pb::GameOptions message = hunt_options(options);
    const auto seats = static_cast<std::size_t>(server::find_game("hunt")->seats(message));
    Band band(seats, name.size());
    const std::string id = band.start(message);
    rules::FastDice chance(name.size());
    // Hardly anybody flees, so hunts are fought to their end.
    for (int i = 0; i < 3000 && !band.watcher.matches.at(id).over(); ++i) {
      Client& seat = *band.seats[static_cast<std::size_t>(i) % seats];
      seat.read();
      const Client::Match& match = seat.matches.at(id);
      if (!clients::offers_anything(match.choices())) continue;
      if (match.view().hunt().phase() == pb::HUNT_PHASE_FLEE && chance.below(40) > 0) {
        REQUIRE(act(seat, id, flee(false)).has_update());
      } else {
        seat.play_one(seat.matches.at(id));
      }
      band.watcher.read();
    }
    REQUIRE(band.watcher.matches.at(id).over());
    band.read();
    for (Client* seat : band.seats) check_against_fresh_look(band.world, *seat, id);
    const std::string record = export_record(band.watcher, id);
    const auto account = record::verify(record);
    CHECK_MESSAGE(account, account.error().where, ": ", account.error().what);
  }
}

TEST_CASE("a seat that resigns is stood in for, and the last one that does ends the hunt") {
  Band band(3);
  const std::string id = band.start(one_hero_each(3));
  const auto resign = [&](std::size_t seat) {
    pb::ClientMessage message;
    message.mutable_resign()->set_channel(band.seats[seat]->matches.at(id).channel());
    CHECK(band.seats[seat]->ask(message).has_update());
    band.read();
  };
  resign(1);  // the Wizard, whose turn it is
  CHECK(!band.watcher.matches.at(id).over());
  for (int i = 0; i < 200 && band.view(id).hunt() == 1 && !band.watcher.matches.at(id).over(); ++i) {
    for (const std::size_t seat : {0U, 2U}) {
      if (i < 100) band.seats[seat]->play_one(band.seats[seat]->matches.at(id));
    }
    band.read();
  }
  if (!band.watcher.matches.at(id).over()) {
    resign(0);
    resign(2);
  }
  REQUIRE(band.watcher.matches.at(id).over());
  CHECK(record::verify(export_record(band.watcher, id)));

  Band others(2, 2);
  const std::string early = others.start(one_hero_each(2));
  for (Client* seat : others.seats) {
    pb::ClientMessage message;
    message.mutable_resign()->set_channel(seat->matches.at(early).channel());
    CHECK(seat->ask(message).has_update());
    others.read();
  }
  REQUIRE(others.watcher.matches.at(early).over());
  CHECK(others.watcher.matches.at(early).outcome().winners_size() == 0);
  CHECK(others.watcher.matches.at(early).outcome().reason() == pb::OUTCOME_REASON_RESIGNED);
  CHECK(record::verify(export_record(others.watcher, early)));
}

TEST_CASE("a refusal says which rule forbids it, and with what") {
  Band band(2);
  const std::string id = band.start(one_hero_each(2));
  Client& wizard = *band.seats[1];
  const auto check = [&](const pb::GameAction& action, const std::string& rule, pb::HuntPhrase phrase,
                         const std::vector<std::int32_t>& arguments) {
    const pb::ServerMessage reply = act(wizard, id, action);
    INFO(reply.DebugString());
    CHECK(reply.refusal().code() == pb::REFUSAL_CODE_ILLEGAL);
    CHECK(reply.refusal().rule() == rule);
    CHECK(reply.refusal().reason().hunt() == phrase);
    const auto& given = reply.refusal().reason().arguments();
    CHECK(std::vector<std::int32_t>(given.begin(), given.end()) == arguments);
  };
  const auto invalid = [&](const pb::GameAction& action) {
    CHECK(act(wizard, id, action).refusal().code() == pb::REFUSAL_CODE_FIELD_INVALID);
  };
  check(roll(std::string("\0\1", 2)), "R1", pb::HUNT_PHRASE_FIRST_ROLL, {});
  check(assist(-1), "T1", pb::HUNT_PHRASE_WRONG_PHASE, {pb::HuntAction::kAssistFieldNumber, pb::HUNT_PHASE_TURN});
  check(hunt_action([](auto& a) { a.set_fail(pb::HUNT_SKILL_MEND); }), "K3", pb::HUNT_PHRASE_NOT_ROLLED, {});
  check(hunt_action([](auto& a) { a.mutable_item()->set_slot(300); }), "I1", pb::HUNT_PHRASE_NO_SUCH_SLOT, {255, 0});
  invalid(hunt_action([](auto& /*a*/) {}));
  invalid(roll("\1\1"));
  invalid(roll("\2\1"));
  invalid(roll("\10"));
  invalid(hunt_action([](auto& a) { a.mutable_skill(); }));
  invalid(hunt_action([](auto& a) { a.mutable_learn()->set_skill(static_cast<pb::HuntSkill>(43)); }));
  invalid(hunt_action([](auto& a) { a.mutable_buy()->set_item(static_cast<pb::HuntItem>(99)); }));
  invalid(hunt_action([](auto& a) { a.mutable_improve()->set_skill(pb::HUNT_SKILL_MEND); }));

  REQUIRE(act(wizard, id, roll(kAllDice)).has_update());
  check(roll("\7"), "X2", pb::HUNT_PHRASE_NO_SUCH_DIE, {7, 5});
  check(hunt_action([](auto& a) { a.mutable_skill()->set_skill(pb::HUNT_SKILL_CLEAVE); }), "K1",
        pb::HUNT_PHRASE_NOT_OWN_SKILL, {pb::HUNT_SKILL_CLEAVE});
  check(hunt_action([](auto& a) { a.mutable_general()->set_skill(pb::HUNT_SKILL_MEND); }), "K2",
        pb::HUNT_PHRASE_NOT_GENERAL, {pb::HUNT_SKILL_MEND});
  // What the dice do not allow is told beforehand, in its place.
  const pb::Choices& choices = wizard.matches.at(id).choices();
  REQUIRE(choices.unavailable_size() > 0);
  const pb::Unavailable& first = choices.unavailable(0);
  CHECK(first.rule() == "K1");
  CHECK(first.reason().hunt() == pb::HUNT_PHRASE_WRONG_DICE);
  REQUIRE(first.on_size() == 1);
  CHECK(first.on(0).path(0) == pb::HuntView::kSkillsFieldNumber);
  CHECK(static_cast<std::int32_t>(first.on(0).path(1)) == first.reason().arguments(0));
}

TEST_CASE("the odds of a throw are figures; what rolls no dice has its one result") {
  Band band(2);
  const std::string id = band.start(one_hero_each(2));
  Client& wizard = *band.seats[1];
  const auto odds_of = [&](const pb::GameAction& action) {
    const Client::Match& match = wizard.matches.at(id);
    pb::ClientMessage ask;
    ask.mutable_ask_odds()->set_channel(match.channel());
    ask.mutable_ask_odds()->set_version(match.version());
    *ask.mutable_ask_odds()->mutable_action() = action;
    const pb::ServerMessage reply = wizard.ask(ask);
    REQUIRE_MESSAGE(reply.has_odds(), reply.DebugString());
    return reply.odds();
  };
  pb::Odds odds = odds_of(roll(kAllDice));
  CHECK(odds.lines_size() == 0);
  CHECK(odds.figures().hunt().skills_size() == 8);  // six of its own and two general ones
  for (const pb::HuntSkillOdds& skill : odds.figures().hunt().skills()) {
    CHECK(skill.now() == 0);
    CHECK(skill.one() > 0);
    CHECK(skill.two() >= skill.one());
  }
  REQUIRE(odds.figures().hunt().threats_size() == 4);
  double sum = 0;
  for (const pb::HuntThreat& threat : odds.figures().hunt().threats()) sum += threat.probability();
  CHECK(sum == doctest::Approx(1));
  CHECK(odds.figures().hunt().threats(0).loss() == 0);
  CHECK(odds.figures().hunt().threats(3).loss() == 10);  // of the young red one

  REQUIRE(act(wizard, id, roll(kAllDice)).has_update());
  odds = odds_of(roll("\1"));
  CHECK(odds.lines_size() == 0);
  CHECK(odds.figures().hunt().threats_size() == 4);
  odds = odds_of(flee(true));
  CHECK(odds.lines_size() == 1);
  CHECK(!odds.has_figures());
}

TEST_CASE("options that are refused name their field, also that of a hero") {
  Band band(1);
  const auto refusal_of = [&](auto&& change) {
    pb::GameOptions options = one_hero_each(2);
    change(*options.mutable_hunt());
    const pb::ServerMessage reply = band.watcher.ask(open_table(options));
    CHECK_MESSAGE(reply.refusal().code() == pb::REFUSAL_CODE_OPTIONS_INVALID, reply.DebugString());
    return reply.refusal();
  };
  pb::Refusal refusal = refusal_of([](auto& o) { o.set_round_limit(61); });
  CHECK(refusal.field() == "round_limit");
  CHECK(refusal.highest() == 60);
  CHECK(refusal.reason().arguments(0) == pb::HuntOptions::kRoundLimitFieldNumber);
  refusal = refusal_of([](auto& o) { o.mutable_heroes(1)->set_hp_max(100); });
  CHECK(refusal.field() == "heroes.hp_max");
  CHECK(refusal.given() == 100);
  CHECK(refusal.reason().hunt() == pb::HUNT_PHRASE_HERO_FIELD_RANGE);
  CHECK(refusal.reason().arguments(0) == pb::HuntHeroOption::kHpMaxFieldNumber);
  refusal = refusal_of([](auto& o) { o.mutable_heroes(1)->set_class_(pb::HUNT_CLASS_WARRIOR); });
  CHECK(refusal.field() == "heroes");
  CHECK(refusal.rule() == "S1");
  CHECK(refusal.reason().arguments(0) == pb::HUNT_CLASS_WARRIOR);
  CHECK(refusal_of([](auto& o) { o.mutable_heroes(0)->clear_class_(); }).field() == "heroes.class");
  CHECK(refusal_of([](auto& o) { o.mutable_heroes(0)->add_skills(); }).field() == "heroes.skills.id");
  CHECK(refusal_of([](auto& o) { o.mutable_heroes(0)->add_items(static_cast<pb::HuntItem>(14)); }).field() ==
        "heroes.items");
  CHECK(refusal_of([](auto& o) { o.add_dragons(pb::HUNT_DRAGON_KIND_UNSPECIFIED); }).field() == "dragons");
  CHECK(refusal_of([](auto& o) {
          for (int i = 0; i <= server::kMaxOptionEntries; ++i) o.add_heroes();
        }).field() == "heroes");
  CHECK(refusal_of([](auto& o) { o.add_groups(0); }).field() == "groups");
}

TEST_CASE("what is set up is kept and given back as it was, in every field") {
  const server::GameKind& kind = *server::find_game("hunt");
  for (const hunt::Options& options : rules::testing::all_hunt_options()) {
    const pb::GameOptions written = hunt_options(options);
    hunt::Options read;
    REQUIRE(!server::read_option_fields(written.hunt(), read));
    CHECK(read == options);
    pb::GameOptions completed = written;
    CHECK(!kind.complete(completed));
    CHECK(MessageDifferencer::Equals(completed, written));
  }
}

TEST_CASE("the view says the numbers of the match's own reading of the guide (L6, R-HUNT-10, R-HUNT-12)") {
  const server::GameKind& kind = *server::find_game("hunt");
  const auto view_of = [&](hunt::Options options) {
    options.dragons = {{hunt::DragonKind::young_black}};
    persistence::MatchRow row;
    row.game = "hunt";
    row.rules_version = kind.newest_version();
    row.options = hunt_options(options).SerializeAsString();
    row.seats.resize(1);
    return server::snapshot_of(*kind.start(row).value(), rules::kSpectator).hunt();
  };
  const pb::HuntView usual = view_of({});
  CHECK(usual.skills().at(pb::HUNT_SKILL_HEALING_WAVE).value() == 3);
  CHECK(usual.dragons().at(0).amount() == 2);
  CHECK(usual.fourth_token() == 4);
  const pb::HuntView other = view_of({.maxLocked = 5, .fourthToken = 3, .healingWave = 4});
  CHECK(other.skills().at(pb::HUNT_SKILL_HEALING_WAVE).value() == 4);
  CHECK(other.skills().at(pb::HUNT_SKILL_HEAL).value() == 4);
  CHECK(other.dragons().at(0).amount() == 5);
  CHECK(other.fourth_token() == 3);
}

TEST_CASE("a campaign goes through villages, where one buys, gives and brings back to life") {
  const server::GameKind& kind = *server::find_game("hunt");
  std::set<pb::HuntPhrase> filled;
  std::uint32_t chapters = 0;
  std::uint32_t hunts = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    hunt::Options options{.heroes = rules::testing::one_hero_a_seat(3), .campaign = true};
    for (hunt::HeroOption& hero : options.heroes) hero.seat = 0, hero.gold = 9, hero.items = {{hunt::Item::fate_stone}};
    options.heroes[0].xp = 5;
    options.heroes[1].level = 2, options.heroes[1].xp = 13;
    options.heroes[2].alive = false;
    options.dragonHp = {{5}};
    options.roundLimit = 5;
    persistence::MatchRow row;
    row.game = "hunt";
    row.rules_version = kind.newest_version();
    row.options = hunt_options(options).SerializeAsString();
    row.seats.resize(1);
    row.server_seed[0] = static_cast<std::uint8_t>(seed);
    const auto game = kind.start(row).value();
    rules::FastDice chance(seed);
    pb::GameView view = server::snapshot_of(*game, rules::kSpectator);
    for (int i = 0; i < 150 && !game->ending(); ++i) {
      const pb::Choices choices = server::choices_of(*game, 0);
      // Into the fight, and through everything that a village has.
      pb::GameAction action = flee(false);
      if (view.hunt().phase() != pb::HUNT_PHASE_FLEE) {
        action = clients::action_at(choices, chance.below(clients::count_actions(choices)));
      }
      if (view.hunt().phase() == pb::HUNT_PHASE_VILLAGE && action.has_form()) {
        for (const pb::Form& form : choices.forms()) {
          if (form.number() == action.form().number()) filled.insert(form.sentence().hunt());
        }
      }
      persistence::Move move;
      move.action = action.SerializeAsString();
      REQUIRE(server::play_recorded(*game, move));
      view.MergeFrom(server::diff_of(*game, rules::kSpectator));
      CHECK(MessageDifferencer::Equals(view, server::snapshot_of(*game, rules::kSpectator)));
    }
    chapters = std::max(chapters, view.hunt().chapter());
    hunts = std::max(hunts, view.hunt().hunt());
  }
  CHECK(chapters >= 2);
  CHECK(hunts >= 2);
  CHECK(filled == std::set{pb::HUNT_PHRASE_RESURRECT, pb::HUNT_PHRASE_BUY, pb::HUNT_PHRASE_GIVE,
                           pb::HUNT_PHRASE_IMPROVE, pb::HUNT_PHRASE_LEARN, pb::HUNT_PHRASE_GROUP, pb::HUNT_PHRASE_SHARE,
                           pb::HUNT_PHRASE_PLAY_NEWCOMER, pb::HUNT_PHRASE_PLAY_AGAIN});
}

}  // namespace wyrmhall::test
