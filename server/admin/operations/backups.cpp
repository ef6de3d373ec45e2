#include "server/admin/operations/backups.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace wyrmhall::server::admin {
namespace {

constexpr const char* kFile = "last-backup";  // its only line: microseconds of UTC since 1970

}  // namespace

void note_backup(const std::string& folder, Timestamp at) {
  const auto path = std::filesystem::path(folder) / kFile;
  const std::string part = path.string() + ".part";
  std::ofstream file(part);
  file << unix_micros(at) << '\n';
  file.close();
  if (!file) throw std::runtime_error(part + " cannot be written");
  std::filesystem::rename(part, path);
}

std::optional<Timestamp> last_backup(const std::string& folder) {
  std::ifstream file(std::filesystem::path(folder) / kFile);
  std::int64_t at = 0;
  return file >> at ? std::optional(from_unix_micros(at)) : std::nullopt;
}

}  // namespace wyrmhall::server::admin
