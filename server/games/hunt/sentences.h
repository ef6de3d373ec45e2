// What Dice & Dragons says of choices, forms and refusals (protocol/wyrmhall/v1/hunt_sentence.proto), and which things
// of the view they are about.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rules/fault.h"
#include "rules/form.h"
#include "rules/hunt/action.h"
#include "rules/hunt/state.h"
#include "server/games/forms.h"
#include "server/games/place_writer.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server {

// The Sentence of a choice, and what it is about.
void say_hunt_choice(const rules::hunt::State& state, const rules::hunt::Action& action, MessageWriter& to);
void place_hunt_choice(const rules::hunt::State& state, const rules::hunt::Action& action, PlaceWriter& on);

// Of a form, of a part of it and of a value of that, or of all its values at once (forms.h).
void say_hunt_form(const rules::hunt::State& state, const rules::Form& form, MessageWriter& to);
void place_hunt_form(const rules::hunt::State& state, const rules::Form& form, PlaceWriter& on);
void say_hunt_part(const rules::hunt::State& state, const rules::Form& form, std::size_t part, MessageWriter& to);
// What has no meaning but for a single value, 0: no skill.
void say_hunt_value(MessageWriter& to);
void say_hunt_values(const rules::Form& form, std::size_t part, MessageWriter& to);
Meaning hunt_meaning(const rules::Form& form, std::size_t part);
// Whether it is a list of choices, written short.
bool is_hunt_list(const rules::Form& form);

// An argument of a Fault as sentences have it.
std::int32_t hunt_argument(const rules::Fault& fault, std::size_t i);

}  // namespace wyrmhall::server
