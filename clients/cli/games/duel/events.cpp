// The events of a Dragon Duel, one sentence each.
#include <fmt/format.h>

#include <algorithm>

#include "clients/cli/games/duel/names.h"
#include "clients/cli/games/duel/text.h"

namespace wyrmhall::cli {
namespace {

std::string_view attack_key(v1::DuelAct act) {
  switch (act) {
    case v1::DUEL_ACT_TAIL_WHIP:
      return "log.tail";
    case v1::DUEL_ACT_BREATH:
      return "log.breath";
    default:
      return "log.claw";
  }
}

// How a total came about: "(4 + 7) × 2 = 22".
std::string sum_text(const std::vector<std::uint32_t>& dice, std::uint32_t multiplier, std::uint32_t bonus,
                     std::uint32_t total) {
  const std::string sum = dice.size() == 1 ? std::to_string(dice.front()) : fmt::format("({})", fmt::join(dice, " + "));
  const std::string added = bonus > 0 ? fmt::format(" + {}", bonus) : "";
  return fmt::format("{} × {}{} = {}", sum, multiplier, added, total);
}

std::string beaten_text(const std::string& actor, std::uint32_t energy, std::uint32_t health) {
  if (energy > 0 && health > 0) return duel_t("log.beaten.both", {{"a", actor}, {"n", energy}, {"m", health}});
  if (energy > 0) return duel_t("log.beaten.energy", {{"a", actor}, {"n", energy}});
  return health > 0 ? duel_t("log.beaten.health", {{"a", actor}, {"n", health}}) : duel_t("log.beaten");
}

std::string result_text(const std::string& actor, const std::string& target, const v1::DuelFight& fight) {
  switch (fight.result()) {
    case v1::DUEL_FIGHT_RESULT_HIT:
      if (fight.damage() == 0) return duel_t("log.hit.none", {{"b", target}});
      return duel_t("log.hit", {{"b", target}, {"n", fight.damage()}});
    case v1::DUEL_FIGHT_RESULT_BEATEN:
      return beaten_text(actor, fight.energy_lost(), fight.health_lost());
    default:
      return duel_t("log.level");
  }
}

std::string fight_text(const Scene& scene, const v1::DuelFight& fight) {
  std::vector<std::uint32_t> attack_dice(fight.dice().begin(), fight.dice().end());
  std::vector<std::uint32_t> defence_die;
  if (!attack_dice.empty()) {
    defence_die.push_back(attack_dice.back());
    attack_dice.pop_back();
  }
  const std::string actor = dragon_name(scene, fight.actor());
  const std::string target = dragon_name(scene, fight.target());
  const std::string attack = sum_text(attack_dice, fight.attack_multiplier(), fight.attack_bonus(), fight.attack());
  const std::string defence = sum_text(defence_die, fight.defence_multiplier(), 0, fight.defence());
  return duel_t(attack_key(fight.act()), {{"a", actor}, {"b", target}, {"x", attack}, {"y", defence}}) + " " +
         result_text(actor, target, fight);
}

std::string initiative_text(const Scene& scene, const v1::DuelInitiative& roll) {
  const bool teams = scene.view.duel().mode() == v1::DUEL_MODE_BATTLE;
  const auto name = [&](std::uint32_t contender) {
    return teams ? duel_t("team", {{"n", contender + 1}}) : dragon_name(scene, contender);
  };
  std::vector<std::string> rolled;
  std::vector<std::string> highest;
  const std::uint32_t top = roll.values().empty() ? 0 : *std::max_element(roll.values().begin(), roll.values().end());
  for (int i = 0; i < std::min(roll.contenders_size(), roll.values_size()); ++i) {
    rolled.push_back(fmt::format("{} {}", name(roll.contenders(i)), roll.values(i)));
    if (roll.values(i) == top) highest.push_back(name(roll.contenders(i)));
  }
  return duel_t(highest.size() == 1 ? "log.first" : "log.first.again",
                {{"rolls", listed(rolled)}, {"a", listed(highest)}});
}

std::string round_text(const Scene& scene, const v1::DuelRound& round) {
  std::string order;
  for (const std::uint32_t index : round.order()) {
    const std::string name = dragon_name(scene, index);
    order = order.empty() ? name : duel_t("log.then", {{"a", order}, {"b", name}});
  }
  return order.empty() ? "" : duel_t("log.round", {{"n", round.round()}, {"order", order}});
}

std::string chosen_text(const Scene& scene, const v1::DuelChosen& chosen) {
  const auto& dragons = scene.view.duel().dragons();
  const auto found = dragons.find(chosen.actor());
  const std::string dragon = kind_name(chosen.dragon());
  if (found == dragons.end() || found->second.seat() < 0) return duel_t("log.chosen.enemy", {{"dragon", dragon}});
  if (found->second.seat() == scene.seat) return duel_t("log.chosen.you", {{"dragon", dragon}});
  return duel_t("log.chosen", {{"name", owner_name(scene, chosen.actor())}, {"dragon", dragon}});
}

std::string game_end_text(const Scene& scene, const v1::DuelGameEnd& game) {
  // For a single game the outcome of the match says it all.
  if (scene.view.duel().match_games() <= 1) return {};
  const std::string side = side_name(scene, game.winner());
  if (scene.seat >= 0 && side == seat_name(scene, scene.seat)) return duel_t("log.game.you", {{"n", game.game()}});
  return duel_t("log.game", {{"name", capital(side)}, {"n", game.game()}});
}

std::string event_text(const Scene& scene, const v1::DuelEvent& what) {
  switch (what.event_case()) {
    case v1::DuelEvent::kFight:
      return fight_text(scene, what.fight());
    case v1::DuelEvent::kWait:
      return duel_t("log.wait", {{"a", dragon_name(scene, what.wait().actor())}, {"n", what.wait().energy()}});
    case v1::DuelEvent::kRound:
      return round_text(scene, what.round());
    case v1::DuelEvent::kInitiative:
      return initiative_text(scene, what.initiative());
    case v1::DuelEvent::kD4: {
      const int roll = static_cast<int>(what.d4().roll());  // the number of what it does
      return duel_t("log.d4", {{"a", dragon_name(scene, what.d4().actor())}, {"n", roll}, {"act", act_name(roll)}});
    }
    case v1::DuelEvent::kDeath:
      return duel_t("log.death", {{"a", dragon_name(scene, what.death().dragon())}});
    case v1::DuelEvent::kGame:
      return game_end_text(scene, what.game());
    case v1::DuelEvent::kChosen:
      return chosen_text(scene, what.chosen());
    // The outcome of the match says it, with the names of the winners.
    case v1::DuelEvent::kMatch:
    case v1::DuelEvent::EVENT_NOT_SET:
      return {};
  }
  return {};
}

}  // namespace

std::string DuelText::event(const Scene& scene, const v1::GameEvent& event) const {
  return scene.paint.emphasised(event_text(scene, event.duel()));
}

}  // namespace wyrmhall::cli
