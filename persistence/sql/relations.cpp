#include "persistence/sql/relations.h"

#include <utility>

namespace wyrmhall::persistence::sql {

RelationWriter::RelationWriter(Database& database)
    : database_(database),
      add_(database,
           "INSERT INTO relations (account, relation, other) SELECT ?1, ?2, ?3 WHERE "
           "EXISTS (SELECT 1 FROM accounts WHERE id = ?1) AND EXISTS (SELECT 1 FROM accounts WHERE id = ?3) AND "
           "(SELECT count(*) FROM relations WHERE account = ?1 AND relation = ?2) < ?4 ON CONFLICT DO NOTHING"),
      there_(database, "SELECT 1 FROM relations WHERE account = ? AND relation = ? AND other = ?"),
      accounts_(database,
                "SELECT 1 WHERE EXISTS (SELECT 1 FROM accounts WHERE id = ?) AND "
                "EXISTS (SELECT 1 FROM accounts WHERE id = ?)"),
      remove_(database, "DELETE FROM relations WHERE account = ? AND relation = ? AND other = ?"),
      forget_(database, kForget) {}

void RelationWriter::change(const RelatePlayers& request, Outcome& outcome) {
  const auto relation = static_cast<std::int64_t>(std::to_underlying(request.relation));
  if (!request.holds) {
    remove_.run(request.account, relation, request.other);
    return;
  }
  add_.run(request.account, relation, request.other, static_cast<std::int64_t>(request.limit));
  if (there_.query(request.account, relation, request.other).next()) return;
  outcome.verdict = Verdict::kConflict;
  if (accounts_.query(request.account, request.other).next()) outcome.conflict = Conflict::kLimit;
}

bool RelationWriter::forget_some(const AccountId& account, std::uint32_t most) {
  forget_.run(account, most);
  return std::cmp_less(database_.changed(), most);
}

RelationReader::RelationReader(Database& database) : of_(database, kOf), find_(database, kFind) {}

std::vector<Person> RelationReader::of(const ListRelated& request) {
  std::vector<Person> people;
  Cursor row = of_.query(request.account, static_cast<std::int64_t>(std::to_underlying(request.relation)));
  while (row.next()) people.push_back({.account = row.id<AccountId>(0), .name = row.bytes(1)});
  return people;
}

FindPlayers::Answer RelationReader::find(const FindPlayers& request) {
  FindPlayers::Answer found;
  for (const std::string& name_key : request.name_keys) {
    Cursor row = find_.query(std::string_view(name_key), request.asked_by);
    if (!row.next()) continue;
    found.push_back({.person = {.account = row.id<AccountId>(0), .name = row.bytes(1)},
                     .name_key = name_key,
                     .has_blocked = row.integer(2) != 0});
  }
  return found;
}

}  // namespace wyrmhall::persistence::sql
