// A Fault: why the rules refuse something, as the number of the rule and what that rule needs.
#pragma once

#include <cstdint>
#include <string_view>

#include "rules/inline_vector.h"

namespace wyrmhall::rules {

// `rule` is the rule's number in the game's rulebook (docs/rules), such as "D-18"; it points at a literal. `reason` is
// the game's own enumeration of what can be wrong (rules/<game>/fault.h), and `arguments` are the figures that its
// sentence needs, in the order that the enumeration documents.
struct Fault {
  std::string_view rule;
  std::uint8_t reason = 0;
  InlineVector<std::int32_t, 4> arguments;
  friend bool operator==(const Fault&, const Fault&) = default;
};

}  // namespace wyrmhall::rules
