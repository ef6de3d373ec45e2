// How the attacks of a Dragon Duel went, against what was to be expected of them.
#include <fmt/format.h>

#include <map>

#include "clients/cli/duel_names.h"
#include "clients/cli/duel_text.h"

namespace wyrmhall::cli {
namespace {

// The attacks of one seat together.
struct Attacks {
  int made = 0;
  double hits = 0;
  double hits_expected = 0;
  double health = 0;
  double health_expected = 0;
  const v1::DecisionLuck* best = nullptr;
  const v1::DecisionLuck* worst = nullptr;
};

double gain(const v1::DecisionLuck& decision) {
  return decision.came().duel().mean_damage() - decision.expected().duel().mean_damage();
}

std::string attack_name(const Scene& scene, const v1::DuelAction& action) {
  switch (action.action_case()) {
    case v1::DuelAction::kClaw:
      return "the claw at " + dragon_name(scene, action.claw());
    case v1::DuelAction::kTailWhip:
      return "the tail whip at " + dragon_name(scene, action.tail_whip());
    case v1::DuelAction::kBreath:
      return "the breath on " + dragon_name(scene, action.breath());
    default:
      return "a decision";
  }
}

std::string decision_text(const Scene& scene, std::string_view what, const v1::DecisionLuck& decision) {
  return fmt::format("    {}: {} in step {}, {:.0f} health, {:.1f} expected", what,
                     attack_name(scene, decision.action().duel()), decision.version(),
                     decision.came().duel().mean_damage(), decision.expected().duel().mean_damage());
}

}  // namespace

std::vector<std::string> DuelText::luck(const Scene& scene, const v1::Luck& luck) const {
  std::map<std::uint32_t, Attacks> by_seat;
  for (const v1::DecisionLuck& decision : luck.decisions()) {
    if (!decision.expected().has_duel()) continue;
    const v1::DuelOdds& expected = decision.expected().duel();
    Attacks& attacks = by_seat[decision.seat()];
    ++attacks.made;
    attacks.hits += decision.came().duel().hit();
    attacks.hits_expected += expected.hit();
    attacks.health += decision.came().duel().mean_damage();
    attacks.health_expected += expected.mean_damage();
    if (attacks.best == nullptr || gain(decision) > gain(*attacks.best)) attacks.best = &decision;
    if (attacks.worst == nullptr || gain(decision) < gain(*attacks.worst)) attacks.worst = &decision;
  }
  std::vector<std::string> lines;
  for (const auto& [seat, attacks] : by_seat) {
    lines.push_back(fmt::format("  {}: {:.0f} of {} attacks hit, {:.1f} expected · {:.0f} health, {:.1f} expected",
                                capital(seat_name(scene, static_cast<int>(seat))), attacks.hits, attacks.made,
                                attacks.hits_expected, attacks.health, attacks.health_expected));
    if (gain(*attacks.best) > 0) lines.push_back(decision_text(scene, "best", *attacks.best));
    if (gain(*attacks.worst) < 0) lines.push_back(decision_text(scene, "worst", *attacks.worst));
  }
  return lines;
}

}  // namespace wyrmhall::cli
