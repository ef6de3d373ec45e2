// How the attacks of a Dragon Duel went, against what could be expected of them.
#include <map>

#include "clients/cli/games/duel/names.h"
#include "clients/cli/games/duel/text.h"

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

// In the words of the choice that it was.
std::string attack_name(const Scene& scene, const v1::DuelAction& action) {
  v1::Sentence sentence;
  const auto attack = [&](v1::DuelPhrase phrase, std::uint32_t target) {
    sentence.set_duel(phrase);
    sentence.add_arguments(static_cast<std::int32_t>(target));
  };
  if (action.has_claw()) attack(v1::DUEL_PHRASE_CLAW, action.claw());
  if (action.has_tail_whip()) attack(v1::DUEL_PHRASE_TAIL_WHIP, action.tail_whip());
  if (action.has_breath()) attack(v1::DUEL_PHRASE_BREATH, action.breath());
  return duel_sentence(scene, sentence);
}

std::string decision_text(const Scene& scene, std::string_view key, const v1::DecisionLuck& decision) {
  return "    " + duel_t(key, {{"what", attack_name(scene, decision.action().duel())},
                               {"n", decision.version()},
                               {"health", decimal(decision.came().duel().mean_damage(), 0)},
                               {"x", decimal(decision.expected().duel().mean_damage())}});
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
    lines.push_back("  " + duel_t("luck.attacks", {{"name", seat_name(scene, static_cast<int>(seat))},
                                                   {"hits", decimal(attacks.hits, 0)},
                                                   {"n", attacks.made},
                                                   {"x", decimal(attacks.hits_expected)},
                                                   {"health", decimal(attacks.health, 0)},
                                                   {"y", decimal(attacks.health_expected)}}));
    if (gain(*attacks.best) > 0) lines.push_back(decision_text(scene, "luck.best", *attacks.best));
    if (gain(*attacks.worst) < 0) lines.push_back(decision_text(scene, "luck.worst", *attacks.worst));
  }
  return lines;
}

}  // namespace wyrmhall::cli
