#include "server/accounts/blocking.h"

#include "server/core/names.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

using persistence::Verdict;

void Blocking::change(const Session& session, const pb::ClientMessage& message, Outbox& out) const {
  const std::uint64_t command = message.command_id();
  const bool blocks = message.has_block_player();
  const bool by_name = blocks ? message.block_player().has_name() : message.unblock_player().has_name();
  const Asker asker{session.id, command};
  if (by_name) {
    const std::string& name = blocks ? message.block_player().name() : message.unblock_player().name();
    if (name.size() > kNameBytes)
      return out.refuse(session.id, command,
                        refusal(pb::REFUSAL_CODE_PLAYER_UNKNOWN, "no player has this name", "name"));
    return out.ask(PlayerToBlock{.asker = asker, .blocks = blocks}, persistence::FindName{.name_key = name_key(name)});
  }
  const auto other =
      id_from_bytes<AccountId>(blocks ? message.block_player().account_id() : message.unblock_player().account_id());
  if (!other || *other == session.account) {
    return out.refuse(
        session.id, command,
        refusal(pb::REFUSAL_CODE_FIELD_INVALID,
                other ? "nobody can block themselves" : "an account has 16 bytes, or name the player", "account_id"));
  }
  out.ask(BlockKept{asker},
          persistence::BlockPlayer{
              .account = session.account, .other = *other, .blocked = blocks, .limit = kBlockedPerAccount});
}

void Blocking::list(const Session& session, std::uint64_t command_id, Outbox& out) const {
  out.ask(BlockedList{.asker = {session.id, command_id}}, persistence::ListBlocked{.account = session.account});
}

void Blocking::answered(const PlayerToBlock& wait, const PlayerToBlock::Answer& answer, Outbox& out) const {
  const Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return;
  if (!answer.value || answer.value->id == session->account) {
    return out.refuse(wait.asker, refusal(pb::REFUSAL_CODE_PLAYER_UNKNOWN, "no other player has this name", "name"));
  }
  out.ask(
      BlockKept{wait.asker},
      persistence::BlockPlayer{
          .account = session->account, .other = answer.value->id, .blocked = wait.blocks, .limit = kBlockedPerAccount});
}

void Blocking::answered(const BlockKept& wait, const BlockKept::Answer& answer, Outbox& out) const {
  const Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return;
  if (answer.verdict == Verdict::kConflict) {
    const bool full = lobby_.blocks().count(session->account) >= kBlockedPerAccount;
    return out.refuse(wait.asker,
                      full ? refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                                     "you have blocked as many players as you may; unblock one first", "blocked")
                           : refusal(pb::REFUSAL_CODE_PLAYER_UNKNOWN, "there is no such player", "account_id"));
  }
  out.ask(BlockedList{.asker = wait.asker, .to_all = true}, persistence::ListBlocked{.account = session->account});
}

void Blocking::answered(const BlockedList& wait, const BlockedList::Answer& answer, Outbox& out) {
  const Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return;
  know(session->account, answer.value);
  pb::ServerMessage reply;
  pb::BlockedPlayers& blocked = *reply.mutable_blocked_players();
  for (const persistence::Person& person : answer.value) {
    pb::Player& player = *blocked.add_players();
    player.set_account_id(to_bytes(person.account));
    player.set_name(person.name);
  }
  out.answer(wait.asker, reply);
  if (!wait.to_all) return;
  out.tell(session->account, frame(0, reply), session->id);
  lobby_.offers().blocks_changed(session->account, out);
}

void Blocking::know(const AccountId& account, std::span<const persistence::Person> blocked) {
  std::vector<AccountId> accounts;
  accounts.reserve(blocked.size());
  for (const persistence::Person& person : blocked) accounts.push_back(person.account);
  lobby_.blocks().set(account, std::move(accounts));
}

}  // namespace wyrmhall::server
