#include "server/lobby/telling.h"

#include "server/lobby/parts.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

void tell_all(const pb::Table& table, Outbox& out, SessionId except) {
  const bool secrets = has_secrets(table);
  const std::string bytes = secrets ? std::string() : table_frame(0, table);
  for_each_person(table, [&](int seat, const AccountId& account) {
    if (!secrets) return out.tell(account, bytes, except);
    out.tell(account, table_frame(0, seen_by(table, table.seats(seat).player().account_id())), except);
  });
}

void answer(const Sender& sender, std::uint64_t command_id, const pb::Table& table, Outbox& out) {
  out.post(sender.session, has_secrets(table) ? table_frame(command_id, seen_by(table, to_bytes(sender.account)))
                                              : table_frame(command_id, table));
}

void refuse(const Sender& sender, std::uint64_t command_id, pb::RefusalCode code, std::string_view detail, Outbox& out,
            std::string_view field) {
  out.refuse(sender.session, command_id, refusal(code, detail, field));
}

}  // namespace wyrmhall::server
