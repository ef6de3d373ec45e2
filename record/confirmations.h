// Which decisions of a match are confirmed by the players who made them (docs/dice.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "common/id.h"
#include "record/values.h"
#include "rules/seat.h"

namespace wyrmhall::record {

// Counts of all decisions that came with a link.
struct Confirmations {
  std::size_t confirmed = 0;
  std::size_t without = 0;    // they came without a confirmation
  std::size_t last = 0;       // the link that would show it never came: at most one decision for each seat
  std::size_t different = 0;  // the confirmation is of another decision, or was made without the chain
  [[nodiscard]] std::size_t decisions() const { return confirmed + without + last + different; }
  friend bool operator==(const Confirmations&, const Confirmations&) = default;
};

// Goes through a match move after move. Not for concurrent use.
class ConfirmationCheck {
 public:
  explicit ConfirmationCheck(const MatchId& match) : match_(match) {}

  // A decision that came with a link of its seat. `as_played`: whether its confirmation says what was played.
  void decided(rules::Seat seat, const rules::Link& link, std::uint64_t version,
               const std::optional<Confirmation>& confirmation, bool as_played);
  // A link of a seat that came with another's decision, or closes its chain after the end.
  void shown(rules::Seat seat, const rules::Link& link);
  // To be called after all of these.
  [[nodiscard]] Confirmations all() const;

 private:
  // The last decision of a seat, while the link after it is not known yet.
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
