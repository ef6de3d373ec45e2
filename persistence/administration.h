// What administrators have the store keep: who is let in, who is not, and what was changed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/id.h"
#include "common/time.h"
#include "persistence/answer.h"
#include "persistence/boxed.h"
#include "persistence/hash.h"

namespace wyrmhall::persistence {

// New guests come in by its code where they need an invitation.
struct Invitation {
  InvitationId id{};
  Hash code_hash{};        // SHA-256 of the code; unique
  std::string note;        // what the administrator who made it wrote about it
  std::uint32_t uses = 1;  // guests that it lets in
  std::uint32_t used = 0;  // how many of these have come
  Timestamp made_at{};
  Timestamp until{};  // then it counts no more
  friend bool operator==(const Invitation&, const Invitation&) = default;
};

// A network that nobody may connect from.
struct Ban {
  std::string network;  // as the server writes it; unique
  std::string reason;
  Timestamp made_at{};
  Timestamp until{};  // then it ends
  friend bool operator==(const Ban&, const Ban&) = default;
};

// A line of the log of what administrators have changed, and of whose data they have read.
struct AdminLogEntry {
  Timestamp at{};
  std::string operation;  // such as "blockPlayer"
  std::string target;     // what it was done to, where there is such a thing
  std::string address;    // where the request came from
  std::string detail;     // what was asked for, as JSON
  std::string who;        // the name of the administrator's token
  // What came of it: "begun" until that is known, "done", or why not. A server that ends in between leaves it begun.
  std::string outcome;
};

// --- Requests that write. ---

// Makes an invitation; one with this id that is there already is kept as it is. Those that no longer count when it is
// made are dropped. Refused with kConflict when there are `limit` others, or one with its code.
struct KeepInvitation {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  Boxed<Invitation> invitation;  // always there
  std::uint32_t limit = 1000;
};

// From now on the invitation neither counts nor is listed. Refused with kConflict when it is not there.
struct DropInvitation {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  InvitationId invitation{};
};

// Makes a ban, or replaces that of the same network. Those that have ended when it is made are dropped. Refused with
// kConflict when there are `limit` others.
struct KeepBan {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  Boxed<Ban> ban;  // always there
  std::uint32_t limit = 10000;
};

// Refused with kConflict when there is none of this network.
struct DropBan {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  std::string network;
};

// Adds a line to the log of what administrators have changed, and answers with its number. With `settles`, the line of
// that number gets the entry's outcome instead.
struct WriteAdminLog {
  struct Answer {
    std::int64_t no = 0;  // the number of the line that was added
  };
  static constexpr bool kWrites = true;
  Boxed<AdminLogEntry> entry;  // always there
  std::optional<std::int64_t> settles = std::nullopt;
};

// --- Requests that read. ---

// All invitations, the oldest first; some may count no more.
struct ListInvitations {
  using Answer = std::vector<Invitation>;
  static constexpr bool kWrites = false;
};

// All bans, the oldest first; some may have ended.
struct ListBans {
  using Answer = std::vector<Ban>;
  static constexpr bool kWrites = false;
};

}  // namespace wyrmhall::persistence
