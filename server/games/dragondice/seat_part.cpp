#include "server/games/dragondice/seat_part.h"

#include <cstddef>

#include "rules/dragondice/options.h"
#include "server/games/dragondice/options.h"
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

  std::optional<pb::Refusal> complete(const pb::GameOptions& options, SeatParts /*others*/, std::uint32_t seat,
                                      pb::SeatPart& part) const override {
    const auto place = static_cast<int>(seat);
    const pb::DragondiceSeatPart brought = part.dragondice();
    pb::GameOptions tried = options;
    say_points(tried);
    put(tried, place, brought);
    if (auto refused = dragondice_game().complete(tried)) return refused;
    part.Clear();
    pb::DragondiceSeatPart& kept = *part.mutable_dragondice();
    if (!brought.dragons().empty() || !is_of_species(brought)) {
      *kept.mutable_dragons() = tried.dragondice().dragons(place).dragons();
    }
    // The force of a species is ready in every size: those who meet may still agree on another one.
    if (is_of_species(brought)) {
      kept.mutable_army()->set_species(brought.army().species());
    } else {
      *kept.mutable_army() = tried.dragondice().armies(place);
    }
    return std::nullopt;
  }

  void compose(pb::GameOptions& options, SeatParts parts) const override {
    pb::GameOptions composed = options;
    say_points(composed);
    for (std::size_t seat = 0; seat < parts.size(); ++seat) {
      if (parts[seat] != nullptr) put(composed, static_cast<int>(seat), parts[seat]->dragondice());
    }
    if (!dragondice_game().complete(composed)) options = std::move(composed);
  }

  void turn(pb::GameOptions& options) const override {
    options.mutable_dragondice()->mutable_armies()->SwapElements(0, 1);
    options.mutable_dragondice()->mutable_dragons()->SwapElements(0, 1);
  }

  void leave_out_usual(pb::GameOptions& options) const override {
    pb::GameOptions usual = options;
    usual.mutable_dragondice()->clear_armies();
    usual.mutable_dragondice()->clear_dragons();
    pb::GameOptions filled = usual;
    if (!dragondice_game().complete(filled) && filled.SerializeAsString() == options.SerializeAsString()) {
      options = std::move(usual);
    }
  }

 private:
  static bool is_of_species(const pb::DragondiceSeatPart& part) {
    return part.army().species() != pb::DRAGONDICE_SPECIES_UNSPECIFIED;
  }

  // So that each force is judged by its own points, and none by those of the other seat.
  static void say_points(pb::GameOptions& options) {
    rules::dragondice::Options read;
    if (Options::read_options(options, read)) return;
    options.mutable_dragondice()->set_points(static_cast<std::uint32_t>(rules::dragondice::points_of(read)));
  }

  static void put(pb::GameOptions& options, int place, const pb::DragondiceSeatPart& part) {
    *options.mutable_dragondice()->mutable_armies(place) = part.army();
    *options.mutable_dragondice()->mutable_dragons(place)->mutable_dragons() = part.dragons();
  }
};

}  // namespace

const SeatGame& SeatPart::seats_bring() {
  static const Forces kForces;
  return kForces;
}

}  // namespace wyrmhall::server::dragondice_wire
