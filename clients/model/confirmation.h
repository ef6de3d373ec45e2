// How a decision is bound to the seat's chain (docs/dice.md): a code beside it that is keyed by the link after its own,
// which nobody else has yet.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/id.h"
#include "wyrmhall/v1/client.pb.h"

namespace wyrmhall::clients {

// The action's place among the choices that its seat was offered, from 1; 0 if it is not one of them, such as a filled
// form.
std::uint32_t place_of(const v1::GameAction& action, const v1::Choices& choices);

// What is confirmed: "choice 3", or "form 2: 0 1 1". Nothing for an action that is neither.
std::string decision_text(const v1::Act& act);

// Adds the confirmation to an act whose action, version and `choice` are set; `next` is the link after its own, 16
// bytes. An act that cannot be confirmed is left as it is.
void confirm(const MatchId& match, std::string_view next, v1::Act& act);

}  // namespace wyrmhall::clients
