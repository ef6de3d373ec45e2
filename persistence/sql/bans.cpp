#include "persistence/sql/bans.h"

namespace wyrmhall::persistence::sql {

BanWriter::BanWriter(Database& database)
    : clear_(database, "DELETE FROM bans WHERE until <= ?"),
      others_(database, "SELECT count(*) FROM bans WHERE network != ?"),
      keep_(database,
            "INSERT INTO bans (network, reason, made_at, until) VALUES (?, ?, ?, ?) ON CONFLICT (network) "
            "DO UPDATE SET reason = excluded.reason, made_at = excluded.made_at, until = excluded.until"),
      drop_(database, "DELETE FROM bans WHERE network = ? RETURNING 1") {}

bool BanWriter::keep(const KeepBan& request) {
  const Ban& made = *request.ban;
  const std::string_view network = made.network;
  clear_.run(made.made_at);
  {
    Cursor row = others_.query(network);
    if (!row.next() || row.integer(0) >= static_cast<std::int64_t>(request.limit)) return false;
  }
  keep_.run(network, std::string_view(made.reason), made.made_at, made.until);
  return true;
}

bool BanWriter::drop(const std::string& network) {
  return drop_.run(std::string_view(network)).has_value();
}

BanReader::BanReader(Database& database)
    : all_(database, "SELECT network, reason, made_at, until FROM bans ORDER BY made_at, network") {}

std::vector<Ban> BanReader::all() {
  std::vector<Ban> found;
  Cursor row = all_.query();
  while (row.next()) {
    found.push_back({.network = row.bytes(0), .reason = row.bytes(1), .made_at = row.time(2), .until = row.time(3)});
  }
  return found;
}

}  // namespace wyrmhall::persistence::sql
