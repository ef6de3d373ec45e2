// What Dragons Arena says of choices, the form and refusals, and which things of the view they are about.
#pragma once

#include "rules/arena/action.h"
#include "rules/arena/fault.h"
#include "rules/arena/state.h"
#include "rules/form.h"
#include "server/games/place_writer.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server::arena_wire {

struct Sentences {
  static void say(const rules::arena::State& state, rules::Seat seat, const rules::arena::Action& action,
                  MessageWriter& to);
  static void place(const rules::arena::State& state, rules::Seat seat, const rules::arena::Action& action,
                    PlaceWriter& on);

  static void say_form(const rules::arena::State& state, rules::Seat seat, const rules::Form& form, MessageWriter& to);
  static void place_form(const rules::arena::State& state, rules::Seat seat, const rules::Form& form, PlaceWriter& on);
  static void say_part(const rules::arena::State& state, rules::Seat seat, const rules::Form& form, std::size_t part,
                       MessageWriter& to);

  static constexpr auto& kReasonNames = rules::arena::kReasonNames;
  static std::int32_t argument(const rules::Fault& fault, std::size_t i);
};

}  // namespace wyrmhall::server::arena_wire
