#include "clients/cli/match/called_off.h"

#include <fmt/format.h>

#include <algorithm>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/terminal.h"

namespace wyrmhall::cli {
namespace {

std::string reason_text(const v1::AbortedStart& aborted) {
  std::vector<std::string> names;
  for (const v1::Player& named : aborted.named()) names.push_back(strip_control_chars(named.name()));
  if (names.empty()) names.push_back(t("table.calledOff.somebody"));
  const std::string key = v1::CalledOffReason_Name(aborted.reason()) + ".named";
  return has_message(key) ? t(key, {{"names", listed(names)}}) : t("table.calledOff.unknown");
}

}  // namespace

std::string called_off_text(const v1::Table& table) {
  if (table.aborted_count() == 0) return {};
  std::vector<std::string> reasons;
  for (const v1::AbortedStart& aborted : table.aborted_starts()) {
    const std::string reason = reason_text(aborted);
    if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) reasons.push_back(reason);
  }
  return t("table.calledOff", {{"n", table.aborted_count()}, {"reasons", fmt::format("{}", fmt::join(reasons, "; "))}});
}

}  // namespace wyrmhall::cli
