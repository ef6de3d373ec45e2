// How a store answers: what every answer says. What else it says is named by the request, as its Answer.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace wyrmhall::persistence {

// Which run of the server this is; every run draws a higher one.
using Incarnation = std::int64_t;

enum class Verdict : std::uint8_t {
  kKept = 0,      // it is on disk and will survive anything; for a read: answered
  kConflict = 1,  // it contradicts what is kept already; nothing was changed
  kNotOwner = 2,  // a later run of the server has taken over; nothing was changed
  kUnknown = 3,   // the disk failed; it may or may not have been kept: read it again before relying on either
};

// What stands in the way of a request about accounts or heroes; kLimit: there are as many as there may be; kHero: a
// hero is not where it has to be for this, or is not as the request takes it to be; kSecret: a password or recovery
// code is another one.
enum class Conflict : std::uint8_t {
  kNothing = 0,
  kName = 1,
  kToken = 2,
  kId = 3,
  kLimit = 4,
  kInvitation = 5,
  kHero = 6,
  kSecret = 7
};

// How a request came out.
struct Outcome {
  Verdict verdict = Verdict::kKept;
  Conflict conflict = Conflict::kNothing;
  // For the log: with kUnknown, what the disk said; with a match that is not there, that the file is missing to which
  // it was moved, if that is why.
  std::string error = {};

  [[nodiscard]] bool kept() const { return verdict == Verdict::kKept; }
};

// The Answer of a request whose outcome says it all.
using Nothing = std::monostate;

}  // namespace wyrmhall::persistence
