// Which bot decides at which level, for any game.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/search/greedy_bot.h"
#include "rules/search/mcts.h"
#include "rules/search/random_bot.h"
#include "server/games/running_game.h"
#include "server/wire/bot_levels.h"

namespace wyrmhall::server {

// A game some of whose matches are solved offers in its adapter
//   is_solved(options)                   whether matches of these options are
//   perfect_choice(state, seat, stop)    what loses nothing; nothing when that needs more than one thought's time: each
//                                        such thought gets further. The first one may take a few tenths of a second.
template <class Wire>
concept SolvedWire = requires(const typename Wire::Game::Options& options, const typename Wire::Game::State& state,
                              rules::Seat seat, const Stop& stop) {
  { Wire::is_solved(options) } -> std::same_as<bool>;
  { Wire::perfect_choice(state, seat, stop) } -> std::same_as<std::optional<typename Wire::Game::Action>>;
};

// The levels that a game has, by what it offers to bots (rules/game.h).
template <class Wire>
std::vector<pb::BotLevel> levels_of() {
  std::vector<pb::BotLevel> levels = {pb::BOT_LEVEL_RANDOM};
  if (rules::ValuedGame<typename Wire::Game>) levels.push_back(pb::BOT_LEVEL_GREEDY);
  if (rules::SearchableGame<typename Wire::Game> || rules::StrategicGame<typename Wire::Game>) {
    levels.insert(levels.end(), {pb::BOT_LEVEL_EASY, pb::BOT_LEVEL_NORMAL, pb::BOT_LEVEL_HARD});
  }
  if (SolvedWire<Wire>) levels.push_back(pb::BOT_LEVEL_PERFECT);
  return levels;
}

// What the bot of this level does, given what its seat may know and nothing else. Stand-ins are greedy; if a game has
// no such level, they play as its own bot of level normal. Any other level that the game does not have plays at random.
template <class Wire>
std::optional<typename Wire::Game::Action> choose(const typename Wire::Game::State& concealed, rules::Seat seat,
                                                  pb::BotLevel level, std::uint64_t seed, const Stop& stop) {
  using G = typename Wire::Game;
  if constexpr (SolvedWire<Wire>) {
    if (level == pb::BOT_LEVEL_PERFECT) return Wire::perfect_choice(concealed, seat, stop);
  }
  if constexpr (rules::StrategicGame<G>) {
    // A stand-in, on which the rest of its side depends.
    if (level == pb::BOT_LEVEL_GREEDY && !rules::ValuedGame<G>)
      return G::decide(concealed, seat, rules::Level::normal, seed);
    if (const rules::ThinkingLevel* strategist = thinking_level(level)) {
      if constexpr (rules::StoppableGame<G>) {
        return G::decide(concealed, seat, strategist->level, seed, stop);
      } else {
        return G::decide(concealed, seat, strategist->level, seed);
      }
    }
  } else if constexpr (rules::SearchableGame<G>) {
    if (const rules::ThinkingLevel* search = thinking_level(level)) {
      return rules::mcts_choice<G>(concealed, seat, seed, search->limits, stop).action;
    }
  }
  if constexpr (rules::ValuedGame<G>) {
    if (level == pb::BOT_LEVEL_GREEDY) return rules::greedy_choice<G>(concealed, seat, seed);
  }
  return rules::random_choice<G>(concealed, seat, seed);
}

}  // namespace wyrmhall::server
