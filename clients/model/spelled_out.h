// Choices as their readers want them: what the protocol writes short is written out.
#pragma once

#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::clients {

// Each form that is a list becomes choices, behind the others, and where a part says once what its values mean, each of
// them does (Form.listed, FormPart.meaning, FormPart.members).
v1::Choices spelled_out(v1::Choices choices);

}  // namespace wyrmhall::clients
