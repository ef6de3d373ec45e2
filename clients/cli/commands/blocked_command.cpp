#include "clients/cli/commands/blocked_command.h"

#include <fmt/format.h>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/refusal_text.h"
#include "common/id.h"

namespace wyrmhall::cli {

void BlockedCommand::signed_in(const v1::SignedIn& /*who*/, bool /*again*/) {
  v1::ClientMessage message;
  const auto name = [&](auto& command) {
    const auto id = parse_uuid<AccountId>(context_.settings.player);
    if (id) {
      command.set_account_id(to_bytes(*id));
    } else {
      command.set_name(context_.settings.player);
    }
  };
  switch (context_.settings.command) {
    case CommandName::kBlock:
      name(*message.mutable_block_player());
      break;
    case CommandName::kUnblock:
      name(*message.mutable_unblock_player());
      break;
    default:
      message.mutable_list_blocked();
  }
  session().send(message);
}

void BlockedCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (!message.has_blocked_players()) return;
  for (const v1::Player& player : message.blocked_players().players()) {
    context_.terminal.say(fmt::format("{}  {}", uuid_text(player.account_id()), strip_control_chars(player.name())));
  }
  if (message.blocked_players().players().empty()) context_.terminal.say(t("blocked.none"));
  end();
}

}  // namespace wyrmhall::cli
