// A decision that was sent, or is about to be, and has not been answered yet.
#pragma once

#include "clients/model/match_model.h"
#include "clients/model/seat_chain.h"
#include "clients/model/shown_match.h"
#include "wyrmhall/v1/client.pb.h"

namespace wyrmhall::cli {

struct PendingDecision {
  v1::ClientMessage command;
  int link = 0;  // the k of its link; 0 for none
  int sent = 0;  // how often

  // Adds the next link of the chain, and the confirmation by the one after it; neither if the chain is gone.
  static PendingDecision make(v1::GameAction action, const clients::MatchModel& model, const clients::SeatChain& chain);

  // What is known of it once this update has answered it.
  [[nodiscard]] clients::ShownAct taken(const v1::MatchUpdate& update) const;
};

}  // namespace wyrmhall::cli
