// The links by which seats close their chains once a match is over (docs/dice.md). They come after everything that is
// hashed and signed, and are no part of it: they are the last line of a record that has any.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "record/values.h"

namespace wyrmhall::record {

// The end of the text of every record without closing links.
inline constexpr std::string_view kTextEnd = "\n}\n";

// What a record with these links has in place of kTextEnd: at least one link, seats ascending.
std::string closing_text(std::span<const SeatLink> links);

// Adds these links to the text of a record that has none.
std::string with_closing_links(std::string text, std::span<const SeatLink> links);

}  // namespace wyrmhall::record
