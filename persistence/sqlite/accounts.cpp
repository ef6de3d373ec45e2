#include "persistence/sqlite/accounts.h"

namespace wyrmhall::persistence::sqlite {

AccountWriter::AccountWriter(Database& database)
    : same_(database,
            "SELECT 1 FROM accounts WHERE id = ? AND name = ? AND name_key = ? AND token_hash = ? AND created_at = ?"),
      clash_(database,
             "SELECT EXISTS (SELECT 1 FROM accounts WHERE id = ?), EXISTS (SELECT 1 FROM accounts WHERE name_key = ?), "
             "EXISTS (SELECT 1 FROM accounts WHERE token_hash = ?)"),
      insert_(database, "INSERT INTO accounts (id, name, name_key, token_hash, created_at) VALUES (?, ?, ?, ?, ?)"),
      block_(database, "UPDATE accounts SET blocked_at = ?, block_reason = ? WHERE id = ? RETURNING 1"),
      erase_(
          database,
          "UPDATE accounts SET name = ?, name_key = ?, token_hash = ?, block_reason = '', deleted_at = ? WHERE id = ? "
          "RETURNING 1"),
      erase_from_seats_(database, kEraseFromSeats) {}

Taken AccountWriter::create(const Account& account) {
  const std::string_view name = account.name;
  const std::string_view name_key = account.name_key;
  const Clash taken = clash(account);
  if (taken.id) {
    Cursor same = same_.query(account.id, name, name_key, account.token_hash, account.created_at);
    return same.next() ? Taken::kNothing : Taken::kId;
  }
  if (taken.name) return Taken::kName;
  if (taken.token) return Taken::kToken;
  insert_.run(account.id, name, name_key, account.token_hash, account.created_at);
  return Taken::kNothing;
}

bool AccountWriter::would_create(const Account& account) {
  const Clash taken = clash(account);
  return !taken.id && !taken.name && !taken.token;
}

AccountWriter::Clash AccountWriter::clash(const Account& account) {
  Cursor row = clash_.query(account.id, std::string_view(account.name_key), account.token_hash);
  if (!row.next()) return {};
  return {.id = row.integer(0) != 0, .name = row.integer(1) != 0, .token = row.integer(2) != 0};
}

bool AccountWriter::block(const BlockAccount& request) {
  return block_.query(request.at, std::string_view(request.reason), request.account).next();
}

bool AccountWriter::erase(const EraseAccount& request) {
  const std::string_view name = request.name;
  const bool there =
      erase_.query(name, std::string_view(request.name_key), request.token_hash, request.at, request.account).next();
  if (there) erase_from_seats_.run(name, request.account);
  return there;
}

AccountReader::AccountReader(Database& database) : find_(database, kFind), find_name_(database, kFindName) {}

std::optional<Account> AccountReader::find(const Hash& token_hash) {
  return first_of(find_.query(token_hash));
}

std::optional<Account> AccountReader::find_name(const std::string& name_key) {
  return first_of(find_name_.query(std::string_view(name_key)));
}

std::optional<Account> AccountReader::first_of(Cursor row) {
  if (!row.next()) return std::nullopt;
  return Account{.id = row.array<16>(0),
                 .name = row.bytes(1),
                 .name_key = row.bytes(2),
                 .token_hash = row.array<32>(3),
                 .created_at = row.integer(4),
                 .blocked_at = row.maybe_integer(5)};
}

}  // namespace wyrmhall::persistence::sqlite
