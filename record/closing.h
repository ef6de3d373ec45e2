// The links by which seats close their chains once a match is over (docs/dice.md). They come after all that is hashed
// and signed, so they are no part of that: they stand behind it, as the last line of a record, and only where there are
// any.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "record/values.h"

namespace wyrmhall::record {

// How the text of every record ends that has none.
inline constexpr std::string_view kTextEnd = "\n}\n";

// What stands in the place of that in a record with these links, at least one, seats ascending.
std::string closing_text(std::span<const SeatLink> links);

// The text of a record that has none, with these.
std::string with_closing_links(std::string text, std::span<const SeatLink> links);

}  // namespace wyrmhall::record
