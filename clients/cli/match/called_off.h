// What to tell about the starts that were called off at a table after everybody had committed (docs/dice.md).
#pragma once

#include <string>

#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::cli {

// Such as "2 starts were called off at this table: Bram left; the server was restarted."; empty for none.
std::string called_off_text(const v1::Table& table);

}  // namespace wyrmhall::cli
