#include "clients/cli/commands/relations_command.h"

#include <fmt/format.h>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/refusal_text.h"
#include "common/id.h"

namespace wyrmhall::cli {
namespace {

std::string player_line(const v1::Player& player) {
  return fmt::format("{}  {}", uuid_text(player.account_id()), strip_control_chars(player.name()));
}

}  // namespace

void RelationsCommand::signed_in(const v1::SignedIn& /*who*/, bool /*again*/) {
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
    case CommandName::kFollow:
      name(*message.mutable_follow_player());
      break;
    case CommandName::kUnfollow:
      name(*message.mutable_unfollow_player());
      break;
    case CommandName::kFriends:
      message.mutable_list_followed();
      break;
    default:
      message.mutable_list_blocked();
  }
  session().send(message);
}

void RelationsCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (message.has_blocked_players()) {
    for (const v1::Player& player : message.blocked_players().players()) context_.terminal.say(player_line(player));
    if (message.blocked_players().players().empty()) context_.terminal.say(t("blocked.none"));
    end();
  } else if (message.has_followed_players()) {
    for (const v1::FollowedPlayer& one : message.followed_players().players()) {
      const std::string line = player_line(one.player());
      context_.terminal.say(one.online() ? line + "  " + t("list.here") : line);
    }
    if (message.followed_players().players().empty()) context_.terminal.say(t("list.noFriend"));
    end();
  }
}

}  // namespace wyrmhall::cli
