// The statements that a server signs (docs/dice.md): one for each start, and one for what the start came to, which is
// either the end of a match or a start that was called off.
//
// A statement is lines of UTF-8, and the same values always give the same bytes. Reading is exactly the reverse: a text
// that would be written in another way is no statement. Everything is pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/id.h"
#include "common/time.h"

namespace wyrmhall::receipts {

using Digest = std::array<std::uint8_t, 32>;
using Link = std::array<std::uint8_t, 16>;
using RecordHash = std::array<std::uint8_t, 16>;

// A longer text is no statement.
inline constexpr std::size_t kMaxStatementBytes = std::size_t{16} << 10U;
inline constexpr std::size_t kMaxStatementSeats = 8;

// A person, by the id of the account and never by a name, since names can be taken away; or a bot, by its level.
struct StartSeat {
  std::optional<AccountId> player;
  Link commitment{};  // of a person
  std::string bot;    // such as "greedy"
  friend bool operator==(const StartSeat&, const StartSeat&) = default;
};

// Signed when everybody has committed, before any x_0 is shown.
struct StartStatement {
  MatchId match{};
  std::uint32_t attempt = 1;  // of the table, from 1: one more than the starts called off there
  std::string game;           // code name, such as "duel"
  std::uint32_t rules_version = 0;
  std::string options;  // as in the record: JSON without blanks
  std::uint32_t turn_seconds = 0;
  Digest server_commitment{};
  Timestamp time{};  // when everybody had committed
  std::vector<StartSeat> seats;
  friend bool operator==(const StartStatement&, const StartStatement&) = default;
};

// The numbers of CalledOffReason in the protocol.
enum class AbortReason : std::uint8_t { kWrongReveal = 1, kNoReveal = 2, kLeft = 3, kRestart = 4 };

// A start that was called off after everybody had committed.
struct AbortedStatement {
  MatchId match{};
  std::uint32_t attempt = 1;
  Digest start{};  // hash_of the start statement
  AbortReason reason = AbortReason::kNoReveal;
  std::vector<std::uint8_t> named;  // seats, ascending; none for a restart
  Digest server_seed{};
  // The x_0 that each seat of the start showed, in order. Nothing for a bot, and for a seat that showed none.
  std::vector<std::optional<Link>> shown;
  Timestamp time{};
  friend bool operator==(const AbortedStatement&, const AbortedStatement&) = default;
};

// How many dice of a match no operator could foresee, and why the others could be (docs/dice.md).
struct Foresight {
  std::uint64_t unforeseeable = 0;  // a secret that the server did not have came with what they followed
  std::uint64_t after_bot = 0;      // they followed a bot's decision
  std::uint64_t by_stand_in = 0;    // they followed a time-out or a stand-in's decision
  std::uint64_t without_chain = 0;  // they followed a decision of a player who had lost the chain

  [[nodiscard]] std::uint64_t rolls() const { return unforeseeable + after_bot + by_stand_in + without_chain; }
  friend bool operator==(const Foresight&, const Foresight&) = default;
};

// The end of a match. It has no time in it, so it is the same whenever it is asked for.
struct EndStatement {
  MatchId match{};
  std::optional<Digest> start;  // hash_of the start statement; nothing for a match from before there were any
  Digest server_seed{};
  RecordHash record{};  // the last hash of the record
  Foresight foresight;
  friend bool operator==(const EndStatement&, const EndStatement&) = default;
};

std::string write(const StartStatement& statement);
std::string write(const AbortedStatement& statement);
std::string write(const EndStatement& statement);

std::optional<StartStatement> read_start(std::string_view text);
std::optional<AbortedStatement> read_aborted(std::string_view text);
std::optional<EndStatement> read_end(std::string_view text);

// SHA-256 of a statement's text.
Digest hash_of(std::string_view text);

// The word for a reason, such as "noReveal".
std::string_view word_of(AbortReason reason);

}  // namespace wyrmhall::receipts
