#include "rules/arena/flow.h"

namespace wyrmhall::rules::arena {
namespace {

// A-61, R-ARENA-24: by difficulty and dragons left.
constexpr std::array<std::array<std::uint8_t, 5>, 2> kBonus = {{{0, 1, 2, 3, 4}, {0, 1, 3, 6, 10}}};

}  // namespace

void begin_duel(State& state) {
  state.board = {};
  state.pool = {};
  state.turn = 0;
  state.stall = 0;
  state.starter = Species::none;
  state.to_move = Species::none;
  switch (state.setup.placement) {
    case Placement::baby:
      state.phase = Phase::duel;
      state.pending = Pending::shuffle;
      state.step = kSquares - 1;
      for (std::size_t i = 0; i < kSquares; ++i) {
        state.board[i].species = i < kDragonsEach ? Species::fire : Species::ice;
      }
      return;
    case Placement::little:
      state.phase = Phase::place;
      state.pending = Pending::throws;
      return;
    case Placement::equal:
      state.phase = Phase::pair;
      state.pending = Pending::lots;
      return;
    case Placement::big:
    case Placement::free:
      state.phase = Phase::allocate;
      return;
  }
}

Species starter_by_powers(const State& state) {
  std::array<std::array<int, 2>, kMaxPower + 1> count{};
  for (const Species species : kSpecies) {
    for (const std::uint8_t power : state.pool[index(species)]) ++count[power][index(species)];
  }
  for (const Die& die : state.board) {
    if (die.species != Species::none) ++count[die.power][index(die.species)];
  }
  for (const auto [fire, ice] : count) {
    if (fire != ice) return fire > ice ? Species::fire : Species::ice;
  }
  return Species::none;
}

std::optional<DuelEnd> end_of(const State& state) {
  const Layout layout = layout_of(state);
  const Species next = state.to_move;
  if (!layout.contact()) return DuelEnd::no_contact;
  if (state.stall >= kMaxStall) return DuelEnd::stall;
  if (layout.can_eliminate(next)) return std::nullopt;
  if (state.setup.master && layout.in_power(next) != 0) return std::nullopt;
  if (is_opponent(state.setup, next)) return DuelEnd::solo_stop;
  if (layout.fields == layout.taken()) return DuelEnd::all_shielded;          // A-35, R-ARENA-7
  return std::nullopt;
}

DuelResult result_of(const State& state, DuelEnd reason) {
  DuelResult result{.duel = state.duel, .reason = reason, .turns = state.turn, .auto_loss = std::nullopt};
  for (const Die& die : state.board) {
    if (die.species == Species::none) continue;
    auto& power = result.power[index(die.species)];
    power = static_cast<std::uint8_t>(power + die.power);
    ++result.left[index(die.species)];
  }
  result.score = result.power;
  if (state.setup.solo) {
    const std::size_t opponent = index(other(species_of(state.setup, 0)));
    const auto& bonus = kBonus[static_cast<std::size_t>(state.setup.difficulty)];
    result.auto_loss = result.left[opponent] >= bonus.size();
    if (*result.auto_loss) {
      result.winner = static_cast<Species>(opponent);
      return result;
    }
    auto& score = result.score[opponent];
    score = static_cast<std::uint8_t>(score + bonus[result.left[opponent]]);
  }
  const auto [fire, ice] = result.score;
  if (fire != ice) result.winner = fire > ice ? Species::fire : Species::ice;
  return result;
}

}  // namespace wyrmhall::rules::arena
