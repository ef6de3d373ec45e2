// The board of a Dragon Duel: each dragon with its two counters.
#include <fmt/format.h>

#include <algorithm>

#include "clients/cli/games/board_lines.h"
#include "clients/cli/games/duel/names.h"
#include "clients/cli/games/duel/text.h"

namespace wyrmhall::cli {
namespace {

constexpr std::uint32_t kFullHealth = 20;
constexpr std::uint32_t kFullEnergy = 4;

std::string repeated(std::string_view sign, std::uint32_t times) {
  std::string text;
  for (std::uint32_t i = 0; i < times; ++i) text += sign;
  return text;
}

std::uint32_t counter(const google::protobuf::Map<std::uint32_t, std::uint32_t>& counters, std::uint32_t index) {
  const auto found = counters.find(index);
  return found == counters.end() ? 0 : found->second;
}

Tint health_tint(std::uint32_t health) {
  if (health <= 5) return Tint::kBad;
  return health <= 10 ? Tint::kWarning : Tint::kGood;
}

std::string health_bar(const Paint& paint, std::uint32_t health) {
  const std::uint32_t width = drawn_width(paint, kFullHealth);
  const std::uint32_t full = (std::min(health, kFullHealth) * width + kFullHealth - 1) / kFullHealth;
  return paint(health_tint(health), repeated("█", full)) + paint(Tint::kFaint, repeated("░", width - full));
}

std::string energy_pips(const Paint& paint, std::uint32_t energy) {
  const std::uint32_t full = std::min(energy, kFullEnergy);
  return paint(Tint::kEnergy, repeated("●", full)) + paint(Tint::kFaint, repeated("○", kFullEnergy - full));
}

std::string duel_headline(const Scene& scene) {
  const v1::DuelView& view = scene.view.duel();
  if (view.phase() == v1::DUEL_PHASE_CHOOSE) return duel_t("choosing");
  std::string text = duel_t("round", {{"n", view.round()}});
  if (view.match_games() <= 1) return text;
  text += " · " + duel_t("game", {{"n", view.game()}, {"m", view.match_games()}});
  std::vector<std::string> wins;
  for (std::uint32_t side = 0; view.wins().contains(side); ++side) {
    // Who is in a team stands below.
    const bool team = view.mode() == v1::DUEL_MODE_BATTLE;
    const std::string name = team ? duel_t("team", {{"n", side + 1}}) : side_name(scene, side);
    wins.push_back(fmt::format("{} {}", name, counter(view.wins(), side)));
  }
  if (wins.empty()) return text;
  return text + " · " + duel_t("games.won", {{"list", fmt::format("{}", fmt::join(wins, ", "))}});
}

std::string dragon_line(const Scene& scene, std::uint32_t index, std::size_t name_width, std::size_t owner_width) {
  const v1::DuelView& view = scene.view.duel();
  const Paint& paint = scene.paint;
  const bool acts = view.phase() != v1::DUEL_PHASE_OVER && view.actor() == static_cast<std::int32_t>(index);
  const auto found = view.dragons().find(index);
  const bool mine = found != view.dragons().end() && scene.seat >= 0 && found->second.seat() == scene.seat;
  const std::string name = padded(dragon_name(scene, index), name_width);
  std::string line = acts ? paint(Tint::kStrong, " ▶ ") : std::string("   ");
  line += mine ? paint(Tint::kMine, name) : paint(Tint::kStrong, name);
  line += "  " + padded(owner_name(scene, index), owner_width) + "  ";
  if (view.phase() == v1::DUEL_PHASE_CHOOSE) return line;
  const std::uint32_t health = counter(view.health(), index);
  const std::uint32_t energy = counter(view.energy(), index);
  if (health == 0) return line + paint(Tint::kFaint, duel_t("fallen"));
  if (!paint.draws()) {
    return line + fmt::format("{} {}   {} {}", duel_t("health"), health, duel_t("energy"), energy);
  }
  line += duel_t("health") + " " + health_bar(paint, health) + fmt::format(" {:>2}   ", health);
  return line + duel_t("energy") + " " + energy_pips(paint, energy) + fmt::format(" {}", energy);
}

std::string order_line(const Scene& scene) {
  std::vector<std::string> names;
  for (const char index : scene.view.duel().order()) {
    names.push_back(dragon_name(scene, static_cast<unsigned char>(index)));
  }
  return scene.paint(Tint::kFaint, "   " + duel_t("order", {{"list", fmt::format("{}", fmt::join(names, ", "))}}));
}

}  // namespace

std::vector<std::string> DuelText::board(const Scene& scene) const {
  const v1::DuelView& view = scene.view.duel();
  const auto indices = dragon_indices(view);
  std::size_t name_width = 0;
  std::size_t owner_width = 0;
  for (const std::uint32_t index : indices) {
    name_width = std::max(name_width, columns(dragon_name(scene, index)));
    owner_width = std::max(owner_width, columns(owner_name(scene, index)));
  }
  std::vector<std::string> lines = {scene.paint(Tint::kStrong, duel_headline(scene))};
  const bool teams = view.mode() == v1::DUEL_MODE_BATTLE;
  std::uint32_t side = 0;
  for (const std::uint32_t index : indices) {
    const auto& dragon = view.dragons().at(index);
    if (teams && (lines.size() == 1 || dragon.side() != side)) {
      lines.push_back("  " + duel_t("team", {{"n", dragon.side() + 1}}));
    }
    side = dragon.side();
    lines.push_back(dragon_line(scene, index, name_width, owner_width));
  }
  if (view.phase() == v1::DUEL_PHASE_ACT && view.order().size() > 2) lines.push_back(order_line(scene));
  return lines;
}

std::vector<std::string> DuelText::house() const {
  return {duel_t("house.abilities")};
}

}  // namespace wyrmhall::cli
