// What a person reads in Dice & Dragons.
#include <doctest/doctest.h>

#include "hunt_table.h"
#include "in_language.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using namespace wyrmhall::cli::tests;
using wyrmhall::tests::InLanguage;

TEST_CASE("the board of the hunt") {
  HuntTable table;
  table.carry(0, v1::HUNT_ITEM_HEALING_POTION);
  table.carry(0, v1::HUNT_ITEM_DRAGON_MAIL);
  table.progress(0).mutable_items(1)->set_active(true);
  table.ask_skill(16, v1::HUNT_PHRASE_ATTACK, {v1::HUNT_SKILL_CLEAVE, 3});
  CHECK(table.text.board(table.scene()) ==
        Lines{
            "Chapter 1 · round 2 of 30 · Warrior is on, roll 1 of 3",
            "   Young Red Dragon  ███████████████░░░░░░░░░░░░░░░  47 of 94 HP",
            "      attacks  1 Dragon: Claw 3 · 2 Dragons: Tail Strike 7 ·",
            "               3 Dragons: Fire Breath 10 · (house)",
            "      special  Scorch: each hero hurt loses 1 more, whatever the armour",
            "      state    1 die locked · 2 pins",
            "   1 Warrior (You)   ██████████░░  18 of 23 HP",
            "      state    AC 0 · 2 tokens · 1 ally · 2 poison",
            "      skills   [Cleave SS 3] · (Shield Bash SBH 5) · Second Wind SH +3",
            "      items    Healing Potion · Dragon Mail (in use)",
            "   2 Cleric (Robin)  ██████████░░  19 of 24 HP",
            "      state    AC 0 · 2 tokens",
            "      skills   Smite HM 3 · Heal HH +4 · Blessing HB",
            "      turns    Warrior (4) → Cleric (5)",
            "      dice     1 Sword   2 Sword   3 Magic   4 Dragon   5 Holy",
            "   [ ] within reach · ( ) covered · skills (house) · S Sword · M Magic ·",
            "   H Holy · B Crossbow · D Dagger · ! all different · = all equal",
        });
}

TEST_CASE("a die that is used, one that was passed on, votes, the dead and the slain") {
  HuntTable table;
  v1::HuntView& hunt = table.hunt_view();
  hunt.set_phase(v1::HUNT_PHASE_FLEE);
  hunt.set_used(bytes({0, 1}));
  hunt.set_votes(bytes({1}));
  hunt.set_assist(v1::HUNT_SYMBOL_HOLY);
  table.hero(1).set_alive(false);
  (*hunt.mutable_dragons())[0].set_hp(0);
  // Only the vote is asked, so the skills and attacks are left out.
  CHECK(table.text.board(table.scene()) == Lines{
                                               "Chapter 1 · round 2 of 30 · all vote: flee or stay",
                                               "   Young Red Dragon  slain",
                                               "   1 Warrior (You)   ██████████░░  18 of 23 HP",
                                               "      state    AC 0 · 2 tokens · 1 ally · 2 poison",
                                               "   2 Cleric (Robin)  dead",
                                               "      on its way to the next turn: Holy",
                                               "      for flight: Robin",
                                           });
  hunt.set_phase(v1::HUNT_PHASE_ASSIST);
  CHECK(table.text.board(table.scene())[7] == "      dice     (1 Sword)   (2 Sword)   3 Magic   4 Dragon   5 Holy");
  hunt.set_phase(v1::HUNT_PHASE_TURN);
  hunt.clear_used();
  hunt.set_rolls(0);
  hunt.set_kept(v1::HUNT_SYMBOL_MAGIC);
  hunt.set_dice(bytes({0, 0, 0, 0, 0}));
  CHECK(table.text.board(table.scene())[7] == "      dice     1 Magic (from an ally)   2 –   3 –   4 –   5 –");
}

TEST_CASE("heroes from a stable go by their names, and are typed by them") {
  HuntTable table;
  v1::BroughtHero& brienne = *table.info.mutable_options()->add_heroes();
  brienne.set_place(0);
  brienne.set_name("Brienne of Tarth");
  const Lines board = table.text.board(table.scene());
  CHECK(board[0] == "Chapter 1 · round 2 of 30 · Brienne of Tarth is on, roll 1 of 3");
  CHECK(board[6].find("   1 Brienne of Tarth (You)  ██") == 0);
  CHECK(board[7] == "      state    Warrior · AC 0 · 2 tokens · 1 ally · 2 poison");
  CHECK(board[9].find("   2 Cleric (Robin)          ██") == 0);
  v1::GameEvent event;
  event.mutable_hunt()->mutable_died();
  CHECK(table.text.event(table.scene(), event) == "Brienne of Tarth dies.");
  v1::Form& heal = table.ask_skill(32, v1::HUNT_PHRASE_HEAL, {v1::HUNT_SKILL_SECOND_WIND, 3});
  HuntTable::part(heal, v1::HUNT_PHRASE_PART_TARGETS, v1::HUNT_PHRASE_HEROES, {{1, {0}}, {2, {1}}});
  for (const char* typed : {"second brienne", "second tarth", "second warrior", "second 1"}) {
    CHECK_MESSAGE(table.typed(typed) == "form 32: 3 1", typed);
  }
  CHECK(table.typed("second") == "Say for whom: Brienne of Tarth · Cleric.");
  table.hunt_view().set_phase(v1::HUNT_PHASE_VILLAGE);
  CHECK(table.text.board(table.scene())[2] ==
        "   1 Brienne of Tarth (You)  18 of 23 HP · Warrior · 2 gold · level 1 · 0 of 6 XP");
}

TEST_CASE("no line of the hunt's board is wider than the terminal, in any language") {
  for (const std::string_view language : {"en", "fr"}) {
    const InLanguage spoken(language);
    HuntTable table;
    for (int kind = v1::HUNT_DRAGON_KIND_YOUNG_RED; kind <= v1::HuntDragonKind_MAX; ++kind) {
      v1::HuntDragon& dragon = (*table.hunt_view().mutable_dragons())[0];
      dragon.set_id(static_cast<v1::HuntDragonKind>(kind));
      dragon.set_special(static_cast<v1::HuntSpecial>(1 + kind % v1::HuntSpecial_MAX));
      for (const std::string& line : table.text.board(table.scene())) CHECK_MESSAGE(columns(line) <= 80, line);
    }
    table.hunt_view().set_phase(v1::HUNT_PHASE_VILLAGE);
    table.hunt_view().mutable_village()->set_stock(std::string(13, '\2'));
    for (const std::string& line : table.text.board(table.scene())) CHECK_MESSAGE(columns(line) <= 80, line);
  }
}

TEST_CASE("what was decided is told with what came of it") {
  HuntTable table;
  GameText::Events events;
  const auto add = [&]() -> v1::HuntEvent& { return *events.Add()->mutable_hunt(); };
  const auto told = [&] {
    const Lines lines = table.text.step(table.scene(), events);
    events.Clear();
    return lines;
  };
  add().mutable_rolled()->set_dice(bytes({1, 6}));
  CHECK(told() == Lines{"Warrior rolls Sword, Dragon."});
  v1::HuntActivate& skill = *add().mutable_decided()->mutable_action()->mutable_skill();
  skill.set_skill(v1::HUNT_SKILL_CLEAVE);
  skill.set_items(bytes({0}));
  v1::HuntActivation& attack = *add().mutable_activation();
  attack.set_type(v1::HUNT_ACTIVATION_TYPE_SKILL);
  attack.set_skill(v1::HUNT_SKILL_CLEAVE);
  attack.set_damage(3);
  attack.set_counter(2);
  attack.set_counter_damage(7);
  add().mutable_died()->set_hero(0);
  CHECK(told() ==
        Lines{"Warrior: Cleave, 3 damage. An item goes into it. Counter-attack, Tail Strike: Warrior loses 7.",
              "Warrior dies."});
  v1::HuntActivate& treat = *add().mutable_decided()->mutable_action()->mutable_general();
  treat.set_skill(v1::HUNT_SKILL_TREAT_WOUNDS);
  treat.set_targets(bytes({1}));
  treat.set_cover(v1::HUNT_SKILL_CLEAVE);
  v1::HuntActivation& healed = *add().mutable_activation();
  healed.set_type(v1::HUNT_ACTIVATION_TYPE_GENERAL);
  healed.set_skill(v1::HUNT_SKILL_TREAT_WOUNDS);
  healed.set_counter(1);
  CHECK(
      told() ==
      Lines{
          "Warrior: Treat Wounds for Cleric. Covered: Cleave. Counter-attack, Claw: nothing gets through to Warrior."});
  add().mutable_decided()->mutable_action()->set_fail(v1::HUNT_SKILL_CLEAVE);
  add().mutable_activation()->set_type(v1::HUNT_ACTIVATION_TYPE_FAIL);
  CHECK(told() == Lines{"Warrior fails. Covered: Cleave."});
  v1::HuntThrown& thrown = *add().mutable_throw_();
  thrown.set_for_(v1::HUNT_THROW_FOR_FURY);
  thrown.set_dice(bytes({6, 1, 6, 2}));
  thrown.set_throws(bytes({3, 1}));
  v1::HuntFuryRow& row = *add().mutable_fury()->add_fury();
  row.set_symbols(4);
  (*row.mutable_loss())[0] = 10;
  (*row.mutable_loss())[1] = 9;
  add().mutable_fury()->add_fury();
  v1::HuntPoisoned& poison = *add().mutable_poison();
  poison.set_hero(1);
  poison.set_loss(2);
  add().mutable_slain();
  CHECK(told() == Lines{"Young Red Dragon throws for its Fury: Dragon, Sword, Dragon; Magic.",
                        "Fury of Young Red Dragon, Fire Breath: Warrior loses 10 and Cleric loses 9. Scorch: each hero "
                        "hurt loses 1 more, whatever the armour.",
                        "Fury of Young Red Dragon: no Dragon, and nobody is hurt.", "Cleric loses 2 to poison.",
                        "Young Red Dragon is slain!"});
}

TEST_CASE("votes, items, the village and the end of a hunt are told") {
  HuntTable table;
  v1::GameEvent event;
  const auto told = [&] { return table.text.event(table.scene(), event); };
  v1::HuntDecided& decided = *event.mutable_hunt()->mutable_decided();
  v1::HuntAction& action = *decided.mutable_action();
  decided.set_seat(1);
  action.set_flee(true);
  CHECK(told() == "Robin: flee.");
  action.set_flee(false);
  CHECK(told() == "Robin: stay.");
  action.set_assist(-1);
  CHECK(told().empty());
  action.set_assist(2);
  CHECK(told() == "Robin: a die for the next turn.");
  action.set_replace(true);
  CHECK(told() == "Robin: a hero steps in.");
  action.mutable_item()->set_target(0);
  CHECK(told() == "Robin: a healing item for Warrior.");
  action.mutable_item()->set_target(-1);
  CHECK(told() == "Robin: an item is put to use.");
  action.mutable_buy()->set_item(v1::HUNT_ITEM_LUCKY_CHARM);
  action.mutable_buy()->set_drop(-1);
  CHECK(told() == "Warrior buys: Lucky Charm.");
  action.mutable_buy()->set_drop(1);
  CHECK(told() == "Warrior buys: Lucky Charm. Another item is lost for it.");
  action.mutable_give()->set_to(1);
  CHECK(told() == "Warrior gives an item to Cleric.");
  action.mutable_share()->set_to(1);
  CHECK(told() == "Warrior hands a left-over coin to Cleric.");
  action.mutable_swap()->set_back(1);
  CHECK(told() == "Warrior rests, and Cleric comes back.");
  action.mutable_swap()->set_newcomer(v1::HUNT_CLASS_ROGUE);
  CHECK(told() == "Warrior rests, and a newcomer is played: Rogue.");
  action.mutable_resurrect()->set_hero(1);
  CHECK(told() == "Cleric is brought back to life; Warrior pays.");
  action.mutable_improve()->set_skill(v1::HUNT_SKILL_CLEAVE);
  action.mutable_improve()->set_part(v1::HUNT_PART_ATTACK);
  CHECK(told() == "Warrior improves a skill: Cleave (damage +1).");
  action.mutable_learn()->set_skill(v1::HUNT_SKILL_THROWING_AXE);
  CHECK(told() == "Warrior learns a skill: Throwing Axe.");
  action.mutable_group()->set_group(1);
  CHECK(told() == "Warrior goes to group 2.");
  action.mutable_ready();
  CHECK(told() == "Robin: ready to leave.");
  v1::HuntEnd& end = *event.mutable_hunt()->mutable_end();
  end.set_chapter(3);
  end.set_rounds(7);
  end.set_outcome(v1::HUNT_OUTCOME_VICTORY);
  end.set_heroes(bytes({0, 1}));
  for (const std::uint32_t gold : {4U, 3U}) {
    end.add_xp(5);
    end.add_gold(gold);
  }
  end.add_levels(bytes({3, 2}));
  end.add_levels("");
  end.set_dead(bytes({1}));
  CHECK(told() ==
        "Victory in chapter 3, after 7 rounds. Shares: Warrior: 5 XP, 4 gold · Cleric: 5 XP, 3 gold. Warrior rises 2 "
        "levels: 5 hit points more. Dead: Cleric.");
  end.Clear();
  end.set_chapter(3);
  end.set_outcome(v1::HUNT_OUTCOME_FLED);
  CHECK(told() == "The heroes flee. Chapter 3 is still to be won.");
}

TEST_CASE("in a campaign the story names no dragon, since it tells of earlier ones too") {
  HuntTable table;
  table.hunt_view().set_campaign(true);
  v1::GameEvent event;
  event.mutable_hunt()->mutable_slain();
  CHECK(table.text.event(table.scene(), event) == "The dragon is slain!");
  v1::HuntFuryRow& row = *event.mutable_hunt()->mutable_fury()->add_fury();
  row.set_symbols(2);
  (*row.mutable_loss())[0] = 3;
  CHECK(table.text.event(table.scene(), event) == "Fury of The dragon, 2 Dragons: Warrior loses 3.");
  (*table.hunt_view().mutable_dragons())[1].set_id(v1::HUNT_DRAGON_KIND_YOUNG_BLACK);
  event.mutable_hunt()->mutable_slain()->set_dragon(1);
  CHECK(table.text.event(table.scene(), event) == "Dragon 2 is slain!");
}

TEST_CASE("how likely each skill is, and what threatens") {
  HuntTable table;
  v1::Odds odds;
  v1::HuntSkillOdds& skill = *odds.mutable_figures()->mutable_hunt()->add_skills();
  skill.set_skill(v1::HUNT_SKILL_CLEAVE);
  skill.set_now(0.25);
  skill.set_one(0.5);
  skill.set_two(0.75);
  v1::HuntThreat& threat = *odds.mutable_figures()->mutable_hunt()->add_threats();
  threat.set_dragons(1);
  threat.set_probability(0.5);
  threat.set_loss(3);
  CHECK(table.text.odds(table.scene(), odds) ==
        Lines{"  Cleave  now 25\u00a0% · one more roll 50\u00a0% · two more 75\u00a0%",
              "  1 Dragon: 50\u00a0% (loses 3)"});
}

TEST_CASE("reasons of the hunt are said with what they are about") {
  HuntTable table;
  const auto said = [&](v1::HuntPhrase phrase, const std::vector<int>& arguments) {
    v1::Sentence sentence;
    HuntTable::say(sentence, phrase, arguments);
    return table.text.reason(table.scene(), sentence);
  };
  CHECK(said(v1::HUNT_PHRASE_OPTION_RANGE, {2, 11, 1, 10}) == "The option chapter must be 1 to 10, not 11.");
  CHECK(said(v1::HUNT_PHRASE_HERO_FIELD_RANGE, {7, 100, 1, 99}) == "A hero’s hp_max must be 1 to 99, not 100.");
  CHECK(said(v1::HUNT_PHRASE_SEAT_MISSING, {0}) == "Seat 1 has no hero, though a seat after it has one.");
  CHECK(said(v1::HUNT_PHRASE_NOT_ENOUGH_GOLD, {0, 1, 2}) == "Warrior has 1 gold, and it takes 2.");
  CHECK(said(v1::HUNT_PHRASE_NO_SUCH_SLOT, {2, 1}) == "There is no item in place 3; there are 1.");
  // Every phrase has its sentence in each language, and takes what it is given: hero 1 has an item too.
  table.carry(1, v1::HUNT_ITEM_HEALING_POTION);
  for (const std::string_view language : {"en", "fr"}) {
    const InLanguage spoken(language);
    const auto& phrases = *v1::HuntPhrase_descriptor();
    for (int i = 1; i < phrases.value_count(); ++i) {
      const std::string text = said(static_cast<v1::HuntPhrase>(phrases.value(i)->number()), {1, 1, 1, 1});
      CHECK_MESSAGE(text.find("HUNT_") == std::string::npos, text);
    }
  }
  // What this client does not know yet is told in the words of the protocol.
  CHECK(said(static_cast<v1::HuntPhrase>(999), {1}).find("999") != std::string::npos);
}

TEST_CASE("dice are told by their Dragons, not by a sum") {
  HuntTable table;
  v1::DiceLuck dice;
  dice.set_sides(6);
  dice.set_rolled(124);
  for (const std::uint32_t times : {20, 15, 17, 15, 16, 41}) dice.add_faces(times);
  CHECK(table.text.dice_luck(dice) == "41 Dragons on 124 dice, 20.7 expected");
}
