// What Heads or Tails says of choices and refusals, and which things of the view they are about.
#pragma once

#include "rules/coin/action.h"
#include "rules/coin/fault.h"
#include "rules/coin/state.h"
#include "server/games/place_writer.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server::coin_wire {

struct Sentences {
  static void say(const rules::coin::State& state, rules::Seat seat, const rules::coin::Action& action,
                  MessageWriter& to);
  static void place(const rules::coin::State& state, rules::Seat seat, const rules::coin::Action& action,
                    PlaceWriter& on);

  static constexpr auto& kReasonNames = rules::coin::kReasonNames;
  static std::int32_t argument(const rules::Fault& fault, std::size_t i);
};

}  // namespace wyrmhall::server::coin_wire
