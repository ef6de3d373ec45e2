// What Dragon Dice says of choices, forms and refusals (protocol/wyrmhall/v1/dragondice_sentence.proto), and which
// things of the view they are about.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rules/dragondice/action.h"
#include "rules/dragondice/state.h"
#include "rules/fault.h"
#include "rules/form.h"
#include "server/games/forms.h"
#include "server/games/place_writer.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server {

// The Sentence of a choice, and what it is about.
void say_dragondice_choice(const rules::dragondice::State& state, const rules::dragondice::Action& action,
                           MessageWriter& to);
void place_dragondice_choice(const rules::dragondice::Action& action, PlaceWriter& on);

// Of a form, of a part of it and of all values of that (forms.h).
void say_dragondice_form(const rules::dragondice::State& state, const rules::Form& form, MessageWriter& to);
void place_dragondice_form(const rules::dragondice::State& state, const rules::Form& form, PlaceWriter& on);
void say_dragondice_part(const rules::dragondice::State& state, const rules::Form& form, std::size_t part,
                         MessageWriter& to);
void place_dragondice_part(const rules::dragondice::State& state, const rules::Form& form, std::size_t part,
                           PlaceWriter& on);
void say_dragondice_values(const rules::dragondice::State& state, const rules::Form& form, std::size_t part,
                           MessageWriter& to);
Meaning dragondice_meaning(const rules::Form& form);
// Whether it is a list of choices, written short.
bool is_dragondice_list(const rules::Form& form);

// An argument of a Fault as sentences have it.
std::int32_t dragondice_argument(const rules::Fault& fault, std::size_t i);

}  // namespace wyrmhall::server
