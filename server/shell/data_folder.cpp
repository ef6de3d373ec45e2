#include "server/shell/data_folder.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "server/core/version.h"

namespace wyrmhall::server {

DataFolder::DataFolder() : path_((std::filesystem::temp_directory_path() / "wyrmhall-XXXXXX").string()), passes_(true) {
  if (::mkdtemp(path_.data()) == nullptr) {
    throw std::runtime_error(path_ + " cannot be made: " + std::generic_category().message(errno));
  }
}

std::optional<std::string> DataFolder::make() const {
  std::error_code error;
  if (std::filesystem::create_directories(path_, error)) {
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all, error);
  }
  if (error) return path_ + " cannot be made: " + error.message() + '.';
  return std::nullopt;
}

DataFolder::~DataFolder() {
  std::error_code ignored;  // what is left is the operating system's to clear away
  if (passes_) std::filesystem::remove_all(path_, ignored);
}

persistence::StorePlace store_place(const Config& config, const DataFolder& data) {
  return {.folder = data.path(),
          .full_sync = config.full_sync && !data.passes(),
          .postgres = config.in_postgres() ? config.store : std::string(),
          .accept_loss = config.accept_loss,
          .node = {.name = config.node.empty() ? "wyrmhalld" : config.node,
                   .address = config.advertise,
                   .version = std::string(kServerName),
                   .receipt_key = {},
                   .rules = all_rules()}};
}

std::optional<persistence::StorePlace> replica_place(const Config& config, persistence::StorePlace store) {
  if (config.replica.empty()) return std::nullopt;
  store.postgres = config.replica;
  return store;
}

}  // namespace wyrmhall::server
