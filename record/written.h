// A record that was written, and the function that signs its end.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "receipts/signature.h"
#include "receipts/statement.h"

namespace wyrmhall::record {

// Signs the end of a match, or gives back what was signed before; nothing where nobody vouches for it.
using Vouch = std::function<std::optional<receipts::Signed>(const receipts::EndStatement&)>;

struct Written {
  std::string text;
  receipts::EndStatement end;
  std::optional<receipts::Signed> signed_end;
};

}  // namespace wyrmhall::record
