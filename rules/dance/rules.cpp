#include "rules/dance/rules.h"

namespace wyrmhall::rules::dance {

// S1, S3; the dice of S2 are pending.
State make_state(const Options& options) {
  State state;
  state.options = options;
  state.pending = Pending::set_up;
  for (const Seat seat : {kKnight, kDragon}) {
    Side& side = state.seats[seat];
    side.role = static_cast<Role>(seat);
    side.life = static_cast<std::uint8_t>(full_life(options, seat));
    side.spent = Slots(dice_of(side.role));
    side.hand = CardSet::deck_of(seat);
  }
  return state;
}

// E3, R-DANCE-16: nobody wins a draw.
Outcome outcome_of(const State& state) {
  Outcome outcome;
  const Seat winner = state.result ? state.result->winner : kNoSeat;
  if (winner != kNoSeat) outcome.winners.insert(winner);
  for (const Seat seat : {kKnight, kDragon}) outcome.place[seat] = winner == kNoSeat || winner == seat ? 1 : 2;
  return outcome;
}

State Game::conceal(const State& state, Viewer viewer) {
  State seen = state;
  for (const Seat seat : {kKnight, kDragon}) {
    if (seat != viewer.seat) hide(seen, seat);
  }
  return seen;
}

static_assert(rules::Game<Game>);
static_assert(rules::SecretiveGame<Game>);
static_assert(rules::StrategicGame<Game>);

}  // namespace wyrmhall::rules::dance
