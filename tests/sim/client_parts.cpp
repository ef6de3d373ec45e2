// What a simulated client brings to tables that leave something to their seats; and that it is never shown what another
// seat brings in secret before all are ready.
#include <algorithm>

#include "tests/sim/client.h"
#include "tests/sim/hunt_part.h"
#include "tests/sim/violation.h"

namespace wyrmhall::sim {
namespace {

constexpr double kBringsPart = 0.3;
constexpr double kChangesPart = 0.05;

// Now and then one that the rules refuse.
pb::SeatPart draw_part(const pb::GameOptions& options, Rng& rng) {
  pb::SeatPart part;
  switch (options.game_case()) {
    case pb::GameOptions::kArena:
      part.mutable_arena()->set_species(static_cast<pb::ArenaSpecies>(rng.between(0, pb::ArenaSpecies_MAX)));
      break;
    case pb::GameOptions::kDance:
      part.mutable_dance()->set_role(static_cast<pb::DanceRole>(rng.between(0, pb::DanceRole_MAX)));
      break;
    case pb::GameOptions::kHunt:
      return draw_hunt_part(rng);
    default: {
      pb::DragondiceArmy& army = *part.mutable_dragondice()->mutable_army();
      if (rng.chance(0.5)) {
        army.set_species(static_cast<pb::DragondiceSpecies>(rng.between(0, pb::DragondiceSpecies_MAX)));
      } else {
        army.set_preset(static_cast<pb::DragondicePreset>(rng.between(0, pb::DragondicePreset_MAX)));
      }
    }
  }
  return part;
}

}  // namespace

bool Client::set_part(Seated& seated) {
  const pb::GameOptions& options = seated.table.options();
  if (!options.seats_bring() || seated.table.phase() != pb::TABLE_PHASE_OPEN) return false;
  const double likely = seated.thought_of_part ? kChangesPart : kBringsPart;
  seated.thought_of_part = true;
  if (!rng_.chance(likely)) return false;
  pb::ClientMessage message;
  message.mutable_set_part()->set_table_id(seated.table.table_id());
  if (rng_.chance(0.9)) *message.mutable_set_part()->mutable_part() = draw_part(options, rng_);
  ask(std::move(message));
  return true;
}

void Client::look_for_secrets(const pb::Table& table) {
  for (const pb::TableSeat& seat : table.seats()) {
    if (!seat.brings_secret()) continue;
    context_.counters.hit(Sometimes::kSecretBrought);
    if (seat.has_part() && seat.player().account_id() != account_) {
      throw Violation("secret until all are ready", "a client was shown what somebody else brings in secret");
    }
  }
  const bool shown = table.phase() == pb::TABLE_PHASE_REVEALING && table.options().has_dragondice() &&
                     std::ranges::any_of(table.seats(), &pb::TableSeat::has_part);
  if (shown) context_.counters.hit(Sometimes::kSecretShown);
}

}  // namespace wyrmhall::sim
