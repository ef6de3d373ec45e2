#include "clients/cli/duel_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace wyrmhall::cli {
namespace {

constexpr std::array<std::string_view, 8> kNames = {"Ember",   "Talon",  "Lash",  "Granite",
                                                    "Bramble", "Spring", "Frost", "Gale"};

constexpr const char* kNoDragonYet = "no dragon yet";

constexpr std::array<std::string_view, 8> kAbilities = {
    "its breath is met with a d4",
    "its claw adds 2",
    "its tail whip rolls d8 + d12",
    "loses 1 health less per hit",
    "an attacker it beats back also loses 2 health",
    "regains 1 health at the end of a round",
    "a dragon it hits also loses 1 energy",
    "gains 1 energy when it beats an attack back",
};

}  // namespace

std::string kind_name(std::uint32_t kind) {
  if (kind >= 1 && kind <= kNames.size()) return std::string(kNames[kind - 1]);
  return fmt::format("dragon {}", kind);
}

std::string_view kind_ability(std::uint32_t kind) {
  return kind >= 1 && kind <= kAbilities.size() ? kAbilities[kind - 1] : "";
}

std::string dragon_name(const Scene& scene, std::uint32_t index) {
  const auto& dragons = scene.view.duel().dragons();
  const auto found = dragons.find(index);
  if (found != dragons.end() && found->second.dragon() != 0) return kind_name(found->second.dragon());
  return kNoDragonYet;
}

std::string owner_name(const Scene& scene, std::uint32_t index) {
  const auto& dragons = scene.view.duel().dragons();
  const auto found = dragons.find(index);
  if (found == dragons.end() || found->second.seat() < 0) return "automatic";
  return seat_name(scene, found->second.seat());
}

std::string side_name(const Scene& scene, std::uint32_t side) {
  std::set<int> seats;
  for (const auto& [index, dragon] : scene.view.duel().dragons()) {
    if (dragon.side() == side && dragon.seat() >= 0) seats.insert(dragon.seat());
  }
  if (seats.empty()) return "the enemies";
  std::vector<std::string> names;
  names.reserve(seats.size());
  for (const int seat : seats) names.push_back(seat_name(scene, seat));
  if (scene.view.duel().mode() == v1::DUEL_MODE_BATTLE) return fmt::format("Team {} ({})", side + 1, joined(names));
  return joined(names);
}

std::vector<std::uint32_t> dragon_indices(const v1::DuelView& view) {
  std::vector<std::uint32_t> indices;
  for (const auto& [index, dragon] : view.dragons()) indices.push_back(index);
  std::sort(indices.begin(), indices.end());
  return indices;
}

}  // namespace wyrmhall::cli
