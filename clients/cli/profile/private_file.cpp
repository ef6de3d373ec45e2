#include "clients/cli/profile/private_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

namespace wyrmhall::cli {
namespace {

namespace fs = std::filesystem;

std::unexpected<std::string> failed(const fs::path& path) {
  return std::unexpected(path.string() + ": " + std::strerror(errno));
}

bool write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

std::expected<void, std::string> write_whole(const fs::path& path, std::string_view content, mode_t mode) {
  // The process's own number keeps two that write the same file apart.
  const fs::path beside = path.string() + "." + std::to_string(::getpid()) + ".new";
  const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  if (file < 0) return failed(path);
  const bool written = write_all(file, content) && ::fsync(file) == 0;
  const int error = errno;
  ::close(file);
  errno = error;
  if (!written || ::rename(beside.c_str(), path.c_str()) != 0) {
    const auto failure = failed(path);
    ::unlink(beside.c_str());
    return failure;
  }
  sync_folder(path.parent_path());
  return {};
}

}  // namespace

bool make_private_folders(const fs::path& folder) {
  if (folder.empty() || fs::is_directory(folder)) return true;
  if (!make_private_folders(folder.parent_path())) return false;
  return ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST;
}

std::expected<void, std::string> write_private_file(const fs::path& path, std::string_view content) {
  if (!make_private_folders(path.parent_path())) return failed(path.parent_path());
  return write_whole(path, content, 0600);
}

std::expected<void, std::string> append_private_file(const fs::path& path, std::string_view content) {
  if (!make_private_folders(path.parent_path())) return failed(path.parent_path());
  const bool is_new = !fs::exists(path);
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0) return failed(path);
  const bool written = write_all(file, content) && ::fsync(file) == 0;
  const int error = errno;
  ::close(file);
  errno = error;
  if (!written) return failed(path);
  if (is_new) sync_folder(path.parent_path());
  return {};
}

void note_in_private_file(const fs::path& path, std::string_view content) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  write_all(file, content);
  ::close(file);
}

FileLock::FileLock(const fs::path& path) : descriptor_(-1) {
  if (!make_private_folders(path.parent_path())) return;
  descriptor_ = ::open((path.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor_ >= 0) ::flock(descriptor_, LOCK_EX);
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::expected<void, std::string> write_file(const fs::path& path, std::string_view content) {
  return write_whole(path, content, 0666);
}

std::optional<std::string> read_file(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

std::optional<std::string> read_input(const fs::path& path) {
  if (path != "-") return read_file(path);
  std::ostringstream content;
  content << std::cin.rdbuf();
  return std::move(content).str();
}

}  // namespace wyrmhall::cli
