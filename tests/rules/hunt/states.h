// States of Dice & Dragons as JSON in the words of the rulebook, and whether one could have come about in play: what is
// read from a test's file is checked with this before the rules touch it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "rules/hunt/flow.h"
#include "rules/hunt/notation.h"
#include "rules/hunt/state.h"

namespace wyrmhall::rules::hunt {

inline bool is_valid_hero(const State& state, const Hero& hero) {
  if (hero.of > Class::custom || hero.symbol >= Symbol::dragon || hero.seat >= kMaxHeroes) return false;
  if (hero.level < 1 || hero.level > kMaxLevel || hero.group > 1) return false;
  if (hero.skills.empty() || hero.covered.size() != hero.skills.size()) return false;
  if (hero.hp > hero.hpMax || (hero.rests && hero.alive)) return false;
  const bool playing = state.phase < Phase::village && state.throws.purpose == ThrowFor::none;
  if (playing && (hero.hp > 0) != hero.alive) return false;
  if (hero.alive && playing && !hero.inHunt) return false;
  int tokens = hero.tokens;
  for (const int covered : hero.covered) tokens += covered;
  if (tokens > kTokens + 1) return false;
  if (!hero.alive && (tokens > 0 || hero.facing != kNoDragon)) return false;
  for (std::size_t i = 0; i < hero.skills.size(); ++i) {
    if (hero.skills[i].id >= Skill::jab || place_on_sheet(hero, hero.skills[i].id) != i) return false;
  }
  if (hero.facing == kNoDragon) return true;
  return hero.facing < state.dragons.size() && state.dragons[hero.facing].alive;
}

inline bool is_valid_dragon(const Dragon& dragon) {
  if (dragon.hp > dragon.hpMax || (dragon.hp > 0) != dragon.alive || dragon.size < 1 || dragon.size > 3) return false;
  return dragon.alive || (dragon.pins == 0 && dragon.locked == 0);
}

inline bool is_valid_order(const State& state) {
  if (state.order.empty() || state.pos >= state.order.size()) return false;
  Places seen;
  for (const std::uint8_t hero : state.order) {
    if (hero >= state.heroes.size() || seen.contains(hero) || !state.heroes[hero].inHunt) return false;
    seen.insert(hero);
  }
  return true;
}

inline bool is_valid_turn(const State& state) {
  const bool playing = state.phase < Phase::village && state.throws.purpose == ThrowFor::none;
  if (!state.turn) return !playing || (state.phase == Phase::replace && state.then == Then::round);
  const Turn& turn = *state.turn;
  if (turn.kept && *turn.kept >= Symbol::dragon) return false;
  if (!playing || turn.hero >= state.heroes.size() || length(turn.dice) < kDice - state.options.maxLocked) return false;
  const Hero& hero = state.heroes[turn.hero];
  if (state.phase == Phase::turn && (!hero.alive || hero.tokens == 0)) return false;
  return std::ranges::all_of(turn.dice, [&](Symbol die) { return (die == Symbol::blank) == (turn.rolls == 0); });
}

inline bool is_valid_phase(const State& state) {
  if ((state.phase == Phase::replace) != state.then.has_value()) return false;
  if ((state.phase == Phase::village) != state.village.has_value()) return false;
  if (state.phase == Phase::over && !state.last.end) return false;
  if (state.phase != Phase::replace) return state.replace.empty() && state.asked.empty();
  if (state.replace.empty() || state.dragons.size() != 2) return false;
  return state.replace[0] < 2 && state.dragons[state.replace[0]].alive && hero_asked(state) != kMaxHeroes;
}

inline std::string_view why_invalid(const State& state) {
  if (state.heroes.empty() || state.dragons.empty()) return "there are no heroes, or no dragons";
  if (state.chapter < 1 || state.chapter > kChapters || state.round < 1 || state.round > state.options.roundLimit) {
    return "there is no such chapter or round";
  }
  if (ally_supply(state) < 0 || poison_supply(state) < 0 || blessed_supply(state) < 0 || pin_supply(state) < 0) {
    return "there are not so many tokens";
  }
  if (!std::ranges::all_of(state.heroes, [&](const Hero& hero) { return is_valid_hero(state, hero); })) {
    return "there cannot be such a hero";
  }
  if (!std::ranges::all_of(state.dragons, is_valid_dragon)) return "there cannot be such a dragon";
  if (dice_in_play(state) < kDice - state.options.maxLocked) return "too many dice are locked";
  if (state.phase != Phase::over && !is_valid_order(state)) return "the order is not one of heroes who take part";
  if (!is_valid_phase(state)) return "the phase does not fit";
  if (!is_valid_turn(state)) return "the turn does not fit";
  return {};
}

// The reports lose the name of their kind, lists that were not given are null, and the stock goes by item.
template <class Json>
void to_json(Json& json, const State& state) {
  rules::to_json<Json, State>(json, state);
  for (const char* option : {"dragons", "dragonHp"}) {
    if (json["options"][option].empty()) json["options"][option] = nullptr;
  }
  if (state.last.activation) json["last"] = *state.last.activation;
  if (state.last.fury) json["last"] = *state.last.fury;
  if (state.last.end) json["last"] = *state.last.end;
  json["result"] = state.phase == Phase::over ? json["last"] : Json(nullptr);
  if (!state.village) return;
  Json stock = Json::object();
  for (std::size_t item = 0; item < kItems.size(); ++item) {
    if (state.village->stock[item] > 0) stock[std::string(kItemNames[item])] = state.village->stock[item];
  }
  json["village"]["stock"] = stock;
}

template <class Json>
void from_json(const Json& json, State& state) {
  Json plain = json;
  if (!plain.is_object()) notation::fail("state", "must be an object");
  plain.erase("result");
  for (const char* option : {"dragons", "dragonHp"}) {
    if (plain["options"].is_object() && plain["options"][option].is_null()) plain["options"][option] = Json::array();
  }
  const Json last = plain["last"];
  if (last.is_object()) {
    const char* kind = last.contains("type") ? "activation" : last.contains("fury") ? "fury" : "end";
    plain["last"] = Json::object({{kind, last}});
  }
  if (plain["village"].is_object()) {
    const Json stock = plain["village"]["stock"];
    plain["village"]["stock"] = Json::array();
    for (const std::string_view item : kItemNames) {
      plain["village"]["stock"].push_back(stock.is_object() ? stock.value(std::string(item), 0) : 0);
    }
  }
  rules::from_json<Json, State>(plain, state);
  if (const auto complaint = why_invalid(state); !complaint.empty()) notation::fail("state", complaint);
}

}  // namespace wyrmhall::rules::hunt
