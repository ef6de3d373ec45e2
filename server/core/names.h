// Names of players: which are allowed, and which look the same.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "server/wire/frames.h"

namespace wyrmhall::server {

// What the names of programs begin with, and no other name does.
inline constexpr std::string_view kBotPrefix = "Bot ";

struct Name {
  std::string shown;  // normalised (NFC)
  std::string key;    // the same for all names that look alike, whatever script and case they borrow letters from
};

enum class NameFault : std::uint8_t {
  kForm,      // its length, or what it is made of
  kUnseen,    // a character that nobody sees: two names could look alike
  kMarks,     // marks without a letter, or too many on one
  kReserved,  // could be taken for the server, its host or a bot
};
struct NameRefused {
  NameFault fault = NameFault::kForm;
  std::string detail;  // one sentence that says what is wrong and what would be right
};

// Whether somebody may take a name: kMinNameCharacters to kMaxNameCharacters characters, letters of any script, digits,
// and single spaces or - _ ' . between them. All of it can be seen, and nobody is taken for somebody else by it. A
// player who already has another name, from before one of these rules, keeps it: look for names with name_key().
std::expected<Name, NameRefused> check_name(std::string_view utf8);
// The same for a program: `utf8` is its name without the kBotPrefix, which is put in front once the name is taken. So
// everybody who sees a name can tell a program by it, in every client, story and record.
std::expected<Name, NameRefused> check_bot_name(std::string_view utf8);
// Whether a program has this name, as it is shown.
bool is_bot_name(std::string_view shown);
// The refusal as the player who wants that name is told it.
pb::Refusal refusal(const NameRefused& name);

// The key of a name, or of the beginning of one: the keys of all names that begin so, or look so, begin with it.
std::string name_key(std::string_view utf8);

}  // namespace wyrmhall::server
