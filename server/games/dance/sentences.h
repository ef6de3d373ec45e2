// What Dragon Dance says of choices and refusals, and which things of the view they are about.
#pragma once

#include "rules/dance/action.h"
#include "rules/dance/fault.h"
#include "rules/dance/state.h"
#include "server/games/place_writer.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server::dance_wire {

struct Sentences {
  static void say(const rules::dance::State& state, rules::Seat seat, const rules::dance::Action& action,
                  MessageWriter& to);
  static void place(const rules::dance::State& state, rules::Seat seat, const rules::dance::Action& action,
                    PlaceWriter& on);

  static constexpr auto& kReasonNames = rules::dance::kReasonNames;
  static std::int32_t argument(const rules::Fault& fault, std::size_t i);
};

}  // namespace wyrmhall::server::dance_wire
