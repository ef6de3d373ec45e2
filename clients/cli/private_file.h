// Small files that hold secrets: readable by their owner alone, and either whole or not there, whatever crashes.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace wyrmhall::cli {

// Writes beside the place, syncs, renames into it and syncs the folder. Folders that are missing are made, for the
// owner alone. On failure: what the system says.
std::expected<void, std::string> write_private_file(const std::filesystem::path& path, std::string_view content);

// Makes the folder and those above it that are missing, for the owner alone. False where that cannot be.
bool make_private_folders(const std::filesystem::path& folder);

// The same for what is no secret: with the usual permissions, and into a folder that is there.
std::expected<void, std::string> write_file(const std::filesystem::path& path, std::string_view content);

// Nothing where there is no such file, or it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path);

}  // namespace wyrmhall::cli
