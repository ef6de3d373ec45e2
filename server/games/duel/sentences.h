// What Dragon Duel says of choices and refusals, and which things of the view they are about.
#pragma once

#include "rules/duel/action.h"
#include "rules/duel/fault.h"
#include "rules/duel/state.h"
#include "server/games/place_writer.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server::duel_wire {

struct Sentences {
  static void say(const rules::duel::State& state, rules::Seat seat, const rules::duel::Action& action,
                  MessageWriter& to);
  static void place(const rules::duel::State& state, rules::Seat seat, const rules::duel::Action& action,
                    PlaceWriter& on);

  static constexpr auto& kReasonNames = rules::duel::kReasonNames;
  static std::int32_t argument(const rules::Fault& fault, std::size_t i);
};

}  // namespace wyrmhall::server::duel_wire
