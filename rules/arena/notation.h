// The values of Dragons Arena as JSON (rules/notation.h): the words are those of the rulebook, A-2 for options, section
// 8 for actions and events, section 2 for states. Reading throws NotationError on anything else.
//
// An Action names no seat: the seat travels beside it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <variant>

#include "rules/arena/action.h"
#include "rules/arena/event.h"
#include "rules/arena/options.h"
#include "rules/arena/sound.h"
#include "rules/arena/state.h"
#include "rules/notation.h"

namespace wyrmhall::rules::arena {

namespace words {

inline constexpr std::int64_t kAnyByte = 255;
inline constexpr std::int64_t kAnyInt = std::numeric_limits<std::int32_t>::max();

template <class Json>
Json list_of(const auto& values) {
  Json list = Json::array();
  for (const auto value : values) list.push_back(value);
  return list;
}

template <class Json>
Json species(Species value) {
  return value == Species::none ? Json(nullptr) : Json(static_cast<int>(value));
}

template <class Json>
void read_species(const Json& json, const char* field, Species& value) {
  notation::read_or_none(json, field, value, Species::none, static_cast<std::int64_t>(Species::ice));
}

// One number for each species.
template <class Json>
void read_pair(const Json& json, const char* field, std::array<std::uint8_t, 2>& pair) {
  const Json& list = notation::list(json, field, 2);
  if (list.size() != 2) notation::fail(field, "must have a number for each species");
  for (std::size_t i = 0; i < 2; ++i) {
    pair[i] = static_cast<std::uint8_t>(notation::integer(list[i], field, 0, kAnyByte));
  }
}

template <class Json>
Json pool(const Pool& pool) {
  return is_hidden(pool) ? Json("hidden") : list_of<Json>(pool);
}

template <class Json>
Pool read_pool(const Json& json, const char* field) {
  Pool pool;
  if (json == "hidden") {
    for (int i = 0; i < kDragonsEach; ++i) pool.push_back(0);
    return pool;
  }
  if (!json.is_array() || json.size() > kDragonsEach) notation::fail(field, "must be a list of at most eight powers");
  for (const Json& power : json) {
    pool.push_back(static_cast<std::uint8_t>(notation::integer(power, field, 1, kMostPower)));
  }
  return pool;
}

}  // namespace words

// --- Options ---

template <class Json>
void to_json(Json& json, const Options& options) {
  json = Json::object();
  json["placement"] = notation::name(options.placement, kPlacementNames);
  json["master"] = options.master;
  json["nuggets"] = options.nuggets;
  json["max_duels"] = options.max_duels ? Json(*options.max_duels) : Json(nullptr);
  json["fire_seat"] = options.fire_seat;
  json["solo"] = options.solo;
  json["difficulty"] = notation::name(options.difficulty, kDifficultyNames);
}

// A field that is missing has its default. Whether the values make sense is for check_options() to say.
template <class Json>
void from_json(const Json& json, Options& options) {
  notation::check_fields(json, "options",
                         {"placement", "master", "nuggets", "max_duels", "fire_seat", "solo", "difficulty"});
  options = Options{};
  const auto number = [&](const char* field, int& value) {
    if (json.contains(field)) notation::read(json, field, value, -words::kAnyInt, words::kAnyInt);
  };
  if (json.contains("placement")) notation::read(json, "placement", options.placement, kPlacementNames);
  if (json.contains("master")) notation::read(json, "master", options.master);
  number("nuggets", options.nuggets);
  if (json.contains("max_duels") && !notation::member(json, "max_duels").is_null()) {
    number("max_duels", options.max_duels.emplace());
  }
  number("fire_seat", options.fire_seat);
  if (json.contains("solo")) notation::read(json, "solo", options.solo);
  if (json.contains("difficulty")) notation::read(json, "difficulty", options.difficulty, kDifficultyNames);
}

// --- Actions ---

template <class Json>
void to_json(Json& json, const Action& action) {
  json = Json::object();
  json["do"] = notation::name(action.deed, kDeedNames);
  switch (action.deed) {
    case Deed::allocate:
      json["powers"] = words::list_of<Json>(action.powers);
      return;
    case Deed::pair:
      json["low"] = action.power;
      return;
    case Deed::place:
      json["power"] = action.power;
      json["square"] = action.square;
      return;
    case Deed::eliminate:
      json["from"] = action.square;
      json["to"] = action.to;
      return;
    case Deed::modify:
      json["square"] = action.square;
      json["power"] = action.power;
      return;
    case Deed::trigger:
      json["target"] = action.square;
      if (action.to != kNowhere) json["to"] = action.to;
      return;
  }
}

template <class Json>
void from_json(const Json& json, Action& action) {
  action = Action{};
  if (!json.is_object()) notation::fail("action", "must be an object");
  notation::read(json, "do", action.deed, kDeedNames);
  const auto byte = [&](const char* field, std::uint8_t& value) {
    notation::read(json, field, value, 0, words::kAnyByte);
  };
  switch (action.deed) {
    case Deed::allocate: {
      notation::check_fields(json, "action", {"do", "powers"});
      const Json& powers = notation::list(json, "powers", kDragonsEach);
      if (powers.size() != kDragonsEach) notation::fail("powers", "must be eight");
      for (std::size_t i = 0; i < kDragonsEach; ++i) {
        action.powers[i] = static_cast<std::uint8_t>(notation::integer(powers[i], "powers", 0, words::kAnyByte));
      }
      return;
    }
    case Deed::pair:
      notation::check_fields(json, "action", {"do", "low"});
      return byte("low", action.power);
    case Deed::place:
    case Deed::modify:
      notation::check_fields(json, "action", {"do", "square", "power"});
      byte("square", action.square);
      return byte("power", action.power);
    case Deed::eliminate:
      notation::check_fields(json, "action", {"do", "from", "to"});
      byte("from", action.square);
      return byte("to", action.to);
    case Deed::trigger:
      notation::check_fields(json, "action", {"do", "target", "to"});
      byte("target", action.square);
      // 255 would be read as no destination at all.
      if (json.contains("to")) notation::read(json, "to", action.to, 0, words::kAnyByte - 1);
      return;
  }
}

// --- Results and events ---

template <class Json>
void to_json(Json& json, const DuelResult& result) {
  json = {{"duel", result.duel},
          {"reason", notation::name(result.reason, kDuelEndNames)},
          {"turns", result.turns},
          {"power", words::list_of<Json>(result.power)},
          {"left", words::list_of<Json>(result.left)},
          {"score", words::list_of<Json>(result.score)},
          {"winner", words::species<Json>(result.winner)}};
  if (result.auto_loss) json["auto_loss"] = *result.auto_loss;
}

namespace words {

template <class Json>
DuelResult read_result(const Json& json) {
  DuelResult result;
  notation::read(json, "duel", result.duel, 1, kMostDuels);
  notation::read(json, "reason", result.reason, kDuelEndNames);
  notation::read(json, "turns", result.turns, 0, std::numeric_limits<std::uint16_t>::max());
  read_pair(json, "power", result.power);
  read_pair(json, "left", result.left);
  read_pair(json, "score", result.score);
  read_species(json, "winner", result.winner);
  if (json.contains("auto_loss")) notation::read(json, "auto_loss", result.auto_loss.emplace());
  return result;
}

}  // namespace words

template <class Json>
void from_json(const Json& json, DuelResult& result) {
  notation::check_fields(json, "result", {"duel", "reason", "turns", "power", "left", "score", "winner", "auto_loss"});
  result = words::read_result(json);
}

template <class Json>
void to_json(Json& json, const Lots& event) {
  json = {{"e", "lots"}, {"roll", event.roll}};
}

template <class Json>
void to_json(Json& json, const Started& event) {
  json = {{"e", "starter"}, {"species", words::species<Json>(event.species)}};
}

template <class Json>
void to_json(Json& json, const Reveal& event) {
  json = {
      {"e", "reveal"}, {"fire", words::list_of<Json>(event.powers[0])}, {"ice", words::list_of<Json>(event.powers[1])}};
}

template <class Json>
void to_json(Json& json, const Eliminated& event) {
  json = {{"e", "eliminated"}, {"square", event.square}};
}

template <class Json>
void to_json(Json& json, const DuelEnded& event) {
  Json result;
  to_json(result, event.result);
  json = {{"e", "duel"}};
  json.update(result);
}

template <class Json>
void to_json(Json& json, const Supremacy& event) {
  json = {{"e", "supremacy"}, {"winner", words::species<Json>(event.winner)}};
}

template <class Json>
void to_json(Json& json, const Event& event) {
  std::visit([&](const auto& one) { to_json(json, one); }, event);
}

namespace words {

template <class Json>
Event read_event(const Json& json) {
  constexpr std::array<std::string_view, 6> kKinds = {"lots", "starter", "reveal", "eliminated", "duel", "supremacy"};
  using notation::check_fields, notation::read;
  if (!json.is_object()) notation::fail("event", "must be an object");
  std::uint8_t kind = 0;
  read(json, "e", kind, kKinds);
  switch (kind) {
    case 0: {
      check_fields(json, "event", {"e", "roll"});
      Lots event;
      read(json, "roll", event.roll, 1, 2);
      return event;
    }
    case 1: {
      check_fields(json, "event", {"e", "species"});
      Started event;
      read_species(json, "species", event.species);
      return event;
    }
    case 2: {
      check_fields(json, "event", {"e", "fire", "ice"});
      return Reveal{.powers = {read_pool(notation::member(json, "fire"), "fire"),
                               read_pool(notation::member(json, "ice"), "ice")}};
    }
    case 3: {
      check_fields(json, "event", {"e", "square"});
      Eliminated event;
      read(json, "square", event.square, 0, kSquares - 1);
      return event;
    }
    case 4:
      check_fields(json, "event", {"e", "duel", "reason", "turns", "power", "left", "score", "winner", "auto_loss"});
      return DuelEnded{read_result(json)};
    default: {
      check_fields(json, "event", {"e", "winner"});
      Supremacy event;
      read_species(json, "winner", event.winner);
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
  json = {{"placement", notation::name(setup.placement, kPlacementNames)},
          {"master", setup.master},
          {"solo", setup.solo},
          {"difficulty", notation::name(setup.difficulty, kDifficultyNames)},
          {"fire_seat", setup.fire_seat},
          {"nuggets", setup.nuggets},
          {"max_duels", setup.max_duels}};
}

template <class Json>
void from_json(const Json& json, Setup& setup) {
  using notation::read;
  notation::check_fields(json, "setup",
                         {"placement", "master", "solo", "difficulty", "fire_seat", "nuggets", "max_duels"});
  read(json, "placement", setup.placement, kPlacementNames);
  read(json, "master", setup.master);
  read(json, "solo", setup.solo);
  read(json, "difficulty", setup.difficulty, kDifficultyNames);
  read(json, "fire_seat", setup.fire_seat, kFireSeat.least, kFireSeat.most);
  read(json, "nuggets", setup.nuggets, kNuggets.least, kNuggets.most);
  read(json, "max_duels", setup.max_duels, 1, kMostDuels);
}

template <class Json>
void to_json(Json& json, const Die& die) {
  if (die.species == Species::none) {
    json = nullptr;
  } else {
    json = {{"species", static_cast<int>(die.species)}, {"power", die.power}, {"field", die.field}};
  }
}

template <class Json>
void from_json(const Json& json, Die& die) {
  die = Die{};
  if (json.is_null()) return;
  notation::check_fields(json, "board", {"species", "power", "field"});
  notation::read(json, "species", die.species, 0, static_cast<std::int64_t>(Species::ice));
  notation::read(json, "power", die.power, 0, kMostPower);
  notation::read(json, "field", die.field);
}

template <class Json>
void to_json(Json& json, const State& state) {
  Json setup;
  to_json(setup, state.setup);
  Json board = Json::array();
  for (const Die& die : state.board) to_json(board.emplace_back(), die);
  Json results = Json::array();
  for (const DuelResult& result : state.results) to_json(results.emplace_back(), result);
  json = {{"setup", setup},
          {"phase", notation::name(state.phase, kPhaseNames)},
          {"pending", notation::name(state.pending, kPendingNames)},
          {"step", state.step},
          {"board", board},
          {"pool", Json::array({words::pool<Json>(state.pool[0]), words::pool<Json>(state.pool[1])})},
          {"starter", words::species<Json>(state.starter)},
          {"to_move", words::species<Json>(state.to_move)},
          {"duel", state.duel},
          {"nuggets", words::list_of<Json>(state.nuggets)},
          {"turn", state.turn},
          {"stall", state.stall},
          {"outcome", results.empty() ? Json(nullptr) : results.back()},
          {"results", results},
          {"winner", words::species<Json>(state.winner)}};
}

// `outcome` is the last of `results` and is not read. A state that could not have come about is refused.
template <class Json>
void from_json(const Json& json, State& state) {
  using notation::read;
  notation::check_fields(json, "state",
                         {"setup", "phase", "pending", "step", "board", "pool", "starter", "to_move", "duel", "nuggets",
                          "turn", "stall", "outcome", "results", "winner"});
  state = State{};
  from_json(notation::member(json, "setup"), state.setup);
  read(json, "phase", state.phase, kPhaseNames);
  read(json, "pending", state.pending, kPendingNames);
  read(json, "step", state.step, 0, kSquares - 1);
  words::read_species(json, "starter", state.starter);
  words::read_species(json, "to_move", state.to_move);
  words::read_species(json, "winner", state.winner);
  read(json, "duel", state.duel, 1, kMostDuels);
  read(json, "turn", state.turn, 0, std::numeric_limits<std::uint16_t>::max());
  read(json, "stall", state.stall, 0, words::kAnyByte);
  words::read_pair(json, "nuggets", state.nuggets);
  const Json& board = notation::list(json, "board", kSquares);
  const Json& pool = notation::list(json, "pool", 2);
  if (board.size() != kSquares || pool.size() != 2) notation::fail("state", "must have 16 squares and two pools");
  for (std::size_t i = 0; i < kSquares; ++i) from_json(board[i], state.board[i]);
  for (std::size_t i = 0; i < 2; ++i) state.pool[i] = words::read_pool(pool[i], "pool");
  for (const Json& result : notation::list(json, "results", kMostDuels)) {
    DuelResult one;
    from_json(result, one);
    state.results.push_back(one);
  }
  if (const auto complaint = unsoundness(state); !complaint.empty()) notation::fail("state", complaint);
}

}  // namespace wyrmhall::rules::arena
