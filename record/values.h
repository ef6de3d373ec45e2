// What a record is made from (docs/record.md): the seats, the seeds and the moves of a finished match. Dice, events and
// the outcome are not among them, since they follow.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/id.h"
#include "common/time.h"
#include "receipts/signature.h"
#include "rules/dice/chain.h"
#include "rules/dice/confirmation.h"
#include "rules/dice/fair_stream.h"
#include "rules/game.h"
#include "rules/match.h"
#include "rules/seat.h"

namespace wyrmhall::record {

// A person's seat has all of these; a bot's has only a name, which is its level, such as "greedy".
struct Seat {
  std::string name;
  std::optional<AccountId> account;
  std::optional<rules::Link> commitment;  // link(x_0)
  std::optional<rules::Link> x0;
  friend bool operator==(const Seat&, const Seat&) = default;
};

// A start that was called off after everybody had committed: what was signed before it, and of its end.
struct AbortedStart {
  receipts::Signed start;
  receipts::Signed aborted;
  friend bool operator==(const AbortedStart&, const AbortedStart&) = default;
};

// The newest format of records. The first had no receipts and hashed names; in the second no decision was confirmed,
// and a match without confirmations is still written in it, so that what was signed about it before holds.
inline constexpr int kNewestFormat = 3;
inline constexpr int kFormatWithoutConfirmations = 2;

struct Header {
  int format = kFormatWithoutConfirmations;
  MatchId match_id{};
  std::uint32_t rules_version = 0;
  Timestamp started_at{};  // not before 1970
  std::uint32_t turn_seconds = 0;
  std::vector<Seat> seats;
  rules::ServerSeed server_seed{};
  std::vector<AbortedStart> aborted_starts = {};       // of the match's table, oldest first
  std::optional<receipts::Signed> start_receipt = {};  // nothing for a match from before there were any
  friend bool operator==(const Header&, const Header&) = default;
};

// A link of another seat than the one that decided.
struct SeatLink {
  rules::Seat seat = 0;
  rules::Link link{};
  friend bool operator==(const SeatLink&, const SeatLink&) = default;
};

// By what a client bound its decision to its chain (rules/dice/confirmation.h).
struct Confirmation {
  std::string decision;  // such as "choice 3" (rules/decision.h)
  rules::ConfirmationCode code{};
  friend bool operator==(const Confirmation&, const Confirmation&) = default;
};

template <rules::Game G>
struct Move {
  rules::MoveKind kind = rules::MoveKind::kAction;
  rules::Seat seat = 0;  // not looked at with kResumed
  std::optional<typename G::Action> action;
  std::int64_t milliseconds = 0;  // since the start, rounded down; never goes back
  std::uint64_t version = 0;      // of the match that it answers: at most its own index
  std::uint64_t action_id = 0;    // the client's id of the command; 0 for none
  std::optional<rules::Link> link;
  bool chain_lost = false;
  std::optional<Confirmation> confirmation = {};
  std::vector<SeatLink> links = {};  // of other seats, ascending: they came after the decision and before its roll
  friend bool operator==(const Move&, const Move&) = default;
};

// What is wrong with a record, and where: "moves[3]", "seats[0].x0", "line 7".
struct Flaw {
  std::string where;
  std::string what;
};

}  // namespace wyrmhall::record
