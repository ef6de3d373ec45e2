#include "server/offline/check_command.h"

#include <fmt/format.h>

#include <ostream>

#include "server/offline/check_data.h"
#include "server/offline/receipt_key.h"

namespace wyrmhall::server {

int check_data_command(const std::string& folder, std::ostream& out, std::ostream& err) {
  constexpr int kWrong = 1;
  constexpr int kNotChecked = 2;
  // A copy of the database alone has no keys, which is no error.
  if (const auto keys = kept_receipt_keys(folder); !keys) {
    err << keys.error() << std::endl;
    return kNotChecked;
  }
  auto audit = persistence::open_sqlite_consistency_check(folder);
  if (!audit) {
    err << audit.error() << std::endl;
    return kNotChecked;
  }
  const auto report = check_data(**audit);
  if (!report) {
    err << report.error() << std::endl;
    return kNotChecked;
  }
  out << fmt::format(
             "{} finished matches folded from {} moves; their outcomes, {} rows of the ledger and {} tallies ({} gold "
             "nuggets) compared",
             report->matches, report->moves, report->rows, report->tallies, report->nuggets)
      << std::endl;
  for (const std::string& sentence : report->sentences) out << sentence << std::endl;
  if (report->mismatches > report->sentences.size()) {
    out << fmt::format("and {} more", report->mismatches - report->sentences.size()) << std::endl;
  }
  out << (report->mismatches == 0 ? "everything fits" : fmt::format("{} mismatches", report->mismatches)) << std::endl;
  return report->mismatches == 0 ? 0 : kWrong;
}

}  // namespace wyrmhall::server
