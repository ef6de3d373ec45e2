// Which decisions of a match are confirmed by who made them (docs/dice.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "common/id.h"
#include "record/values.h"
#include "rules/seat.h"

namespace wyrmhall::record {

// Of all decisions that came with a link.
struct Confirmations {
  std::size_t confirmed = 0;
  std::size_t without = 0;    // they came without a confirmation
  std::size_t last = 0;       // the link that would show it never came: at most one for each seat
  std::size_t different = 0;  // the confirmation is of another decision, or was made without the chain
  [[nodiscard]] std::size_t decisions() const { return confirmed + without + last + different; }
  friend bool operator==(const Confirmations&, const Confirmations&) = default;
};

// Goes through a match move after move. Not for concurrent use.
class ConfirmationCheck {
 public:
  explicit ConfirmationCheck(const MatchId& match) : match_(match) {}

  // A decision with a link of its seat. `as_played`: whether what its confirmation says is what was played.
  void decided(rules::Seat seat, const rules::Link& link, std::uint64_t version,
               const std::optional<Confirmation>& confirmation, bool as_played);
  // A link of a seat that came with another's decision, or closes its chain after the end.
  void shown(rules::Seat seat, const rules::Link& link);
  // After all of these.
  [[nodiscard]] Confirmations all() const;

 private:
  // The last decision of a seat, of which the link after it is not known yet.
  struct Open {
    std::uint64_t version = 0;
    std::optional<Confirmation> confirmation;
    bool as_played = false;
  };

  MatchId match_;
  std::array<std::optional<Open>, rules::kMaxSeats> open_;
  Confirmations counted_;
};

}  // namespace wyrmhall::record
