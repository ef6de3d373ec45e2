#include "server/admin/memory_limit.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

namespace wyrmhall::server::admin {
namespace {

namespace fs = std::filesystem;

// Version 1 of control groups has no word for "no limit": there it is the largest number of whole pages.
constexpr std::uint64_t kUnlimitedBytes = std::uint64_t{1} << 62;

// The mount of a hierarchy, the file with the limit in it, and what stands before the group's path in
// /proc/self/cgroup.
struct Hierarchy {
  std::string_view prefix;
  const char* mount;
  const char* file;
};
constexpr Hierarchy kVersion2{"0::", "sys/fs/cgroup", "memory.max"};
constexpr Hierarchy kVersion1{":memory:", "sys/fs/cgroup/memory", "memory.limit_in_bytes"};

std::optional<std::uint64_t> limit_in(const fs::path& file) {
  std::ifstream in(file);
  std::uint64_t bytes = 0;
  // "max" is no number.
  if (!(in >> bytes) || bytes == 0 || bytes >= kUnlimitedBytes) return std::nullopt;
  return bytes;
}

}  // namespace

std::optional<std::uint64_t> memory_limit(const fs::path& root) {
  std::optional<std::uint64_t> least;
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    for (const Hierarchy& hierarchy : {kVersion2, kVersion1}) {
      const auto at = line.find(hierarchy.prefix);
      if (at >= line.find('/')) continue;
      // A group has no more than each group above it. In a container the path may be the host's: folders that are not
      // there are skipped, and the mount itself is the container's group.
      fs::path group = fs::path(line.substr(at + hierarchy.prefix.size())).relative_path();
      for (bool top = false; !top; group = group.parent_path()) {
        top = group.empty();
        const auto limit = limit_in(root / hierarchy.mount / group / hierarchy.file);
        if (limit) least = std::min(limit, least ? least : limit);
      }
    }
  }
  return least;
}

}  // namespace wyrmhall::server::admin
