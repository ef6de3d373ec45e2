#include "rules/dragondice/rules.h"

namespace wyrmhall::rules::dragondice {
namespace {

//
void place_units(State& state, const Army& army, Seat seat) {
  const std::array<Place, 3> places = {terrain_place(seat), kFrontier, terrain_place(1 - seat)};
  for (const Part part : {Part::home, Part::campaign, Part::horde}) {
    for (const UnitType type : part_of(army, part)) {
      state.units.push_back({.type = type, .at = places[index(part)]});
    }
  }
}

//
void place_dragons(State& state, const Options& options, Seat seat) {
  Place place = kFrontier;
  for (const DragonOption& dragon : dragons_of(options, seat)) {
    state.dragons.push_back({.type = dragon.type, .form = dragon.form, .owner = seat, .at = place});
    place = kPool;
  }
}

}  // namespace

State make_state(const Options& options, std::uint32_t version) {
  State state;
  state.options = {.rounds = static_cast<std::uint8_t>(options.rounds),
                   .regroup = static_cast<std::uint8_t>(options.regroup),
                   .slay_points = static_cast<std::uint8_t>(options.slay_points),
                   .call_gain = static_cast<std::uint8_t>(options.call_gain),
                   .call_cost = static_cast<std::uint8_t>(options.call_cost),
                   .call_cost_white = static_cast<std::uint8_t>(options.call_cost_white),
                   .call_cap = static_cast<std::uint8_t>(options.call_cap),
                   .species_abilities = options.species_abilities,
                   .special_maneuvers = options.species_abilities && version >= kSpecialManeuvers};
  state.terrains = {home_of(options.armies[0]), home_of(options.armies[1]), options.frontier};
  for (const Seat seat : {Seat{0}, Seat{1}}) {
    place_units(state, options.armies[seat], seat);
    if (seat == 0) state.first_of_seat1 = static_cast<std::uint8_t>(state.units.size());
    place_dragons(state, options, seat);
  }
  return state;
}

Outcome outcome_of(const State& state) {
  Outcome outcome;
  for (const Seat seat : {Seat{0}, Seat{1}}) {
    const bool won = state.result->winner == seat;
    if (won) outcome.winners.insert(seat);
    outcome.place[seat] = won || state.result->winner == kNoSeat ? 1 : 2;
  }
  return outcome;
}

static_assert(rules::FormGame<Game> && rules::SecretiveGame<Game>);

}  // namespace wyrmhall::rules::dragondice
