// How much memory the kernel lets the server have before it ends it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace wyrmhall::server::admin {

// The smallest limit of the control groups that this process is in, in bytes; nothing if none limits it, or if that
// cannot be seen. `root`: where /proc and /sys are.
std::optional<std::uint64_t> memory_limit(const std::filesystem::path& root = "/");

}  // namespace wyrmhall::server::admin
