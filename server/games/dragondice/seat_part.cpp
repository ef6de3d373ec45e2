#include "server/games/dragondice/seat_part.h"

#include "server/games/refusals.h"
#include "server/games/registry.h"

namespace wyrmhall::server::dragondice_wire {
namespace {

namespace pb = wyrmhall::v1;

class Forces final : public SeatGame {
 public:
  [[nodiscard]] bool are_fixed(const pb::GameOptions& options) const override {
    return options.dragondice().armies_size() > 0 || options.dragondice().dragons_size() > 0;
  }

  [[nodiscard]] bool keeps_secret() const override { return true; }

  // The rules judge it beside the force that the options have for the other seat, so that it has as many points.
  std::optional<pb::Refusal> complete(const pb::GameOptions& options, SeatParts /*others*/, std::uint32_t seat,
                                      pb::SeatPart& part) const override {
    const auto place = static_cast<int>(seat);
    const pb::DragondiceSeatPart& brought = part.dragondice();
    pb::GameOptions tried = options;
    *tried.mutable_dragondice()->mutable_armies(place) = brought.army();
    pb::DragondiceDragonOptions& dragons = *tried.mutable_dragondice()->mutable_dragons(place);
    if (!brought.dragons().empty()) {
      *dragons.mutable_dragons() = brought.dragons();
    } else if (auto refused = dragons_of(brought.army(), dragons)) {
      return refused;
    }
    if (auto refused = dragondice_game().complete(tried)) return refused;
    part.Clear();
    *part.mutable_dragondice()->mutable_army() = tried.dragondice().armies(place);
    *part.mutable_dragondice()->mutable_dragons() = tried.dragondice().dragons(place).dragons();
    return std::nullopt;
  }

  void compose(pb::GameOptions& options, SeatParts parts) const override {
    for (std::size_t seat = 0; seat < parts.size(); ++seat) {
      if (parts[seat] == nullptr) continue;
      const pb::DragondiceSeatPart& part = parts[seat]->dragondice();
      const auto place = static_cast<int>(seat);
      *options.mutable_dragondice()->mutable_armies(place) = part.army();
      *options.mutable_dragondice()->mutable_dragons(place)->mutable_dragons() = part.dragons();
    }
  }

  void turn(pb::GameOptions& options) const override {
    options.mutable_dragondice()->mutable_armies()->SwapElements(0, 1);
    options.mutable_dragondice()->mutable_dragons()->SwapElements(0, 1);
  }

 private:
  // Those of a preset; of another force why it has none.
  static std::optional<pb::Refusal> dragons_of(const pb::DragondiceArmy& army, pb::DragondiceDragonOptions& dragons) {
    pb::GameOptions options;
    for (int seat = 0; seat < 2; ++seat) *options.mutable_dragondice()->add_armies() = army;
    if (auto refused = dragondice_game().complete(options)) return refused;
    dragons = options.dragondice().dragons(0);
    return std::nullopt;
  }
};

}  // namespace

const SeatGame& SeatPart::seats_bring() {
  static const Forces kForces;
  return kForces;
}

}  // namespace wyrmhall::server::dragondice_wire
