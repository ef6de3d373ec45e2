#include "clients/cli/called_off.h"

#include <fmt/format.h>

#include <algorithm>

#include "clients/cli/terminal.h"

namespace wyrmhall::cli {
namespace {

std::string names_of(const v1::AbortedStart& aborted) {
  std::string text;
  for (int i = 0; i < aborted.named_size(); ++i) {
    const bool last = i + 1 == aborted.named_size();
    text += (i == 0 ? "" : last ? " and " : ", ") + tame(aborted.named(i).name());
  }
  return text.empty() ? "somebody" : text;
}

std::string reason_text(const v1::AbortedStart& aborted) {
  switch (aborted.reason()) {
    case v1::CALLED_OFF_REASON_WRONG_REVEAL:
      return names_of(aborted) + " revealed something else than was promised";
    case v1::CALLED_OFF_REASON_NO_REVEAL:
      return names_of(aborted) + " did not reveal";
    case v1::CALLED_OFF_REASON_LEFT:
      return names_of(aborted) + " left";
    case v1::CALLED_OFF_REASON_RESTART:
      return "the server was started again";
    default:
      return "no reason was given";
  }
}

}  // namespace

std::string called_off_text(const v1::Table& table) {
  if (table.aborted_count() == 0) return {};
  std::string text =
      fmt::format("{} start{} called off at this table", table.aborted_count(), table.aborted_count() == 1 ? "" : "s");
  std::vector<std::string> reasons;
  for (const v1::AbortedStart& aborted : table.aborted_starts()) {
    const std::string reason = reason_text(aborted);
    if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) reasons.push_back(reason);
  }
  return text + (reasons.empty() ? "." : fmt::format(": {}.", fmt::join(reasons, "; ")));
}

}  // namespace wyrmhall::cli
