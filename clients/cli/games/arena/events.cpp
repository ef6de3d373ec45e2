// The events of Dragons Arena, one sentence each.
#include <fmt/format.h>

#include "clients/cli/games/arena/names.h"
#include "clients/cli/games/arena/text.h"

namespace wyrmhall::cli {
namespace {

constexpr std::uint32_t kPairSum = 7;  // of the two halves of a pair

// "17", and in Solo Training with the bonus: "10 + 4 = 14".
std::string score_text(const v1::ArenaDuelResult& result, int species) {
  const std::uint32_t power = species < result.power_size() ? result.power(species) : 0;
  const std::uint32_t score = species < result.score_size() ? result.score(species) : 0;
  return score <= power ? std::to_string(score) : fmt::format("{} + {} = {}", power, score - power, score);
}

std::string duel_text(const Scene& scene, const v1::ArenaDuelResult& result) {
  const bool solo = scene.view.arena().solo();
  std::string verdict;
  if (result.auto_loss()) {
    verdict = arena_t("log.autoLoss");
  } else if (result.winner() < 0) {
    verdict = arena_t("log.draw");
  } else {
    verdict = arena_t(solo ? "log.wins.solo" : "log.wins", {{"name", species_and_seat(scene, result.winner())}});
  }
  const std::string& why = v1::ArenaDuelEnd_Name(result.reason());
  return arena_t(solo ? "log.training" : "log.duel",
                 {{"n", result.duel()},
                  {"why", arena_t(has_message("arena", why) ? why : "ARENA_DUEL_END_UNSPECIFIED")},
                  {"fire", score_text(result, 0)},
                  {"ice", score_text(result, 1)},
                  {"verdict", verdict}});
}

std::string triggered_text(const v1::ArenaTriggered& power) {
  const std::string square = square_name(power.target());
  if (power.power() == 0) {
    const std::string name = arena_t(power.species() == 0 ? "combustion" : "blizzard");
    return arena_t("log.power.out", {{"power", name}, {"n", power.before()}, {"square", square}});
  }
  Arguments values = {{"square", square}, {"n", power.before()}, {"m", power.power()}};
  if (power.species() == 0) return arena_t("log.combustion", values);
  if (!power.has_to()) return arena_t("log.blizzard", values);
  values.emplace_back("to", square_name(power.to()));
  return arena_t("log.blizzard.moved", values);
}

std::string arena_event_text(const Scene& scene, const v1::ArenaEvent& what) {
  const auto name = [&](std::uint32_t species) { return species_name(scene, static_cast<std::int32_t>(species)); };
  const auto who = [&](std::int64_t species) { return species_and_seat(scene, static_cast<std::int32_t>(species)); };
  switch (what.event_case()) {
    case v1::ArenaEvent::kCommitted:
      return arena_t("log.committed", {{"name", who(what.committed().species())}});
    case v1::ArenaEvent::kRevealed:
      return arena_t("log.revealed",
                     {{"fire", powers_text(what.revealed().fire())}, {"ice", powers_text(what.revealed().ice())}});
    case v1::ArenaEvent::kLots:
      return arena_t("log.lots", {{"name", name(what.lots().roll() == 1 ? 0 : 1)}});
    case v1::ArenaEvent::kStarter:
      return arena_t("log.starts", {{"name", who(what.starter().species())}});
    case v1::ArenaEvent::kPaired:
      return arena_t(
          "log.paired",
          {{"name", name(what.paired().species())}, {"n", what.paired().low()}, {"m", kPairSum - what.paired().low()}});
    case v1::ArenaEvent::kPlaced:
      return arena_t("log.placed", {{"name", name(what.placed().species())},
                                    {"n", what.placed().power()},
                                    {"square", square_name(what.placed().square())}});
    case v1::ArenaEvent::kAttacked:
      return arena_t("log.attacked", {{"name", name(what.attacked().species())},
                                      {"n", what.attacked().power()},
                                      {"from", square_name(what.attacked().from())},
                                      {"m", what.attacked().target_power()},
                                      {"to", square_name(what.attacked().to())}});
    case v1::ArenaEvent::kModified:
      return arena_t("log.modified", {{"name", name(what.modified().species())},
                                      {"square", square_name(what.modified().square())},
                                      {"n", what.modified().before()},
                                      {"m", what.modified().power()}});
    case v1::ArenaEvent::kTriggered:
      return triggered_text(what.triggered());
    case v1::ArenaEvent::kDuel:
      return duel_text(scene, what.duel());
    case v1::ArenaEvent::kSupremacy:
      // For a single duel the outcome of the match says it all.
      if (scene.view.arena().nuggets_needed() <= 1) return {};
      if (what.supremacy().winner() < 0) return arena_t("log.level");
      return arena_t("log.supremacy", {{"name", who(what.supremacy().winner())}});
    // What eliminated it has been told already.
    case v1::ArenaEvent::kEliminated:
    case v1::ArenaEvent::EVENT_NOT_SET:
      return {};
  }
  return {};
}

}  // namespace

std::string ArenaText::event(const Scene& scene, const v1::GameEvent& event) const {
  return scene.paint.emphasised(arena_event_text(scene, event.arena()));
}

}  // namespace wyrmhall::cli
