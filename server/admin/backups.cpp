#include "server/admin/backups.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace wyrmhall::server::admin {
namespace {

constexpr const char* kFile = "last-backup";  // its only line: microseconds of UTC since 1970

}  // namespace

void note_backup(const std::string& folder, Micros at) {
  const auto path = std::filesystem::path(folder) / kFile;
  const std::string part = path.string() + ".part";
  std::ofstream file(part);
  file << at << '\n';
  file.close();
  if (!file) throw std::runtime_error(part + " cannot be written");
  std::filesystem::rename(part, path);
}

std::optional<Micros> last_backup(const std::string& folder) {
  std::ifstream file(std::filesystem::path(folder) / kFile);
  Micros at = 0;
  return file >> at ? std::optional(at) : std::nullopt;
}

}  // namespace wyrmhall::server::admin
