// The words of Dragons Arena, as a person reads and types them.
#include <doctest/doctest.h>

#include "clients/cli/games/arena/text.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;

namespace {

// Mira plays FIRE against a greedy bot.
struct ArenaTable {
  ArenaTable() {
    info.mutable_options()->mutable_arena();
    info.add_seats()->mutable_player()->set_name("Mira");
    info.add_seats()->mutable_bot()->set_level(v1::BOT_LEVEL_GREEDY);
    v1::ArenaView& arena = *view.mutable_arena();
    arena.set_phase(v1::ARENA_PHASE_DUEL);
    arena.set_duel(2);
    arena.set_turn(6);
    arena.set_to_move(0);
    arena.set_nuggets_needed(2);
    (*arena.mutable_seats())[0] = 0;
    (*arena.mutable_seats())[1] = 1;
    (*arena.mutable_nuggets())[0] = 1;
    (*arena.mutable_nuggets())[1] = 0;
    for (std::uint32_t square = 0; square < 16; ++square) (*arena.mutable_board())[square];
    put(0, 0, 5, false);
    put(1, 1, 3, true);
    put(5, 1, 6, false);
    put(15, 0, 1, true);
  }
  void put(std::uint32_t square, std::uint32_t species, std::uint32_t power, bool field) {
    v1::ArenaDie& die = (*view.mutable_arena()->mutable_board())[square];
    die.set_species(species);
    die.set_power(power);
    die.set_field(field);
  }
  v1::Choice& offer(v1::ArenaPhrase phrase, const std::vector<int>& arguments, const std::vector<std::uint32_t>& on) {
    v1::Choice& choice = *choices.add_choices();
    choice.mutable_sentence()->set_arena(phrase);
    choice.mutable_sentence()->mutable_arguments()->Add(arguments.begin(), arguments.end());
    choice.set_group(static_cast<std::uint32_t>(phrase));
    sit(*choice.mutable_on(), on);
    return choice;
  }
  static void sit(google::protobuf::RepeatedPtrField<v1::Thing>& things, const std::vector<std::uint32_t>& squares) {
    for (const std::uint32_t square : squares) {
      v1::Thing& thing = *things.Add();
      thing.add_path(v1::ArenaView::kBoardFieldNumber);
      thing.add_path(square);
    }
  }
  void offer_attack(std::uint32_t from, std::uint32_t to, int own, int enemy) {
    v1::Choice& choice =
        offer(v1::ARENA_PHRASE_ELIMINATE, {static_cast<int>(from), static_cast<int>(to), own, enemy}, {from, to});
    choice.mutable_action()->mutable_arena()->mutable_eliminate()->set_from(from);
    choice.mutable_action()->mutable_arena()->mutable_eliminate()->set_to(to);
  }
  [[nodiscard]] Scene scene(int seat = 0) const { return {view, info, seat, 1, paint, &choices}; }
  v1::GameView view;
  v1::MatchInfo info;
  v1::Choices choices;
  Paint paint{false};
};

const ArenaText kText;

}  // namespace

TEST_CASE("the board of the arena") {
  ArenaTable table;
  table.offer_attack(0, 1, 5, 3);
  CHECK(kText.board(table.scene()) == std::vector<std::string>{
                                          "Duel 2 · turn 7, FIRE (You) to move · nuggets out of 2: FIRE 1, ICE 0",
                                          "       a      b      c      d",
                                          "   ┌──────┬──────┬──────┬──────┐",
                                          " 1 │[F5]  │ I3*  │      │      │",
                                          "   ├──────┼──────┼──────┼──────┤",
                                          " 2 │      │ I6   │      │      │",
                                          "   ├──────┼──────┼──────┼──────┤",
                                          " 3 │      │      │      │      │",
                                          "   ├──────┼──────┼──────┼──────┤",
                                          " 4 │      │      │      │ F1*  │",
                                          "   └──────┴──────┴──────┴──────┘",
                                          "   [ ] can be chosen · * force field",
                                          "   FIRE (You): 2 dragons, 6 points",
                                          "   ICE (Greedy bot): 2 dragons, 9 points",
                                      });
}

TEST_CASE("a secret allocation is shown to its own seat, and as a secret to others") {
  ArenaTable table;
  v1::ArenaView& arena = *table.view.mutable_arena();
  arena.set_phase(v1::ARENA_PHASE_ALLOCATE);
  arena.set_nuggets_needed(1);
  (*arena.mutable_board()).clear();
  (*arena.mutable_pools())[0].set_powers(std::string("\1\1\2\3\4\5\6\6", 8));
  (*arena.mutable_pools())[1].set_hidden(true);
  CHECK(kText.board(table.scene()) == std::vector<std::string>{
                                          "Duel 2 · eight powers, in secret",
                                          "   FIRE (You): committed 1 1 2 3 4 5 6 6",
                                          "   ICE (Greedy bot): committed, hidden until both are in",
                                      });
  v1::GameEvent event;
  event.mutable_arena()->mutable_committed()->set_species(1);
  CHECK(kText.event(table.scene(), event) == "ICE (Greedy bot) has committed eight powers.");
}

TEST_CASE("choices are found by what is typed, whatever its blanks") {
  ArenaTable table;
  table.offer_attack(0, 1, 5, 3);
  table.offer_attack(0, 4, 5, 2);
  v1::Choice& blizzard = table.offer(v1::ARENA_PHRASE_BLIZZARD, {5, 6, 4, 9}, {5, 9});
  blizzard.mutable_action()->mutable_arena()->mutable_trigger()->set_target(5);
  blizzard.mutable_action()->mutable_arena()->mutable_trigger()->set_to(9);
  v1::Choice& combustion = table.offer(v1::ARENA_PHRASE_COMBUSTION, {5, 6, 3}, {5});
  combustion.mutable_action()->mutable_arena()->mutable_trigger()->set_target(5);
  const auto typed = [&](std::string_view line) { return kText.typed(table.scene(), table.choices, line); };
  const auto means = [&](std::string_view line, int choice) {
    const auto action = typed(line).action;
    return action && action->SerializeAsString() == table.choices.choices(choice).action().SerializeAsString();
  };
  CHECK(means("a1xb1", 0));
  CHECK(means(" A1 x A2 ", 1));
  CHECK(means("b2>b3", 2));
  CHECK(means("b2!", 3));
  CHECK(!typed("a1xd4").action);
  CHECK(typed("a1xd4").complaint == "That is not among the choices.");
  for (const char* nothing : {"", "help", "a1xe5", "a1-b1", "17", "a1=x", "5@", "odds 1", "xxxxx", "é!x>@"}) {
    CHECK(!typed(nothing).action);
    CHECK_MESSAGE(typed(nothing).complaint.empty(), nothing);
  }
  v1::Unavailable& unavailable = *table.choices.add_unavailable();
  unavailable.mutable_reason()->set_arena(v1::ARENA_PHRASE_TOO_STRONG);
  unavailable.mutable_reason()->add_arguments(5);
  unavailable.mutable_reason()->add_arguments(6);
  unavailable.set_rule("A-24");
  ArenaTable::sit(*unavailable.mutable_on(), {0, 5});
  CHECK(typed("a1xb2").complaint == "A 5 does not beat a 6. (A-24)");
  CHECK(kText.goes_without_saying(unavailable.reason()));
}

TEST_CASE("eight powers are typed at once, in any order") {
  ArenaTable table;
  v1::Form& form = *table.choices.add_forms();
  form.set_number(1);
  form.set_interchangeable(true);
  for (int i = 0; i < 8; ++i) {
    v1::FormPart& part = *form.add_parts();
    for (std::uint32_t power = 1; power <= 6; ++power) part.add_values(power);
  }
  const auto typed = [&](std::string_view line) { return kText.typed(table.scene(), table.choices, line); };
  const auto powers = [&](std::string_view line) {
    std::string text;
    const GameText::Typed found = typed(line);
    for (const std::uint32_t power : found.action.value().form().values()) text += std::to_string(power);
    return text;
  };
  CHECK(kText.form(table.scene(), form).front().text ==
        "type any eight powers from 1 to 6, such as 1 1 2 3 4 5 6 6 (1,287 ways)");
  form.set_sum_least(28);
  form.set_sum_most(28);
  CHECK(powers("6 6 5 4 3 2 1 1") == "66543211");
  CHECK(powers("6,5,4,4,3,2,2,2") == "65443222");
  CHECK(powers("11234566") == "11234566");
  CHECK(typed("11234556").complaint == "These add up to 27; they must come to 28.");
  CHECK(typed("11234567").complaint == "7 cannot be value 8: that is 1 to 6.");
  CHECK(typed("1123456").complaint.empty());
  CHECK(kText.form(table.scene(), form).front().text ==
        "type eight powers that add up to 28, such as 1 1 2 3 4 5 6 6 (73 ways)");
}

TEST_CASE("choices of the same dragon share a row") {
  ArenaTable table;
  table.offer_attack(0, 1, 5, 3);
  for (const int power : {1, 2, 4}) table.offer(v1::ARENA_PHRASE_MODIFY, {0, 5, power}, {0});
  table.offer(v1::ARENA_PHRASE_MODIFY, {5, 6, 1}, {5});
  for (const int square : {2, 3})
    table.offer(v1::ARENA_PHRASE_PLACE, {4, square}, {static_cast<std::uint32_t>(square)});
  for (const int square : {2, 3}) {
    table.offer(v1::ARENA_PHRASE_BLIZZARD, {5, 6, 4, square}, {5, static_cast<std::uint32_t>(square)});
  }
  table.offer(v1::ARENA_PHRASE_PAIR, {1, 6}, {});
  std::vector<std::string> rows;
  for (const auto& row : kText.rows(table.scene(), table.choices)) {
    rows.push_back(std::to_string(row.first) + "-" + std::to_string(row.last) + " " + row.text);
  }
  CHECK(rows == std::vector<std::string>{
                    "0-0 a1xb1     a1 takes b1 and becomes a 3",
                    "1-3 a1=…      a1: 5 becomes 1 2 4",
                    "4-4 b2=1      b2: 6 becomes 1",
                    "5-6 4@…       4 on c1 d1",
                    "7-8 b2>…      Blizzard on b2: 6 falls to 4, moved to c1 d1",
                    "9-9 1+6       1 + 6 for both",
                });
}

TEST_CASE("the events of the arena") {
  ArenaTable table;
  v1::GameEvent event;
  v1::ArenaEvent& arena = *event.mutable_arena();
  const auto told = [&] { return kText.event(table.scene(), event); };
  v1::ArenaAttacked& attacked = *arena.mutable_attacked();
  attacked.set_from(0);
  attacked.set_to(5);
  attacked.set_power(1);
  attacked.set_target_power(6);
  CHECK(told() == "FIRE: the 1 on a1 takes the 6 on b2 and becomes a 6.");
  arena.mutable_eliminated()->set_square(5);
  CHECK(told() == "");
  arena.mutable_modified()->set_species(1);
  arena.mutable_modified()->set_square(15);
  arena.mutable_modified()->set_before(2);
  arena.mutable_modified()->set_power(6);
  CHECK(told() == "ICE turns d4 from 2 into 6; it has a force field now.");
  arena.mutable_triggered()->set_target(5);
  arena.mutable_triggered()->set_before(3);
  CHECK(told() == "Combustion: the 3 on b2 is eliminated.");
  arena.mutable_triggered()->set_species(1);
  arena.mutable_triggered()->set_power(1);
  arena.mutable_triggered()->set_to(0);
  CHECK(told() == "Blizzard: b2 falls from 3 to 1 and is moved to a1.");
  arena.mutable_starter()->set_species(1);
  CHECK(told() == "ICE (Greedy bot) starts.");
  arena.mutable_revealed()->set_fire("\1\2");
  arena.mutable_revealed()->set_ice("\3");
  CHECK(told() == "Revealed: FIRE 1 2, ICE 3.");
  v1::ArenaDuelResult& duel = *arena.mutable_duel();
  duel.set_duel(2);
  duel.set_reason(v1::ARENA_DUEL_END_NO_CONTACT);
  for (const std::uint32_t sum : {17U, 6U}) duel.add_power(sum), duel.add_score(sum);
  CHECK(told() == "Duel 2 ends: no dragon has an enemy beside it. FIRE 17, ICE 6. FIRE (You) wins a nugget.");
  duel.set_winner(-1);
  CHECK(told() == "Duel 2 ends: no dragon has an enemy beside it. FIRE 17, ICE 6. A draw.");
  table.view.mutable_arena()->set_solo(true);
  table.view.mutable_arena()->set_opponent(1);
  duel.set_score(1, 9);
  CHECK(told() == "The training ends: no dragon has an enemy beside it. FIRE 17, ICE 6 + 3 = 9. A draw.");
  // Figures that are missing make an odd sentence, and nothing worse.
  duel.clear_score();
  CHECK(told() == "The training ends: no dragon has an enemy beside it. FIRE 0, ICE 0. A draw.");
  arena.mutable_supremacy()->set_winner(0);
  CHECK(told() == "FIRE (own) wins the series.");
}

TEST_CASE("a training that is drawn is not lost") {
  ArenaTable table;
  table.info.mutable_seats()->RemoveLast();
  v1::Outcome outcome;
  outcome.add_places(1);
  CHECK(outcome_text(table.scene(), outcome) == "Nobody wins.");
  outcome.set_places(0, 2);
  CHECK(outcome_text(table.scene(), outcome) == "The match is lost.");
}

TEST_CASE("whoever trains alone is told no side at the table: the species is theirs to bring") {
  v1::GameOptions options;
  options.mutable_arena()->set_fire_seat(1);
  const GameText& text = text_of("arena");
  CHECK(text.side(options, 0) == "ICE");
  options.mutable_arena()->set_solo(true);
  CHECK(text.side(options, 0).empty());
}
