#include "server/games/arena/view.h"

#include <variant>

#include "rules/arena/legal.h"
#include "server/games/described.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::arena_wire {

namespace pb = wyrmhall::v1;
namespace arena = rules::arena;

namespace {

pb::ArenaPlacement placement_of(arena::Placement placement) {
  return static_cast<pb::ArenaPlacement>(static_cast<int>(placement) + 1);
}
pb::ArenaDifficulty difficulty_of(arena::Difficulty difficulty) {
  return static_cast<pb::ArenaDifficulty>(static_cast<int>(difficulty) + 1);
}
int or_none(arena::Species species) {
  return species == arena::Species::none ? -1 : static_cast<int>(species);
}

void write_setup(const arena::Setup& setup, MessageWriter& to) {
  using Field = pb::ArenaView;
  for (const arena::Species species : arena::kSpecies) {
    to.entry(Field::kSeatsFieldNumber, key(species), arena::seat_of(setup, species));
  }
  to.number(Field::kPlacementFieldNumber, placement_of(setup.placement));
  to.number(Field::kMasterFieldNumber, setup.master);
  to.number(Field::kSoloFieldNumber, setup.solo);
  to.number(Field::kDifficultyFieldNumber, difficulty_of(setup.difficulty));
  to.number(Field::kNuggetsNeededFieldNumber, setup.nuggets);
  to.number(Field::kMaxDuelsFieldNumber, setup.max_duels);
  to.number(Field::kAllocationSumFieldNumber, setup.placement == arena::Placement::big ? arena::kBigSum : 0);
  const auto opponent = setup.solo ? or_none(arena::other(arena::species_of(setup, 0))) : -1;
  to.signed_number(Field::kOpponentFieldNumber, opponent);
}

// --- Events ---

void write(const Described auto& event, MessageWriter& to) {
  write_event_field<pb::ArenaEvent>(event, to);
}
void write(const arena::Reveal& event, MessageWriter& to) {
  const MessageWriter::Nested revealed(to, pb::ArenaEvent::kRevealedFieldNumber);
  const auto& [fire, ice] = event.powers;
  to.bytes(pb::ArenaRevealed::kFireFieldNumber, fire);
  to.bytes(pb::ArenaRevealed::kIceFieldNumber, ice);
}

}  // namespace

void View::write_view(const arena::State* before, const arena::State& now, MessageWriter& to) {
  using Field = pb::ArenaView;
  const auto changed = [&](auto get) { return before == nullptr || get(*before) != get(now); };
  if (before == nullptr) write_setup(now.setup, to);
  write_changed_fields<Field>(before, now, to);
  for (std::uint32_t square = 0; square < arena::kSquares; ++square) {
    if (!changed([square](const auto& s) { return s.board[square]; })) continue;
    const MessageWriter::Entry entry(to, Field::kBoardFieldNumber, square);
    const arena::Die& die = now.board[square];
    if (die.species == arena::Species::none) continue;
    to.number(pb::ArenaDie::kSpeciesFieldNumber, key(die.species));
    to.number(pb::ArenaDie::kPowerFieldNumber, die.power);
    to.number(pb::ArenaDie::kFieldFieldNumber, die.field);
  }
  for (const arena::Species species : arena::kSpecies) {
    const std::size_t i = arena::index(species);
    if (!changed([i](const auto& s) { return s.pool[i]; })) continue;
    const MessageWriter::Entry entry(to, Field::kPoolsFieldNumber, key(species));
    const arena::Pool& pool = now.pool[i];
    to.number(pb::ArenaPool::kHiddenFieldNumber, arena::is_hidden(pool));
    if (!arena::is_hidden(pool)) to.bytes(pb::ArenaPool::kPowersFieldNumber, pool);
  }
  for (std::size_t i = before == nullptr ? 0 : before->results.size(); i < now.results.size(); ++i) {
    const MessageWriter::Entry entry(to, Field::kResultsFieldNumber, now.results[i].duel);
    write_fields<pb::ArenaDuelResult>(now.results[i], to);
  }
}

void View::write_event(const arena::State& /*state*/, const arena::Event& event, MessageWriter& to) {
  std::visit([&](const auto& e) { write(e, to); }, event);
}

// The rules tell only of what follows from a decision; those who listen want to hear of the decision too.
bool View::tells_action(const arena::Action& /*action*/) {
  return true;
}

void View::write_action_event(const arena::State& before, rules::Seat seat, const arena::Action& action,
                              MessageWriter& to) {
  const std::uint32_t species =
      key(before.phase == arena::Phase::allocate ? arena::species_of(before.setup, seat) : before.to_move);
  const auto power_on = [&](std::uint8_t square) { return before.board[square].power; };
  switch (action.kind) {
    case arena::ActionKind::allocate: {
      const MessageWriter::Nested committed(to, pb::ArenaEvent::kCommittedFieldNumber);
      // what was committed is for the reveal to tell
      return to.nonzero(pb::ArenaCommitted::kSpeciesFieldNumber, species);
    }
    case arena::ActionKind::pair: {
      const MessageWriter::Nested paired(to, pb::ArenaEvent::kPairedFieldNumber);
      to.nonzero(pb::ArenaPaired::kSpeciesFieldNumber, species);
      return to.nonzero(pb::ArenaPaired::kLowFieldNumber, action.power);
    }
    case arena::ActionKind::place: {
      const MessageWriter::Nested placed(to, pb::ArenaEvent::kPlacedFieldNumber);
      to.nonzero(pb::ArenaPlaced::kSpeciesFieldNumber, species);
      to.nonzero(pb::ArenaPlaced::kPowerFieldNumber, action.power);
      return to.nonzero(pb::ArenaPlaced::kSquareFieldNumber, action.square);
    }
    case arena::ActionKind::eliminate: {
      const MessageWriter::Nested attacked(to, pb::ArenaEvent::kAttackedFieldNumber);
      to.nonzero(pb::ArenaAttacked::kSpeciesFieldNumber, species);
      to.nonzero(pb::ArenaAttacked::kFromFieldNumber, action.square);
      to.nonzero(pb::ArenaAttacked::kToFieldNumber, action.to);
      to.nonzero(pb::ArenaAttacked::kPowerFieldNumber, power_on(action.square));
      return to.nonzero(pb::ArenaAttacked::kTargetPowerFieldNumber, power_on(action.to));
    }
    case arena::ActionKind::modify: {
      const MessageWriter::Nested modified(to, pb::ArenaEvent::kModifiedFieldNumber);
      to.nonzero(pb::ArenaModified::kSpeciesFieldNumber, species);
      to.nonzero(pb::ArenaModified::kSquareFieldNumber, action.square);
      to.nonzero(pb::ArenaModified::kBeforeFieldNumber, power_on(action.square));
      return to.nonzero(pb::ArenaModified::kPowerFieldNumber, action.power);
    }
    case arena::ActionKind::trigger: {
      const MessageWriter::Nested triggered(to, pb::ArenaEvent::kTriggeredFieldNumber);
      to.nonzero(pb::ArenaTriggered::kSpeciesFieldNumber, species);
      to.nonzero(pb::ArenaTriggered::kTargetFieldNumber, action.square);
      to.nonzero(pb::ArenaTriggered::kBeforeFieldNumber, power_on(action.square));
      to.nonzero(pb::ArenaTriggered::kPowerFieldNumber, weakened(before, action));
      if (action.to != arena::kNowhere) to.number(pb::ArenaTriggered::kToFieldNumber, action.to);
      return;
    }
  }
}

}  // namespace wyrmhall::server::arena_wire
