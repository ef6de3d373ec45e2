#include "persistence/sqlite/folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "persistence/sqlite/database.h"

namespace wyrmhall::persistence::sqlite {
namespace {

constexpr mode_t kFolderMode = 0700;
constexpr mode_t kFileMode = 0600;

std::string words(int error) {
  return std::generic_category().message(error);
}

std::string cannot_make(const std::string& path, int error) {
  const std::string detail = " (" + words(error) + ").";
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "There is no space for " + path + ": free some on its disk" + detail;
    case ENOTDIR:
    case EEXIST:
      return path + " is no folder: name another one for the data" + detail;
    default:
      return path +
             " cannot be written: name another folder for the data, or give the user that runs the server the "
             "right to write it" +
             detail;
  }
}

// Opens or makes a file of the owner's own. Negative with errno set when that cannot be.
int open_file(const std::string& path) {
  return ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kFileMode);
}

int make_folder(const std::string& path) {
  // The folders above it are made as any program makes them; ours is the owner's alone.
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::absolute(path, error).parent_path();
  if (!error) std::filesystem::create_directories(parent, error);
  if (error) return error.value();
  if (::mkdir(path.c_str(), kFolderMode) == 0) return 0;
  if (errno != EEXIST) return errno;
  return std::filesystem::is_directory(path, error) ? 0 : ENOTDIR;
}

}  // namespace

void make_private_file(const std::string& path) {
  const int file = open_file(path);
  if (file < 0) throw Error(SQLITE_CANTOPEN, path + ": " + words(errno));
  ::close(file);
}

std::expected<Folder, std::string> Folder::open(const std::string& path) {
  if (path.empty()) return std::unexpected("No folder was named for the data: name one.");
  if (const int error = make_folder(path); error != 0) return std::unexpected(cannot_make(path, error));

  const int lock = open_file(path + "/lock");
  if (lock < 0) return std::unexpected(cannot_make(path, errno));
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0) {
    const int error = errno;
    ::close(lock);
    if (error == EWOULDBLOCK) {
      return std::unexpected("Another server has " + path + " open: stop it, or name another folder for the data.");
    }
    return std::unexpected(path + "/lock cannot be locked: put the data on a local disk (" + words(error) + ").");
  }
  Folder folder(path + "/wyrmhall.db", lock);

  // SQLite would make the file readable for others; its log and index take over the mode that the file has.
  const int database = open_file(folder.database_path());
  if (database < 0) return std::unexpected(cannot_make(folder.database_path(), errno));
  ::close(database);
  return folder;
}

Folder::Folder(Folder&& other) noexcept
    : database_path_(std::move(other.database_path_)), lock_(std::exchange(other.lock_, -1)) {}

Folder::~Folder() {
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace wyrmhall::persistence::sqlite
