// The values of Dragon Dice as JSON (rules/notation.h), in the words of the rulebook.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "rules/dragondice/action.h"
#include "rules/dragondice/event.h"
#include "rules/dragondice/options.h"
#include "rules/dragondice/places.h"
#include "rules/notation.h"

namespace wyrmhall::rules::dragondice {

using rules::from_json;
using rules::to_json;

// A terrain is its number, an area its letter, and no place at all null.
inline constexpr std::array<std::string_view, 4> kAreaNames = {"R", "D", "B", "P"};

template <class Json>
void to_json(Json& json, const Place& place) {
  if (place == kNowhere) {
    json = nullptr;
  } else if (place.is_terrain()) {
    json = place.number;
  } else {
    const std::size_t area = place.number - kReserve.number;
    json = std::string(area < kAreaNames.size() ? kAreaNames[area] : "?");
  }
}

template <class Json>
void from_json(const Json& json, Place& place) {
  place = kNowhere;
  if (json.is_null()) return;
  if (json.is_string()) {
    place = terrain_place(static_cast<int>(kReserve.number + notation::index_in(json, "place", kAreaNames)));
  } else {
    place = terrain_place(static_cast<int>(notation::integer(json, "place", 0, kTerrainsInPlay - 1)));
  }
}

template <class Json, std::unsigned_integral Word>
void to_json(Json& json, const IndexSet<Word>& set) {
  json = Json::array();
  for (const unsigned number : set.each()) json.push_back(number);
}

template <class Json, std::unsigned_integral Word>
void from_json(const Json& json, IndexSet<Word>& set) {
  set.clear();
  notation::check_list(json, "each", IndexSet<Word>::kMaxIndices);
  std::int64_t least = 0;
  for (const Json& each : json) {
    const std::int64_t number =
        notation::integer(each, "in ascending order each", least, IndexSet<Word>::kMaxIndices - 1);
    set.insert(static_cast<unsigned>(number));
    least = number + 1;
  }
}

template <class Json>
void to_json(Json& json, const Pick& pick) {
  if (pick == kSaves) {
    json = "saves";
  } else if (pick == kDone) {
    json = "done";
  } else {
    json = pick.number;
  }
}

template <class Json>
void from_json(const Json& json, Pick& pick) {
  if (json.is_string()) {
    constexpr std::array<std::string_view, 2> kWords = {"saves", "done"};
    pick = notation::index_in(json, "pick", kWords) == 0 ? kSaves : kDone;
  } else {
    pick.number = static_cast<std::uint8_t>(notation::integer(json, "pick", 0, Units::kMaxIndices - 1));
  }
}

// A list of pairs of a dragon and what slays it.
template <class Json>
void to_json(Json& json, const Hits& hits) {
  json = Json::array();
  for (unsigned dragon = 0; dragon < Dragons::kMaxIndices; ++dragon) {
    const auto hit = static_cast<std::size_t>(hits.of(dragon));
    if (hit == 0) continue;
    Json pair = Json::array();
    pair.push_back(dragon);
    pair.push_back(std::string(hit < kHitNames.size() ? kHitNames[hit] : "?"));
    json.push_back(pair);
  }
}

template <class Json>
void from_json(const Json& json, Hits& hits) {
  hits = {};
  notation::check_list(json, "slay", kMaxDragons);
  std::int64_t least = 0;
  for (const Json& pair : json) {
    if (!pair.is_array() || pair.size() != 2) throw NotationError("slay: must be pairs of a dragon and what slays it");
    const std::int64_t dragon = notation::integer(pair[0], "in ascending order each dragon", least, kMaxDragons - 1);
    const auto hit = static_cast<Hit>(notation::index_in(pair[1], "what slays it", kHitNames));
    if (hit == Hit::none) throw NotationError("slay: a dragon that is not slain is left out");
    hits.set(static_cast<unsigned>(dragon), hit);
    least = dragon + 1;
  }
}

template <class Json>
void to_json(Json& json, const Target& target) {
  if (target == kNoTarget) {
    json = nullptr;
  } else if (target.is_dragon()) {
    json = target.number;
  } else {
    json = target == kTheArmy ? "army" : target == kOpen ? "open" : "hidden";
  }
}

template <class Json>
void from_json(const Json& json, Target& target) {
  target = kNoTarget;
  if (json.is_null()) return;
  if (json.is_string()) {
    constexpr std::array<std::string_view, 3> kWords = {"army", "open", "hidden"};
    target.number = static_cast<std::uint8_t>(kTheArmy.number + notation::index_in(json, "target", kWords));
  } else {
    target.number = static_cast<std::uint8_t>(notation::integer(json, "target", 0, kMaxDragons - 1));
  }
}

template <class Json>
void to_json(Json& json, const Army& army) {
  if (army.preset == kNoPreset) {
    rules::to_json<Json, Army>(json, army);
  } else {
    json = std::string(army.preset < kPresets ? kPresetNames[army.preset] : "?");
  }
}

template <class Json>
void from_json(const Json& json, Army& army) {
  army = {};
  if (json.is_string()) {
    army.preset = static_cast<std::uint8_t>(notation::index_in(json, "armies", kPresetNames));
  } else {
    rules::from_json<Json, Army>(json, army);
  }
}

}  // namespace wyrmhall::rules::dragondice
