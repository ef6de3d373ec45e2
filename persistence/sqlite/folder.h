// The folder that the database lives in, held against a second server.
#pragma once

#include <expected>
#include <string>

namespace wyrmhall::persistence::sqlite {

// Makes an empty file that only its owner may read, unless there is one. Throws Error.
void make_private_file(const std::string& path);

// Holds FOLDER/lock from open() until it is destroyed; the system lets go of it if the process dies.
class Folder {
 public:
  // Makes the folder (for its owner only) and an empty database file (likewise) if they are not there, and takes the
  // lock. On failure, a sentence.
  static std::expected<Folder, std::string> open(const std::string& path);

  Folder(Folder&& other) noexcept;
  Folder& operator=(Folder&&) = delete;
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  [[nodiscard]] const std::string& database_path() const { return database_path_; }

 private:
  Folder(std::string database_path, int lock) : database_path_(std::move(database_path)), lock_(lock) {}

  std::string database_path_;
  int lock_;
};

}  // namespace wyrmhall::persistence::sqlite
