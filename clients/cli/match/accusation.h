// An accusation as a file that `wyrmhall verify --accusation` takes, with no server (docs/dice.md).
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

#include "clients/cli/profile/profile_store.h"
#include "clients/cli/terminal/terminal.h"
#include "clients/model/accusation.h"

namespace wyrmhall::cli {

// Writes the file, durably, with the present time, and gives its place. One about the same match and kind is replaced.
// `key` is the server's as it is pinned, 32 bytes or none.
std::expected<std::filesystem::path, std::string> write_accusation(const std::filesystem::path& folder,
                                                                   std::string_view server, std::string_view key,
                                                                   const clients::Accusation& accusation);

// Says the sentence to the person, loudly, writes the file, and says where it is.
void accuse(Terminal& terminal, const ProfileStore& profile, std::string_view server,
            const clients::Accusation& accusation);

}  // namespace wyrmhall::cli
