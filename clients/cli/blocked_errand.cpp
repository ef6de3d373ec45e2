#include "clients/cli/blocked_errand.h"

#include <fmt/format.h>

#include "clients/cli/messages.h"
#include "clients/cli/refusal_text.h"
#include "common/bytes.h"
#include "common/uuid.h"

namespace wyrmhall::cli {

void BlockedErrand::signed_in(const v1::SignedIn& /*who*/, bool /*again*/) {
  v1::ClientMessage message;
  const auto name = [&](auto& command) {
    const auto id = parse_uuid(world_.settings.player);
    if (id) {
      command.set_account_id(to_bytes(*id));
    } else {
      command.set_name(world_.settings.player);
    }
  };
  switch (world_.settings.command) {
    case Command::kBlock:
      name(*message.mutable_block_player());
      break;
    case Command::kUnblock:
      name(*message.mutable_unblock_player());
      break;
    default:
      message.mutable_list_blocked();
  }
  session().send(message);
}

void BlockedErrand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (!message.has_blocked_players()) return;
  for (const v1::Player& player : message.blocked_players().players()) {
    world_.terminal.say(fmt::format("{}  {}", uuid_text(player.account_id()), tame(player.name())));
  }
  if (message.blocked_players().players().empty()) world_.terminal.say(t("blocked.none"));
  end();
}

}  // namespace wyrmhall::cli
