#include "persistence/sql/invitations.h"

namespace wyrmhall::persistence::sql {

InvitationWriter::InvitationWriter(Database& database)
    : clear_(database, "DELETE FROM invitations WHERE (used >= uses OR until <= ?1) AND id != ?2"),
      add_(database,
           "INSERT INTO invitations (id, code_hash, note, uses, used, made_at, until) SELECT ?1, ?2, ?3, ?4, ?5, ?6, "
           "?7 WHERE (SELECT count(*) FROM invitations) < ?8 ON CONFLICT DO NOTHING"),
      there_(database, "SELECT 1 FROM invitations WHERE id = ?"),
      drop_(database, "DELETE FROM invitations WHERE id = ? RETURNING 1"),
      use_(database,
           "UPDATE invitations SET used = used + 1 WHERE code_hash = ? AND used < uses AND until > ? RETURNING 1") {}

bool InvitationWriter::keep(const KeepInvitation& request) {
  const Invitation& made = *request.invitation;
  clear_.run(made.made_at, made.id);
  add_.run(made.id, made.code_hash, std::string_view(made.note), static_cast<std::int64_t>(made.uses),
           static_cast<std::int64_t>(made.used), made.made_at, made.until, static_cast<std::int64_t>(request.limit));
  return there_.query(made.id).next();
}

bool InvitationWriter::drop(const InvitationId& invitation) {
  return drop_.run(invitation).has_value();
}

bool InvitationWriter::use(const Hash& code_hash, Timestamp at) {
  return use_.run(code_hash, at).has_value();
}

InvitationReader::InvitationReader(Database& database)
    : all_(database, "SELECT id, code_hash, note, uses, used, made_at, until FROM invitations ORDER BY made_at, id") {}

std::vector<Invitation> InvitationReader::all() {
  std::vector<Invitation> found;
  Cursor row = all_.query();
  while (row.next()) {
    found.push_back({.id = row.id<InvitationId>(0),
                     .code_hash = row.array<32>(1),
                     .note = row.bytes(2),
                     .uses = static_cast<std::uint32_t>(row.integer(3)),
                     .used = static_cast<std::uint32_t>(row.integer(4)),
                     .made_at = row.time(5),
                     .until = row.time(6)});
  }
  return found;
}

}  // namespace wyrmhall::persistence::sql
