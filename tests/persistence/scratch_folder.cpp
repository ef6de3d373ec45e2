#include "tests/persistence/scratch_folder.h"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace wyrmhall::persistence::testing {

ScratchFolder::ScratchFolder() : path_(std::filesystem::temp_directory_path() / "wyrmhall-store-XXXXXX") {
  if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no scratch folder could be made: " + path_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace wyrmhall::persistence::testing
