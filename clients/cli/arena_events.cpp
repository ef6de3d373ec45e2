// The events of Dragons Arena, one sentence each.
#include <fmt/format.h>

#include <algorithm>

#include "clients/cli/arena_names.h"
#include "clients/cli/arena_text.h"

namespace wyrmhall::cli {
namespace {

std::int32_t other(std::uint32_t species) {
  return species == 0 ? 1 : 0;
}

std::string end_text(v1::ArenaDuelEnd reason) {
  switch (reason) {
    case v1::ARENA_DUEL_END_NO_CONTACT:
      return "no dragon has an enemy beside it";
    case v1::ARENA_DUEL_END_STALL:
      return "nobody was eliminated in twenty turns";
    case v1::ARENA_DUEL_END_SOLO_STOP:
      return "the opponent can eliminate nobody";
    case v1::ARENA_DUEL_END_ALL_SHIELDED:
      return "all have force fields and nobody can be eliminated";
    default:
      return "it is over";
  }
}

// "FIRE 17", and in Solo Training the bonus: "ICE 10 + 4 = 14".
std::string score_text(const Scene& scene, const v1::ArenaDuelResult& result, int species) {
  std::string name = species_name(scene, species);
  if (species >= std::min(result.power_size(), result.score_size())) return name;
  const std::uint32_t power = result.power(species);
  const std::uint32_t score = result.score(species);
  if (score <= power) return fmt::format("{} {}", name, score);
  return fmt::format("{} {} + {} = {}", name, power, score - power, score);
}

std::string duel_text(const Scene& scene, const v1::ArenaDuelResult& result) {
  const bool solo = scene.view.arena().solo();
  std::string text =
      scene.paint(Tint::kStrong, solo ? std::string("The training") : fmt::format("Duel {}", result.duel()));
  text += fmt::format(" ends: {}. {}, {}. ", end_text(result.reason()), score_text(scene, result, 0),
                      score_text(scene, result, 1));
  if (result.auto_loss()) return text + "Too many opponents are left: that is a loss whatever the totals.";
  if (result.winner() < 0) return text + (solo ? "A draw." : "A draw: nobody gets a nugget.");
  return text + fmt::format("{} wins{}.", species_and_seat(scene, result.winner()), solo ? "" : " a nugget");
}

std::string triggered_text(const Scene& scene, const v1::ArenaTriggered& power) {
  const auto target = static_cast<std::uint32_t>(other(power.species()));
  std::string text = fmt::format("{}: the {} on {}", power.species() == 0 ? "Combustion" : "Blizzard",
                                 power_text(scene, target, power.before()), square_name(power.target()));
  if (power.power() == 0) return text + " is eliminated.";
  text += fmt::format(" falls to {}", power_text(scene, target, power.power()));
  return power.has_to() ? fmt::format("{} and is moved to {}.", text, square_name(power.to())) : text + ".";
}

}  // namespace

std::string ArenaText::event(const Scene& scene, const v1::GameEvent& event) const {
  const v1::ArenaEvent& what = event.arena();
  const auto name = [&](std::uint32_t species) { return species_name(scene, static_cast<std::int32_t>(species)); };
  switch (what.event_case()) {
    case v1::ArenaEvent::kCommitted:
      return fmt::format("{} has committed eight powers.",
                         species_and_seat(scene, static_cast<std::int32_t>(what.committed().species())));
    case v1::ArenaEvent::kRevealed:
      return fmt::format("Revealed: {} {}, {} {}.", name(0), powers_text(what.revealed().fire()), name(1),
                         powers_text(what.revealed().ice()));
    case v1::ArenaEvent::kLots:
      return fmt::format("Lots are drawn: {}.", name(what.lots().roll() == 1 ? 0 : 1));
    case v1::ArenaEvent::kStarter:
      return fmt::format("{} starts.", species_and_seat(scene, static_cast<std::int32_t>(what.starter().species())));
    case v1::ArenaEvent::kPaired:
      return fmt::format("{} chooses {} + {} for both.", name(what.paired().species()), what.paired().low(),
                         7 - what.paired().low());
    case v1::ArenaEvent::kPlaced:
      return fmt::format("{} places a {} on {}.", name(what.placed().species()), what.placed().power(),
                         square_name(what.placed().square()));
    case v1::ArenaEvent::kAttacked: {
      const v1::ArenaAttacked& attack = what.attacked();
      return fmt::format("{}: the {} on {} takes the {} on {} and becomes {}.", name(attack.species()),
                         power_text(scene, attack.species(), attack.power()), square_name(attack.from()),
                         power_text(scene, attack.species() == 0 ? 1 : 0, attack.target_power()),
                         square_name(attack.to()), power_text(scene, attack.species(), attack.target_power()));
    }
    case v1::ArenaEvent::kModified:
      return fmt::format("{} turns the {} on {} into {}; it has a force field now.", name(what.modified().species()),
                         what.modified().before(), square_name(what.modified().square()), what.modified().power());
    case v1::ArenaEvent::kTriggered:
      return triggered_text(scene, what.triggered());
    case v1::ArenaEvent::kDuel:
      return duel_text(scene, what.duel());
    case v1::ArenaEvent::kSupremacy:
      // Of a single duel the outcome of the match says it all.
      if (scene.view.arena().nuggets_needed() <= 1) return {};
      if (what.supremacy().winner() < 0) return "The series ends level.";
      return fmt::format("Supremacy of {}.", species_and_seat(scene, what.supremacy().winner()));
    // What eliminated it has been told already.
    case v1::ArenaEvent::kEliminated:
    case v1::ArenaEvent::EVENT_NOT_SET:
      return {};
  }
  return {};
}

}  // namespace wyrmhall::cli
