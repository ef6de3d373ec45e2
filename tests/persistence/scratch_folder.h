// A folder that is there for one test.
#pragma once

#include <string>

namespace wyrmhall::persistence::testing {

class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string database() const { return path_ + "/wyrmhall.db"; }

 private:
  std::string path_;
};

}  // namespace wyrmhall::persistence::testing
