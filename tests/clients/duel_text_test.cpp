// The words of Dragon Duel, as a person reads them.
#include <doctest/doctest.h>

#include <numeric>

#include "clients/cli/games/duel/text.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;

namespace {

// Mira plays Ember against a greedy bot's Frost.
struct DuelTable {
  DuelTable() {
    info.mutable_options()->mutable_duel();
    info.add_seats()->mutable_player()->set_name("Mira");
    info.add_seats()->mutable_bot()->set_level(v1::BOT_LEVEL_GREEDY);
    v1::DuelView& duel = *view.mutable_duel();
    duel.set_phase(v1::DUEL_PHASE_ACT);
    duel.set_mode(v1::DUEL_MODE_DUEL);
    duel.set_round(2);
    duel.set_game(1);
    duel.set_match_games(1);
    duel.set_actor(0);
    duel.set_order(std::string("\0\1", 2));
    add(0, 1, 16, 4);
    add(1, 7, 5, 1);
  }
  void add(std::uint32_t index, std::uint32_t kind, std::uint32_t health, std::uint32_t energy) {
    v1::DuelView& duel = *view.mutable_duel();
    v1::DuelDragon& dragon = (*duel.mutable_dragons())[index];
    dragon.set_side(index);
    dragon.set_seat(static_cast<int>(index));
    dragon.set_dragon(kind);
    (*duel.mutable_health())[index] = health;
    (*duel.mutable_energy())[index] = energy;
  }
  [[nodiscard]] Scene scene(int seat = 0) const { return {view, info, seat, 1, paint}; }
  v1::GameView view;
  v1::MatchInfo info;
  Paint paint{false};
};

const DuelText kDuelText;

// The attacker has `power` energy left.
v1::GameEvent fight(v1::DuelAct act, std::vector<std::uint32_t> dice, std::uint32_t power, std::uint32_t attack,
                    std::uint32_t defence, v1::DuelFightResult result, std::uint32_t damage, std::uint32_t energy,
                    std::uint32_t health) {
  v1::GameEvent event;
  v1::DuelFight& fight = *event.mutable_duel()->mutable_fight();
  fight.set_actor(0);
  fight.set_target(1);
  fight.set_act(act);
  fight.mutable_dice()->Add(dice.begin(), dice.end());
  fight.set_attack(attack);
  fight.set_attack_multiplier(power);
  fight.set_attack_bonus(attack - power * std::accumulate(dice.begin(), dice.end() - 1, 0U));
  fight.set_defence(defence);
  fight.set_defence_multiplier(defence / dice.back());
  fight.set_result(result);
  fight.set_damage(damage);
  fight.set_energy_lost(energy);
  fight.set_health_lost(health);
  return event;
}

v1::Choice choice(v1::DuelPhrase phrase, std::vector<int> arguments) {
  v1::Choice choice;
  choice.mutable_sentence()->set_duel(phrase);
  choice.mutable_sentence()->mutable_arguments()->Add(arguments.begin(), arguments.end());
  return choice;
}

std::string reason(const DuelTable& table, v1::DuelPhrase phrase, std::vector<int> arguments) {
  return kDuelText.reason(table.scene(), choice(phrase, std::move(arguments)).sentence());
}

}  // namespace

TEST_CASE("the board") {
  const DuelTable table;
  CHECK(kDuelText.board(table.scene()) == std::vector<std::string>{
                                              "Round 2",
                                              " ▶ Ember  You         health ████████████████░░░░ 16   energy ●●●● 4",
                                              "   Frost  Greedy bot  health █████░░░░░░░░░░░░░░░  5   energy ●○○○ 1",
                                          });
}

TEST_CASE("the board of a match of several games, for somebody who watches") {
  DuelTable table;
  table.view.mutable_duel()->set_match_games(3);
  table.view.mutable_duel()->set_game(2);
  (*table.view.mutable_duel()->mutable_wins())[0] = 1;
  (*table.view.mutable_duel()->mutable_wins())[1] = 0;
  (*table.view.mutable_duel()->mutable_health())[1] = 0;
  const auto board = kDuelText.board(table.scene(-1));
  CHECK(board[0] == "Round 2 · Game 2 of 3 · games won: Mira 1, Greedy bot 0");
  CHECK(board[2] == "   Frost  Greedy bot  fallen");
}

TEST_CASE("fights are told with their figures") {
  DuelTable table;
  const auto told = [&](const v1::GameEvent& event) { return kDuelText.event(table.scene(), event); };
  CHECK(told(fight(v1::DUEL_ACT_CLAW, {4, 9}, 3, 12, 9, v1::DUEL_FIGHT_RESULT_HIT, 3, 0, 0)) ==
        "Ember claws Frost: 4 × 3 = 12 against 9 × 1 = 9. Hit: Frost loses 3 health.");
  CHECK(told(fight(v1::DUEL_ACT_TAIL_WHIP, {4, 7, 6}, 2, 22, 24, v1::DUEL_FIGHT_RESULT_BEATEN, 0, 1, 0)) ==
        "Ember whips its tail at Frost: (4 + 7) × 2 = 22 against 6 × 4 = 24. Beaten back: Ember loses 1 energy.");
  CHECK(told(fight(v1::DUEL_ACT_BREATH, {5, 9, 7, 7}, 1, 21, 21, v1::DUEL_FIGHT_RESULT_TIE, 0, 0, 0)) ==
        "Ember breathes on Frost: (5 + 9 + 7) × 1 = 21 against 7 × 3 = 21. Level: nothing happens.");
  CHECK(told(fight(v1::DUEL_ACT_CLAW, {1, 9}, 2, 2, 9, v1::DUEL_FIGHT_RESULT_BEATEN, 0, 1, 2)) ==
        "Ember claws Frost: 1 × 2 = 2 against 9 × 1 = 9. Beaten back: Ember loses 1 energy and 2 health.");
}

// Told by the event alone: nothing in these figures says that they are not 2 × 2.
TEST_CASE("Talon's claw adds 2 after multiplying (D-53)") {
  DuelTable table;
  (*table.view.mutable_duel()->mutable_dragons())[0].set_dragon(2);
  CHECK(kDuelText.event(table.scene(), fight(v1::DUEL_ACT_CLAW, {2, 3}, 1, 4, 3, v1::DUEL_FIGHT_RESULT_HIT, 1, 0, 0)) ==
        "Talon claws Frost: 2 × 1 + 2 = 4 against 3 × 1 = 3. Hit: Frost loses 1 health.");
}

TEST_CASE("the other events") {
  DuelTable table;
  v1::GameEvent event;
  v1::DuelEvent& duel = *event.mutable_duel();
  const auto told = [&] { return kDuelText.event(table.scene(), event); };
  duel.mutable_wait()->set_actor(1);
  duel.mutable_wait()->set_energy(2);
  CHECK(told() == "Frost waits: 2 energy.");
  duel.mutable_round()->set_round(3);
  duel.mutable_round()->mutable_order()->Add(1);
  duel.mutable_round()->mutable_order()->Add(0);
  CHECK(told() == "Round 3: Frost, then Ember.");
  for (const std::uint32_t contender : {0U, 1U}) duel.mutable_initiative()->add_contenders(contender);
  duel.mutable_initiative()->add_values(7);
  duel.mutable_initiative()->add_values(7);
  CHECK(told() == "First roll: Ember 7 and Frost 7. Ember and Frost roll again.");
  duel.mutable_initiative()->set_values(1, 11);
  CHECK(told() == "First roll: Ember 7 and Frost 11. Frost starts.");
  duel.mutable_d4()->set_actor(1);
  duel.mutable_d4()->set_roll(3);
  CHECK(told() == "Frost rolls 3: Breath.");
  duel.mutable_death()->set_dragon(1);
  CHECK(told() == "Frost falls.");
  duel.mutable_chosen()->set_actor(0);
  duel.mutable_chosen()->set_dragon(8);
  CHECK(told() == "You take Gale.");
  duel.mutable_game()->set_game(1);
  duel.mutable_game()->set_winner(1);
  CHECK(told() == "");
  table.view.mutable_duel()->set_match_games(3);
  CHECK(told() == "Greedy bot wins game 1.");
}

TEST_CASE("choices and why not") {
  DuelTable table;
  CHECK(kDuelText.choice(table.scene(), choice(v1::DUEL_PHRASE_CLAW, {1, 1, 3})) ==
        "Claw on Frost               costs 1 energy, then the dice count ×3");
  CHECK(kDuelText.choice(table.scene(), choice(v1::DUEL_PHRASE_WAIT, {1})) == "Wait                        +1 energy");
  CHECK(kDuelText.choice(table.scene(), choice(v1::DUEL_PHRASE_CHOOSE_DRAGON, {5})) == "Bramble");
  CHECK(reason(table, v1::DUEL_PHRASE_NEEDS_ENERGY, {3, 4, 1, 1}) == "Breath needs 4 energy; Frost has 1.");
  CHECK(reason(table, v1::DUEL_PHRASE_FULL_ENERGY, {0, 4}) == "Ember cannot wait at full energy.");
  CHECK(reason(table, v1::DUEL_PHRASE_NOT_YOUR_TURN, {1, 0}) == "Greedy bot is deciding now.");
  CHECK(reason(table, v1::DUEL_PHRASE_OPTION_RANGE, {2, 12, 3, 8}) == "The option players must be 3 to 8, not 12.");
  // Arguments that are missing make an odd sentence, and nothing worse.
  CHECK(reason(table, v1::DUEL_PHRASE_NEEDS_ENERGY, {}) == "That action needs 0 energy; Ember has 0.");
}

TEST_CASE("odds are told as what changes") {
  DuelTable table;
  v1::Odds odds;
  v1::OddsLine& hit = *odds.add_lines();
  hit.set_probability(0.75);
  (*hit.mutable_diff()->mutable_duel()->mutable_health())[1] = 1;
  (*hit.mutable_diff()->mutable_duel()->mutable_energy())[0] = 3;
  v1::OddsLine& miss = *odds.add_lines();
  miss.set_probability(0.25);
  (*miss.mutable_diff()->mutable_duel()->mutable_energy())[0] = 2;
  v1::DuelOdds& figures = *odds.mutable_figures()->mutable_duel();
  figures.set_hit(0.75);
  figures.set_mean_damage(3);
  figures.set_attacker_falls(0.02);
  for (const auto& [health, probability] : {std::pair{0U, 0.25}, {3U, 0.5}, {4U, 0.25}}) {
    figures.add_damage()->set_health(health);
    figures.mutable_damage(figures.damage_size() - 1)->set_probability(probability);
  }
  CHECK(kDuelText.odds(table.scene(), odds) == std::vector<std::string>{
                                                   "75\u00a0% to hit · 3.0 health on average · 2.0\u00a0% to fall",
                                                   "health: none 25\u00a0% · 1 to 4 75\u00a0%",
                                                   "   75\u00a0%  Frost 5 → 1 health, Ember 4 → 3 energy",
                                                   "   25\u00a0%  Ember 4 → 2 energy",
                                               });
}

TEST_CASE("luck is told for each seat, with its best and its worst attack") {
  DuelTable table;
  v1::Luck luck;
  const auto add = [&](std::uint32_t seat, std::uint64_t version, double expected, double came) {
    v1::DecisionLuck& decision = *luck.add_decisions();
    decision.set_seat(seat);
    decision.set_version(version);
    decision.mutable_action()->mutable_duel()->set_claw(1 - seat);
    decision.mutable_expected()->mutable_duel()->set_hit(0.5);
    decision.mutable_expected()->mutable_duel()->set_mean_damage(expected);
    decision.mutable_came()->mutable_duel()->set_hit(came > 0 ? 1 : 0);
    decision.mutable_came()->mutable_duel()->set_mean_damage(came);
  };
  add(0, 1, 3, 0);
  add(1, 2, 2, 5);
  add(0, 3, 2.5, 9);
  luck.add_decisions()->set_seat(1);  // one that has no figures
  CHECK(kDuelText.luck(table.scene(), luck) ==
        std::vector<std::string>{
            "  You: 1 of 2 attacks hit, 1.0 expected · 9 health, 5.5 expected",
            "    best: Claw on Frost (move 3), 9 health, 2.5 expected",
            "    worst: Claw on Frost (move 1), 0 health, 3.0 expected",
            "  Greedy bot: 1 of 1 attacks hit, 0.5 expected · 5 health, 2.0 expected",
            "    best: Claw on Ember (move 2), 5 health, 2.0 expected",
        });
}

TEST_CASE("how it ended") {
  DuelTable table;
  v1::Outcome outcome;
  outcome.set_reason(v1::OUTCOME_REASON_PLAYED);
  outcome.add_winners(0);
  CHECK(outcome_text(table.scene(0), outcome) == "Victory!");
  CHECK(outcome_text(table.scene(-1), outcome) == "Mira wins.");
  outcome.set_winners(0, 1);
  outcome.set_reason(v1::OUTCOME_REASON_TIME);
  CHECK(outcome_text(table.scene(0), outcome) == "Greedy bot wins.");
  CHECK(outcome_text(table.scene(-1), outcome) == "Greedy bot wins. One side ran out of time.");
  outcome.set_reason(v1::OUTCOME_REASON_ABSENCE);
  CHECK(outcome_text(table.scene(-1), outcome) == "Greedy bot wins. One side was away for too long.");
  outcome.clear_winners();
  outcome.set_reason(v1::OUTCOME_REASON_PLAYED);
  CHECK(outcome_text(table.scene(0), outcome) == "Nobody wins.");
}
