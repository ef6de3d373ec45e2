// The words of Dragon Dance, as a person reads and types them.
#include <doctest/doctest.h>

#include "clients/cli/games/dance/text.h"
#include "in_language.h"
#include "rules/dance/cards.h"
#include "tests/clients/bytes.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using wyrmhall::cli::tests::bytes;
using wyrmhall::tests::InLanguage;

namespace {

namespace dance = rules::dance;

enum CardNumber : int { kCharge, kHack, kSlash, kDodge, kShield, kAdvance, kFire = 8, kRake = 9, kFlap = 11 };

// Mira plays the knight against a bot, and is asked for a card. The cards are those of the rules.
struct DanceTable {
  DanceTable() {
    info.mutable_options()->mutable_dance();
    info.add_seats()->mutable_player()->set_name("Mira");
    info.add_seats()->mutable_bot()->set_level(v1::BOT_LEVEL_NORMAL);
    dance_view().set_phase(v1::DANCE_PHASE_CARD);
    dance_view().set_round(4);
    dance_view().set_round_limit(40);
    dance_view().set_range(v1::DANCE_RANGE_SHORT);
    set(*dance_view().mutable_life(), 7U, 14U);
    set(*dance_view().mutable_full_life(), 9U, 20U);
    set(*dance_view().mutable_dice(), bytes({5, 3, 2, 6, 1}), bytes({4, 4, 1}));
    set(*dance_view().mutable_spent(), bytes({0, 0, 1, 0, 0}), bytes({0, 0, 0}));
    set(*dance_view().mutable_hand(), bytes({0, 1, 2, 3, 4, 6, 7}), bytes({8, 9, 10, 11, 12, 13, 14, 15}));
    set(*dance_view().mutable_discard(), bytes({5}), std::string());
    chosen(0).set_die(0);
    chosen(1).set_die(-1);
    chosen(1).set_committed(true);
    for (std::uint32_t number = 0; number < dance::kCards.size(); ++number) deal(number);
  }
  template <class Map, class Value>
  static void set(Map& map, const Value& knights, const Value& dragons) {
    map[0] = knights;
    map[1] = dragons;
  }
  void deal(std::uint32_t number) {
    const dance::CardRules& rules = dance::kCards[number];
    v1::DanceCard& card = (*dance_view().mutable_cards())[number];
    card.set_kind(static_cast<v1::DanceCardKind>(static_cast<int>(rules.kind) + 1));
    card.set_long_range(rules.far);
    card.set_short_range(rules.close);
    if (rules.kind == dance::CardKind::attack) card.set_damage(rules.damage.data(), rules.damage.size());
    if (rules.kind == dance::CardKind::defence) card.set_protect(rules.protect.data(), rules.protect.size());
    card.set_movement(static_cast<v1::DanceMovement>(static_cast<int>(rules.movement)));
    card.set_combo(dance::partner_of(static_cast<dance::Card>(number)) != dance::Card::none);
  }
  v1::DanceView& dance_view() { return *view.mutable_dance(); }
  v1::DanceChoice& chosen(std::uint32_t seat) { return (*dance_view().mutable_choices())[seat]; }

  // A choice whose action tells which one it is.
  void offer(v1::DancePhrase phrase, const std::vector<int>& arguments = {}) {
    v1::Choice& choice = *choices.add_choices();
    choice.mutable_sentence()->set_dance(phrase);
    choice.mutable_sentence()->mutable_arguments()->Add(arguments.begin(), arguments.end());
    choice.mutable_action()->mutable_dance()->set_card(static_cast<std::uint32_t>(choices.choices_size()));
  }
  void withhold(v1::DancePhrase phrase, const std::vector<int>& arguments) {
    v1::Unavailable& unavailable = *choices.add_unavailable();
    unavailable.mutable_reason()->set_dance(phrase);
    unavailable.mutable_reason()->mutable_arguments()->Add(arguments.begin(), arguments.end());
    unavailable.set_rule("P1");
  }
  // What a line does: the number of a choice, a complaint, or nothing.
  [[nodiscard]] std::string typed(std::string_view line) const {
    const GameText::Typed typed = text.typed(scene(), choices, line);
    return typed.action ? std::to_string(typed.action->dance().card()) : typed.complaint;
  }
  [[nodiscard]] std::vector<std::string> rows() const {
    std::vector<std::string> rows;
    for (const auto& row : text.rows(scene(), choices)) rows.push_back(row.text);
    return rows;
  }
  [[nodiscard]] Scene scene(int seat = 0) const { return {view, info, seat, 1, paint, &choices}; }

  v1::GameView view;
  v1::MatchInfo info;
  v1::Choices choices;
  Paint paint{false};
  DanceText text;
};

// Hack with a 4 against Flap with a 1, at short range.
v1::DanceExchange guarded() {
  v1::DanceExchange last;
  last.set_round(3);
  last.set_dice(bytes({4, 1}));
  last.set_cards(bytes({kHack, kFlap}));
  last.set_damage(bytes({0, 0}));
  last.set_combo_card(-1);
  last.set_combo_die(-1);
  last.set_range_from(v1::DANCE_RANGE_SHORT);
  last.set_range_to(v1::DANCE_RANGE_SHORT);
  return last;
}

// Hack without a die against Rake with a 6, and Slash with a 3 follows; the dragon's Retreat would have to wait.
v1::DanceExchange combo() {
  v1::DanceExchange last = guarded();
  last.set_dice(bytes({0, 6}));
  last.set_cards(bytes({kHack, kRake}));
  last.set_damage(bytes({3, 1}));
  last.set_combo_card(kSlash);
  last.set_combo_column(3);
  last.set_combo_damage(2);
  return last;
}

}  // namespace

TEST_CASE("the board of the dance") {
  DanceTable table;
  *table.dance_view().mutable_last() = guarded();
  CHECK(table.text.board(table.scene()) ==
        std::vector<std::string>{
            "Round 4 of 40 · both choose a card",
            "   Knight ◄─ short range ─► Dragon",
            "   Knight (You)",
            "      life        ████████████████░░░░  7 of 9",
            "      dice        [5] 3 (2) 6  1    ( ) spent",
            "      hand        Charge · Hack · Slash · Dodge · Raise Shield · Retreat ·",
            "                  Recuperate",
            "      discard     Advance",
            "      this round  die 5 · not decided yet",
            "   Dragon (Normal bot)",
            "      life        ██████████████░░░░░░  14 of 20",
            "      dice         4  4  1 ",
            "      hand        Breathe Fire · Rake · Tail Sweep · Flap · Harden Scales ·",
            "                  Advance · Retreat · Recuperate",
            "      discard     nothing",
            "      this round  no die · card hidden",
            "   Exchange of round 3           –   1   2   3   4   5   6   die  (house)",
            "      Knight  Hack               1   1   2   2  [2]  3   4   no damage",
            "      Dragon  Flap               2  [4]  4   3   3   2   2   protects",
        });
}

TEST_CASE("no line of the board is wider than the terminal, in any language") {
  for (const std::string_view language : {"en", "fr"}) {
    const InLanguage spoken(language);
    DanceTable table;
    for (const v1::DanceRange range : {v1::DANCE_RANGE_LONG, v1::DANCE_RANGE_SHORT}) {
      table.dance_view().set_range(range);
      *table.dance_view().mutable_last() = combo();
      table.dance_view().mutable_last()->set_range_from(v1::DANCE_RANGE_LONG);
      for (const std::string& line : table.text.board(table.scene())) CHECK_MESSAGE(columns(line) <= 80, line);
    }
  }
}

TEST_CASE("the second hit has a row of its own, and a card without a table says what it does") {
  DanceTable table;
  *table.dance_view().mutable_last() = combo();
  const auto board = table.text.board(table.scene());
  const auto rows = std::vector<std::string>(board.end() - 3, board.end());
  CHECK(rows == std::vector<std::string>{
                    "      Knight  Hack              [1]  1   2   2   2   3   4   1 damage",
                    "      Dragon  Rake               0   0   1   1   2   2  [3]  3 damage",
                    "      Combo   Slash              1   1   1  [2]  2   3   3   2 damage",
                });
  v1::DanceExchange& last = *table.dance_view().mutable_last();
  last = guarded();
  last.set_cards(bytes({kDodge, 14}));
  const auto other = table.text.board(table.scene());
  CHECK(other[other.size() - 2] == "      Knight  Dodge             nothing gets through");
  CHECK(other[other.size() - 1] == "      Dragon  Retreat           to long range");
}

TEST_CASE("what a seat has chosen is shown to it, and to others when both have") {
  DanceTable table;
  const auto chosen = [&](int seat, std::size_t line) {
    return table.text.board(table.scene(seat)).at(line).substr(18);
  };
  table.dance_view().set_phase(v1::DANCE_PHASE_DIE);
  table.chosen(0).clear_die();
  table.chosen(1).clear_die();
  CHECK(chosen(0, 8) == "not decided yet");
  CHECK(chosen(0, 15) == "die hidden");
  table.chosen(0).set_committed(true);
  table.chosen(0).set_die(3);
  CHECK(chosen(0, 8) == "die 6");
  table.dance_view().set_phase(v1::DANCE_PHASE_TAKE_BACK);
  table.chosen(0).set_committed(false);
  table.chosen(0).set_card(kHack);
  table.chosen(0).set_from(bytes({kCharge, kAdvance}));
  CHECK(chosen(0, 8) == "die 6 · Hack · not decided yet");
  table.chosen(0).set_take_back(kCharge);
  CHECK(chosen(0, 8) == "die 6 · Hack · Take Charge back");
  table.chosen(0).set_take_back(-1);
  CHECK(chosen(0, 8) == "die 6 · Hack · Take none back");
}

TEST_CASE("dice are offered with what the cards would do with them") {
  DanceTable table;
  table.dance_view().set_phase(v1::DANCE_PHASE_DIE);
  table.offer(v1::DANCE_PHRASE_NO_DIE);
  table.offer(v1::DANCE_PHRASE_DIE, {0, 5});
  table.withhold(v1::DANCE_PHRASE_DIE_SPENT, {2});
  CHECK(table.rows() == std::vector<std::string>{
                            "none            hack 1 · slash 1 · shield −2",
                            "die 5           hack 3 · slash 3 · shield −2",
                        });
  table.dance_view().set_range(v1::DANCE_RANGE_LONG);
  CHECK(table.rows()[1] == "die 5           charge 4 · shield −2");
  CHECK(table.text.goes_without_saying(table.choices.unavailable(0).reason()));
  CHECK(table.typed("die 5") == "2");
  CHECK(table.typed("DIE  none") == "1");
  CHECK(table.typed("none") == "1");
  CHECK(table.typed("die 2") == "Die 2 is spent. Recuperate brings it back. (P1)");
  CHECK(table.typed("die 4") == "No die that can be chosen shows 4.");
  CHECK(table.typed("hack") == "Something else is asked now: both choose a die.");
  for (const char* nothing : {"", " ", "die", "help", "board", "story", "quit", "17", "é!x>@", "die five"}) {
    CHECK_MESSAGE(table.typed(nothing).empty(), nothing);
  }
}

TEST_CASE("cards are offered with what they do, and found by how they begin") {
  DanceTable table;
  for (const int card : {1, 2, 3, 4, 6, 7}) table.offer(v1::DANCE_PHRASE_CARD, {card, 5});
  table.withhold(v1::DANCE_PHRASE_WRONG_RANGE, {kCharge, v1::DANCE_RANGE_SHORT});
  CHECK(table.rows() == std::vector<std::string>{
                            "hack            Hack: 3 damage · Combo",
                            "slash           Slash: 3 damage · Combo",
                            "dodge           Dodge: nothing gets through",
                            "shield          Raise Shield: takes 2 off an attack",
                            "retreat         Retreat: to long range",
                            "recuperate      Recuperate: cards and dice back, all dice rolled",
                        });
  CHECK(table.typed("hack") == "1");
  CHECK(table.typed("card Hack") == "1");
  CHECK(table.typed("sl") == "2");
  CHECK(table.typed("shield") == "4");
  CHECK(table.typed("Raise Shield") == "4");
  CHECK(table.typed("re") == "More than one card begins with “re”: retreat and recuperate.");
  CHECK(table.typed("charge") == "Charge cannot be played at short range. (P1)");
  CHECK(table.typed("advance") == "Advance is in the discard. Recuperate brings it back.");
  CHECK(table.typed("die 3") == "Something else is asked now: both choose a card.");
  CHECK(table.typed("pass") == "That is not among the choices.");
  CHECK(table.typed("rake").empty());
}

TEST_CASE("the second hit names its die") {
  DanceTable table;
  table.dance_view().set_phase(v1::DANCE_PHASE_COMBO);
  table.offer(v1::DANCE_PHRASE_PASS);
  table.offer(v1::DANCE_PHRASE_FOLLOW_UP, {kSlash, -1, 0, 1});
  table.offer(v1::DANCE_PHRASE_FOLLOW_UP, {kSlash, 1, 3, 2});
  table.withhold(v1::DANCE_PHRASE_DIE_CHOSEN, {0});
  CHECK(table.rows() == std::vector<std::string>{
                            "pass            Do not follow up",
                            "slash none      Slash without a die: 1 damage, undefended",
                            "slash 3         Slash with die 3: 2 damage, undefended",
                        });
  CHECK(table.typed("pass") == "1");
  CHECK(table.typed("slash none") == "2");
  CHECK(table.typed("slash 3") == "3");
  CHECK(table.typed("slash") == "Say with which die, such as “slash 3”, or “slash none”.");
  CHECK(table.typed("slash 5") == "Die 5 went with the first card of this round. (P1)");
  CHECK(table.typed("slash 4") == "No die that can be chosen shows 4.");
  CHECK(table.typed("hack 3") == "Hack cannot follow; Slash can.");
}

TEST_CASE("a card is taken back by its name") {
  DanceTable table;
  table.dance_view().set_phase(v1::DANCE_PHASE_TAKE_BACK);
  table.offer(v1::DANCE_PHRASE_DECLINE);
  table.offer(v1::DANCE_PHRASE_TAKE_BACK, {kCharge});
  CHECK(table.rows() == std::vector<std::string>{"pass            Take none back", "charge          Take Charge back"});
  CHECK(table.typed("pass") == "1");
  CHECK(table.typed("none") == "1");
  CHECK(table.typed("charge") == "2");
  CHECK(table.typed("hack") == "That is not among the choices.");
}

TEST_CASE("in French, with or without accents") {
  const InLanguage french("fr");
  DanceTable table;
  table.dance_view().set_phase(v1::DANCE_PHASE_DIE);
  table.offer(v1::DANCE_PHRASE_DIE, {0, 5});
  CHECK(table.rows() == std::vector<std::string>{"dé 5            fendant 3 · taillade 3 · bouclier −2"});
  CHECK(table.typed("dé 5") == "1");
  CHECK(table.typed("De 5") == "1");
  CHECK(table.typed("dé 4") == "Aucun dé disponible ne montre 4.");
  table.choices.clear_choices();
  table.dance_view().set_phase(v1::DANCE_PHASE_CARD);
  table.offer(v1::DANCE_PHRASE_CARD, {7, 5});
  CHECK(table.rows() ==
        std::vector<std::string>{"récupération    Récupération\u00a0: cartes et dés repris, tous les dés relancés"});
  CHECK(table.typed("recuperation") == "1");
  CHECK(table.typed("RÉCUP") == "1");
}

TEST_CASE("an exchange is told once, before the dice that were rolled after it") {
  DanceTable table;
  GameText::Events events;
  const auto add = [&]() -> v1::DanceEvent& { return *events.Add()->mutable_dance(); };
  const auto told = [&] { return table.text.step(table.scene(), events); };
  add().mutable_committed()->set_seat(1);
  events[0].mutable_dance()->mutable_committed()->set_phase(v1::DANCE_PHASE_CARD);
  CHECK(told() == std::vector<std::string>{"The dragon has chosen a card."});
  events[0].mutable_dance()->mutable_committed()->set_seat(0);
  CHECK(told().empty());
  v1::DanceRolled& rolled = *add().mutable_rolled();
  rolled.set_seat(1);
  rolled.set_dice(bytes({2, 6, 6}));
  *add().mutable_last() = guarded();
  CHECK(told() == std::vector<std::string>{
                      "Round 3: Hack (4) against Flap (1). Flap takes off 2. Nobody is hurt.",
                      "The dragon rolls 2 6 6.",
                  });
  // The knight has passed, or followed up: no secret decision, and the exchange was told before.
  events.Clear();
  *add().mutable_last() = guarded();
  CHECK(told() == std::vector<std::string>{"The knight does not follow up."});
  *events[0].mutable_dance()->mutable_last() = combo();
  CHECK(told() == std::vector<std::string>{"Combo: Slash (3) follows, and the dragon loses 2 life."});
}

TEST_CASE("the events of the dance") {
  DanceTable table;
  v1::GameEvent event;
  v1::DanceEvent& what = *event.mutable_dance();
  const auto told = [&] { return table.text.event(table.scene(), event); };
  what.mutable_die()->set_dice(bytes({5, 0}));
  CHECK(told() == "Dice: knight 5, dragon no die.");
  v1::DanceExchange& last = *what.mutable_last();
  last = guarded();
  last.set_dice(bytes({6, 3}));
  last.set_cards(bytes({kCharge, kFire}));
  last.set_damage(bytes({3, 5}));
  last.set_range_from(v1::DANCE_RANGE_LONG);
  CHECK(told() ==
        "Round 3: Charge (6) against Breathe Fire (3). The knight loses 3 life. The dragon loses 5 life. They are at "
        "short range now.");
  last.set_cards(bytes({kDodge, kFire}));
  last.set_damage(bytes({0, 0}));
  last.set_range_to(v1::DANCE_RANGE_LONG);
  CHECK(told() == "Round 3: Dodge (6) against Breathe Fire (3). Dodge: nothing gets through. Nobody is hurt.");
  what.mutable_back()->add_card(-1);
  what.mutable_back()->add_card(kRake);
  CHECK(told() == "The dragon takes Rake back.");
  v1::DanceResult& result = *what.mutable_result();
  result.set_reason(v1::DANCE_END_LIFE);
  CHECK(told() == "The dragon falls.");
  result.set_winner(-1);
  CHECK(told() == "Both fall. A draw: the princess walks off alone.");
  result.set_reason(v1::DANCE_END_LIMIT);
  CHECK(told() == "The last round is over, and both have kept the same share of life. A draw.");
  result.set_winner(1);
  CHECK(told() == "The last round is over. The dragon has kept the larger share of life.");
  // What is missing makes an odd sentence, and nothing worse.
  what.mutable_last();
  CHECK(told() == "Round 0: Charge (no die) against Charge (no die). Nobody is hurt.");
}

TEST_CASE("odds of a decision after which nothing is thrown say so") {
  DanceTable table;
  v1::Odds odds;
  odds.add_lines()->set_probability(1);
  CHECK(table.text.odds(table.scene(), odds) == std::vector<std::string>{"Nothing is left to chance here."});
  (*odds.mutable_lines(0)->mutable_diff()->mutable_dance()->mutable_life())[0] = 5;
  CHECK(table.text.odds(table.scene(), odds).at(0).find("life 5") != std::string::npos);
}

TEST_CASE("each reason of the dance is said with what it is about") {
  DanceTable table;
  const auto said = [&](v1::DancePhrase phrase, const std::vector<int>& arguments) {
    v1::Sentence sentence;
    sentence.set_dance(phrase);
    sentence.mutable_arguments()->Add(arguments.begin(), arguments.end());
    return table.text.reason(table.scene(), sentence);
  };
  CHECK(said(v1::DANCE_PHRASE_OPTION_RANGE, {3, 31, 1, 30}) == "The option knight_life must be 1 to 30, not 31.");
  CHECK(said(v1::DANCE_PHRASE_NOT_YOUR_TURN, {1, 0}) == "Normal bot is deciding now.");
  CHECK(said(v1::DANCE_PHRASE_NO_SUCH_DIE, {6, 5}) == "There is no die 7; there are 5.");
  CHECK(said(v1::DANCE_PHRASE_WRONG_PHASE, {1, v1::DANCE_PHASE_COMBO}) ==
        "Something else is asked now: the knight may follow up.");
  CHECK(said(v1::DANCE_PHRASE_NOT_THE_FOLLOW_UP, {kHack, kSlash}) == "Hack cannot follow; Slash can.");
  // What this client does not know yet is told in the words of the protocol.
  CHECK(said(static_cast<v1::DancePhrase>(999), {1}).find("999") != std::string::npos);
}
