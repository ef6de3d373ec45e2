// What a person types in Dice & Dragons.
#include <doctest/doctest.h>

#include <algorithm>

#include "hunt_table.h"
#include "in_language.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using namespace wyrmhall::cli::tests;
using wyrmhall::tests::InLanguage;

TEST_CASE("dice are rolled by number or by what they show") {
  HuntTable table;
  table.ask_roll(1, v1::HUNT_PHRASE_ROLL_AGAIN, {2}, 5);
  CHECK(table.rows() == Lines{"roll 2 4 / keep 1       Roll some dice again: roll 2 of 3"});
  CHECK(table.typed("roll 3 4") == "form 1: 0 0 1 1 0");
  CHECK(table.typed("roll") == "form 1: 1 1 1 1 1");
  CHECK(table.typed("keep 1, 2") == "form 1: 0 0 1 1 1");
  CHECK(table.typed("KEEP sword") == "form 1: 0 0 1 1 1");
  CHECK(table.typed("keep s m") == "form 1: 0 0 0 1 1");
  CHECK(table.typed("roll dragon") == "form 1: 0 0 0 1 0");
  CHECK(table.typed("keep 1 2 3 4 5") == "At least one die is needed.");
  CHECK(table.typed("roll 6") == "There is no die 6; there are 5.");
  CHECK(table.typed("roll crossbow") == "“crossbow” is no die: say its number, or what it shows.");
  CHECK(table.typed("roll 2 blessed") == "Warrior has no Blessed token.");
  table.ask_roll(2, v1::HUNT_PHRASE_ROLL_BLESSED, {1}, 5);
  CHECK(table.rows()[1] == "roll 2 4 blessed        Roll some dice again with a Blessed token (1 left)");
  CHECK(table.typed("roll 2 blessed") == "form 2: 0 1 0 0 0");
  table.choices.clear_forms();
  table.hunt_view().set_rolls(3);
  CHECK(table.typed("roll 2") == "No roll is left; a turn has 3.");
}

TEST_CASE("the first roll is of all dice, or of all but the one that was passed on") {
  HuntTable table;
  table.hunt_view().set_rolls(0);
  table.hunt_view().set_dice(bytes({0, 0, 0, 0, 0}));
  table.hunt_view().set_kept(v1::HUNT_SYMBOL_MAGIC);
  table.offer(v1::HUNT_PHRASE_ROLL_ALL).mutable_roll()->set_dice(bytes({0, 1, 2, 3, 4}));
  table.offer(v1::HUNT_PHRASE_ROLL_WITH_ASSIST, {2}).mutable_roll()->set_dice(bytes({1, 2, 3, 4}));
  CHECK(table.rows() == Lines{"roll                    Roll all dice",
                              "keep 1                  Roll all dice but the first, which shows Magic"});
  CHECK(table.typed("roll") == table.choices.choices(0).action().hunt().ShortDebugString());
  CHECK(table.typed("keep 1") == table.choices.choices(1).action().hunt().ShortDebugString());
  CHECK(table.typed("keep magic") == table.typed("keep 1"));
  CHECK(table.typed("roll 2") == "The first roll is of all dice; only the die of an assist may be left out.");
  CHECK(table.typed("cleave") == "The dice have not been rolled yet.");
}

TEST_CASE("a skill takes the first dice that fit, its heroes, what it covers and its items") {
  HuntTable table;
  table.carry(0, v1::HUNT_ITEM_RUNE_SWORD);
  table.ask_skill(16, v1::HUNT_PHRASE_ATTACK, {v1::HUNT_SKILL_CLEAVE, 3});
  v1::Form& heal = table.ask_skill(32, v1::HUNT_PHRASE_HEAL, {v1::HUNT_SKILL_SECOND_WIND, 3});
  HuntTable::part(heal, v1::HUNT_PHRASE_PART_TARGETS, v1::HUNT_PHRASE_HEROES, {{1, {0}}, {2, {1}}});
  v1::Form& jab = table.ask_skill(8, v1::HUNT_PHRASE_ATTACK, {v1::HUNT_SKILL_JAB, 2});
  HuntTable::part(jab, v1::HUNT_PHRASE_PART_COVER, v1::HUNT_PHRASE_SKILL,
                  {{1, {v1::HUNT_SKILL_CLEAVE}}, {5, {v1::HUNT_SKILL_SECOND_WIND}}});
  CHECK(table.rows() == Lines{"cleave                  Cleave: 3 damage",
                              "second 1                Second Wind: +3 hit points",
                              "jab cover cleave        Jab: 2 damage"});
  CHECK(table.typed("cleave") == "form 16: 3");
  CHECK(table.typed("cleave dice 1 3") == "form 16: 5");
  CHECK(table.typed("cleave dice 2 3") == "These dice are not the pattern of Cleave.");
  CHECK(table.typed("cleave 1") == "Cleave takes no target.");
  CHECK(table.typed("second wind 2") == "form 32: 3 2");
  CHECK(table.typed("wind cleric") == "form 32: 3 2");
  CHECK(table.typed("second for warrior") == "form 32: 3 1");
  CHECK(table.typed("second") == "Say for whom: Warrior · Cleric.");
  CHECK(table.typed("second 7") == "“7” is no hero: say the number or the class.");
  CHECK(table.typed("jab cover wind") == "form 8: 3 5");
  CHECK(table.typed("jab") == "Say which open skill the token covers.");
  CHECK(table.typed("jab cover shield") == "The skill to cover is covered already: Shield Bash.");
  CHECK(table.typed("s") == "More than one begins with “s”: Shield Bash and Second Wind.");
  CHECK(table.typed("smite").empty());
  for (const char* nothing : {"", " ", "help", "board", "story", "quit", "17", "é!x>@"}) {
    CHECK_MESSAGE(table.typed(nothing).empty(), nothing);
  }
  // With an item only, which is to be named.
  table.withhold(v1::HUNT_PHRASE_SKILL_COVERED, {v1::HUNT_SKILL_SHIELD_BASH});
  CHECK(table.typed("shield") == "Shield Bash is covered. It takes one Echo Scroll to use it again. (K1)");
  table.ask_skill_with_item(19, v1::HUNT_PHRASE_ATTACK, {v1::HUNT_SKILL_SHIELD_BASH, 5});
  CHECK(table.rows().back() == "shield with sword       Shield Bash: 5 damage, with Sword Rune");
  CHECK(table.typed("shield") == "This takes an item: Sword Rune. Say so: `shield with sword`.");
  CHECK(table.typed("shield with rune") == "form 19: 33");
  CHECK(table.typed("shield with rune dice 2") == "form 19: 34");
  CHECK(table.typed("shield with potion") == "“potion” is no item of this pack.");
  CHECK(table.typed("cleave with sword") == "That is not among the choices.");
  // Without or with it: one form, told and typed as two.
  table.choices.clear_forms();
  v1::Form& both = table.ask(16, v1::HUNT_PHRASE_ATTACK, {v1::HUNT_SKILL_CLEAVE, 3});
  HuntTable::part(both, v1::HUNT_PHRASE_PART_DICE, v1::HUNT_PHRASE_DICE, {{3, {0, 1}}, {33, {0, 5}}});
  CHECK(table.rows() ==
        Lines{"cleave                  Cleave: 3 damage", "cleave with sword       Cleave: 3 damage, with Sword Rune"});
  CHECK(table.typed("cleave") == "form 16: 3");
  CHECK(table.typed("cleave with sword") == "form 16: 33");
}

TEST_CASE("items are used by their names or places") {
  HuntTable table;
  table.carry(0, v1::HUNT_ITEM_HEALING_POTION);
  table.carry(0, v1::HUNT_ITEM_LUCKY_CHARM);
  for (const int target : {0, 1}) {
    table.offer_listed(5, v1::HUNT_PHRASE_HEAL_WITH, {v1::HUNT_ITEM_HEALING_POTION, 5, target},
                       {static_cast<std::uint32_t>(target)});
  }
  table.ask_roll(4, v1::HUNT_PHRASE_REROLL_WITH, {v1::HUNT_ITEM_LUCKY_CHARM, 3}, 3);
  CHECK(table.rows() == Lines{"use healing 1           Healing Potion: Warrior, +5 hit points",
                              "use healing 2           Healing Potion: Cleric, +5 hit points",
                              "use lucky 2 4           Lucky Charm: roll up to 3 dice again"});
  CHECK(table.typed("use potion cleric") == "form 5: 1");
  CHECK(table.typed("use 1 for 2") == table.typed("use potion cleric"));
  CHECK(table.typed("use potion") == "Say for whom: Warrior and Cleric.");
  CHECK(table.typed("use charm 2 4") == "form 4: 0 1 0 1 0");
  CHECK(table.typed("use charm keep 1 2 3") == "form 4: 0 0 0 1 1");
  CHECK(table.typed("use charm 1 2 3 4") == "4 dice are too many; 3 are allowed.");
  CHECK(table.typed("use scroll") == "“scroll” is no item of this pack.");
  table.progress(0).mutable_items(1)->set_id(v1::HUNT_ITEM_RUNE_SWORD);
  CHECK(table.typed("use rune") == "This item is used together with a skill: Sword Rune.");
}

TEST_CASE("failing, assisting, fleeing and stepping in") {
  HuntTable table;
  CHECK(table.typed("fail") == "A skill can be activated, so the hero may not fail.");
  table.offer_listed(7, v1::HUNT_PHRASE_FAIL, {v1::HUNT_SKILL_CLEAVE}, {v1::HUNT_SKILL_CLEAVE});
  table.offer_listed(7, v1::HUNT_PHRASE_FAIL, {v1::HUNT_SKILL_SECOND_WIND}, {v1::HUNT_SKILL_SECOND_WIND});
  CHECK(table.rows()[0] == "fail cleave             Fail, and cover Cleave");
  CHECK(table.typed("fail wind") == "form 7: 5");
  CHECK(table.typed("fail") == "Say which open skill the token covers.");
  CHECK(table.typed("fail shield") == "The skill to cover is covered already: Shield Bash.");
  table.choices.clear_choices();
  table.hunt_view().set_phase(v1::HUNT_PHASE_ASSIST);
  table.hunt_view().set_used(bytes({0, 1}));
  table.offer(v1::HUNT_PHRASE_ASSIST, {2, 2}).set_assist(2);
  table.offer(v1::HUNT_PHRASE_NO_ASSIST).set_assist(-1);
  CHECK(table.rows() ==
        Lines{"assist 3                Pass die 3 on: Magic", "pass                    Pass no die on"});
  CHECK(table.typed("assist 3") == "assist: 2");
  CHECK(table.typed("assist magic") == "assist: 2");
  CHECK(table.typed("pass") == "assist: -1");
  CHECK(table.typed("no") == "assist: -1");
  CHECK(table.typed("stay") == "That cannot be done now.");
  CHECK(table.typed("assist 1") == "Die 1 was used.");
  CHECK(table.typed("assist 4") == "Die 4 shows a Dragon, which is never passed on.");
  table.choices.clear_choices();
  table.hunt_view().set_phase(v1::HUNT_PHASE_FLEE);
  table.offer(v1::HUNT_PHRASE_FLEE).set_flee(true);
  table.offer(v1::HUNT_PHRASE_STAY).set_flee(false);
  for (const char* yes : {"flee", "flee yes", "yes"}) CHECK_MESSAGE(table.typed(yes) == "flee: true", yes);
  for (const char* no : {"stay", "flee no", "no", "pass"}) CHECK_MESSAGE(table.typed(no) == "flee: false", no);
  CHECK(table.typed("assist 3") == "That cannot be done now.");
  table.choices.clear_choices();
  table.hunt_view().set_phase(v1::HUNT_PHASE_REPLACE);
  table.offer(v1::HUNT_PHRASE_STEP_IN, {0, 0}).set_replace(true);
  CHECK(table.rows() == Lines{"yes                     Warrior steps in: Young Red Dragon"});
  CHECK(table.typed("yes") == "replace: true");
  CHECK(table.typed("no") == "Nobody else is left to step in.");
}

TEST_CASE("the village") {
  HuntTable table;
  table.hunt_view().set_phase(v1::HUNT_PHASE_VILLAGE);
  table.hunt_view().set_campaign(true);
  table.hunt_view().mutable_village()->set_stock(bytes({2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
  table.hunt_view().mutable_village()->set_ready(bytes({1}));
  table.progress(0).set_pending(bytes({1}));
  table.carry(0, v1::HUNT_ITEM_LUCKY_CHARM);
  table.hero(1).set_alive(false);
  v1::Form& buy = table.ask(176, v1::HUNT_PHRASE_BUY, {0, 2});
  HuntTable::part(buy, v1::HUNT_PHRASE_PART_ITEM, v1::HUNT_PHRASE_ITEM,
                  {{1, {v1::HUNT_ITEM_HEALING_POTION}}, {3, {v1::HUNT_ITEM_LUCKY_CHARM}}});
  v1::Form& give = table.ask(181, v1::HUNT_PHRASE_GIVE, {0});
  HuntTable::part(give, v1::HUNT_PHRASE_PART_ITEM, v1::HUNT_PHRASE_ITEM_IN_SLOT, {{1, {0, 1}}});
  HuntTable::part(give, v1::HUNT_PHRASE_PART_TO, v1::HUNT_PHRASE_HERO, {{1, {1}}});
  v1::Form& raise = table.ask(186, v1::HUNT_PHRASE_RESURRECT, {2});
  HuntTable::part(raise, v1::HUNT_PHRASE_PART_WHO, v1::HUNT_PHRASE_HERO, {{1, {1}}});
  HuntTable::part(raise, v1::HUNT_PHRASE_PART_PAYER, v1::HUNT_PHRASE_HERO, {{0, {0}}});
  table.offer_listed(71, v1::HUNT_PHRASE_IMPROVE, {0, v1::HUNT_PART_ATTACK, v1::HUNT_SKILL_CLEAVE},
                     {v1::HUNT_SKILL_CLEAVE});
  const Lines board = table.text.board(table.scene());
  CHECK(Lines(board.begin(), board.end() - 2) ==
        Lines{
            "Chapter 1 · hunt 1 · in the village",
            "   Market  (house)",
            "      Healing Potion        2 gold · 2 left · +5 hit points · can pay: 1",
            "      Lucky Charm           2 gold · rolls up to 3 dice again · can pay: 1",
            "      Dragon Mail           7 gold · armour +2 in a hunt, once put to use",
            "   1 Warrior (You)   18 of 23 HP · 2 gold · level 1 · 0 of 6 XP",
            "      state    has a skill to improve",
            "      skills   Cleave SS 3 · (Shield Bash SBH 5) · Second Wind SH +3",
            "      items    Lucky Charm",
            "   2 Cleric (Robin)  dead · 3 gold · level 1 · 0 of 6 XP",
            "      skills   Smite HM 3 · Heal HH +4 · Blessing HB",
            "   ready: Robin",
        });
  CHECK(table.rows() == Lines{"improve 1 cleave damage Warrior improves Cleave: damage +1",
                              "buy 1 healing           Warrior buys something (has 2 gold)",
                              "give 1 lucky 2          Warrior gives an item away",
                              "raise 2 1               Bring a hero back to life for 2 gold"});
  CHECK(table.typed("buy 1 potion") == "form 176: 1");
  CHECK(table.typed("buy charm") == "form 176: 3");
  CHECK(table.typed("buy warrior lucky") == "form 176: 3");
  CHECK(table.typed("buy mail") == "Warrior has 2 gold, and it takes 7.");
  CHECK(table.typed("buy scroll") == "The village has none left: Echo Scroll.");
  CHECK(table.typed("buy sword") == "The village has none left: Sword Rune.");
  CHECK(table.typed("buy 2 potion") == "That is not among the choices.");
  CHECK(table.typed("buy potion drop charm") == "There is room in the pack, so no item is lost.");
  CHECK(table.typed("give 1 charm 2") == "form 181: 1 1");
  CHECK(table.typed("give charm for cleric") == "form 181: 1 1");
  CHECK(table.typed("give charm 1") == "The pack of Warrior is full.");
  CHECK(table.typed("raise cleric") == "form 186: 1 0");
  CHECK(table.typed("raise 2 1") == "form 186: 1 0");
  CHECK(table.typed("raise 1") == "Warrior is alive.");
  CHECK(table.typed("improve cleave") == "form 71: 1");
  CHECK(table.typed("improve 1 cleave damage") == table.typed("improve cleave"));
  CHECK(table.typed("improve smite") == "There is no skill “smite” here.");
  CHECK(table.typed("ready") == "First Warrior has a level’s choice to make.");
  table.offer(v1::HUNT_PHRASE_READY).mutable_ready();
  CHECK(table.typed("ready") == "ready { }");
  CHECK(table.typed("roll") == "That cannot be done now.");
  // With a full pack it is said what is lost.
  HuntTable::part(buy, v1::HUNT_PHRASE_PART_DROP, v1::HUNT_PHRASE_ITEM_IN_SLOT, {{1, {0, 1}}, {2, {0, 2}}});
  table.carry(0, v1::HUNT_ITEM_RUNE_SWORD);
  CHECK(table.typed("buy potion") == "The pack is full: say which item is lost.");
  CHECK(table.typed("buy potion drop rune") == "form 176: 1 2");
  CHECK(table.typed("buy potion drop 1") == "form 176: 1 1");
}

TEST_CASE("a coin that was left over") {
  HuntTable table;
  table.hunt_view().set_phase(v1::HUNT_PHASE_VILLAGE);
  table.add_hero(2, v1::HUNT_CLASS_RANGER, 21, {v1::HUNT_SKILL_AIMED_SHOT});
  table.sheet(2).set_seat(0);
  table.hunt_view().mutable_village()->set_left_over(bytes({0, 1}));
  const Lines board = table.text.board(table.scene());
  const std::string line = "   1 Warrior (You)   18 of 23 HP · 2 gold · a coin of it left over · level 1 · 0 of 6 XP";
  CHECK(std::ranges::count(board, line) == 1);
  table.offer_listed(86, v1::HUNT_PHRASE_SHARE, {0, 1}, {1});
  table.offer_listed(86, v1::HUNT_PHRASE_SHARE, {0, 2}, {2});
  CHECK(table.rows() == Lines{"coin 1 2                Warrior hands a left-over coin to Cleric",
                              "coin 1 3                Warrior hands a left-over coin to Ranger"});
  CHECK(table.typed("coin 1 2") == "form 86: 1");
  CHECK(table.typed("coin warrior ranger") == "form 86: 2");
  CHECK(table.typed("coin cleric") == "form 86: 1");
  CHECK(table.typed("coin") == "Say what.");
  CHECK(table.typed("coin 1 dwarf") == "“dwarf” is no hero: say the number or the class.");
  CHECK(table.typed("coin 2 1") == "That is not among the choices.");
  CHECK(table.typed("coin 1 1") == "A hero gives nothing to itself.");
  CHECK(table.typed("coin 3 1") == "Ranger has no left-over coin to hand on.");
  table.choices.clear_choices();
  CHECK(table.typed("coin 1 2") == "Cleric took no part in the hunt.");
  table.hunt_view().set_phase(v1::HUNT_PHASE_TURN);
  CHECK(table.typed("coin 1 2") == "That cannot be done now.");
  const InLanguage french("fr");
  table.offer_listed(86, v1::HUNT_PHRASE_SHARE, {0, 1}, {1});
  CHECK(table.rows() == Lines{"piece 1 2               Guerrier cède une pièce du reste à Clerc"});
  CHECK(table.typed("pièce 1 2") == "form 86: 1");
}

TEST_CASE("who rests, and who is played instead") {
  HuntTable table;
  table.hunt_view().set_phase(v1::HUNT_PHASE_VILLAGE);
  table.add_hero(2, v1::HUNT_CLASS_RANGER, 21, {v1::HUNT_SKILL_AIMED_SHOT});
  table.sheet(2).set_seat(0);
  v1::HuntHero& ranger = (*table.hunt_view().mutable_heroes())[2];
  ranger.set_rests(true);
  CHECK(std::ranges::count_if(table.text.board(table.scene()), [](const std::string& line) {
          return line.starts_with("   3 Ranger (You)") && line.contains("rests · ");
        }) == 1);
  table.offer_listed(12, v1::HUNT_PHRASE_PLAY_NEWCOMER, {0, v1::HUNT_CLASS_ROGUE}, {0, 5});
  table.offer_listed(12, v1::HUNT_PHRASE_PLAY_NEWCOMER, {0, v1::HUNT_CLASS_WIZARD}, {0, 2});
  table.offer_listed(91, v1::HUNT_PHRASE_PLAY_AGAIN, {0, 2}, {2});
  CHECK(table.rows() == Lines{"switch 1 rogue          Warrior rests, and a newcomer is played: Rogue",
                              "switch 1 wizard         Warrior rests, and a newcomer is played: Wizard",
                              "switch 1 3              Warrior rests, and Ranger comes back"});
  CHECK(table.typed("switch 1 rogue") == "form 12: 0 5");
  CHECK(table.typed("switch warrior wiz") == "form 12: 0 2");
  CHECK(table.typed("switch rogue") == "form 12: 0 5");
  CHECK(table.typed("switch 1 3") == "form 91: 2");
  CHECK(table.typed("switch warrior ranger") == "form 91: 2");
  CHECK(table.typed("switch") == "Say what.");
  CHECK(table.typed("switch 1 dwarf") == "“dwarf” is no hero: say the number or the class.");
  CHECK(table.typed("switch 1 cleric") == "The match has a hero of this class: Cleric.");
  CHECK(table.typed("switch 2 rogue") == "That is not among the choices.");
  CHECK(table.typed("switch 3 rogue") == "Ranger rests.");
  table.choices.clear_choices();
  table.hunt_view().mutable_village()->set_switched(bytes({2}));
  CHECK(table.typed("switch 1 3") == "Ranger has come or gone in this village already.");
  table.hunt_view().mutable_village()->set_switched(bytes({0}));
  CHECK(table.typed("switch 1 rogue") == "Warrior has come or gone in this village already.");
  table.hunt_view().mutable_village()->set_last(true);
  CHECK(table.typed("switch 1 rogue") == "No hunt follows, so nobody switches heroes.");
  table.hunt_view().set_phase(v1::HUNT_PHASE_TURN);
  CHECK(table.typed("switch 1 rogue") == "That cannot be done now.");
  const InLanguage french("fr");
  table.offer_listed(12, v1::HUNT_PHRASE_PLAY_NEWCOMER, {0, v1::HUNT_CLASS_ROGUE}, {0, 5});
  CHECK(table.rows() == Lines{"changer 1 voleur        Guerrier se repose, et un nouveau venu joue : Voleur"});
  CHECK(table.typed("changer 1 voleur") == "form 12: 0 5");
}

TEST_CASE("the hunt in French, with or without accents") {
  const InLanguage french("fr");
  HuntTable table;
  table.ask_roll(1, v1::HUNT_PHRASE_ROLL_AGAIN, {2}, 5);
  table.ask_skill(16, v1::HUNT_PHRASE_ATTACK, {v1::HUNT_SKILL_CLEAVE, 3});
  CHECK(table.rows() == Lines{"lancer 2 4 / garder 1   Relancer des dés\u00a0: lancer 2 sur 3",
                              "fendant                 Coup fendant\u00a0: 3 dégâts"});
  CHECK(table.typed("garder epee") == "form 1: 0 0 1 1 1");
  CHECK(table.typed("Garder Épée") == "form 1: 0 0 1 1 1");
  CHECK(table.typed("fendant") == "form 16: 3");
  CHECK(table.typed("coup") ==
        "Plusieurs commencent par «\u00a0coup\u00a0»\u00a0: Coup fendant, Coup de bouclier et Coup bref.");
  CHECK(table.text.board(table.scene())[0] ==
        "Chapitre 1 · manche 2 sur 30 · au tour de\u00a0: Guerrier, lancer 1 sur 3");
  CHECK(table.text.board(table.scene())[2].find("1 Dragon\u00a0: Griffe 3") != std::string::npos);
}

TEST_CASE("changes of groups are listed where two groups go on, and can be typed in every village") {
  HuntTable table;
  table.hunt_view().set_phase(v1::HUNT_PHASE_VILLAGE);
  table.offer_listed(13, v1::HUNT_PHRASE_GROUP, {0, 1}, {0, 1});
  table.offer(v1::HUNT_PHRASE_READY).mutable_ready();
  const auto listed = [&] { return table.text.rows(table.scene(), table.choices); };
  const auto helped = [&] { return table.text.ways_to_type(table.scene(), table.choices).size(); };
  REQUIRE(listed().size() == 1);
  CHECK(listed()[0].first == 1);
  CHECK(helped() == 1);
  CHECK(table.typed("group 1 2") == "form 13: 0 1");
  for (const std::uint32_t number : {2U, 3U}) table.add_hero(number, v1::HUNT_CLASS_ROGUE, 19, {});
  CHECK(listed().size() == 2);
  CHECK(helped() == 2);
  table.hero(3).set_rests(true);
  CHECK(listed().size() == 1);
  table.hero(3).set_rests(false);
  table.hunt_view().mutable_village()->set_last(true);
  CHECK(listed().size() == 1);
}
