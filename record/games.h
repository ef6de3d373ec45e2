// The games whose records can be checked: all that have rules here.
#pragma once

#include <string>
#include <string_view>

#include "record/document.h"
#include "record/verify.h"

namespace wyrmhall::record {

using CheckGame = std::string (*)(const Document&, const SentDecisions&, VerifyReport&);

// Nothing where there is no such game.
CheckGame check_of(std::string_view game);

}  // namespace wyrmhall::record
