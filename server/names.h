// Names of players: which are allowed, and which look the same.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace wyrmhall::server {

struct Name {
  std::string shown;  // normalised (NFC)
  std::string key;    // the same for all names that look alike, whatever script and case they borrow letters from
};

// Checks a name: kNameShortest to kNameLongest characters, letters of any script, digits, and single spaces or - _ ' .
// between them; no control characters. On failure, one sentence that says what is wrong and what would be right.
std::expected<Name, std::string> check_name(std::string_view utf8);

// The key of the beginning of a name: the keys of all names that begin so, or look so, begin with it.
std::string name_key(std::string_view utf8);

}  // namespace wyrmhall::server
