#include "persistence/sqlite/blocked.h"

#include <utility>

namespace wyrmhall::persistence::sqlite {

BlockedWriter::BlockedWriter(Database& database)
    : database_(database),
      add_(database,
           "INSERT INTO blocked (account, other) SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM accounts WHERE id = ?1) AND "
           "EXISTS (SELECT 1 FROM accounts WHERE id = ?2) AND (SELECT count(*) FROM blocked WHERE account = ?1) < ?3 "
           "ON CONFLICT DO NOTHING"),
      there_(database, "SELECT 1 FROM blocked WHERE account = ? AND other = ?"),
      remove_(database, "DELETE FROM blocked WHERE account = ? AND other = ?"),
      forget_(database, kForget) {}

bool BlockedWriter::change(const BlockPlayer& request) {
  if (!request.blocked) {
    remove_.run(request.account, request.other);
    return true;
  }
  add_.run(request.account, request.other, static_cast<std::int64_t>(request.limit));
  return there_.query(request.account, request.other).next();
}

bool BlockedWriter::forget_some(const AccountId& account, std::uint32_t most) {
  forget_.run(account, most);
  return std::cmp_less(database_.changed(), most);
}

BlockedReader::BlockedReader(Database& database)
    : of_(database,
          "SELECT a.id, a.name FROM blocked AS b JOIN accounts AS a ON a.id = b.other WHERE b.account = ? "
          "ORDER BY a.name, a.id") {}

std::vector<Person> BlockedReader::of(const AccountId& account) {
  std::vector<Person> people;
  Cursor row = of_.query(account);
  while (row.next()) people.push_back({.account = row.id<AccountId>(0), .name = row.bytes(1)});
  return people;
}

}  // namespace wyrmhall::persistence::sqlite
