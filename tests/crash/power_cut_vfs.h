// A disk for SQLite that loses power: what was not synced may be lost, torn or out of order when that happens.
//
// It stands between SQLite and the operating system's files. Until a file is synced, what is written to it is only
// remembered here, and every connection of the process reads it from here. At the cut each 512-byte sector of each file
// is left as it was at some moment since the file's last sync, each sector at a moment of its own; so is the file's
// length; and a file that was made and never synced may not be there at all. Then the process ends, as if killed.
#pragma once

#include <cstdint>

namespace wyrmhall::crash {

// Makes it the process's default VFS, before the first database is opened. The power goes at the `operations`-th write,
// truncation or sync from now on; 0: never. What is lost follows from the seed.
void install_power_cut_vfs(std::uint64_t operations, std::uint64_t seed);

// Cuts the power now. From any thread.
[[noreturn]] void cut_power();

}  // namespace wyrmhall::crash
