// Choices as their readers want them: what the protocol writes short is written out.
#pragma once

#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::clients {

// Each form that is a list becomes choices, behind the others. If a part says once what its values mean, each value
// gets its own meaning (Form.listed, FormPart.meaning, FormPart.members).
v1::Choices spelled_out(v1::Choices choices);

}  // namespace wyrmhall::clients
