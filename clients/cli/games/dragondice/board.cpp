// The board of Dragon Dice: the three terrains with both armies and the dragons there, what waits elsewhere, and the
// attack that goes on.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "clients/cli/games/board_lines.h"
#include "clients/cli/games/dragondice/names.h"
#include "clients/cli/games/dragondice/text.h"

namespace wyrmhall::cli {
namespace {

constexpr std::array<std::uint32_t, 2> kBothSeats = {0, 1};

std::string painted_seat(const Scene& scene, std::uint32_t seat) {
  return scene.paint(seat == 0 ? Tint::kIce : Tint::kFire, seat_name(scene, static_cast<int>(seat)));
}

std::string dragondice_headline(const Scene& scene) {
  const v1::DragondiceView& view = scene.view.dragondice();
  const Arguments values = {{"n", view.round()}, {"m", view.rounds()}, {"name", player_called(scene, view.seat())}};
  std::string text =
      scene.paint(Tint::kStrong, dragondice_t(view.round() == 0 ? "headline.first" : "headline", values));
  const std::string& step = v1::DragondiceStep_Name(view.step());
  if (has_message("dragondice", step)) text += " · " + dragondice_t(step);
  return text;
}

// "melee halved, 2 saves more"; empty where nothing lies on the army.
std::string effects_text(const v1::DragondiceEffects& effects) {
  std::vector<std::string> parts;
  const auto add = [&](bool there, std::string_view key) {
    if (there) parts.push_back(dragondice_t(key));
  };
  add(effects.halve_melee(), "effect.melee");
  add(effects.halve_missile(), "effect.missile");
  add(effects.halve_maneuver(), "effect.maneuver");
  add(effects.ignore_id(), "effect.id");
  if (effects.add_save() > 0) parts.push_back(dragondice_t("effect.save", {{"n", effects.add_save()}}));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// "Footman 12,13" with the health of one behind the number of the kind's units: units of a kind are one part.
std::vector<BoardPart> army_parts(const v1::DragondiceView& view, const std::vector<std::uint32_t>& units) {
  std::vector<BoardPart> parts;
  for (std::size_t i = 0; i < units.size(); ++i) {
    std::vector<std::uint32_t> same;
    const auto kind = found_in(view.units(), units[i]).kind();
    for (const std::uint32_t other : units) {
      if (found_in(view.units(), other).kind() == kind) same.push_back(other);
    }
    if (same.front() != units[i]) continue;
    parts.push_back({fmt::format("{} ({})", army_text(view, same), health_of(view, units[i])), Tint::kPlain});
  }
  return parts;
}

void add_army(const Scene& scene, std::uint32_t seat, std::uint32_t place, const std::string& label,
              std::vector<std::string>& lines) {
  const v1::DragondiceView& view = scene.view.dragondice();
  const std::vector<std::uint32_t> units = units_at(view, seat, place);
  if (units.empty()) return;
  add_wrapped(scene.paint, "     " + label + "  ", " · ", army_parts(view, units), lines);
  if (place >= kTerrainsInPlay) return;
  const std::string effects = effects_text(found_in(view.effects(), (kTerrainsInPlay * seat) + place));
  if (!effects.empty()) lines.push_back("       " + scene.paint(Tint::kFaint, effects));
}

void add_terrain(const Scene& scene, std::uint32_t terrain, std::vector<std::string>& lines) {
  const v1::DragondiceView& view = scene.view.dragondice();
  const std::string whose = terrain < kBothSeats.size()
                                ? dragondice_t("home", {{"name", player_called(scene, terrain)}})
                                : dragondice_t("frontier");
  lines.push_back("  " + scene.paint(Tint::kStrong, place_name(view, terrain)) + " · " + whose);
  std::vector<std::string> dragons;
  for (const std::uint32_t dragon : dragons_at(view, terrain)) dragons.push_back(dragon_called(scene, dragon));
  if (!dragons.empty()) {
    lines.push_back("     " + labelled(dragondice_t("dragons"), fmt::format("{}", fmt::join(dragons, " · "))));
  }
  for (const std::uint32_t seat : kBothSeats) add_army(scene, seat, terrain, painted_seat(scene, seat), lines);
}

// Who leads, and what of each side is not at a terrain.
void add_reserves(const Scene& scene, std::uint32_t seat, std::vector<std::string>& lines) {
  const v1::DragondiceView& view = scene.view.dragondice();
  lines.push_back("  " + dragondice_t("standing", {{"name", painted_seat(scene, seat)},
                                                   {"n", found_in(view.score(), seat)},
                                                   {"m", found_in(view.call_points(), seat)}}));
  for (const std::uint32_t area : {kReserveArea, kDeadArea, kBuriedArea}) {
    if (scene.brief && area != kReserveArea) continue;
    add_army(scene, seat, area, dragondice_t(fmt::format("area.{}", area)), lines);
  }
  std::vector<std::string> pool;
  for (const std::uint32_t dragon : dragons_at(view, kDragonPool)) {
    if (found_in(view.dragons(), dragon).owner() == seat) pool.push_back(dragon_called(scene, dragon));
  }
  if (pool.empty() || scene.brief) return;
  lines.push_back("     " + dragondice_t(fmt::format("area.{}", kDragonPool)) + "  " +
                  fmt::format("{}", fmt::join(pool, " · ")));
}

void add_attack(const Scene& scene, std::vector<std::string>& lines) {
  const v1::DragondiceView& view = scene.view.dragondice();
  const v1::DragondiceAttack& attack = view.attack();
  const bool goes_on = view.step() < v1::DRAGONDICE_STEP_REGROUP && !attack.dragons().empty();
  if (!goes_on || view.step() == v1::DRAGONDICE_STEP_ATTACK_TERRAIN) return;
  lines.push_back(
      "  " + scene.paint(Tint::kStrong, dragondice_t("attack.at", {{"place", place_name(view, attack.terrain())}})));
  const std::vector<std::uint32_t> dragons = numbers_of_set(attack.dragons());
  for (std::size_t i = 0; i < dragons.size(); ++i) {
    const std::uint32_t dragon = dragons[i];
    std::vector<std::string> parts = {dragondice_t(
        "attack.target",
        {{"dragon", dragon_called(scene, dragon)}, {"target", dragon_called(scene, byte_at(attack.targets(), i))}})};
    const std::uint32_t damage = found_in(attack.damage(), dragon);
    if (damage > 0) parts.push_back(dragondice_t("attack.damage", {{"n", damage}}));
    const auto add = [&](std::string_view among, std::string_view key) {
      if (among.contains(static_cast<char>(dragon))) parts.push_back(dragondice_t(key));
    };
    add(attack.belly(), "attack.belly");
    add(attack.wings(), "attack.wings");
    add(attack.breath(), "attack.breath");
    lines.push_back("     " + fmt::format("{}", fmt::join(parts, ", ")));
  }
  if (view.step() < v1::DRAGONDICE_STEP_ALLOCATE) return;
  lines.push_back(
      "     " + dragondice_t("attack.answer", {{"n", attack.melee()}, {"m", attack.missile()}, {"s", attack.save()}}));
}

}  // namespace

std::vector<std::string> DragondiceText::board(const Scene& scene) const {
  std::vector<std::string> lines = {dragondice_headline(scene)};
  for (std::uint32_t terrain = 0; terrain < kTerrainsInPlay; ++terrain) add_terrain(scene, terrain, lines);
  for (const std::uint32_t seat : kBothSeats) add_reserves(scene, seat, lines);
  add_attack(scene, lines);
  return lines;
}

}  // namespace wyrmhall::cli
