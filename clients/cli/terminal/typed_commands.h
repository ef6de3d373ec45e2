// The words that a person types to this client itself, beside those of a game: in English, or in the language that it
// speaks.
#pragma once

#include <string>
#include <string_view>

namespace wyrmhall::cli {

// The line with its first word in English, where that is a command of this client, such as "odds" or "quit".
std::string in_english(std::string_view line);

// Whether this answers a question: the whole word, or its first letter if `letter` is enough.
bool is_yes(std::string_view typed, bool letter = false);
bool is_no(std::string_view typed, bool letter = false);

}  // namespace wyrmhall::cli
