// Writes the seeds from which the fuzzers start: what good clients do, and matches as they are kept.
//
//   fuzz_corpus FOLDER      tests/fuzz/run has it renewed when the protocol changes: run corpus
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/fuzz/player.h"
#include "tests/fuzz/script.h"
#include "tests/fuzz/stored_bytes.h"
#include "tests/server/stored_match.h"

namespace {

using namespace wyrmhall;
using namespace wyrmhall::fuzz;

std::filesystem::path top;

void write(const std::string& target, const std::string& name, const std::string& bytes) {
  std::filesystem::create_directories(top / target);
  std::ofstream(top / target / name, std::ios::binary) << bytes;
}

// --- core ---

Step step(ActionKind kind, int who, int first = 0) {
  return {.kind = kind, .who = static_cast<std::uint8_t>(who), .payload = std::string(1, static_cast<char>(first))};
}
Step command(int who, const pb::ClientMessage& message) {
  return {.kind = ActionKind::kMessage, .who = static_cast<std::uint8_t>(who), .payload = message.SerializeAsString()};
}
template <class Fill>
Step command_with(int who, Fill fill) {
  pb::ClientMessage message;
  fill(message);
  return command(who, message);
}

pb::GameOptions three_duels() {
  pb::GameOptions options = test::duel_options();
  options.mutable_duel()->set_match_games(3);
  return options;
}

// Two players and an onlooker in a match that has begun.
std::vector<Step> match_of_two(const std::vector<pb::BotLevel>& bots = {},
                               const pb::GameOptions& options = three_duels()) {
  std::vector<Step> steps = {step(ActionKind::kArrive, 0), step(ActionKind::kArrive, 1), step(ActionKind::kArrive, 2)};
  pb::ClientMessage open = test::open_table(options, bots);
  open.mutable_open_table()->set_turn_seconds(30);
  steps.push_back(command(0, open));
  if (bots.empty()) steps.push_back(command_with(1, [](auto& m) { m.mutable_take_seat()->set_table_id("\0", 1); }));
  for (int round = 0; round < 2; ++round) {
    steps.push_back(step(ActionKind::kShake, 0));
    if (bots.empty()) steps.push_back(step(ActionKind::kShake, 1));
  }
  steps.push_back(command_with(2, [](auto& m) { m.mutable_open_match()->set_match_id("\0", 1); }));
  return steps;
}

void write_hall() {
  write("core", "arrive",
        write_script({step(ActionKind::kArrive, 0), step(ActionKind::kVanish, 0), step(ActionKind::kArrive, 0)}));
  auto play = match_of_two();
  for (int i = 0; i < 20; ++i) play.push_back(step(ActionKind::kChoice, i, i));
  play.push_back(command_with(0, [](auto& m) { m.mutable_resign()->set_channel(~0U); }));
  for (int who = 0; who < 2; ++who) {
    play.push_back(command_with(who, [](auto& m) {
      m.mutable_close_chain()->set_match_id("\0", 1);
      m.mutable_close_chain()->set_link("\1");
    }));
  }
  play.push_back(command_with(0, [](auto& m) { m.mutable_export_()->set_match_id("\0", 1); }));
  play.push_back(command_with(0, [](auto& m) { m.mutable_rematch()->set_match_id("\0", 1); }));
  write("core", "match", write_script(play));

  auto trouble = match_of_two({pb::BOT_LEVEL_RANDOM});
  for (int i = 0; i < 4; ++i) {
    trouble.push_back(step(ActionKind::kChoice, 0, i));
    trouble.push_back(step(ActionKind::kStore, 0, i));
    trouble.push_back(step(ActionKind::kTime, 0, 20));
  }
  trouble.push_back(step(ActionKind::kRestart, 0));
  trouble.push_back(step(ActionKind::kArrive, 0));
  trouble.push_back(command_with(0, [](auto& m) { m.mutable_open_match()->set_match_id("\0", 1); }));
  trouble.push_back(step(ActionKind::kTime, 0, 255));
  trouble.push_back(step(ActionKind::kTime, 0, 255));
  write("core", "trouble", write_script(trouble));

  auto questions = match_of_two();
  for (int who = 0; who < 3; ++who) {
    questions.push_back(command_with(who, [](auto& m) { m.mutable_ask_story()->set_channel(~0U); }));
    questions.push_back(command_with(who, [](auto& m) {
      m.mutable_ask_odds()->set_channel(~0U);
      m.mutable_ask_odds()->set_version(~0ULL);
      m.mutable_ask_odds()->mutable_action()->mutable_duel()->set_claw(1);
    }));
    questions.push_back(command_with(who, [](auto& m) { m.mutable_list_tables(); }));
    questions.push_back(command_with(who, [](auto& m) { m.mutable_list_matches()->set_running(true); }));
    questions.push_back(command_with(who, [](auto& m) {
      m.mutable_act()->set_channel(~0U);
      m.mutable_act()->set_version(~0ULL);
      m.mutable_act()->set_link("\1");
      m.mutable_act()->mutable_action()->mutable_duel()->set_tail_whip(1);
    }));
    questions.push_back(command_with(who, [](auto& m) { m.mutable_close_match()->set_channel(~0U); }));
  }
  write("core", "questions", write_script(questions));

  std::vector<Step> tables = {step(ActionKind::kArrive, 0), step(ActionKind::kArrive, 1), {}};
  tables.push_back(command_with(0, [](auto& m) {
    pb::DuelOptions& duel = *m.mutable_open_table()->mutable_options()->mutable_duel();
    duel.set_mode(pb::DUEL_MODE_BATTLE);
    duel.set_lanes(2);
    for (const std::uint32_t owner : {0U, 0U, 1U, 1U}) duel.add_owners(owner);
  }));
  tables.push_back(command_with(0, [](auto& m) {
    m.mutable_seat_bot()->set_table_id("\0", 1);
    m.mutable_seat_bot()->set_seat(1);
    m.mutable_seat_bot()->set_level(pb::BOT_LEVEL_GREEDY);
  }));
  tables.push_back(command_with(1, [](auto& m) { *m.mutable_find_table()->mutable_options() = test::duel_options(); }));
  tables.push_back(command_with(1, [](auto& m) { m.mutable_leave_table()->set_table_id("\1"); }));
  tables.push_back(command_with(1, [](auto& m) {
    m.mutable_say()->set_table_id("\1");
    m.mutable_say()->set_remark(pb::REMARK_HELLO);
  }));
  write("core", "tables", write_script(tables));
}

// --- core: Dragon Dance, Dragon Dice, Dice & Dragons, heroes ---

// Both choose at once, so each is asked in turn.
void write_dance() {
  pb::GameOptions options;
  options.mutable_dance()->set_knight_life(3);
  options.mutable_dance()->set_dragon_life(4);
  auto dance = match_of_two({}, options);
  for (int i = 0; i < 40; ++i) dance.push_back(step(ActionKind::kChoice, i, 3 * i));
  dance.push_back(command_with(0, [](auto& m) { m.mutable_resign()->set_channel(~0U); }));
  write("core", "dance", write_script(dance));
}

// A hero for each of two seats against a dragon of few hit points, so that villages are reached.
pb::GameOptions hunts_of_two() {
  pb::GameOptions options;
  pb::HuntOptions& hunt = *options.mutable_hunt();
  for (const auto of : {pb::HUNT_CLASS_WARRIOR, pb::HUNT_CLASS_CLERIC}) {
    pb::HuntHeroOption& hero = *hunt.add_heroes();
    hero.set_seat(static_cast<std::uint32_t>(hunt.heroes_size() - 1));
    hero.set_class_(of);
    hero.set_xp(13);
    hero.set_gold(9);
    hero.add_items(pb::HUNT_ITEM_LUCKY_CHARM);
  }
  hunt.set_campaign(true);
  hunt.set_defeat_rule(pb::HUNT_DEFEAT_RULE_MERCY);
  hunt.add_dragon_hp(2);
  return options;
}

// Dragons of every kind that are called cheaply, so that they meet and designate.
void write_dragondice() {
  pb::GameOptions options;
  pb::DragondiceOptions& dragondice = *options.mutable_dragondice();
  for (const auto first : {pb::DRAGONDICE_DRAGON_TYPE_HYBRID_AIR_FIRE, pb::DRAGONDICE_DRAGON_TYPE_ELEMENTAL_EARTH}) {
    pb::DragondiceDragonOptions& dragons = *dragondice.add_dragons();
    for (const auto type : {first, pb::DRAGONDICE_DRAGON_TYPE_IVORY_HYBRID_WATER}) {
      dragons.add_dragons()->set_type(type);
      dragons.mutable_dragons()->rbegin()->set_form(pb::DRAGONDICE_DRAGON_FORM_WYRM);
    }
  }
  for (const auto preset : {pb::DRAGONDICE_PRESET_TREEFOLK_30, pb::DRAGONDICE_PRESET_FERAL_30}) {
    dragondice.add_armies()->set_preset(preset);
  }
  dragondice.set_call_cost(1);
  dragondice.set_regroup(2);
  auto attacks = match_of_two({}, options);
  for (int i = 0; i < 80; ++i) attacks.push_back(step(ActionKind::kChoice, i, 7 * i));
  attacks.push_back(command_with(1, [](auto& m) { m.mutable_resign()->set_channel(~0U); }));
  attacks.push_back(command_with(0, [](auto& m) { m.mutable_export_()->set_match_id("\0", 1); }));
  write("core", "dragondice", write_script(attacks));
}

void write_hunts() {
  auto hunt = match_of_two({}, hunts_of_two());
  for (int i = 0; i < 80; ++i) hunt.push_back(step(ActionKind::kChoice, i, 5 * i));
  hunt.push_back(command_with(1, [](auto& m) { m.mutable_resign()->set_channel(~0U); }));
  hunt.push_back(command_with(0, [](auto& m) { m.mutable_ask_story()->set_channel(~0U); }));
  write("core", "hunt", write_script(hunt));

  // Odds are asked for, time runs out, and a companion thinks.
  auto late = match_of_two({pb::BOT_LEVEL_NORMAL}, hunts_of_two());
  late.push_back(step(ActionKind::kChoice, 0, 0));
  late.push_back(command_with(0, [](auto& m) {
    m.mutable_ask_odds()->set_channel(~0U);
    m.mutable_ask_odds()->set_version(~0ULL);
    m.mutable_ask_odds()->mutable_action()->mutable_hunt()->mutable_roll()->set_dice(std::string("\0\1", 2));
  }));
  for (int i = 0; i < 12; ++i) {
    late.push_back(step(ActionKind::kChoice, 0, i));
    late.push_back(step(ActionKind::kTime, 0, i % 3 == 0 ? 255 : 5));
  }
  write("core", "hunt-late", write_script(late));
}

// Heroes are made, brought to a table, hunt, come back and retire. The ids that are heard of: the two heroes, the
// table.
void write_heroes() {
  std::vector<Step> steps = {step(ActionKind::kArrive, 0)};
  steps.push_back(command_with(0, [](auto& m) {
    m.mutable_make_hero()->set_name("Brienne");
    m.mutable_make_hero()->set_hero_class(pb::HUNT_CLASS_WARRIOR);
  }));
  steps.push_back(command_with(0, [](auto& m) {
    pb::MakeHero& hero = *m.mutable_make_hero();
    hero.set_name("Kestrel");
    hero.set_hero_class(pb::HUNT_CLASS_CUSTOM);
    hero.set_symbol(pb::HUNT_SYMBOL_MAGIC);
    for (const auto skill : {pb::HUNT_SKILL_CLEAVE, pb::HUNT_SKILL_MIGHTY_STRIKE, pb::HUNT_SKILL_FIREBALL,
                             pb::HUNT_SKILL_HEAL, pb::HUNT_SKILL_STAB, pb::HUNT_SKILL_SHIELD}) {
      hero.add_skills(skill);
    }
  }));
  steps.push_back(command_with(0, [](auto& m) { m.mutable_list_heroes()->clear_after(); }));
  steps.push_back(command_with(0, [](auto& m) { m.mutable_open_table()->mutable_options()->mutable_hunt(); }));
  steps.push_back(command_with(0, [](auto& m) {
    pb::BringHeroes& bring = *m.mutable_bring_heroes();
    bring.set_table_id("\2");
    for (const std::uint32_t place : {0U, 1U}) {
      bring.add_heroes()->set_place(place);
      bring.mutable_heroes(static_cast<int>(place))->set_hero_id(std::string(1, static_cast<char>(place)));
    }
  }));
  for (int i = 0; i < 2; ++i) steps.push_back(step(ActionKind::kShake, 0));
  for (int i = 0; i < 20; ++i) steps.push_back(step(ActionKind::kChoice, 0, 7 * i));
  steps.push_back(command_with(0, [](auto& m) { m.mutable_retire_hero()->set_hero_id("\1"); }));
  steps.push_back(step(ActionKind::kRestart, 0));
  steps.push_back(step(ActionKind::kArrive, 0));
  steps.push_back(command_with(0, [](auto& m) { m.mutable_open_match()->set_match_id("\2"); }));
  steps.push_back(command_with(0, [](auto& m) { m.mutable_resign()->set_channel(~0U); }));
  steps.push_back(command_with(0, [](auto& m) { m.mutable_retire_hero()->set_hero_id("\1"); }));
  steps.push_back(command_with(0, [](auto& m) { m.mutable_ask_hero_story()->set_hero_id(std::string(1, '\0')); }));
  for (const auto list : {pb::HERO_LIST_FALLEN, pb::HERO_LIST_CHAPTER, pb::HERO_LIST_SLAIN}) {
    steps.push_back(command_with(0, [&](auto& m) { m.mutable_list_famous_heroes()->set_list(list); }));
  }
  write("core", "heroes", write_script(steps));
}

// What a seat brings. The id that is heard of: the table.
template <class Fill>
Step part(int player, Fill fill) {
  return command_with(player, [&](auto& m) {
    m.mutable_set_part()->set_table_id(std::string(1, '\0'));
    fill(*m.mutable_set_part()->mutable_part());
  });
}

// Two hunt with heroes of their choice, one of whom somebody has put together.
void write_newcomers() {
  std::vector<Step> steps = {step(ActionKind::kArrive, 0), step(ActionKind::kArrive, 1)};
  for (const int player : {0, 1}) {
    steps.push_back(command_with(player, [](auto& m) {
      pb::HuntOptions& hunt = *m.mutable_find_table()->mutable_options()->mutable_hunt();
      for (const std::uint32_t seat : {0U, 0U, 1U, 1U}) {
        hunt.add_heroes()->set_seat(seat);
        hunt.mutable_heroes(hunt.heroes_size() - 1)->set_class_(static_cast<pb::HuntClass>(hunt.heroes_size()));
      }
    }));
  }
  steps.push_back(part(0, [](auto& p) {
    p.mutable_hunt()->add_heroes()->set_class_(pb::HUNT_CLASS_ROGUE);
    for (const std::uint32_t group : {0U, 1U}) p.mutable_hunt()->add_groups(group);
  }));
  steps.push_back(part(1, [](auto& p) {
    pb::HuntNewcomer& hero = *p.mutable_hunt()->add_heroes();
    hero.set_class_(pb::HUNT_CLASS_CUSTOM);
    hero.set_symbol(pb::HUNT_SYMBOL_MAGIC);
    for (const auto skill : {pb::HUNT_SKILL_CLEAVE, pb::HUNT_SKILL_HEAL, pb::HUNT_SKILL_MEND, pb::HUNT_SKILL_FIREBALL,
                             pb::HUNT_SKILL_STAB, pb::HUNT_SKILL_SHIELD}) {
      hero.add_skills(skill);
    }
  }));
  for (const int player : {0, 1, 0, 1}) steps.push_back(step(ActionKind::kShake, player));
  for (int i = 0; i < 8; ++i) steps.push_back(step(ActionKind::kChoice, i % 2, i));
  write("core", "newcomers", write_script(steps));
}

// Two bring what belongs to their seats, change it, and play.
void write_parts() {
  std::vector<Step> steps = {step(ActionKind::kArrive, 0), step(ActionKind::kArrive, 1)};
  steps.push_back(command_with(0, [](auto& m) {
    m.mutable_find_table()->mutable_options()->mutable_dragondice();
    m.mutable_find_table()->add_any("rounds");
    m.mutable_find_table()->add_any("clock");
  }));
  steps.push_back(command_with(1, [](auto& m) {
    m.mutable_find_table()->mutable_options()->mutable_dragondice()->set_rounds(1);
    m.mutable_find_table()->set_turn_seconds(30);
  }));
  steps.push_back(
      part(0, [](auto& p) { p.mutable_dragondice()->mutable_army()->set_preset(pb::DRAGONDICE_PRESET_GOBLIN_30); }));
  steps.push_back(part(
      1, [](auto& p) { p.mutable_dragondice()->mutable_army()->add_home(pb::DRAGONDICE_UNIT_KIND_AMAZON_CENTAUR); }));
  steps.push_back(part(1, [](auto& p) { p.mutable_dance()->set_role(pb::DANCE_ROLE_DRAGON); }));
  for (const int player : {0, 1, 0, 1}) steps.push_back(step(ActionKind::kShake, player));
  for (int i = 0; i < 8; ++i) steps.push_back(step(ActionKind::kChoice, i % 2, i));
  steps.push_back(step(ActionKind::kRestart, 0));
  write("core", "parts", write_script(steps));
}

// --- stored ---

persistence::StoredMatch stored_match(const std::string& game, const pb::GameOptions& options, std::size_t moves = 12) {
  test::StoredMatchPlan plan{
      .id = {}, .game = game, .options = options, .turn_seconds = 30, .players = {}, .moves = moves};
  for (std::uint8_t i = 1; i <= 2; ++i) {
    plan.players.push_back({.id = AccountId({i}), .name = "Mira", .name_key = {}, .token_hash = {}, .created_at = {}});
  }
  persistence::StoredMatch match = test::play_stored_match(plan, 5);
  if (match.row.game.empty()) std::fprintf(stderr, "a match could not be made\n");
  return match;
}

void write_stored_matches() {
  for (const server::GameKind* kind : server::all_games()) {
    const std::string& game = kind->offer().game();
    pb::GameOptions usual;
    usual.GetReflection()->MutableMessage(&usual, pb::GameOptions::descriptor()->FindFieldByName(game));
    write("stored", game, write_stored(stored_match(game, usual)));
  }
  write("stored", "hunts", write_stored(stored_match("hunt", hunts_of_two(), 60)));
  for (const auto mode : {pb::DUEL_MODE_DUEL, pb::DUEL_MODE_SOLITAIRE, pb::DUEL_MODE_ARENA, pb::DUEL_MODE_BATTLE}) {
    pb::GameOptions options;
    options.mutable_duel()->set_mode(mode);
    options.mutable_duel()->set_abilities(true);
    const persistence::StoredMatch match = stored_match("duel", options);
    write("stored", pb::DuelMode_Name(mode), write_stored(match));
    if (mode != pb::DUEL_MODE_DUEL) continue;
    persistence::StoredMatch resumed = match;
    resumed.moves.resize(2);
    resumed.moves.push_back(
        {.kind = persistence::MoveKind::kResumed, .at = resumed.row.started_at, .action = {}, .link = {}});
    write("stored", "resumed", write_stored(resumed));
  }
}

// --- connection ---

std::string frame(unsigned opcode, const std::string& payload, bool whole = true) {
  std::string bytes;
  bytes.push_back(static_cast<char>((whole ? 0x80U : 0U) | opcode));
  if (payload.size() < 126) {
    bytes.push_back(static_cast<char>(0x80U | payload.size()));
  } else {
    bytes.push_back(static_cast<char>(0xfeU));
    bytes.push_back(static_cast<char>(payload.size() / 256));
    bytes.push_back(static_cast<char>(payload.size() % 256));
  }
  return bytes + std::string(4, '\0') + payload;  // a mask that changes nothing
}

void write_connection() {
  write("connection", "upgrade",
        "GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: h\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n" +
            frame(2, "hello"));
  write("connection", "page", "GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  write("connection", "fragments", frame(2, "he", false) + frame(9, "beat") + frame(0, "llo") + frame(10, ""));
  write("connection", "text", frame(1, "grüße"));
  write("connection", "closes",
        frame(2, "a") + frame(8,
                              "\x03\xe8"
                              "bye"));
  write("connection", "closed", frame(2, "cool") + frame(2, "after") + frame(8, "\x03\xf0"));
  write("connection", "long", frame(2, std::string(300, 'x')));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  top = argv[1];
  write_hall();
  write_dance();
  write_dragondice();
  write_hunts();
  write_heroes();
  write_parts();
  write_newcomers();
  write_stored_matches();
  write_connection();
}
