#include "persistence/sql/tokens.h"

namespace wyrmhall::persistence::sql {
namespace {

// The first six columns of what the reader asks for.
Token token_of(const Cursor& row) {
  return {.hash = row.array<32>(0),
          .client = row.bytes(1),
          .made_at = row.time(2),
          .used_at = row.time(3),
          .name = row.bytes(4),
          .read_only = row.integer(5) != 0};
}

}  // namespace

TokenWriter::TokenWriter(Database& database)
    : owner_(database, "SELECT account FROM tokens WHERE hash = ?"),
      insert_(
          database,
          "INSERT INTO tokens (hash, account, client, made_at, used_at, name, read_only) VALUES (?, ?, ?, ?, ?, ?, ?)"),
      living_(database, "SELECT 1 FROM accounts WHERE id = ? AND deleted_at IS NULL"),
      count_(database, "SELECT count(*) FROM tokens WHERE account = ?"),
      revoke_one_(database, "DELETE FROM tokens WHERE account = ? AND hash = ?"),
      revoke_others_(database, "DELETE FROM tokens WHERE account = ? AND hash IS DISTINCT FROM ?"),
      drop_stalest_(database,
                    "DELETE FROM tokens WHERE hash = (SELECT hash FROM tokens WHERE account = ? "
                    "ORDER BY used_at, made_at, hash LIMIT 1)"),
      name_(database, "UPDATE tokens SET name = ? WHERE account = ? AND hash = ? RETURNING 1"),
      touch_(database, "UPDATE tokens SET client = ?, used_at = ? WHERE hash = ?") {}

std::optional<AccountId> TokenWriter::owner(const Hash& hash) {
  Cursor row = owner_.query(hash);
  if (!row.next()) return std::nullopt;
  return row.id<AccountId>(0);
}

void TokenWriter::insert(const AccountId& account, const Token& token) {
  insert_.run(token.hash, account, std::string_view(token.client), token.made_at, token.used_at,
              std::string_view(token.name), token.read_only ? 1 : 0);
}

void TokenWriter::add(const AddToken& request, Outcome& outcome) {
  outcome.verdict = Verdict::kConflict;
  if (!living_.query(request.account).next()) return;
  const std::optional<AccountId> owner = this->owner(request.token.hash);
  if (owner && *owner != request.account) {
    outcome.conflict = Conflict::kToken;
    return;
  }
  if (request.alone) revoke({.account = request.account, .but = request.token.hash});
  if (!owner) {
    Cursor row = count_.query(request.account);
    if (row.next() && row.integer(0) >= static_cast<std::int64_t>(request.limit)) {
      if (!request.replaces) {
        outcome.conflict = Conflict::kLimit;
        return;
      }
      drop_stalest_.run(request.account);
    }
    insert(request.account, request.token);
  }
  outcome.verdict = Verdict::kKept;
}

void TokenWriter::revoke(const RevokeTokens& request) {
  if (request.only) {
    revoke_one_.run(request.account, *request.only);
  } else {
    revoke_others_.run(request.account, request.but);
  }
}

bool TokenWriter::name(const NameToken& request) {
  return name_.run(std::string_view(request.name), request.account, request.hash).has_value();
}

void TokenWriter::touch(const TouchToken& request) {
  touch_.run(std::string_view(request.client), request.at, request.hash);
}

TokenReader::TokenReader(Database& database)
    : find_(database, kFind),
      of_(database,
          "SELECT hash, client, made_at, used_at, name, read_only FROM tokens WHERE account = ? ORDER BY made_at, "
          "hash") {}

FindAccount::Answer TokenReader::find(const Hash& hash) {
  Cursor row = find_.query(hash);
  if (!row.next()) return {};
  return {.account = Account{.id = row.id<AccountId>(6),
                             .name = row.bytes(7),
                             .name_key = row.bytes(8),
                             .token_hash = hash,
                             .created_at = row.time(9),
                             .blocked_at = row.maybe_time(10),
                             .delete_at = row.maybe_time(11)},
          .token = token_of(row)};
}

std::vector<Token> TokenReader::of(const AccountId& account) {
  std::vector<Token> tokens;
  Cursor row = of_.query(account);
  while (row.next()) tokens.push_back(token_of(row));
  return tokens;
}

}  // namespace wyrmhall::persistence::sql
