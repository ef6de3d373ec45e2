// The values of Dragon Duel as JSON (rules/notation.h): the words are those of the rulebook, D-2 for options, D-9 for
// actions, D-4 for states and events. Reading throws NotationError on anything else.
//
// An Action names no seat: the seat travels beside it, since the same action can come from each.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include "rules/duel/action.h"
#include "rules/duel/event.h"
#include "rules/duel/options.h"
#include "rules/duel/sound.h"
#include "rules/duel/state.h"
#include "rules/notation.h"

namespace wyrmhall::rules::duel {

namespace words {

inline constexpr std::int64_t kAnyByte = 255;
inline constexpr std::int64_t kAnyInt = std::numeric_limits<std::int32_t>::max();

template <class Json>
std::optional<std::vector<int>> list_or_null(const Json& json, const char* field) {
  if (notation::member(json, field).is_null()) return std::nullopt;
  std::vector<int> numbers;
  for (const Json& element : notation::list(json, field)) {
    numbers.push_back(static_cast<int>(notation::integer(element, field, -kAnyInt, kAnyInt)));
  }
  return numbers;
}

template <class Json, std::size_t N>
void read_list(const Json& json, const char* field, InlineVector<std::uint8_t, N>& list) {
  list.clear();
  for (const Json& element : notation::list(json, field, N)) {
    list.push_back(static_cast<std::uint8_t>(notation::integer(element, field, 0, kAnyByte)));
  }
}

template <class Json>
Json list_of(const auto& values) {
  Json list = Json::array();
  for (const auto value : values) list.push_back(value);
  return list;
}

}  // namespace words

// --- Options ---

template <class Json>
void to_json(Json& json, const Options& options) {
  json = Json::object();
  json["mode"] = notation::name(options.mode, kModeNames);
  json["players"] = options.players;
  json["enemies"] = options.enemies;
  json["lanes"] = options.lanes;
  json["owners"] = options.owners ? Json(*options.owners) : Json(nullptr);
  json["match_games"] = options.match_games;
  json["abilities"] = options.abilities;
  json["dragons"] = options.dragons ? Json(*options.dragons) : Json(nullptr);
  json["round_cap"] = options.round_cap;
  json["fair"] = options.fair;
}

// A field that is missing has its default. Whether the values make sense is for check_options() to say.
template <class Json>
void from_json(const Json& json, Options& options) {
  notation::check_fields(
      json, "options",
      {"mode", "players", "enemies", "lanes", "owners", "match_games", "abilities", "dragons", "round_cap", "fair"});
  options = Options{};
  const auto number = [&](const char* field, int& value) {
    if (json.contains(field)) notation::read(json, field, value, -words::kAnyInt, words::kAnyInt);
  };
  if (json.contains("mode")) notation::read(json, "mode", options.mode, kModeNames);
  number("players", options.players);
  number("enemies", options.enemies);
  number("lanes", options.lanes);
  number("match_games", options.match_games);
  number("round_cap", options.round_cap);
  if (json.contains("owners")) options.owners = words::list_or_null(json, "owners");
  if (json.contains("dragons")) options.dragons = words::list_or_null(json, "dragons");
  if (json.contains("abilities")) notation::read(json, "abilities", options.abilities);
  if (json.contains("fair")) notation::read(json, "fair", options.fair);
}

// --- Actions ---

template <class Json>
void to_json(Json& json, const Action& action) {
  json = Json::object();
  json["do"] = notation::name(action.deed, kDeedNames);
  if (action.deed == Deed::dragon) json["id"] = action.dragon;
  if (is_attack(action.deed)) json["target"] = action.target;
}

template <class Json>
void from_json(const Json& json, Action& action) {
  notation::check_fields(json, "action", {"do", "id", "target"});
  action = Action{};
  notation::read(json, "do", action.deed, kDeedNames);
  if (json.contains("id") != (action.deed == Deed::dragon)) notation::fail("id", "belongs to the deed \"dragon\"");
  if (json.contains("target") != is_attack(action.deed)) notation::fail("target", "belongs to an attack");
  if (action.deed == Deed::dragon) notation::read(json, "id", action.dragon, 0, words::kAnyByte);
  if (is_attack(action.deed)) notation::read(json, "target", action.target, 0, words::kAnyByte);
}

// --- Events ---

template <class Json>
void to_json(Json& json, const Initiative& event) {
  Json rolls = Json::array();
  for (const auto& [contender, value] : event.rolls) rolls.push_back(Json::array({contender, value}));
  json = {{"e", "initiative"}, {"rolls", rolls}};
}

template <class Json>
void to_json(Json& json, const Round& event) {
  json = {{"e", "round"}, {"round", event.round}, {"order", words::list_of<Json>(event.order)}};
}

template <class Json>
void to_json(Json& json, const EnemyDie& event) {
  json = {{"e", "d4"}, {"actor", event.actor}, {"roll", event.roll}};
}

template <class Json>
void to_json(Json& json, const Waited& event) {
  json = {{"e", "wait"}, {"actor", event.actor}, {"energy", event.energy}};
}

template <class Json>
void to_json(Json& json, const Fight& event) {
  json = {{"e", "fight"},
          {"actor", event.actor},
          {"target", event.target},
          {"do", notation::name(event.deed, kDeedNames)},
          {"rolls", words::list_of<Json>(event.rolls)},
          {"attack", event.attack},
          {"defence_roll", event.defence_roll},
          {"defence", event.defence},
          {"result", notation::name(event.result, kResultNames)},
          {"damage", event.damage},
          {"energy_lost", event.energy_lost},
          {"health_lost", event.health_lost}};
}

template <class Json>
void to_json(Json& json, const Death& event) {
  json = {{"e", "death"}, {"dragon", event.dragon}};
}

template <class Json>
void to_json(Json& json, const GameWon& event) {
  json = {{"e", "game"}, {"game", event.game}, {"winner", event.winner}};
}

template <class Json>
void to_json(Json& json, const MatchWon& event) {
  json = {{"e", "match"}, {"winner", event.winner}};
}

template <class Json>
void to_json(Json& json, const Event& event) {
  std::visit([&](const auto& one) { to_json(json, one); }, event);
}

namespace words {

template <class Json>
Event read_event(const Json& json) {
  constexpr std::array<std::string_view, 8> kKinds = {"initiative", "round", "d4",   "wait",
                                                      "fight",      "death", "game", "match"};
  using notation::check_fields, notation::read;
  if (!json.is_object()) notation::fail("event", "must be an object");
  std::uint8_t kind = 0;
  read(json, "e", kind, kKinds);
  const auto byte = [&](const char* field, std::uint8_t& value) { read(json, field, value, 0, words::kAnyByte); };
  switch (kind) {
    case 0: {
      check_fields(json, "event", {"e", "rolls"});
      Initiative event;
      for (const Json& pair : notation::list(json, "rolls", kMaxDragons)) {
        if (!pair.is_array() || pair.size() != 2) notation::fail("rolls", "must be pairs");
        event.rolls.push_back(
            {.contender = static_cast<std::uint8_t>(notation::integer(pair[0], "rolls", 0, words::kAnyByte)),
             .value = static_cast<std::uint8_t>(notation::integer(pair[1], "rolls", 0, words::kAnyByte))});
      }
      return event;
    }
    case 1: {
      check_fields(json, "event", {"e", "round", "order"});
      Round event;
      read(json, "round", event.round, 0, std::numeric_limits<std::uint16_t>::max());
      words::read_list(json, "order", event.order);
      return event;
    }
    case 2: {
      check_fields(json, "event", {"e", "actor", "roll"});
      EnemyDie event;
      byte("actor", event.actor);
      byte("roll", event.roll);
      return event;
    }
    case 3: {
      check_fields(json, "event", {"e", "actor", "energy"});
      Waited event;
      byte("actor", event.actor);
      byte("energy", event.energy);
      return event;
    }
    case 4: {
      check_fields(json, "event",
                   {"e", "actor", "target", "do", "rolls", "attack", "defence_roll", "defence", "result", "damage",
                    "energy_lost", "health_lost"});
      Fight event;
      byte("actor", event.actor);
      byte("target", event.target);
      read(json, "do", event.deed, kDeedNames);
      words::read_list(json, "rolls", event.rolls);
      byte("attack", event.attack);
      byte("defence_roll", event.defence_roll);
      byte("defence", event.defence);
      read(json, "result", event.result, kResultNames);
      byte("damage", event.damage);
      byte("energy_lost", event.energy_lost);
      byte("health_lost", event.health_lost);
      return event;
    }
    case 5: {
      check_fields(json, "event", {"e", "dragon"});
      Death event;
      byte("dragon", event.dragon);
      return event;
    }
    case 6: {
      check_fields(json, "event", {"e", "game", "winner"});
      GameWon event;
      byte("game", event.game);
      byte("winner", event.winner);
      return event;
    }
    default: {
      check_fields(json, "event", {"e", "winner"});
      MatchWon event;
      byte("winner", event.winner);
      return event;
    }
  }
}

}  // namespace words

template <class Json>
void from_json(const Json& json, Event& event) {
  event = words::read_event(json);
}

// --- States ---

template <class Json>
void to_json(Json& json, const Setup& setup) {
  json = {{"mode", notation::name(setup.mode, kModeNames)},
          {"fair", setup.fair},
          {"abilities", setup.abilities},
          {"dragons", setup.dragons},
          {"sides", setup.sides},
          {"match_games", setup.match_games},
          {"round_cap", setup.round_cap}};
}

template <class Json>
void from_json(const Json& json, Setup& setup) {
  using notation::read;
  notation::check_fields(json, "setup", {"mode", "fair", "abilities", "dragons", "sides", "match_games", "round_cap"});
  read(json, "mode", setup.mode, kModeNames);
  read(json, "fair", setup.fair);
  read(json, "abilities", setup.abilities);
  read(json, "dragons", setup.dragons, 2, kMaxDragons);
  read(json, "sides", setup.sides, 2, kMaxDragons);
  read(json, "match_games", setup.match_games, kMatchGames.least, kMatchGames.most);
  read(json, "round_cap", setup.round_cap, 0, kRoundCap.most);
}

template <class Json>
void to_json(Json& json, const Dragon& dragon) {
  json = {{"side", dragon.side},     {"seat", notation::or_null<Json>(dragon.seat, kNoSeat)},
          {"dragon", dragon.dragon}, {"health", dragon.health},
          {"energy", dragon.energy}, {"fell", dragon.fell}};
}

template <class Json>
void from_json(const Json& json, Dragon& dragon) {
  using notation::read;
  notation::check_fields(json, "dragon", {"side", "seat", "dragon", "health", "energy", "fell"});
  read(json, "side", dragon.side, 0, kMaxDragons - 1);
  notation::read_or_none(json, "seat", dragon.seat, kNoSeat, kMaxSeats - 1);
  read(json, "dragon", dragon.dragon, 0, kDragonKinds);
  read(json, "health", dragon.health, 0, kFullHealth);
  read(json, "energy", dragon.energy, kLeastEnergy, kFullEnergy);
  read(json, "fell", dragon.fell, 0, kMaxDragons);
}

template <class Json>
void to_json(Json& json, const State& state) {
  const auto index = [](std::uint8_t value) { return notation::or_null<Json>(value, kNobody); };
  Json setup;
  to_json(setup, state.setup);
  Json dragons = Json::array();
  Json wins = Json::array();
  for (std::size_t i = 0; i < state.setup.dragons; ++i) {
    Json dragon;
    to_json(dragon, state.dragons[i]);
    dragons.push_back(dragon);
  }
  for (std::size_t i = 0; i < state.setup.sides; ++i) wins.push_back(state.wins[i]);
  json = {{"setup", setup},
          {"phase", notation::name(state.phase, kPhaseNames)},
          {"pending", notation::name(state.pending, kPendingNames)},
          {"enemy_deed", notation::name(state.enemy_deed, kDeedNames)},
          {"tries", state.tries},
          {"contenders", state.contenders},
          {"game", state.game},
          {"round", state.round},
          {"first", index(state.first)},
          {"order", words::list_of<Json>(state.order)},
          {"pos", state.pos},
          {"actor", index(state.actor)},
          {"seat", notation::or_null<Json>(state.seat, kNoSeat)},
          {"game_winner", index(state.game_winner)},
          {"winner", index(state.winner)},
          {"wins", wins},
          {"dragons", dragons}};
}

// What can be worked out from the rest (the living, the number of deaths) is not written down. A state that could not
// have come about is refused.
template <class Json>
void from_json(const Json& json, State& state) {
  using notation::read, notation::read_or_none;
  notation::check_fields(json, "state",
                         {"setup", "phase", "pending", "enemy_deed", "tries", "contenders", "game", "round", "first",
                          "order", "pos", "actor", "seat", "game_winner", "winner", "wins", "dragons"});
  state = State{};
  from_json(notation::member(json, "setup"), state.setup);
  read(json, "phase", state.phase, kPhaseNames);
  read(json, "pending", state.pending, kPendingNames);
  read(json, "enemy_deed", state.enemy_deed, kDeedNames);
  read(json, "tries", state.tries, 0, words::kAnyByte);
  read(json, "contenders", state.contenders, 0, words::kAnyByte);
  read(json, "game", state.game, 0, kMatchGames.most);
  read(json, "round", state.round, 0, std::numeric_limits<std::uint16_t>::max());
  read_or_none(json, "first", state.first, kNobody, kMaxDragons - 1);
  words::read_list(json, "order", state.order);
  read(json, "pos", state.pos, 0, kMaxDragons);
  read_or_none(json, "actor", state.actor, kNobody, kMaxDragons - 1);
  read_or_none(json, "seat", state.seat, kNoSeat, kMaxSeats - 1);
  read_or_none(json, "game_winner", state.game_winner, kNobody, kMaxDragons - 1);
  read_or_none(json, "winner", state.winner, kNobody, kMaxDragons - 1);

  const Json& wins = notation::list(json, "wins", state.setup.sides);
  const Json& dragons = notation::list(json, "dragons", state.setup.dragons);
  if (wins.size() != state.setup.sides || dragons.size() != state.setup.dragons) {
    notation::fail("state", "must have an entry for each side and dragon");
  }
  for (std::size_t i = 0; i < wins.size(); ++i) {
    state.wins[i] = static_cast<std::uint8_t>(notation::integer(wins[i], "wins", 0, kMatchGames.most));
  }
  for (std::size_t i = 0; i < dragons.size(); ++i) {
    from_json(dragons[i], state.dragons[i]);
    if (!alive(state.dragons[i])) ++state.deaths;
  }
  state.living = living_of(state);
  if (const auto complaint = unsoundness(state); !complaint.empty()) notation::fail("state", complaint);
}

}  // namespace wyrmhall::rules::duel
