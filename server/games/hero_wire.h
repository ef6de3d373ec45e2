// What the wire of a game says whose heroes are kept (adapter.h).
#pragma once

#include <concepts>

#include "persistence/heroes.h"
#include "server/games/hero_game.h"

namespace wyrmhall::server {

// A game whose heroes are kept: heroes() says how, and booked(options, state, chronicle, hero) what a match gives back,
// given a Chronicle that has followed all its states.
template <class Wire>
concept HeroWire = requires(typename Wire::Chronicle& chronicle, const typename Wire::Game::State& state,
                            const typename Wire::Game::Options& options, const v1::BroughtHero& hero) {
  chronicle.follow(state);
  { Wire::heroes() } -> std::same_as<const HeroGame&>;
  { Wire::booked(options, state, chronicle, hero) } -> std::same_as<persistence::HeroBooked>;
};

template <class Wire>
struct ChronicleOf {
  void follow(const auto& /*state*/) {}
};
template <HeroWire Wire>
struct ChronicleOf<Wire> : Wire::Chronicle {};

}  // namespace wyrmhall::server
