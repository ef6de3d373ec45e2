// Where the database is.
#pragma once

#include <string>
#include <utility>

namespace wyrmhall::server {

class DataFolder {
 public:
  explicit DataFolder(std::string path) : path_(std::move(path)) {}
  // A folder that nobody else sees, below $TMPDIR or /tmp; it is removed with this object. Throws std::runtime_error if
  // there can be none.
  DataFolder();
  DataFolder(const DataFolder&) = delete;
  DataFolder& operator=(const DataFolder&) = delete;
  ~DataFolder();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool passes() const { return passes_; }

 private:
  std::string path_;
  bool passes_ = false;
};

}  // namespace wyrmhall::server
