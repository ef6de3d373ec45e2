// The steps of the schema that are about members and how people sign in.
#pragma once

namespace wyrmhall::persistence::sqlite {

// Members: what their passwords and recovery codes can be checked against. What tries are counted for is known by a
// hash, and counts until a time that each try moves on; past it, it is as if there had been none.
inline constexpr const char* kMembers = R"sql(
CREATE TABLE passwords (
  account BLOB NOT NULL PRIMARY KEY REFERENCES accounts (id),
  passes INTEGER NOT NULL,
  memory_kib INTEGER NOT NULL,
  salt BLOB NOT NULL CHECK (length(salt) = 16),
  key BLOB NOT NULL CHECK (length(key) = 32),
  set_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE recovery_codes (
  account BLOB NOT NULL REFERENCES accounts (id),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (account, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE tries (
  what BLOB NOT NULL PRIMARY KEY CHECK (length(what) = 32),
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tries_by_until ON tries (until);
)sql";

// Passkeys; the names of tokens; and accounts that their players want to be deleted at a time.
inline constexpr const char* kPasskeys = R"sql(
CREATE TABLE passkeys (
  id BLOB NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 1023),
  account BLOB NOT NULL REFERENCES accounts (id),
  host TEXT NOT NULL,
  key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  name TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_by_account ON passkeys (account, made_at, id);

ALTER TABLE tokens ADD COLUMN name TEXT NOT NULL DEFAULT '';

ALTER TABLE accounts ADD COLUMN delete_at INTEGER;
CREATE INDEX accounts_by_delete_at ON accounts (delete_at, id) WHERE delete_at IS NOT NULL;
)sql";

// Tokens that are good for reading only.
inline constexpr const char* kReadOnlyTokens = R"sql(
ALTER TABLE tokens ADD COLUMN read_only INTEGER NOT NULL DEFAULT 0;
)sql";

}  // namespace wyrmhall::persistence::sqlite
