// The values of Dice & Dragons as JSON (rules/notation.h): the words are those of docs/rules/hunt.md.
//
// A set is a list in strictly ascending order. Numbers for some of the heroes are an object by their indices. In
// options a skill may be its id alone. An Action names no seat: the seat travels beside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "rules/hunt/action.h"
#include "rules/hunt/event.h"
#include "rules/hunt/options.h"
#include "rules/notation.h"

namespace wyrmhall::rules::hunt {

using rules::from_json;
using rules::to_json;

template <class Json>
void to_json(Json& json, const Places& places) {
  json = Json::array();
  for (const unsigned place : places.each()) json.push_back(place);
}

template <class Json>
void from_json(const Json& json, Places& places) {
  places.clear();
  if (!json.is_array()) throw NotationError("must be a list of numbers in ascending order");
  std::int64_t least = 0;
  for (const Json& each : json) {
    const std::int64_t place = notation::integer(each, "in ascending order each", least, Places::kMaxPlaces - 1);
    places.insert(static_cast<unsigned>(place));
    least = place + 1;
  }
}

template <class Json, class T>
void to_json(Json& json, const PerHero<T>& values) {
  json = Json::object();
  for (const unsigned hero : values.heroes.each()) {
    json[std::to_string(hero)] = notation::json_of<Json>(values.of[hero], {});
  }
}

template <class Json, class T>
void from_json(const Json& json, PerHero<T>& values) {
  values = {};
  if (!json.is_object()) throw NotationError("must be an object by heroes");
  for (auto it = json.begin(); it != json.end(); ++it) {
    const std::string& key = it.key();
    if (key.size() != 1 || key[0] < '0' || key[0] >= '0' + kMaxHeroes) notation::fail(key.substr(0, 40), "is no hero");
    const auto hero = static_cast<unsigned>(key[0] - '0');
    T value{};
    notation::read_value(*it, "a hero's", value, {});
    values.set(hero, value);
  }
}

template <class Json>
void from_json(const Json& json, HeroSkill& skill) {
  skill = {};
  if (json.is_string()) {
    skill.id = static_cast<Skill>(notation::index_in(json, "id", kSkillNames));
  } else {
    if (json.is_object()) (void)notation::member(json, "id");
    rules::from_json<Json, HeroSkill>(json, skill);
  }
}

template <class Json>
void from_json(const Json& json, HeroOption& hero) {
  if (json.is_object()) {
    (void)notation::member(json, "seat");
    (void)notation::member(json, "class");
  }
  rules::from_json<Json, HeroOption>(json, hero);
}

}  // namespace wyrmhall::rules::hunt
