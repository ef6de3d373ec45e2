#include "clients/cli/arena_names.h"

#include <fmt/format.h>

namespace wyrmhall::cli {

std::string square_name(std::uint32_t square) {
  if (square >= kArenaSquares) return fmt::format("square {}", square);
  return fmt::format("{}{}", static_cast<char>('a' + (square % kArenaColumns)), (square / kArenaColumns) + 1);
}

std::optional<std::uint32_t> square_of(std::string_view name) {
  if (name.size() != 2 || name[0] < 'a' || name[0] > 'd' || name[1] < '1' || name[1] > '4') return std::nullopt;
  return (static_cast<std::uint32_t>(name[1] - '1') * kArenaColumns) + static_cast<std::uint32_t>(name[0] - 'a');
}

std::string species_name(const Scene& scene, std::int32_t species) {
  if (species == 0) return scene.paint(Tint::kFire, "FIRE");
  return species == 1 ? scene.paint(Tint::kIce, "ICE") : "nobody";
}

std::string species_and_seat(const Scene& scene, std::int32_t species) {
  const v1::ArenaView& view = scene.view.arena();
  std::string name = species_name(scene, species);
  if (species < 0) return name;
  if (view.solo()) return name + (species == view.opponent() ? " (opponent)" : " (own)");
  const auto seat = view.seats().find(static_cast<std::uint32_t>(species));
  if (seat == view.seats().end()) return name;
  return fmt::format("{} ({})", name, seat_name(scene, static_cast<int>(seat->second)));
}

std::string power_text(const Scene& scene, std::uint32_t species, std::uint32_t power) {
  return scene.paint(species == 0 ? Tint::kFire : Tint::kIce, fmt::format("{}", power));
}

std::string powers_text(std::string_view powers) {
  std::string text;
  for (const char power : powers) text += fmt::format("{}{}", text.empty() ? "" : " ", static_cast<int>(power));
  return text;
}

const v1::ArenaDie& die_on(const v1::ArenaView& view, std::uint32_t square) {
  const auto found = view.board().find(square);
  return found == view.board().end() ? v1::ArenaDie::default_instance() : found->second;
}

}  // namespace wyrmhall::cli
