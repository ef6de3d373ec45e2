// The server's commitments for which this client has shown its x_0, each with its table. A server draws a new seed for
// each start, so a commitment that comes again means that the server knows what will come of it (docs/dice.md).
#pragma once

#include <cstddef>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "common/id.h"

namespace wyrmhall::cli {

class SeenCommitments {
 public:
  // How many the file holds; then the older half is forgotten. About 1 MiB.
  static constexpr std::size_t kMax = 10'000;

  // Several processes may share the file.
  explicit SeenCommitments(std::filesystem::path file) : file_(std::move(file)) {}

  // The table at which a commitment was seen; all zeros where the file does not tell.
  [[nodiscard]] std::optional<TableId> table_of(std::string_view commitment) const;

  // Keeps one that is not there yet; it is on the disk before this returns. On failure: what the system says.
  [[nodiscard]] std::expected<void, std::string> add(std::string_view commitment, const TableId& table) const;

 private:
  std::filesystem::path file_;
};

}  // namespace wyrmhall::cli
