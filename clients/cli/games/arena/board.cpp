// The board of Dragons Arena: sixteen squares, each with species, power and force field, and what can be chosen.
#include <fmt/format.h>

#include <array>
#include <set>

#include "clients/cli/games/arena/names.h"
#include "clients/cli/games/arena/text.h"

namespace wyrmhall::cli {
namespace {

constexpr std::array<std::uint32_t, 2> kSpecies = {0, 1};

std::uint32_t nuggets_of(const v1::ArenaView& view, std::uint32_t species) {
  const auto found = view.nuggets().find(species);
  return found == view.nuggets().end() ? 0 : found->second;
}

std::string phase_text(const Scene& scene) {
  const v1::ArenaView& view = scene.view.arena();
  const std::string who = species_and_seat(scene, view.to_move());
  switch (view.phase()) {
    case v1::ARENA_PHASE_ALLOCATE:
      return arena_t("ask.allocate");
    case v1::ARENA_PHASE_PAIR:
      return arena_t("phase.pair", {{"name", who}});
    case v1::ARENA_PHASE_PLACE:
      return arena_t("phase.place", {{"name", who}});
    case v1::ARENA_PHASE_DUEL:
      return arena_t("phase.duel", {{"n", view.turn() + 1}, {"name", who}});
    default:
      return arena_t("phase.over");
  }
}

std::string arena_headline(const Scene& scene) {
  const v1::ArenaView& view = scene.view.arena();
  const std::string title = view.solo() ? arena_t("solo") : arena_t("duel", {{"n", view.duel()}});
  std::string text = fmt::format("{} · {}", scene.paint(Tint::kStrong, title), phase_text(scene));
  if (view.solo() || view.nuggets_needed() <= 1) return text;
  const std::string list = fmt::format("{} {}, {} {}", species_name(scene, 0), nuggets_of(view, 0),
                                       species_name(scene, 1), nuggets_of(view, 1));
  return text + " · " + arena_t("nuggets.won", {{"n", view.nuggets_needed()}, {"list", list}});
}

// Dragons that the viewer can choose: where a choice begins.
std::set<std::uint32_t> chosen_from(const Scene& scene) {
  std::set<std::uint32_t> squares;
  if (scene.choices == nullptr) return squares;
  for (const v1::Choice& choice : scene.choices->choices()) {
    if (choice.on().empty() || choice.on(0).path_size() != 2) continue;
    if (choice.on(0).path(0) == v1::ArenaView::kBoardFieldNumber) squares.insert(choice.on(0).path(1));
  }
  return squares;
}

std::string cell(const Scene& scene, std::uint32_t square, bool choosable) {
  const v1::ArenaDie& die = die_on(scene.view.arena(), square);
  if (!die.has_species()) return "      ";
  const std::string name = scene.paint(
      die.species() == 0 ? Tint::kFire : Tint::kIce,
      fmt::format("{}{}{}", arena_t(die.species() == 0 ? "fire" : "ice")[0], die.power(), die.field() ? "*" : ""));
  const std::string open = choosable ? scene.paint(Tint::kStrong, "[") : " ";
  const std::string close = choosable ? scene.paint(Tint::kStrong, "]") : " ";
  return open + name + close + (die.field() ? " " : "  ");
}

// What a species still has to place, or that it is hidden; empty where there is nothing to say.
std::string pool_text(const Scene& scene, std::uint32_t species) {
  const v1::ArenaView& view = scene.view.arena();
  const auto found = view.pools().find(species);
  const v1::ArenaPool& pool = found == view.pools().end() ? v1::ArenaPool::default_instance() : found->second;
  const auto with = [&](std::string_view some, std::string_view none) {
    return pool.powers().empty() ? arena_t(none) : arena_t(some, {{"powers", powers_text(pool.powers())}});
  };
  switch (view.phase()) {
    case v1::ARENA_PHASE_ALLOCATE:
      return pool.hidden() ? arena_t("pool.secret") : with("pool.committed", "pool.open");
    case v1::ARENA_PHASE_PAIR:
      return with("pool.pairs", "pool.pairs.none");
    case v1::ARENA_PHASE_PLACE:
      return with("pool.place", "pool.place.none");
    default:
      return {};
  }
}

std::string species_line(const Scene& scene, std::uint32_t species) {
  std::uint32_t dragons = 0;
  std::uint32_t points = 0;
  for (std::uint32_t square = 0; square < kArenaSquares; ++square) {
    const v1::ArenaDie& die = die_on(scene.view.arena(), square);
    if (!die.has_species() || die.species() != species) continue;
    ++dragons;
    points += die.power();
  }
  const std::string whose = species_and_seat(scene, static_cast<std::int32_t>(species));
  const std::string pool = pool_text(scene, species);
  if (dragons == 0 && !pool.empty()) return "   " + labelled(whose, pool);
  const std::string left = arena_t("dragons", {{"n", dragons}}) + ", " + arena_t("points", {{"n", points}});
  return "   " + labelled(whose, left) + (pool.empty() ? "" : " · " + pool);
}

}  // namespace

std::string ArenaText::side(const v1::GameOptions& options, int seat) const {
  // A player alone brings a species, which the options of the table do not have yet; the board says which it is.
  if (options.arena().solo()) return {};
  return arena_t(static_cast<int>(options.arena().fire_seat()) == seat ? "fire" : "ice");
}

std::vector<std::string> ArenaText::board(const Scene& scene) const {
  const v1::ArenaView& view = scene.view.arena();
  const std::set<std::uint32_t> choosable = chosen_from(scene);
  std::vector<std::string> lines = {arena_headline(scene)};
  if (view.phase() != v1::ARENA_PHASE_ALLOCATE && view.phase() != v1::ARENA_PHASE_PAIR) {
    bool fields = false;
    bool marks = false;
    lines.emplace_back("       a      b      c      d");
    lines.emplace_back("   ┌──────┬──────┬──────┬──────┐");
    for (std::uint32_t row = 0; row < kArenaSquares / kArenaColumns; ++row) {
      std::string line = fmt::format(" {} │", row + 1);
      for (std::uint32_t square = row * kArenaColumns; square < (row + 1) * kArenaColumns; ++square) {
        const v1::ArenaDie& die = die_on(view, square);
        const bool mark = die.has_species() && choosable.contains(square);
        fields = fields || die.field();
        marks = marks || mark;
        line += cell(scene, square, mark) + "│";
      }
      lines.push_back(line);
      lines.emplace_back(row + 1 < kArenaSquares / kArenaColumns ? "   ├──────┼──────┼──────┼──────┤"
                                                                 : "   └──────┴──────┴──────┴──────┘");
    }
    std::string legend = marks ? "[ ] " + arena_t("square.can") : "";
    if (fields) legend += std::string(legend.empty() ? "" : " · ") + "* " + arena_t("field");
    if (!legend.empty()) lines.push_back(scene.paint(Tint::kFaint, "   " + legend));
  }
  for (const std::uint32_t species : kSpecies) lines.push_back(species_line(scene, species));
  return lines;
}

}  // namespace wyrmhall::cli
