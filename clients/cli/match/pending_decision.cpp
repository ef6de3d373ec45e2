#include "clients/cli/match/pending_decision.h"

#include <utility>

#include "clients/model/confirmation.h"
#include "clients/model/ids.h"

namespace wyrmhall::cli {

PendingDecision PendingDecision::make(v1::GameAction action, const clients::MatchModel& model,
                                      const clients::SeatChain& chain) {
  PendingDecision pending;
  v1::Act& act = *pending.command.mutable_act();
  act.set_version(model.version());
  *act.mutable_action() = std::move(action);
  const auto link = chain.next();
  if (!link) {
    act.set_chain_lost(true);
    return pending;
  }
  pending.link = link->k;
  act.set_link(link->x);
  act.set_choice(clients::place_of(act.action(), model.choices()));
  clients::confirm(clients::id_of(model.info()), link->after, act);
  return pending;
}

clients::ShownAct PendingDecision::taken(const v1::MatchUpdate& update) const {
  const v1::Act& act = command.act();
  clients::ShownAct shown{.command_id = command.command_id(),
                          .answers = act.version(),
                          .led_to = update.version(),
                          .decision = act.confirmation().empty() ? "" : clients::decision_text(act),
                          .confirmation = act.confirmation()};
  if (update.has_snapshot()) shown.led_to.reset();  // it stands for several steps
  return shown;
}

}  // namespace wyrmhall::cli
