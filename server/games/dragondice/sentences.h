// What Dragon Dice says of choices, forms and refusals, and which things of the view they are about.
#pragma once

#include "rules/dragondice/action.h"
#include "rules/dragondice/fault.h"
#include "rules/dragondice/state.h"
#include "server/games/forms.h"
#include "server/games/place_writer.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server::dragondice_wire {

struct Sentences {
  static void say(const rules::dragondice::State& state, rules::Seat seat, const rules::dragondice::Action& action,
                  MessageWriter& to);
  static void place(const rules::dragondice::State& state, rules::Seat seat, const rules::dragondice::Action& action,
                    PlaceWriter& on);

  static void say_form(const rules::dragondice::State& state, rules::Seat seat, const rules::Form& form,
                       MessageWriter& to);
  static void place_form(const rules::dragondice::State& state, rules::Seat seat, const rules::Form& form,
                         PlaceWriter& on);
  static void say_part(const rules::dragondice::State& state, rules::Seat seat, const rules::Form& form,
                       std::size_t part, MessageWriter& to);
  static void place_part(const rules::dragondice::State& state, rules::Seat seat, const rules::Form& form,
                         std::size_t part, PlaceWriter& on);
  static void say_values(const rules::dragondice::State& state, rules::Seat seat, const rules::Form& form,
                         std::size_t part, MessageWriter& to);
  static Meaning meaning(const rules::Form& form, std::size_t part);
  static bool is_listed(const rules::Form& form);

  static constexpr auto& kReasonNames = rules::dragondice::kReasonNames;
  static std::int32_t argument(const rules::Fault& fault, std::size_t i);
};

}  // namespace wyrmhall::server::dragondice_wire
