#include "record/confirmations.h"

#include <utility>

namespace wyrmhall::record {

void ConfirmationCheck::decided(rules::Seat seat, const rules::Link& link, std::uint64_t version,
                                const std::optional<Confirmation>& confirmation, bool as_played) {
  shown(seat, link);
  open_.at(seat) = Open{.version = version, .confirmation = confirmation, .as_played = as_played};
}

void ConfirmationCheck::shown(rules::Seat seat, const rules::Link& link) {
  const auto open = std::exchange(open_.at(seat), std::nullopt);
  if (!open) return;
  if (!open->confirmation) {
    ++counted_.without;
    return;
  }
  const auto code = rules::confirmation_code(link, match_.bytes(), static_cast<std::uint32_t>(open->version),
                                             open->confirmation->decision);
  ++(open->as_played && code == open->confirmation->code ? counted_.confirmed : counted_.different);
}

Confirmations ConfirmationCheck::all() const {
  Confirmations all = counted_;
  for (const auto& open : open_) {
    if (open) ++(open->confirmation ? all.last : all.without);
  }
  return all;
}

}  // namespace wyrmhall::record
