// Where the database is, unless it is PostgreSQL's, and the keys are.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "persistence/store_place.h"
#include "server/shell/config.h"

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

  // Makes it, for its owner only, unless it is there. On failure, a sentence.
  [[nodiscard]] std::optional<std::string> make() const;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool passes() const { return passes_; }

 private:
  std::string path_;
  bool passes_ = false;
};

// Where the store is, by the configuration.
persistence::StorePlace store_place(const Config& config, const DataFolder& data);
// And its replica, if there is one.
std::optional<persistence::StorePlace> replica_place(const Config& config, persistence::StorePlace store);

}  // namespace wyrmhall::server
