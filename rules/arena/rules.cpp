#include "rules/arena/rules.h"

namespace wyrmhall::rules::arena {

State make_state(const Options& options) {
  State state;
  state.setup = {.placement = options.placement,
                 .master = options.master,
                 .solo = options.solo,
                 .difficulty = options.difficulty,
                 .fire_seat = static_cast<std::uint8_t>(options.fire_seat),
                 .nuggets = static_cast<std::uint8_t>(options.nuggets),
                 .max_duels = static_cast<std::uint8_t>(duels_of(options))};
  begin_duel(state);
  return state;
}

// A level series has no winner and both are first; in Solo Training the player alone has a place, second when the
// training was lost.
Outcome outcome_of(const State& state) {
  Outcome outcome;
  const SeatSet seats = state.setup.solo ? SeatSet{0} : SeatSet{0, 1};
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if (!seats.contains(seat)) break;
    const bool won = state.winner == species_of(state.setup, seat);
    if (won) outcome.winners.insert(seat);
    outcome.place[seat] = won || state.winner == Species::none ? 1 : 2;
  }
  return outcome;
}

State Game::conceal(const State& state, Viewer viewer) {
  State seen = state;
  if (state.phase != Phase::allocate) return seen;
  for (const Species species : kSpecies) {
    if (seat_of(state.setup, species) == viewer.seat) continue;
    for (std::uint8_t& power : seen.pool[index(species)]) power = 0;
  }
  return seen;
}

static_assert(rules::ValuedGame<Game>);
static_assert(rules::NuggetGame<Game>);
static_assert(rules::CountedGame<Game>);

}  // namespace wyrmhall::rules::arena
