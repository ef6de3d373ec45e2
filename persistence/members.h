// Members: accounts with a password or passkeys, and recovery codes, and what a store is asked about them. Of a
// password or a code only that is kept which it can be checked against.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/id.h"
#include "common/time.h"
#include "persistence/accounts.h"
#include "persistence/answer.h"
#include "persistence/boxed.h"
#include "persistence/hash.h"
#include "persistence/passkeys.h"
#include "persistence/password_hash.h"

namespace wyrmhall::persistence {

// Tries that are counted together, such as those of one name or from one address: `what` stands for it, and is all that
// is kept of it. It may be tried `at_once` times, and once more each `every` after that.
struct TryCount {
  Hash what{};
  std::uint32_t at_once = 1;
  Duration every{};
};

// --- Requests that write. ---

// Counts a try to get in by a name, and says what its password is to be checked against. Refused with kConflict
// (Conflict::kLimit) when one of the counts is full: then it counts for none. A try that is repeated counts twice,
// which harms nobody but the one who tries.
struct CountTry {
  struct Answer {
    Boxed<Account> account;        // absent when nobody has the name
    Boxed<PasswordHash> password;  // absent when it has none
    bool member = false;           // whether it has a password or a passkey
    Timestamp again_at{};          // with Conflict::kLimit: when the next try is taken
  };
  static constexpr bool kWrites = true;
  std::string name_key;
  std::vector<TryCount> counts;
  Timestamp at{};
};

// A try that was counted has turned out to be right: it does not count after all.
struct TakeBackTry {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  std::vector<TryCount> counts;
};

// Gives an account a password in the place of `before`, which is absent where there is none: so a guest becomes a
// member. `codes` are the hashes of recovery codes in the place of all others; without any they stay. With `code`, the
// hash of a recovery code, it is used up, and `before` does not matter. Refused with kConflict (Conflict::kSecret) when
// the password is not `before`, or there is no such code; without a conflict when the account is not there or erased.
// When it has this very password already, that is kKept too.
struct KeepPassword {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  AccountId account{};
  Boxed<PasswordHash> password;
  Boxed<PasswordHash> before = std::nullopt;
  Boxed<Hash> code = std::nullopt;
  std::vector<Hash> codes = {};
  Timestamp at{};
};

// Gives a member these recovery codes in the place of all others. Refused with kConflict when it is no member.
struct KeepRecoveryCodes {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  AccountId account{};
  std::vector<Hash> codes;
};

// Uses up a recovery code and gives the account a token for it. When there are `limit` tokens, the one that was used
// least recently goes. Refused with kConflict (Conflict::kSecret) when the account has no such code. When it has this
// very token already, that is kKept too.
struct UseRecoveryCode {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  AccountId account{};
  Hash code{};
  Boxed<Token> token;
  std::uint32_t limit = 20;
};

// --- Requests that read. ---

// Since when an account is there, when it is to go, and what is kept of the names that it had.
struct AccountHistory {
  Timestamp created_at{};
  Timestamp delete_at{};                 // as its player wants; the beginning of time: not
  Timestamp renamed_at{};                // by its player the last time; the beginning of time: never
  std::vector<std::string> former_keys;  // the name_key of each name that is reserved for it, or was and is not taken
  friend bool operator==(const AccountHistory&, const AccountHistory&) = default;
};

// How somebody can get in to an account but by a token, whether it is to be deleted, and since when it is there.
struct ReadMembership {
  struct Answer {
    bool password = false;  // whether there is one
    std::uint32_t codes_left = 0;
    std::vector<Passkey> passkeys;  // the oldest first
    Boxed<AccountHistory> history;  // absent where there is no such account

    [[nodiscard]] bool member() const { return password || !passkeys.empty(); }
    [[nodiscard]] Timestamp delete_at() const { return history ? history->delete_at : Timestamp{}; }
  };
  static constexpr bool kWrites = false;
  AccountId account{};
};

}  // namespace wyrmhall::persistence
