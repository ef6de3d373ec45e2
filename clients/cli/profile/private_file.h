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

// Adds to the end of such a file, and syncs it. A crash leaves a whole addition or a part of it.
std::expected<void, std::string> append_private_file(const std::filesystem::path& path, std::string_view content);

// Puts a few bytes into a file in place of what it held, for the owner alone, and does not sync: they survive a crash
// of this process, and need not survive one of the machine.
void note_in_private_file(const std::filesystem::path& path, std::string_view content);

// While it lives, keeps other processes that use the same lock away from a file. The lock is another file beside it.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& path);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  int descriptor_;
};

// Makes the folder and those above it that are missing, for the owner alone. False where that cannot be.
bool make_private_folders(const std::filesystem::path& folder);

// The same for what is not secret: with the usual permissions, and into a folder that is there.
std::expected<void, std::string> write_file(const std::filesystem::path& path, std::string_view content);

// Nothing where there is no such file, or it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path);

// What a person named on the command line: a file, or the standard input by "-".
std::optional<std::string> read_input(const std::filesystem::path& path);

}  // namespace wyrmhall::cli
