#include "persistence/sql/passkeys.h"

namespace wyrmhall::persistence::sql {
namespace {

// The first seven columns of what the reader asks for.
Passkey passkey_of(const Cursor& row) {
  return {.id = row.bytes(0),
          .host = row.bytes(1),
          .key = row.bytes(2),
          .counter = row.as<std::uint32_t>(3),
          .name = row.bytes(4),
          .made_at = row.time(5),
          .used_at = row.time(6)};
}

}  // namespace

PasskeyWriter::PasskeyWriter(Database& database)
    : owner_(database, "SELECT account FROM passkeys WHERE id = ?"),
      count_(database, "SELECT count(*) FROM passkeys WHERE account = ?"),
      insert_(database,
              "INSERT INTO passkeys (id, account, host, key, counter, name, made_at, used_at) "
              "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
      use_(database,
           "UPDATE passkeys SET counter = ?, used_at = ? WHERE id = ? AND account = ? AND counter = ? RETURNING 1"),
      drop_(database, "DELETE FROM passkeys WHERE id = ?"),
      forget_(database, "DELETE FROM passkeys WHERE account = ?") {}

std::optional<AccountId> PasskeyWriter::owner(const std::string& id) {
  Cursor row = owner_.query(Blob(id));
  if (!row.next()) return std::nullopt;
  return row.id<AccountId>(0);
}

std::uint32_t PasskeyWriter::count(const AccountId& account) {
  Cursor row = count_.query(account);
  return row.next() ? row.as<std::uint32_t>(0) : 0;
}

void PasskeyWriter::insert(const AccountId& account, const Passkey& passkey) {
  insert_.run(Blob(passkey.id), account, std::string_view(passkey.host), Blob(passkey.key), passkey.counter,
              std::string_view(passkey.name), passkey.made_at, passkey.used_at);
}

bool PasskeyWriter::use(const UsePasskey& request) {
  return use_.run(request.counter, request.at, Blob(request.id), request.account, request.before).has_value();
}

void PasskeyWriter::drop(const std::string& id) {
  drop_.run(Blob(id));
}

void PasskeyWriter::forget(const AccountId& account) {
  forget_.run(account);
}

PasskeyReader::PasskeyReader(Database& database)
    : find_(database, kFind),
      of_(database,
          "SELECT id, host, key, counter, name, made_at, used_at FROM passkeys WHERE account = ? "
          "ORDER BY made_at, id") {}

FindPasskey::Answer PasskeyReader::find(const std::string& id) {
  Cursor row = find_.query(Blob(id));
  if (!row.next()) return {};
  return {.passkey = passkey_of(row),
          .account = Account{.id = row.id<AccountId>(7),
                             .name = row.bytes(8),
                             .name_key = row.bytes(9),
                             .created_at = row.time(10),
                             .blocked_at = row.maybe_time(11),
                             .delete_at = row.maybe_time(12)},
          .password = {}};
}

std::vector<Passkey> PasskeyReader::of(const AccountId& account) {
  std::vector<Passkey> passkeys;
  Cursor row = of_.query(account);
  while (row.next()) passkeys.push_back(passkey_of(row));
  return passkeys;
}

}  // namespace wyrmhall::persistence::sql
