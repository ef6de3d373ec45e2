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

// What players have told about others (persistence/relations.h says what the numbers mean), in the place of those whom
// they have blocked. Accounts are not referred to, so that looking for them costs a deletion nothing; who is gone is
// not found by the list.
inline constexpr const char* kRelations = R"sql(
CREATE TABLE relations (
  account BLOB NOT NULL,
  relation INTEGER NOT NULL,
  other BLOB NOT NULL,
  PRIMARY KEY (account, relation, other)
) STRICT, WITHOUT ROWID;
INSERT INTO relations (account, relation, other) SELECT account, 1, other FROM blocked;
DROP TABLE blocked;
CREATE INDEX relations_by_other ON relations (other);

-- Names that accounts had before, and until when nobody else can take them.
CREATE TABLE old_names (
  name_key TEXT NOT NULL PRIMARY KEY,
  account BLOB NOT NULL REFERENCES accounts (id),
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX old_names_by_account ON old_names (account);
)sql";

}  // namespace wyrmhall::persistence::sqlite
