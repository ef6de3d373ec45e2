#include "server/lobby/admission.h"

#include "server/lobby/telling.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

bool has_room(const LobbyState& state, const Sender& sender, std::uint64_t command_id, Outbox& out) {
  if (state.index.of(sender.account).size() >= state.environment.limits.tables_per_account) {
    refuse(sender, command_id, pb::REFUSAL_CODE_LIMIT_REACHED, "you sit at too many tables; leave one first", out,
           "tables");
    return false;
  }
  if (sender.address != nullptr &&
      !state.addresses.has_room(*sender.address, state.environment.limits.tables_per_address)) {
    const pb::Refusal full =
        refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                "people at your address sit at too many tables; leave one, or try again", "tables");
    out.refuse(sender.session, command_id, again_after(full, kTablesFullRetry));
    return false;
  }
  return may_start(state, sender, command_id, out);
}

bool may_start(const LobbyState& state, const Sender& sender, std::uint64_t command_id, Outbox& out) {
  auto refused = state.running.refusal_of(sender.account, sender.address);
  if (!refused) return true;
  out.refuse(sender.session, command_id, *std::move(refused));
  return false;
}

}  // namespace wyrmhall::server
