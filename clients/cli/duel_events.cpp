// The events of a Dragon Duel, one sentence each.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "clients/cli/duel_names.h"
#include "clients/cli/duel_text.h"

namespace wyrmhall::cli {
namespace {

std::string_view deed(v1::DuelAct act) {
  switch (act) {
    case v1::DUEL_ACT_CLAW:
      return "claws";
    case v1::DUEL_ACT_TAIL_WHIP:
      return "whips its tail at";
    case v1::DUEL_ACT_BREATH:
      return "breathes on";
    default:
      return "attacks";
  }
}

// How a total came about: "(4 + 7) × 2 = 22".
std::string sum_text(const std::vector<std::uint32_t>& dice, std::uint32_t multiplier, std::uint32_t bonus,
                     std::uint32_t total) {
  const std::string sum = dice.size() == 1 ? std::to_string(dice.front()) : fmt::format("({})", fmt::join(dice, " + "));
  const std::string added = bonus > 0 ? fmt::format(" + {}", bonus) : "";
  return fmt::format("{} × {}{} = {}", sum, multiplier, added, total);
}

std::string loss_text(std::uint32_t energy, std::uint32_t health) {
  std::vector<std::string> parts;
  if (energy > 0) parts.push_back(fmt::format("{} energy", energy));
  if (health > 0) parts.push_back(fmt::format("{} health", health));
  return parts.empty() ? "nothing" : joined(parts);
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
  std::string text = fmt::format("{} {} {}: {} against {}. ", capital(actor), deed(fight.act()), target,
                                 sum_text(attack_dice, fight.attack_multiplier(), fight.attack_bonus(), fight.attack()),
                                 sum_text(defence_die, fight.defence_multiplier(), 0, fight.defence()));
  switch (fight.result()) {
    case v1::DUEL_FIGHT_RESULT_HIT:
      return text + fmt::format("Hit: {} loses {}.", target, loss_text(0, fight.damage()));
    case v1::DUEL_FIGHT_RESULT_BEATEN:
      return text +
             fmt::format("Beaten back: {} loses {}.", actor, loss_text(fight.energy_lost(), fight.health_lost()));
    default:
      return text + "Level: nothing happens.";
  }
}

std::string initiative_text(const Scene& scene, const v1::DuelInitiative& roll) {
  const bool teams = scene.view.duel().mode() == v1::DUEL_MODE_BATTLE;
  const auto name = [&](std::uint32_t contender) {
    return teams ? fmt::format("Team {}", contender + 1) : dragon_name(scene, contender);
  };
  std::vector<std::string> rolled;
  std::vector<std::string> highest;
  const std::uint32_t top = roll.values().empty() ? 0 : *std::max_element(roll.values().begin(), roll.values().end());
  for (int i = 0; i < std::min(roll.contenders_size(), roll.values_size()); ++i) {
    rolled.push_back(fmt::format("{} {}", name(roll.contenders(i)), roll.values(i)));
    if (roll.values(i) == top) highest.push_back(name(roll.contenders(i)));
  }
  if (highest.size() == 1) return fmt::format("First roll: {}. {} starts.", joined(rolled), capital(highest.front()));
  return fmt::format("First roll: {}. {} roll again.", joined(rolled), capital(joined(highest)));
}

std::string round_text(const Scene& scene, const v1::DuelRound& round) {
  std::string order;
  for (const std::uint32_t index : round.order()) order += (order.empty() ? "" : ", then ") + dragon_name(scene, index);
  return scene.paint(Tint::kStrong, fmt::format("Round {}", round.round())) +
         (order.empty() ? "." : ": " + order + ".");
}

std::string enemy_roll_text(const Scene& scene, const v1::DuelEnemyRoll& roll) {
  static constexpr std::array<std::string_view, 5> kDeeds = {"", "claw", "tail whip", "breath", "wait"};
  const std::string_view meaning = roll.roll() < kDeeds.size() ? kDeeds[roll.roll()] : "";
  return fmt::format("{} rolls {}: {}.", capital(dragon_name(scene, roll.actor())), roll.roll(), meaning);
}

std::string chosen_text(const Scene& scene, const v1::DuelChosen& chosen) {
  const auto& dragons = scene.view.duel().dragons();
  const auto found = dragons.find(chosen.actor());
  if (found == dragons.end() || found->second.seat() < 0) {
    return fmt::format("{} joins the enemies.", kind_name(chosen.dragon()));
  }
  const std::string owner = owner_name(scene, chosen.actor());
  return fmt::format("{} {} {}.", capital(owner), verb(owner, "take", "takes"), kind_name(chosen.dragon()));
}

std::string game_end_text(const Scene& scene, const v1::DuelGameEnd& game) {
  // Of a single game the outcome of the match says it all.
  if (scene.view.duel().match_games() <= 1) return {};
  const std::string side = side_name(scene, game.winner());
  return fmt::format("{} {} game {}.", capital(side), verb(side, "win", "wins"), game.game());
}

}  // namespace

std::string DuelText::event(const Scene& scene, const v1::GameEvent& event) const {
  const v1::DuelEvent& what = event.duel();
  switch (what.event_case()) {
    case v1::DuelEvent::kFight:
      return fight_text(scene, what.fight());
    case v1::DuelEvent::kWait:
      return fmt::format("{} waits and has {} energy.", capital(dragon_name(scene, what.wait().actor())),
                         what.wait().energy());
    case v1::DuelEvent::kRound:
      return round_text(scene, what.round());
    case v1::DuelEvent::kInitiative:
      return initiative_text(scene, what.initiative());
    case v1::DuelEvent::kD4:
      return enemy_roll_text(scene, what.d4());
    case v1::DuelEvent::kDeath:
      return scene.paint(Tint::kBad, capital(dragon_name(scene, what.death().dragon())) + " falls.");
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

}  // namespace wyrmhall::cli
