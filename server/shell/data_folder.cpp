#include "server/shell/data_folder.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace wyrmhall::server {

DataFolder::DataFolder() : path_((std::filesystem::temp_directory_path() / "wyrmhall-XXXXXX").string()), passes_(true) {
  if (::mkdtemp(path_.data()) == nullptr) {
    throw std::runtime_error(path_ + " cannot be made: " + std::generic_category().message(errno));
  }
}

DataFolder::~DataFolder() {
  std::error_code ignored;  // what is left is the operating system's to clear away
  if (passes_) std::filesystem::remove_all(path_, ignored);
}

}  // namespace wyrmhall::server
