#include "rules/duel/rules.h"

#include <algorithm>

#include "rules/duel/table.h"

namespace wyrmhall::rules::duel {
namespace {

// The seat of a dragon: its own, the human's, the one that `owners` names (D-45), or none for an automatic enemy.
Seat seat_of_dragon(const Options& options, std::size_t index) {
  if (options.mode == Mode::solitaire && index > 0) return kNoSeat;
  return static_cast<Seat>(options.owners ? (*options.owners)[index] : static_cast<int>(index));
}

std::uint8_t side_of_dragon(const Options& options, std::size_t index) {
  switch (options.mode) {
    case Mode::duel:
    case Mode::arena:
      break;
    case Mode::solitaire:
      return index == 0 ? 0 : 1;
    case Mode::battle:
      return index < static_cast<std::size_t>(options.lanes) ? 0 : 1;
  }
  return static_cast<std::uint8_t>(index);
}

// D-7: in solitaire the human chooses for the enemies too (R-DUEL-13).
void ask_for_dragon(State& state) {
  state.actor = next_to_choose(state);
  state.seat = state.setup.mode == Mode::solitaire ? Seat{0} : state.dragons[state.actor].seat;
}

// Arena: by games won, level ones share a place (R-DUEL-24).
void rank_by_wins(const State& state, Outcome& outcome) {
  for (std::size_t i = 0; i < state.setup.dragons; ++i) {
    int place = 1;
    for (std::size_t j = 0; j < state.setup.dragons; ++j) place += state.wins[j] > state.wins[i] ? 1 : 0;
    outcome.place[state.dragons[i].seat] = static_cast<std::uint8_t>(place);
  }
}

// Arena, a single game: the winner, then the others who live, then the fallen, the last to fall first.
void rank_by_death(const State& state, Outcome& outcome) {
  const auto standing = [&](std::size_t i) {
    const Dragon& dragon = state.dragons[i];
    if (dragon.side == state.winner) return kMaxDragons + 2;
    return alive(dragon) ? kMaxDragons + 1 : int{dragon.fell};
  };
  for (std::size_t i = 0; i < state.setup.dragons; ++i) {
    int place = 1;
    for (std::size_t j = 0; j < state.setup.dragons; ++j) place += standing(j) > standing(i) ? 1 : 0;
    outcome.place[state.dragons[i].seat] = static_cast<std::uint8_t>(place);
  }
}

}  // namespace

State make_table(const Options& options) {
  State state;
  state.setup = {.mode = options.mode,
                 .fair = options.fair,
                 .same_start = options.same_start && !options.fair,
                 .abilities = options.abilities,
                 .dragons = static_cast<std::uint8_t>(dragon_count(options)),
                 .sides = static_cast<std::uint8_t>(options.mode == Mode::arena ? options.players : 2),
                 .match_games = static_cast<std::uint8_t>(options.match_games),
                 .round_cap = static_cast<std::uint16_t>(options.round_cap)};
  for (std::size_t i = 0; i < state.setup.dragons; ++i) {
    Dragon& dragon = state.dragons[i];
    dragon.side = side_of_dragon(options, i);
    dragon.seat = seat_of_dragon(options, i);
    dragon.dragon = static_cast<std::uint8_t>(options.dragons ? (*options.dragons)[i] : 0);
  }
  state.living = living_of(state);
  if (options.dragons) {
    begin_first_roll(state);
  } else {
    ask_for_dragon(state);
  }
  return state;
}

void Game::choose(State& state, std::uint8_t dragon) {
  state.dragons[state.actor].dragon = dragon;
  if (next_to_choose(state) == kNobody) {
    begin_first_roll(state);
  } else {
    ask_for_dragon(state);
  }
}

int Game::seats(const Options& options) {
  switch (options.mode) {
    case Mode::duel:
      return 2;
    case Mode::solitaire:
      return 1;
    case Mode::arena:
      return options.players;
    case Mode::battle:
      break;
  }
  if (options.owners && !options.owners->empty()) return std::ranges::max(*options.owners) + 1;
  return 2 * options.lanes;
}

int Game::side_of(const Options& options, Seat seat) {
  if (options.mode != Mode::battle) return options.mode == Mode::solitaire ? 0 : seat;
  for (int i = 0; i < 2 * options.lanes; ++i) {
    if (seat_of_dragon(options, static_cast<std::size_t>(i)) == seat) return i < options.lanes ? 0 : 1;
  }
  return 0;
}

std::optional<Outcome> outcome_of(const State& state) {
  Outcome outcome;
  for (std::size_t i = 0; i < state.setup.dragons; ++i) {
    const Dragon& dragon = state.dragons[i];
    if (dragon.seat == kNoSeat) continue;
    if (dragon.side == state.winner) outcome.winners.insert(dragon.seat);
    outcome.place[dragon.seat] = dragon.side == state.winner ? 1 : 2;
  }
  if (state.setup.mode == Mode::arena) {
    if (state.setup.match_games == 1) {
      rank_by_death(state, outcome);
    } else {
      rank_by_wins(state, outcome);
    }
  }
  return outcome;
}

static_assert(rules::ValuedGame<Game>);
static_assert(rules::NuggetGame<Game>);

}  // namespace wyrmhall::rules::duel
