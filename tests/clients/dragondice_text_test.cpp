// The words of Dragon Dice, as a person reads and types them.
#include <doctest/doctest.h>

#include <algorithm>

#include "clients/cli/commands/game_options.h"
#include "clients/cli/games/dragondice/names.h"
#include "clients/cli/games/dragondice/text.h"
#include "clients/cli/games/typed_words.h"
#include "in_language.h"
#include "rules/dragondice/data.h"
#include "tests/clients/bytes.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using wyrmhall::cli::tests::bytes;
using wyrmhall::tests::InLanguage;

namespace {

namespace dragondice = rules::dragondice;

// Mira against a bot. Her army at the frontier: Footmen 0 and 1, a Warlord 2, a Sergeant 3; two dragons are there.
struct ForcesTable {
  ForcesTable() {
    info.mutable_options()->mutable_dragondice();
    info.add_seats()->mutable_player()->set_name("Mira");
    info.add_seats()->mutable_bot()->set_level(v1::BOT_LEVEL_NORMAL);
    v1::DragondiceView& of = dragons_view();
    of.set_round(3);
    of.set_rounds(8);
    of.set_seat(0);
    of.set_step(v1::DRAGONDICE_STEP_CASUALTIES);
    of.set_terrains(bytes({v1::DRAGONDICE_TERRAIN_HIGHLAND_CITY, v1::DRAGONDICE_TERRAIN_COASTLAND_CITY,
                           v1::DRAGONDICE_TERRAIN_FLATLAND_TOWER}));
    add_unit(0, v1::DRAGONDICE_UNIT_KIND_DWARF_FOOTMAN, 1, 0, 2);
    add_unit(1, v1::DRAGONDICE_UNIT_KIND_DWARF_FOOTMAN, 1, 0, 2);
    add_unit(2, v1::DRAGONDICE_UNIT_KIND_DWARF_WARLORD, 3, 0, 2);
    add_unit(3, v1::DRAGONDICE_UNIT_KIND_DWARF_SERGEANT, 2, 0, 4);
    add_unit(4, v1::DRAGONDICE_UNIT_KIND_CORAL_ELF_CORAL_GIANT, 4, 1, 1);
    add_dragon(0, v1::DRAGONDICE_DRAGON_TYPE_ELEMENTAL_FIRE, v1::DRAGONDICE_DRAGON_FORM_DRAKE, 0, 2);
    add_dragon(1, v1::DRAGONDICE_DRAGON_TYPE_IVORY_HYBRID_AIR, v1::DRAGONDICE_DRAGON_FORM_WYRM, 1, 2);
    (*of.mutable_score())[0] = 12;
    (*of.mutable_call_points())[0] = 7;
    (*of.mutable_effects())[2].set_halve_melee(true);
    of.mutable_attack()->set_terrain(2);
    of.mutable_attack()->set_dragons(bytes({0, 1}));
    of.mutable_attack()->set_targets(bytes({1, 100}));
    (*of.mutable_attack()->mutable_damage())[1] = 12;
    of.mutable_attack()->set_belly(bytes({1}));
    of.mutable_attack()->set_save(8);
  }
  v1::DragondiceView& dragons_view() { return *view.mutable_dragondice(); }
  void add_unit(std::uint32_t number, v1::DragondiceUnitKind kind, std::uint32_t health, std::uint32_t owner,
                std::uint32_t at) {
    (*dragons_view().mutable_units())[number].set_kind(kind);
    (*dragons_view().mutable_units())[number].set_owner(owner);
    (*dragons_view().mutable_places())[number] = at;
    (*dragons_view().mutable_kinds())[static_cast<std::uint32_t>(kind)].set_health(health);
  }
  void add_dragon(std::uint32_t number, v1::DragondiceDragonType type, v1::DragondiceDragonForm form,
                  std::uint32_t owner, std::uint32_t at) {
    v1::DragondiceDragon& dragon = (*dragons_view().mutable_dragons())[number];
    dragon.set_type(type);
    dragon.set_form(form);
    dragon.set_owner(owner);
    dragon.set_at(at);
  }

  static void say(v1::Sentence& sentence, v1::DragondicePhrase phrase, const std::vector<int>& arguments) {
    sentence.set_dragondice(phrase);
    sentence.mutable_arguments()->Add(arguments.begin(), arguments.end());
  }
  // A choice whose action tells which one it is.
  void offer(v1::DragondicePhrase phrase, const std::vector<int>& arguments = {}) {
    v1::Choice& choice = *choices.add_choices();
    say(*choice.mutable_sentence(), phrase, arguments);
    choice.mutable_action()->mutable_dragondice()->set_breath_order(static_cast<std::uint32_t>(choices.choices_size()));
  }
  v1::Form& ask(v1::DragondicePhrase phrase, const std::vector<int>& arguments, std::uint32_t sum) {
    v1::Form& form = *choices.add_forms();
    form.set_number(4);
    say(*form.mutable_sentence(), phrase, arguments);
    form.set_sum_most(sum);
    return form;
  }
  static void add_part(v1::Form& form, v1::DragondicePhrase phrase, const std::vector<int>& arguments,
                       const std::vector<std::uint32_t>& values) {
    v1::FormPart& part = *form.add_parts();
    say(*part.mutable_sentence(), phrase, arguments);
    part.mutable_values()->Add(values.begin(), values.end());
  }
  // 4 health of the army is to be lost.
  void ask_for_losses() {
    v1::Form& form = ask(v1::DRAGONDICE_PHRASE_CASUALTIES, {4, 4}, 4);
    form.set_sum_least(4);
    add_part(form, v1::DRAGONDICE_PHRASE_PART_UNITS, {0, 2}, {0, 1, 2});
    add_part(form, v1::DRAGONDICE_PHRASE_PART_UNITS, {2, 1}, {0, 3});
  }

  // What a line does: the number of a choice, the values of a form, a complaint, or nothing.
  [[nodiscard]] std::string typed(std::string_view line) const {
    const GameText::Typed typed = text.typed(scene(), choices, line);
    if (!typed.action) return typed.complaint;
    if (!typed.action->has_form()) return std::to_string(typed.action->dragondice().breath_order());
    std::string values = "form:";
    for (const std::uint32_t value : typed.action->form().values()) values += " " + std::to_string(value);
    return values;
  }
  [[nodiscard]] std::string told(const v1::DragondiceEvent& event) const {
    v1::GameEvent any;
    *any.mutable_dragondice() = event;
    return text.event(scene(), any);
  }
  [[nodiscard]] Scene scene(int seat = 0) const { return {view, info, seat, 1, paint, &choices}; }

  v1::GameView view;
  v1::MatchInfo info;
  v1::Choices choices;
  Paint paint{false};
  DragondiceText text;
};

std::string joined(const std::vector<GameText::FormLine>& lines) {
  std::string text;
  for (const auto& line : lines) text += line.text + "\n";
  return text;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

TEST_CASE("the board of Dragon Dice shows armies, dragons and the attack") {
  const ForcesTable table;
  CHECK(joined(table.text.board(table.scene())) ==
        "Round 3 of 8 · Mira marches · whom the damage kills\n"
        "  0 Highland City · home of Mira\n"
        "  1 Coastland City · home of Normal bot\n"
        "     Normal bot  Coral Giant 4 (4)\n"
        "  2 Flatland Tower · frontier\n"
        "     dragons: Fire Drake 0 · Ivory-Air Wyrm 1\n"
        "     You  Footman 0,1 (1) · Warlord 2 (3)\n"
        "       melee halved\n"
        "  You: score 12, 7 call points\n"
        "     dead  Sergeant 3 (2)\n"
        "  Normal bot: score 0, 0 call points\n"
        "  Attack: 2 Flatland Tower\n"
        "     Fire Drake 0 → Ivory-Air Wyrm 1\n"
        "     Ivory-Air Wyrm 1 → the army, 12 damage, belly\n"
        "     answer: 0 melee, 0 missile, 8 saves\n");
}

TEST_CASE("losses are typed by number, by name and by how many, and must come to the health that is asked for") {
  ForcesTable table;
  table.ask_for_losses();
  CHECK(joined(table.text.form(table.scene(), table.choices.forms(0))) ==
        "lose …            4 damage gets through: 4 health is lost. Units: Footman ×2 (1) · Warlord ×1 (3).\n");
  CHECK(table.typed("lose 0 2") == "form: 1 3");
  CHECK(table.typed("lose 1 2") == "form: 1 3");  // units of a kind are alike
  CHECK(table.typed("lose foot, war") == "form: 1 3");
  CHECK(table.typed("lose 1 footman warlord") == "form: 1 3");
  CHECK(table.typed("lose warlord 2") == "That is 6 health; it must be 4.");
  CHECK(table.typed("lose 2 footman") == "That is 2 health; it must be 4.");
  CHECK(table.typed("lose 3") == "Unit 3 is not among those that can be lost.");
  CHECK(table.typed("lose gargoyle") == "Nothing here is called “gargoyle”.");
  CHECK(table.typed("lose") == "That is 0 health; it must be 4.");
  CHECK(table.typed("lose 4000000 footman") != "form: 1 3");
}

TEST_CASE("whoever types one field too many is told what separates fields and items") {
  CHECK(make_options("dragondice", {"dragons=ivory:drake,white:wyrm"}).error() ==
        "“drake” is one too many here. The fields of an entry stand between /, its items between +.");
}

TEST_CASE("of names that others end with the longest is meant") {
  ForcesTable table;
  table.add_unit(5, v1::DRAGONDICE_UNIT_KIND_CORAL_ELF_EAGLE_KNIGHT, 3, 0, 2);
  table.add_unit(6, v1::DRAGONDICE_UNIT_KIND_CORAL_ELF_KNIGHT, 2, 0, 2);
  v1::Form& form = table.ask(v1::DRAGONDICE_PHRASE_CASUALTIES, {5, 5}, 5);
  form.set_sum_least(5);
  ForcesTable::add_part(form, v1::DRAGONDICE_PHRASE_PART_UNITS, {5, 1}, {0, 3});
  ForcesTable::add_part(form, v1::DRAGONDICE_PHRASE_PART_UNITS, {6, 1}, {0, 2});
  CHECK(table.typed("lose eagle knight") == "That is 3 health; it must be 5.");
  CHECK(table.typed("lose knight") == "That is 2 health; it must be 5.");
  CHECK(table.typed("lose eagle knight knight") == "form: 3 2");
  CHECK(table.typed("lose knight, eagle kn") == "form: 3 2");
  CHECK(table.typed("lose eagle 6") == "form: 3 2");
}

TEST_CASE("moves and calls are one row for each unit or dragon, and typed by numbers") {
  ForcesTable table;
  table.offer(v1::DRAGONDICE_PHRASE_REGROUP_NO_MORE);
  for (const int to : {0, 1, 3}) table.offer(v1::DRAGONDICE_PHRASE_REGROUP, {2, 0, to});
  for (const int to : {0, 1, 3}) table.offer(v1::DRAGONDICE_PHRASE_REGROUP, {2, 2, to});
  std::vector<std::string> rows;
  for (const auto& row : table.text.rows(table.scene(), table.choices)) {
    rows.push_back(std::to_string(row.first) + "-" + std::to_string(row.last) + " " + row.text);
  }
  CHECK(joined(rows) ==
        "0-0 pass              Move nobody\n"
        "1-3 move 0 0/1/r      Footman 0 → 0 Highland City / 1 Coastland City / the reserve\n"
        "4-6 move 2 0/1/r      Warlord 2 → 0 Highland City / 1 Coastland City / the reserve\n");
  CHECK(table.typed("move 2 r") == "7");
  CHECK(table.typed("Move 0 1") == "3");
  CHECK(table.typed("move 1 1") == "That is not among the choices.");
  CHECK(table.typed("pass") == "1");
  CHECK(table.typed("dance") == "");

  table.choices.Clear();
  table.offer(v1::DRAGONDICE_PHRASE_CALL, {1, 7, 0});
  table.offer(v1::DRAGONDICE_PHRASE_CALL, {1, 7, 1});
  CHECK(table.text.rows(table.scene(), table.choices).at(0).text ==
        "call 1 0/1        Ivory-Air Wyrm 1 → 0 Highland City / 1 Coastland City");
  CHECK(table.typed("call 1 1") == "2");
}

TEST_CASE("dragons are slain by melee, or shot") {
  ForcesTable table;
  table.offer(v1::DRAGONDICE_PHRASE_SLAY_NOBODY);
  table.offer(v1::DRAGONDICE_PHRASE_SLAY, {0, 1});
  table.offer(v1::DRAGONDICE_PHRASE_SLAY, {0, 1, 1, 2});
  CHECK(table.text.choice(table.scene(), table.choices.choices(2)) ==
        "slay 0 shot 1     Slay Fire Drake 0 (melee) and Ivory-Air Wyrm 1 (missile)");
  CHECK(table.typed("slay 0") == "2");
  CHECK(table.typed("slay 0 shot 1") == "3");
  CHECK(table.typed("pass") == "1");
  CHECK(table.typed("slay 1") == "That is not among the choices.");

  table.choices.Clear();
  v1::Form& form = table.ask(v1::DRAGONDICE_PHRASE_HITS, {22, 10, 1}, 22);
  ForcesTable::add_part(form, v1::DRAGONDICE_PHRASE_PART_SLAY, {0, 10}, {0, 10});
  CHECK(table.typed("slay 0 shot 1") == "form: 10");
  CHECK(table.typed("slay shot 1") == "form: 0");
  CHECK(joined(table.text.form(table.scene(), table.choices.forms(0))) ==
        "slay …            Slay Ivory-Air Wyrm 1 with missiles, and others with 22 melee results. Dragons: Fire Drake "
        "0, which takes 10.\n");
}

TEST_CASE("points are shared out, and whatever else is asked is typed") {
  ForcesTable table;
  v1::Form& form = table.ask(v1::DRAGONDICE_PHRASE_ALLOCATE, {1, 5}, 5);
  form.set_sum_least(5);
  for (const auto phrase :
       {v1::DRAGONDICE_PHRASE_PART_MELEE, v1::DRAGONDICE_PHRASE_PART_MISSILE, v1::DRAGONDICE_PHRASE_PART_SAVE}) {
    ForcesTable::add_part(form, phrase, {}, {0, 1, 2, 3, 4, 5});
  }
  CHECK(joined(table.text.form(table.scene(), form)) ==
        "share 5 0 0       Divide 5 points (IDs): melee, missile, saves\n");
  CHECK(table.typed("share 3 0 2") == "form: 3 0 2");
  CHECK(table.typed("3 0 2") == "form: 3 0 2");
  CHECK(table.typed("share 3 0 3") != "");
  CHECK(table.typed("share 3") != "");

  table.choices.Clear();
  table.offer(v1::DRAGONDICE_PHRASE_ATTACK_TERRAIN, {2});
  table.offer(v1::DRAGONDICE_PHRASE_DESIGNATE, {0, 1});
  table.offer(v1::DRAGONDICE_PHRASE_BREATH_ORDER, {1});
  table.offer(v1::DRAGONDICE_PHRASE_PROMOTE, {0, 3});
  table.offer(v1::DRAGONDICE_PHRASE_BASH, {2, 1, 12});
  table.offer(v1::DRAGONDICE_PHRASE_RETURN, {2, 4, 3});
  table.offer(v1::DRAGONDICE_PHRASE_RETURN_SAVES, {2, 4});
  table.offer(v1::DRAGONDICE_PHRASE_RETURN_NO_MORE, {2});
  int number = 0;
  for (const std::string_view line :
       {"attack 2", "target 0 1", "breath 1", "promote 0 3", "bash 1", "return 3", "saves", "done"}) {
    CHECK(table.typed(line) == std::to_string(++number));
  }
  CHECK(table.text.choice(table.scene(), table.choices.choices(3)) == "promote 0 3       Footman 0 becomes Sergeant 3");
}

TEST_CASE("every icon is explained with the number of its rule") {
  const auto about = [](std::string_view icon) { return joined(explained(icon)); };
  CHECK(about("bash") ==
        "Bash: a dragon that attacks the army suffers the damage that it did, and the army has that many saves "
        "(R-DD-25)\n");
  CHECK(about("regen") == "Regenerate: X saves, or units of up to X health come back from the dead (DR-11)\n");
  CHECK(about("wild growth").find("(DR-11)") != std::string::npos);
  CHECK(about("ferry") == "Ferry: nothing against dragons (A-10)\n");
  CHECK(about("jaws") == "Jaws: 12 damage, of a white dragon 24 (DR-9)\n");
  CHECK(explained("tail").size() > 1);  // of units and of dragons
  CHECK(explained("xyz").empty());
  // What an icon is said to do is what the rules let it do.
  for (std::size_t i = 0; i < dragondice::kIconNames.size(); ++i) {
    const auto icon = static_cast<v1::DragondiceIcon>(i + 1);
    const dragondice::IconData data = dragondice::data_of(static_cast<dragondice::Icon>(i));
    const std::string text = about(icon_name(icon) == "ID" ? "id" : plain_letters(icon_name(icon)));
    INFO(text);
    CHECK((!data.again || text.find("rolled again") != std::string::npos));
    CHECK((!(data.melee && !data.again) || text.find("X melee") != std::string::npos));
    CHECK((!data.missile || text.find("X missile") != std::string::npos));
    CHECK((!data.save || text.find("X saves") != std::string::npos));
    const bool special = data.melee || data.missile || data.save || data.lone_save;
    CHECK((!special || text.find("nothing") == std::string::npos));
  }
}

TEST_CASE("units and dragons are explained by name and by number") {
  ForcesTable table;
  const std::string faces = bytes({v1::DRAGONDICE_ICON_ID, 1, v1::DRAGONDICE_ICON_MELEE, 2});
  for (auto& [kind, rules] : *table.dragons_view().mutable_kinds()) rules.set_faces(faces);
  const auto about = [&](std::string_view name) { return joined(table.text.about(table.scene(), name)); };
  CHECK(about("0").starts_with("Footman: 1 health. Its faces:\n  1  ID 1\n  2  melee 2\n"));
  CHECK(about("footman") == about("0"));
  CHECK(about("dragon 0").starts_with("Fire Drake 0: 10 melee or 10 missile results slay it, or 5 while"));
  CHECK(about("drake").starts_with("Fire Drake 0: "));
  CHECK(about("dragon 77").empty());
}

TEST_CASE("what happens in Dragon Dice is told") {
  const ForcesTable table;
  v1::DragondiceEvent event;
  event.mutable_turn()->set_round(3);
  CHECK(table.told(event) == "Round 3: Mira marches.");
  event.mutable_attack()->set_terrain(2);
  event.mutable_attack()->set_dragons(bytes({0, 1}));
  event.mutable_attack()->set_targets(bytes({1, 100}));
  CHECK(table.told(event) ==
        "Dragons attack at 2 Flatland Tower: Fire Drake 0 → Ivory-Air Wyrm 1, Ivory-Air Wyrm 1 → the army.");
  event.mutable_dragon()->set_dragon(1);
  event.mutable_dragon()->set_icon(v1::DRAGONDICE_DRAGON_ICON_JAWS);
  event.mutable_dragon()->set_damage(12);
  CHECK(table.told(event) == "Ivory-Air Wyrm 1 rolls jaws: 12 damage.");
  event.mutable_damage()->set_net(4);
  event.mutable_damage()->set_killed(bytes({0, 2}));
  event.mutable_damage()->set_dead(bytes({0, 1}));
  event.mutable_damage()->set_by_army(bytes({1}));
  CHECK(table.told(event) ==
        "Slain: Ivory-Air Wyrm 1. Killed by other dragons: Fire Drake 0. 4 damage gets through. Fallen: Footman 0 · "
        "Warlord 2.");
  event.mutable_decided()->mutable_action()->mutable_call()->set_dragon(-1);
  CHECK(table.told(event) == "Mira calls no dragon.");
  event.mutable_designated()->set_seat(1);
  CHECK(table.told(event) == "Normal bot has chosen what Fire Drake 0 attacks.");

  GameText::Events events;
  for (const int unit : {0, 2}) {
    v1::DragondiceUnitRolled& rolled = *events.Add()->mutable_dragondice()->mutable_unit();
    rolled.set_for_(v1::DRAGONDICE_ROLLED_FOR_RESPONSE);
    rolled.set_unit(static_cast<std::uint32_t>(unit));
    rolled.set_icon(v1::DRAGONDICE_ICON_SAVE);
    rolled.set_number(static_cast<std::uint32_t>(unit) + 1);
  }
  CHECK(joined(table.text.step(table.scene(), events)) == "The army rolls Footman 0 save 1 · Warlord 2 save 3.\n");
}

TEST_CASE("in French too") {
  ForcesTable table;
  table.ask_for_losses();
  const InLanguage french("fr");
  CHECK(table.typed("perds fantassin seigneur") == "form: 1 3");
  CHECK(joined(explained("gueule")).ends_with("12 de dégâts, d’un dragon blanc 24 (DR-9)\n"));
  CHECK(table.text.board(table.scene()).at(4) == "  2 Plaine (tour) · frontière");
}

TEST_CASE("forces are chosen by their names, or unit by unit") {
  const auto options = make_options(
      "dragondice", {"armies=undead_30,home=dwarf_androsphinx+dwarf_sergeant:campaign=dwarf_warlord:horde=dwarf_"
                     "footman:home_terrain=highland_city:frontier_terrain=flatland_tower",
                     "dragons=white/wyrm,elemental_air/drake+ivory/wyrm", "rounds=4", "frontier=wasteland_grove"});
  REQUIRE(options);
  const v1::DragondiceOptions& of = options->dragondice();
  REQUIRE(of.armies_size() == 2);
  CHECK(of.armies(0).preset() == v1::DRAGONDICE_PRESET_UNDEAD_30);
  CHECK(of.armies(1).home_size() == 2);
  CHECK(of.armies(1).horde(0) == v1::DRAGONDICE_UNIT_KIND_DWARF_FOOTMAN);
  CHECK(of.armies(1).home_terrain() == v1::DRAGONDICE_TERRAIN_HIGHLAND_CITY);
  REQUIRE(of.dragons_size() == 2);
  REQUIRE(of.dragons(1).dragons_size() == 2);
  CHECK(of.dragons(1).dragons(1).type() == v1::DRAGONDICE_DRAGON_TYPE_IVORY);
  CHECK(of.frontier() == v1::DRAGONDICE_TERRAIN_WASTELAND_GROVE);
  CHECK(of.rounds() == 4);
  CHECK_FALSE(make_options("dragondice", {"armies=undead_31"}));
  // A species alone is its ready force of the table's size.
  const auto ready = make_options("dragondice", {"armies=coral_elf,dwarf_30", "points=24"});
  REQUIRE(ready);
  CHECK(ready->dragondice().armies(0).species() == v1::DRAGONDICE_SPECIES_CORAL_ELF);
  CHECK(ready->dragondice().armies(1).preset() == v1::DRAGONDICE_PRESET_DWARF_30);
  CHECK(ready->dragondice().points() == 24);
  const auto part = make_part("dragondice", {"army=dwarf", "dragons=white:wyrm"});
  REQUIRE(part);
  CHECK(part->dragondice().army().species() == v1::DRAGONDICE_SPECIES_DWARF);
  CHECK(part->dragondice().dragons_size() == 1);
  CHECK(make_part("dragondice", {"army=dwarf_30"})->dragondice().army().preset() == v1::DRAGONDICE_PRESET_DWARF_30);
  CHECK_FALSE(make_part("dragondice", {"army=dwarves"}));
}

TEST_CASE("dice with icons are counted, not added up") {
  v1::DiceLuck dice;
  dice.set_sides(12);
  dice.set_rolled(3);
  CHECK(DragondiceText().dice_luck(dice) == "3 d12");
}
