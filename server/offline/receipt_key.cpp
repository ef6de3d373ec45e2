#include "server/offline/receipt_key.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

#include "common/hex.h"
#include "server/core/version.h"

namespace wyrmhall::server {
namespace {

using Seed = receipts::SigningKey::Seed;

Seed fresh_seed() {
  Seed seed{};
  randombytes_buf(seed.data(), seed.size());
  return seed;
}

std::unexpected<std::string> failed_with(const std::string& path, int error) {
  return std::unexpected(fmt::format("{}: {}", path, std::generic_category().message(error)));
}

bool write_and_sync(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(file) == 0;
}

// Written under another name first, so that a crash leaves no half of a key.
std::expected<void, std::string> keep(const std::string& folder, const std::string& path, const Seed& seed) {
  const std::string fresh = path + ".new";
  const int file = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return failed_with(fresh, errno);
  const bool written = write_and_sync(file, hex_text(seed) + "\n");
  const int error = errno;
  ::close(file);
  if (!written) return failed_with(fresh, error);
  if (::rename(fresh.c_str(), path.c_str()) != 0) return failed_with(path, errno);
  const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return failed_with(folder, errno);
  const bool synced = ::fsync(directory) == 0;
  const int sync_error = errno;
  ::close(directory);
  if (!synced) return failed_with(folder, sync_error);
  return {};
}

}  // namespace

std::string ReceiptKeys::json() const {
  std::string others;
  for (const receipts::PublicKey& key : older) {
    others += fmt::format("{}\"{}\"", others.empty() ? "" : ",", hex_text(key));
  }
  return fmt::format("{{\"server\":\"{}\",\"receiptKey\":\"{}\",\"olderReceiptKeys\":[{}]}}\n", kServerName,
                     hex_text(now.public_key()), others);
}

std::expected<ReceiptKeys, std::string> receipt_keys(const std::string& folder) {
  auto found = kept_receipt_keys(folder);
  if (!found) return std::unexpected(found.error());
  if (*found) return **std::move(found);
  const Seed seed = fresh_seed();
  if (auto kept = keep(folder, folder + "/" + kReceiptKeyFile, seed); !kept) return std::unexpected(kept.error());
  return ReceiptKeys{.now = receipts::SigningKey(seed), .older = {}};
}

std::expected<std::optional<ReceiptKeys>, std::string> kept_receipt_keys(const std::string& folder) {
  const std::string path = folder + "/" + kReceiptKeyFile;
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0) {
    if (errno != ENOENT) return failed_with(path, errno);
    return std::nullopt;
  }
  if ((found.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return std::unexpected(
        fmt::format("{} can be read or written by others: chmod 600 it, or have a new one made by "
                    "moving it away if somebody may have seen it",
                    path));
  }
  std::ifstream file(path);
  std::vector<receipts::SigningKey> keys;
  for (std::string line; std::getline(file, line);) {
    Seed seed{};
    if (!read_hex(line, seed)) {
      return std::unexpected(
          fmt::format("{} line {}: must be 64 hexadecimal digits in lower case", path, keys.size() + 1));
    }
    keys.emplace_back(seed);
  }
  if (keys.empty()) return std::unexpected(fmt::format("{} cannot be read, or is empty", path));
  ReceiptKeys result{.now = keys.front(), .older = {}};
  for (std::size_t i = 1; i < keys.size(); ++i) result.older.push_back(keys[i].public_key());
  return result;
}

}  // namespace wyrmhall::server
