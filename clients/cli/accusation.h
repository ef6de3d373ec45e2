// What this client holds against a server that bends the dice: a file that `wyrmhall verify --accusation` takes, with
// no server (docs/dice.md).
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clients/cli/keep.h"
#include "clients/cli/terminal.h"
#include "receipts/signature.h"

namespace wyrmhall::cli {

struct Accusation {
  std::string of;        // one of the table in docs/dice.md, such as "commitmentTwice"
  std::string said;      // for people: what the server did
  std::string match_id;  // or the table's
  std::vector<receipts::Signed> statements{};
  // What only this client knows: its seat (-1 for none), the links that it has shown, from x_0 on, and what messages
  // said that nobody has signed. Name and value.
  int seat = -1;
  std::vector<std::string> links{};
  std::vector<std::pair<std::string, std::string>> seen{};
};

// Writes the file, durably, with the present time, and gives its place. One about the same match and kind is replaced.
// `key` is the server's as it is pinned, 32 bytes or none.
std::expected<std::filesystem::path, std::string> write_accusation(const std::filesystem::path& folder,
                                                                   std::string_view server, std::string_view key,
                                                                   const Accusation& accusation);

// Says the sentence to the person, loudly, writes the file, and says where it is.
void accuse(Terminal& terminal, const Keep& keep, std::string_view server, const Accusation& accusation);

}  // namespace wyrmhall::cli
