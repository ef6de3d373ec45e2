// Whom players have blocked: changed and told here, minded by the lobby (lobby/blocks.h).
#include "server/frames.h"
#include "server/hall.h"
#include "server/names.h"

namespace wyrmhall::server {

using persistence::Verdict;

void Hall::change_blocked(Session& session, const pb::ClientMessage& message) {
  const std::uint64_t command = message.command_id();
  const bool blocks = message.has_block_player();
  const bool by_name = blocks ? message.block_player().has_name() : message.unblock_player().has_name();
  const Asker asker{session.id, command};
  if (by_name) {
    const std::string& name = blocks ? message.block_player().name() : message.unblock_player().name();
    if (name.size() > kNameBytes)
      return refuse(session, command, refusal(pb::REFUSAL_CODE_PLAYER_UNKNOWN, "no player has this name", "name"));
    return ask(PlayerToBlock{.asker = asker, .blocks = blocks}, persistence::FindName{.name_key = name_key(name)});
  }
  const auto other =
      id_from_bytes(blocks ? message.block_player().account_id() : message.unblock_player().account_id());
  if (!other || *other == session.account) {
    return refuse(
        session, command,
        refusal(pb::REFUSAL_CODE_FIELD_INVALID,
                other ? "nobody can block themselves" : "an account has 16 bytes, or name the player", "account_id"));
  }
  ask(BlockKept{asker},
      persistence::BlockPlayer{
          .account = session.account, .other = *other, .blocked = blocks, .limit = kBlockedPerAccount});
}

void Hall::list_blocked(Session& session, std::uint64_t command_id) {
  ask(BlockedList{.asker = {session.id, command_id}}, persistence::ListBlocked{.account = session.account});
}

void Hall::asked(const PlayerToBlock& wait, Session& session, const persistence::Answer& answer) {
  if (!answer.account || answer.account->id == session.account) {
    return out_.refuse(wait.asker, refusal(pb::REFUSAL_CODE_PLAYER_UNKNOWN, "no other player has this name", "name"));
  }
  ask(BlockKept{wait.asker}, persistence::BlockPlayer{.account = session.account,
                                                      .other = answer.account->id,
                                                      .blocked = wait.blocks,
                                                      .limit = kBlockedPerAccount});
}

void Hall::asked(const BlockKept& wait, Session& session, const persistence::Answer& answer) {
  if (answer.verdict == Verdict::kConflict) {
    const bool full = lobby_.blocks().count(session.account) >= kBlockedPerAccount;
    return out_.refuse(wait.asker,
                       full ? refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                                      "you have blocked as many players as you may; unblock one first", "blocked")
                            : refusal(pb::REFUSAL_CODE_PLAYER_UNKNOWN, "there is no such player", "account_id"));
  }
  ask(BlockedList{.asker = wait.asker, .to_all = true}, persistence::ListBlocked{.account = session.account});
}

void Hall::asked(const BlockedList& wait, Session& session, const persistence::Answer& answer) {
  know_blocked(session.account, answer);
  pb::ServerMessage reply;
  pb::BlockedPlayers& blocked = *reply.mutable_blocked_players();
  for (const persistence::Person& person : answer.lists().people) {
    pb::Player& player = *blocked.add_players();
    player.set_account_id(to_bytes(person.account));
    player.set_name(person.name);
  }
  out_.answer(wait.asker, reply);
  if (wait.to_all) out_.tell(session.account, frame(0, reply), session.id);
}

void Hall::know_blocked(const Id& account, const persistence::Answer& answer) {
  std::vector<Id> blocked;
  blocked.reserve(answer.lists().people.size());
  for (const persistence::Person& person : answer.lists().people) blocked.push_back(person.account);
  lobby_.blocks().set(account, std::move(blocked));
}

}  // namespace wyrmhall::server
