#include "server/games/hunt/figures.h"

#include "rules/hunt/odds.h"
#include "server/games/hunt/view.h"

namespace wyrmhall::server::hunt_wire {

namespace hunt = rules::hunt;

bool Odds::figures(const hunt::State& state, const hunt::Action& action, v1::GameOdds& odds) {
  const bool throws = action.kind == hunt::ActionKind::roll || action.kind == hunt::ActionKind::item;
  if (!throws || action.dice.empty()) return false;
  v1::HuntOdds& figures = *odds.mutable_hunt();
  for (const hunt::SkillOdds& skill : hunt::odds_of_throwing(state, action.dice)) {
    v1::HuntSkillOdds& line = *figures.add_skills();
    line.set_skill(static_cast<v1::HuntSkill>(from_one(skill.skill)));
    line.set_now(skill.now);
    line.set_one(skill.one);
    line.set_two(skill.two);
  }
  const hunt::CounterOdds counter = hunt::counter_after_throwing(state, action.dice);
  for (std::size_t dragons = 0; dragons < counter.odds.size(); ++dragons) {
    v1::HuntThreat& threat = *figures.add_threats();
    threat.set_dragons(static_cast<std::uint32_t>(dragons));
    threat.set_probability(counter.odds[dragons]);
    threat.set_loss(counter.loss[dragons]);
  }
  return true;
}

}  // namespace wyrmhall::server::hunt_wire
