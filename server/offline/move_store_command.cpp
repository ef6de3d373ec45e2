#include "server/offline/move_store_command.h"

#include <fmt/format.h>

#include <ostream>

#include "persistence/move_store.h"

namespace wyrmhall::server {

using persistence::MoveProgress;

int move_store_command(const std::string& folder, const std::string& postgres, std::ostream& out, std::ostream& err) {
  std::int64_t rows = 0;
  const auto told = [&](const MoveProgress& progress) {
    const bool compared = progress.step == MoveProgress::Step::kCompared;
    if (compared && progress.done) rows += progress.rows;
    out << fmt::format("{} {}: {} rows{}", compared ? "compared" : "copied", progress.table, progress.rows,
                       progress.done ? "" : " so far")
        << std::endl;
  };
  const auto moved = persistence::move_store(folder, postgres, told);
  if (!moved) {
    err << moved.error() << "\nThe folder is as it was." << std::endl;
    return 1;
  }
  out << fmt::format(
             "all {} rows are in PostgreSQL as they were in {}; from now on, start the server with the same --store. "
             "receipt.key stays in the folder and is needed",
             rows, folder)
      << std::endl;
  return 0;
}

}  // namespace wyrmhall::server
