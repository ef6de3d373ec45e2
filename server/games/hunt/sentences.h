// What Dice & Dragons says of choices, forms and refusals, and which things of the view they are about.
#pragma once

#include "rules/hunt/action.h"
#include "rules/hunt/fault.h"
#include "rules/hunt/state.h"
#include "server/games/forms.h"
#include "server/games/place_writer.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server::hunt_wire {

struct Sentences {
  static void say(const rules::hunt::State& state, rules::Seat seat, const rules::hunt::Action& action,
                  MessageWriter& to);
  static void place(const rules::hunt::State& state, rules::Seat seat, const rules::hunt::Action& action,
                    PlaceWriter& on);

  static void say_form(const rules::hunt::State& state, rules::Seat seat, const rules::Form& form, MessageWriter& to);
  static void place_form(const rules::hunt::State& state, rules::Seat seat, const rules::Form& form, PlaceWriter& on);
  static void say_part(const rules::hunt::State& state, rules::Seat seat, const rules::Form& form, std::size_t part,
                       MessageWriter& to);
  static void say_value(const rules::hunt::State& state, rules::Seat seat, const rules::Form& form, std::size_t part,
                        std::uint8_t value, MessageWriter& to);
  static void say_values(const rules::hunt::State& state, rules::Seat seat, const rules::Form& form, std::size_t part,
                         MessageWriter& to);
  static Meaning meaning(const rules::Form& form, std::size_t part);
  static bool is_listed(const rules::Form& form);

  static constexpr auto& kReasonNames = rules::hunt::kReasonNames;
  static std::int32_t argument(const rules::Fault& fault, std::size_t i);
};

}  // namespace wyrmhall::server::hunt_wire
