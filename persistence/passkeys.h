// Passkeys: the public halves of keys that a member's devices hold (Web Authentication), and what a store is asked
// about them. How they are judged is in server/accounts/webauthn.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/id.h"
#include "common/time.h"
#include "persistence/accounts.h"
#include "persistence/answer.h"
#include "persistence/boxed.h"
#include "persistence/hash.h"
#include "persistence/password_hash.h"

namespace wyrmhall::persistence {

struct Passkey {
  std::string id;             // the credential's, 1 to 1023 bytes; unique
  std::string host;           // that it was made for (the relying party's id): it is good for no other
  std::string key;            // the public key, as the server reads it
  std::uint32_t counter = 0;  // as the device last told it; 0 where it does not count
  std::string name;           // what its player calls it
  Timestamp made_at{};
  Timestamp used_at{};
  friend bool operator==(const Passkey&, const Passkey&) = default;
};

// --- Requests that write. ---

// Gives an account one more passkey. With `codes` it is a guest's, which becomes a member by it: they are the hashes of
// its recovery codes. Refused with kConflict when there are `limit` already (Conflict::kLimit), when the id is taken
// (Conflict::kToken), when there are codes and it is a member, or none and it is a guest (Conflict::kSecret), or when
// the account is not there or erased. If it has this very passkey already, that is kKept too.
struct KeepPasskey {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  AccountId account{};
  Boxed<Passkey> passkey;
  std::vector<Hash> codes = {};
  std::uint32_t limit = 20;
};

// A passkey was used: its counter was `before`, and is now `counter`. With a token the account gets that, in the place
// of the one that was used least recently when there are `limit`. Refused with kConflict (Conflict::kSecret) when the
// account has no such passkey, or it has been used meanwhile. If it has this very token already, that is kKept too.
struct UsePasskey {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  AccountId account{};
  std::string id;
  std::uint32_t before = 0;
  std::uint32_t counter = 0;
  Timestamp at{};
  Boxed<Token> token = std::nullopt;
  std::uint32_t limit = 20;
};

// Takes a passkey from an account. If it is gone already, that is kKept too. Refused with kConflict (Conflict::kSecret)
// when there is no password, and no other passkey: a member stays one.
struct DropPasskey {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  AccountId account{};
  std::string id;
};

// --- Requests that read. ---

// A passkey by its id, and whose it is.
struct FindPasskey {
  struct Answer {
    Boxed<Passkey> passkey;  // absent when there is none
    Boxed<Account> account;
    Boxed<PasswordHash> password;  // that the account has beside it
  };
  static constexpr bool kWrites = false;
  std::string id;
};

}  // namespace wyrmhall::persistence
