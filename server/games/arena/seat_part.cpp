#include "server/games/arena/seat_part.h"

#include "server/games/refusals.h"

namespace wyrmhall::server::arena_wire {
namespace {

namespace pb = wyrmhall::v1;

class Species final : public SeatGame {
 public:
  [[nodiscard]] bool are_fixed(const pb::GameOptions& options) const override {
    return options.arena().has_fire_seat();
  }

  std::optional<pb::Refusal> complete(const pb::GameOptions& /*options*/, SeatParts /*others*/, std::uint32_t /*seat*/,
                                      pb::SeatPart& part) const override {
    const pb::ArenaSpecies species = part.arena().species();
    if (!pb::ArenaSpecies_IsValid(species)) {
      return refuse(pb::REFUSAL_CODE_FIELD_INVALID, "there is no such species", "part.arena.species");
    }
    part.Clear();
    part.mutable_arena()->set_species(species);
    return std::nullopt;
  }

  // a player alone has a species all the same. Of two players, the seats decide.
  void compose(pb::GameOptions& options, SeatParts parts) const override {
    if (!options.arena().solo() || parts.empty() || parts[0] == nullptr) return;
    const pb::ArenaSpecies species = parts[0]->arena().species();
    if (species == pb::ARENA_SPECIES_UNSPECIFIED) return;
    options.mutable_arena()->set_fire_seat(species == pb::ARENA_SPECIES_FIRE ? 0 : 1);
  }

  [[nodiscard]] std::optional<std::uint32_t> wanted_seat(const pb::GameOptions& options,
                                                         const pb::SeatPart& part) const override {
    const std::uint32_t fire = options.arena().fire_seat();
    if (options.arena().solo()) return std::nullopt;
    switch (part.arena().species()) {
      case pb::ARENA_SPECIES_FIRE:
        return fire;
      case pb::ARENA_SPECIES_ICE:
        return 1 - fire;
      default:
        return std::nullopt;
    }
  }
};

}  // namespace

const SeatGame& SeatPart::seats_bring() {
  static const Species kSpecies;
  return kSpecies;
}

}  // namespace wyrmhall::server::arena_wire
