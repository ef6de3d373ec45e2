// Forms on the wire: as they are written, filled in by a client that knows no game, and refused.
#include "server/games/forms.h"

#include <numeric>

#include "record/verify.h"
#include "rules/arena/rules.h"
#include "tests/server/playing.h"

namespace wyrmhall::test {
namespace {

using google::protobuf::util::MessageDifferencer;

constexpr std::size_t kUpdateBytes = 1024;  // an update that asks for an allocation is no longer

pb::GameOptions placed_by(pb::ArenaPlacement placement) {
  pb::GameOptions options;
  options.mutable_arena()->set_placement(placement);
  return options;
}

pb::GameAction filled(std::uint32_t number, const std::vector<std::uint32_t>& values) {
  pb::GameAction action;
  action.mutable_form()->set_number(number);
  action.mutable_form()->mutable_values()->Add(values.begin(), values.end());
  return action;
}

pb::Form form_of(const std::vector<std::vector<std::uint32_t>>& parts) {
  pb::Form form;
  form.set_number(7);
  for (const auto& values : parts) form.add_parts()->mutable_values()->Add(values.begin(), values.end());
  return form;
}

std::vector<std::vector<std::uint32_t>> fillings_of(const pb::Form& form) {
  clients::Fillings fillings(form);
  std::vector<std::vector<std::uint32_t>> all;
  for (std::uint64_t i = 0; i < fillings.count(); ++i) {
    const pb::FilledForm filled = fillings.at(i);
    CHECK(filled.number() == form.number());
    all.emplace_back(filled.values().begin(), filled.values().end());
  }
  return all;
}

// Two players at the start of a match.
struct FormFillers {
  explicit FormFillers(pb::ArenaPlacement placement) {
    mira.arrive();
    bruno.arrive();
    id = start_match({&mira, &bruno}, placed_by(placement));
  }
  pb::ServerMessage send(Client& client, const pb::GameAction& action) {
    return client.ask(client.act_message(client.matches.at(id), action));
  }
  World world;
  Client mira{world, "Mira", 1};
  Client bruno{world, "Bruno", 2};
  std::string id;
};

// An adapter that says more of its form than Arena's own does.
struct TalkativeWire {
  using Game = rules::arena::Game;
  using State = Game::State;
  static void say(int argument, server::MessageWriter& to) {
    const server::MessageWriter::Packed list(to, pb::Sentence::kArgumentsFieldNumber);
    list.add_signed(argument);
  }
  static void say_form(const State& /*state*/, rules::Seat /*seat*/, const rules::Form& form,
                       server::MessageWriter& to) {
    say(form.number, to);
  }
  static void place_form(const State& /*state*/, rules::Seat seat, const rules::Form& /*form*/,
                         server::PlaceWriter& on) {
    on.thing(1, seat);
    on.group(3);
  }
  static void say_part(const State& /*state*/, rules::Seat /*seat*/, const rules::Form& /*form*/, std::size_t part,
                       server::MessageWriter& to) {
    say(10 + static_cast<int>(part), to);
  }
  static void place_part(const State& /*state*/, rules::Seat /*seat*/, const rules::Form& /*form*/, std::size_t part,
                         server::PlaceWriter& on) {
    on.thing(2, static_cast<std::uint32_t>(part));
  }
  static void say_value(const State& /*state*/, rules::Seat /*seat*/, const rules::Form& /*form*/, std::size_t /*part*/,
                        std::uint8_t value, server::MessageWriter& to) {
    say(100 + value, to);
  }
};

}  // namespace

TEST_CASE("an allocation is asked for in less than a kilobyte, and every one can be filled in") {
  for (const auto& [placement, count] :
       {std::pair(pb::ARENA_PLACEMENT_BIG, 73), std::pair(pb::ARENA_PLACEMENT_FREE, 1287)}) {
    FormFillers pair(placement);
    const pb::Choices& choices = pair.mira.matches.at(pair.id).choices();
    CHECK(choices.choices().empty());
    REQUIRE(choices.forms_size() == 1);
    pb::MatchUpdate update;
    *update.mutable_snapshot() = pair.mira.matches.at(pair.id).view();
    *update.mutable_choices() = choices;
    MESSAGE(choices.ByteSizeLong() << " bytes of choices, " << update.ByteSizeLong() << " with the whole view");
    CHECK(update.ByteSizeLong() < kUpdateBytes);
    const pb::Form& form = choices.forms(0);
    CHECK(form.on_size() == 1);
    CHECK(form.interchangeable());
    CHECK(form.has_sum_most() == (placement == pb::ARENA_PLACEMENT_BIG));
    REQUIRE(form.parts_size() == 8);
    for (int i = 0; i < form.parts_size(); ++i) {
      CHECK(form.parts(i).sentence().arena() == pb::ARENA_PHRASE_POWER);
      CHECK(form.parts(i).sentence().arguments(0) == i + 1);
    }
    // Numbered as the rules list them.
    CHECK(clients::count_actions(choices) == static_cast<std::uint64_t>(count));
    rules::arena::Options options;
    options.placement = static_cast<rules::arena::Placement>(placement - 1);
    const rules::arena::State state = rules::arena::make_state(options);
    rules::arena::ActionList list;
    rules::arena::Game::choices(state, 0, list);
    REQUIRE(list.size() == static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < list.size(); ++i) {
      const pb::GameAction action = clients::action_at(choices, i);
      CHECK(std::ranges::equal(action.form().values(), list[i].powers));
    }
  }
}

TEST_CASE("a filled form is played as the action that it comes to, once, and the record verifies") {
  FormFillers pair(pb::ARENA_PLACEMENT_BIG);
  Client::Match& match = pair.mira.matches.at(pair.id);
  const pb::ClientMessage act = pair.mira.act_message(match, filled(1, {6, 6, 5, 4, 3, 2, 1, 1}));
  REQUIRE(pair.mira.ask(act).has_update());
  ++match.links_used;
  CHECK(match.view().arena().pools().at(0).powers() == std::string("\1\1\2\3\4\5\6\6", 8));
  // The same command again is answered as before; as its action too, since that is what is stored.
  CHECK(pair.mira.ask(act).update().version() == 1);
  pb::ClientMessage typed = act;
  typed.mutable_act()->mutable_action()->mutable_arena()->set_allocate("\1\1\2\3\4\5\6\6");
  CHECK(pair.mira.ask(typed).update().version() == 1);
  pb::ClientMessage other = act;
  *other.mutable_act()->mutable_action() = filled(1, {3, 3, 3, 3, 4, 4, 4, 4});
  CHECK(pair.mira.ask(other).has_refusal());
  pair.bruno.read();
  play_out(pair.world, {&pair.mira, &pair.bruno}, nullptr, pair.id, false);
  const auto account = record::verify(export_record(pair.mira, pair.id));
  CHECK_MESSAGE(account, account.error().where, ": ", account.error().what);
}

TEST_CASE("odds can be asked of a filled form") {
  FormFillers pair(pb::ARENA_PLACEMENT_BIG);
  const Client::Match& match = pair.mira.matches.at(pair.id);
  pb::ClientMessage ask;
  ask.mutable_ask_odds()->set_channel(match.channel());
  ask.mutable_ask_odds()->set_version(match.version());
  *ask.mutable_ask_odds()->mutable_action() = filled(1, {1, 1, 2, 3, 4, 5, 6, 6});
  CHECK(pair.mira.ask(ask).odds().lines_size() == 1);
}

TEST_CASE("a form that does not fit is refused as its action would be, and a broken one says what is wrong") {
  FormFillers pair(pb::ARENA_PLACEMENT_BIG);
  for (const std::vector<std::uint32_t>& values :
       {std::vector<std::uint32_t>{1, 1, 2, 3, 4, 5, 6, 5}, {0, 1, 2, 3, 4, 5, 6, 7}, {1, 1, 1, 1, 1, 1, 1, 250}}) {
    std::string powers;
    for (const std::uint32_t value : values) powers += static_cast<char>(value);
    std::ranges::sort(powers, {}, [](char power) { return static_cast<std::uint8_t>(power); });
    pb::GameAction action;
    action.mutable_arena()->set_allocate(powers);
    const pb::Refusal by_action = pair.send(pair.mira, action).refusal();
    const pb::Refusal by_form = pair.send(pair.mira, filled(1, values)).refusal();
    CHECK(by_action.code() == pb::REFUSAL_CODE_ILLEGAL);
    CHECK(by_action.rule() == "A-12");
    CHECK_MESSAGE(MessageDifferencer::Equals(by_action, by_form), by_form.DebugString());
  }
  const auto refused = [&](const pb::GameAction& action) { return pair.send(pair.mira, action).refusal(); };
  pb::Refusal refusal = refused(filled(1, {1, 2, 3}));
  CHECK(refusal.code() == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(refusal.detail() == "form 1 has 8 parts, not 3");
  CHECK(refusal.field() == "action.form.values");
  refusal = refused(filled(9, {1, 1, 2, 3, 4, 5, 6, 6}));
  CHECK(refusal.code() == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(refusal.detail() == "no form 9 is offered to this seat now");
  CHECK(refusal.field() == "action.form.number");
  CHECK(refused(filled(1, std::vector<std::uint32_t>(3000, 1))).detail() == "form 1 has 8 parts, not 3000");
  pb::GameAction odd = filled(1, {1, 1, 2, 3, 4, 5, 6, 6});
  odd.mutable_form()->GetReflection()->MutableUnknownFields(odd.mutable_form())->AddVarint(99, 1);
  CHECK(refused(odd).code() == pb::REFUSAL_CODE_FIELD_INVALID);

  // In a game, and in a phase, that has no form.
  FormFillers baby(pb::ARENA_PLACEMENT_BABY);
  Client& mover = clients::offers_anything(baby.mira.matches.at(baby.id).choices()) ? baby.mira : baby.bruno;
  refusal = baby.send(mover, filled(1, {1, 1, 2, 3, 4, 5, 6, 6})).refusal();
  CHECK(refusal.code() == pb::REFUSAL_CODE_ILLEGAL);
  CHECK(refusal.rule() == "A-21");
  CHECK(baby.send(mover, filled(1, {1})).refusal().detail() == "no form 1 is offered to this seat now");
}

TEST_CASE("the fillings of any form are numbered, each once, in the order of a dictionary") {
  using Lists = std::vector<std::vector<std::uint32_t>>;
  pb::Form form = form_of({{0, 1}, {0, 1}, {0, 1}});
  CHECK(fillings_of(form).size() == 8);
  form.set_sum_least(2);
  form.set_sum_most(2);
  CHECK(fillings_of(form) == Lists{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}});
  form = form_of({{0, 3}, {0, 2}, {0, 7}});
  form.set_sum_most(5);
  CHECK(fillings_of(form) == Lists{{0, 0, 0}, {0, 2, 0}, {3, 0, 0}, {3, 2, 0}});
  form.set_sum_least(4);
  CHECK(fillings_of(form) == Lists{{3, 2, 0}});
  form.set_sum_least(6);
  CHECK(fillings_of(form).empty());
  form = form_of({{1, 4, 9}, {1, 4, 9}});
  form.set_interchangeable(true);
  CHECK(fillings_of(form) == Lists{{1, 1}, {1, 4}, {1, 9}, {4, 4}, {4, 9}, {9, 9}});
  CHECK(fillings_of(form_of({{1, 2}, {}})).empty());

  // What is larger than the protocol allows is not filled in; the largest that it allows is counted at once.
  CHECK(clients::Fillings(form_of({{1, 256}})).count() == 0);
  CHECK(clients::Fillings(form_of(Lists(33, {0, 1}))).count() == 0);
  std::vector<std::uint32_t> values(clients::kMaxFormValues + 1);
  std::iota(values.begin(), values.end(), 256U - static_cast<std::uint32_t>(values.size()));
  CHECK(clients::Fillings(form_of({values})).count() == 0);
  values.erase(values.begin());
  CHECK(clients::Fillings(form_of({values})).count() == values.size());
  values.erase(values.begin(), values.end() - 32);
  form = form_of(Lists(32, values));
  form.set_interchangeable(true);
  form.set_sum_least(1);
  clients::Fillings most(form);
  CHECK(most.count() > 1'000'000'000'000);
  CHECK(most.at(most.count() - 1).values(0) == 255);
}

TEST_CASE("an adapter may say of each part what it is about, and what its values mean") {
  rules::arena::Options options;
  options.placement = rules::arena::Placement::big;
  const rules::arena::State state = rules::arena::make_state(options);
  const auto choices = server::message_of<pb::Choices>([&](server::MessageWriter& to) {
    server::PlaceWriter on(to);
    server::write_forms<TalkativeWire>(state, 1, on, to);
  });
  REQUIRE(choices.forms_size() == 1);
  const pb::Form& form = choices.forms(0);
  CHECK(form.sentence().arguments(0) == 1);
  CHECK(form.on(0).path(1) == 1);
  CHECK(form.group() == 3);
  CHECK(form.sum_least() == 28);
  CHECK(form.sum_most() == 28);
  const pb::FormPart& last = form.parts(7);
  CHECK(last.sentence().arguments(0) == 17);
  CHECK(last.on(0).path(1) == 7);
  CHECK(std::vector<std::uint32_t>(last.values().begin(), last.values().end()) ==
        std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6});
  REQUIRE(last.meanings_size() == 6);
  CHECK(last.meanings(5).arguments(0) == 106);
}

}  // namespace wyrmhall::test
