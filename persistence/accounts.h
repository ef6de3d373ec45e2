// Accounts and the tokens that people sign in with, as they are kept, and what a store is asked about them.
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

struct Account {
  AccountId id{};
  std::string name;      // as shown
  std::string name_key;  // what all names that look alike have in common; unique
  Hash token_hash{};     // of its first token, or of the one by which it was found
  Timestamp created_at{};
  std::optional<Timestamp> blocked_at = std::nullopt;  // since when it may not sign in
  std::optional<Timestamp> delete_at = std::nullopt;   // when it is to be deleted, as its player wants
};

// A token by which somebody signs in to an account, which may have several. Of the token itself only this is kept.
struct Token {
  Hash hash{};         // SHA-256 of the token; unique
  std::string client;  // the program that it was made for or last used by, such as "wyrmhall-cli 0.1.0"
  Timestamp made_at{};
  Timestamp used_at{};     // when somebody last signed in with it, to the day; as made_at where nobody has since
  std::string name = {};   // what its player calls it; empty where it has no name
  bool read_only = false;  // who has signed in with it may change nothing
  friend bool operator==(const Token&, const Token&) = default;
};

// --- Requests that write. ---

// Answered with kKept, or with kConflict; Outcome::conflict then says what is taken, or is kInvitation where
// `invitation` is the hash of a code that does not count, or no longer counts, when the account is created. A code that
// counts is used once, as the account is created. The account then has one token, made for `client`. `account` is
// always there.
struct CreateAccount {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  Boxed<Account> account;
  std::string client = {};
  Boxed<Hash> invitation = std::nullopt;
};

// Blocks an account since `at`, or with nothing lets it in again. Refused with kConflict when it is not there.
struct BlockAccount {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  AccountId account{};
  std::optional<Timestamp> at;
  std::string reason;
};

// Takes everything from an account that tells who it was. Its matches stay: the name in their seats becomes `name`. Its
// heroes are deleted with their stories, the fallen too; one that a match has loses its name and its fame now, and is
// deleted when the match gives it back. Refused with kConflict when it is not there, or with `if_wanted` when its
// player does not want it to be deleted by `at` (any more). With many matches and heroes that takes a while:
// ContinueErasing then does the rest, a piece with each request, so that nobody's move waits for all of it.
struct EraseAccount {
  struct Answer {
    std::uint64_t left = 0;  // accounts of which something is left
  };
  static constexpr bool kWrites = true;
  AccountId account{};
  std::string name;      // what takes the place of the name
  std::string name_key;  // unique, like every account's
  Timestamp at{};
  bool if_wanted = false;
};

// Its player wants an account to be deleted at a time, or with nothing does not want that any more. With `code`, the
// hash of a recovery code, that is used up. Refused with kConflict when there is no such code (Conflict::kSecret), or
// when the account is not there or erased. If that is wanted at a time already, the time stays, and is kKept.
struct PlanDeletion {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  AccountId account{};
  std::optional<Timestamp> at;
  Boxed<Hash> code = std::nullopt;
};

// Erases a little more of an account of which EraseAccount left something. The answer says 0 when
// nothing is left.
struct ContinueErasing {
  using Answer = EraseAccount::Answer;
  static constexpr bool kWrites = true;
};

// Of these accounts, deletes those that were made before `before`, have never had a seat in a match, are no member's,
// and to which nobody has signed in by any token since `before`. Their tokens, their heroes, and whom they blocked and
// who blocked them are deleted too, and their names are free again. An account that does not fit, is blocked or erased,
// or is not there stays as it is. If very many have blocked an account, each request deletes some of that, and the
// account goes with the last of it.
struct ExpireAccounts {
  struct Answer {
    std::uint64_t deleted = 0;  // accounts
  };
  static constexpr bool kWrites = true;
  Timestamp before{};
  std::vector<AccountId> accounts;
};

// Gives an account another name. Its matches keep the name that it had then. For `reserved_for` from then on nobody
// else can take the old name, and who is looked for by it (FindPlayers) is found until somebody takes it. Refused with
// kConflict when somebody else has the name or has it reserved (Conflict::kName), when there were `most` renames in the
// time `within` before `at` (Conflict::kLimit), or when the account is not there or erased. If it has this very name
// already, that is kKept too, and is not counted.
struct RenameAccount {
  struct Answer {
    Timestamp again_at{};  // with Conflict::kLimit: when the next rename is accepted
  };
  static constexpr bool kWrites = true;
  AccountId account{};
  std::string name;
  std::string name_key;
  Timestamp at{};
  std::uint32_t most = 0;  // 0: any number, and this one is not counted
  Duration within{};
  Duration reserved_for{};  // 0: the old name is free at once
};

// Gives an account one more token, or with `alone` one in the place of all others. When there are `limit` already, it
// is refused with kConflict (Conflict::kLimit), or with `replaces` the one goes that was used least recently. Refused
// with kConflict, too, when somebody has it (Conflict::kToken), or when the account is not there or erased.
struct AddToken {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  AccountId account{};
  Token token;
  std::uint32_t limit = 20;
  bool alone = false;
  bool replaces = false;
};

// Takes tokens from an account: `only` this one, or else all but `but`. If they are gone already, that is kKept too.
struct RevokeTokens {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  AccountId account{};
  std::optional<Hash> only = std::nullopt;
  std::optional<Hash> but = std::nullopt;
};

// Gives a token a name, which may be empty. Refused with kConflict when the account has no such token.
struct NameToken {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  AccountId account{};
  Hash hash{};
  std::string name;
};

// Somebody has signed in with a token. One that is not there stays so.
struct TouchToken {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  Hash hash{};
  std::string client;
  Timestamp at{};
};

// --- Requests that read. ---

// Whose a token is.
struct FindAccount {
  struct Answer {
    Boxed<Account> account;  // absent when there is none
    Boxed<Token> token;      // the one that it was found by
  };
  static constexpr bool kWrites = false;
  Hash token_hash{};
};

// The tokens of an account, the oldest first.
struct ListTokens {
  using Answer = std::vector<Token>;
  static constexpr bool kWrites = false;
  AccountId account{};
};

}  // namespace wyrmhall::persistence
