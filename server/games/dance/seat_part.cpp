#include "server/games/dance/seat_part.h"

#include "rules/dance/cards.h"
#include "server/games/refusals.h"

namespace wyrmhall::server::dance_wire {
namespace {

namespace pb = wyrmhall::v1;

// R-DANCE-1: the seat is the role.
class Roles final : public SeatGame {
 public:
  [[nodiscard]] bool are_fixed(const pb::GameOptions& /*options*/) const override { return false; }

  std::optional<pb::Refusal> complete(const pb::GameOptions& /*options*/, SeatParts /*others*/, std::uint32_t /*seat*/,
                                      pb::SeatPart& part) const override {
    const pb::DanceRole role = part.dance().role();
    if (!pb::DanceRole_IsValid(role)) {
      return refuse(pb::REFUSAL_CODE_FIELD_INVALID, "one is the knight or the dragon", "part.dance.role");
    }
    part.Clear();
    part.mutable_dance()->set_role(role);
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::uint32_t> wanted_seat(const pb::GameOptions& /*options*/,
                                                         const pb::SeatPart& part) const override {
    switch (part.dance().role()) {
      case pb::DANCE_ROLE_KNIGHT:
        return rules::dance::kKnight;
      case pb::DANCE_ROLE_DRAGON:
        return rules::dance::kDragon;
      default:
        return std::nullopt;
    }
  }
};

}  // namespace

const SeatGame& SeatPart::seats_bring() {
  static const Roles kRoles;
  return kRoles;
}

}  // namespace wyrmhall::server::dance_wire
