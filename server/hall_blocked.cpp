// Whom players have blocked: changed and told here, minded by the lobby (lobby/blocks.h).
#include "server/frames.h"
#include "server/hall.h"
#include "server/names.h"

namespace wyrmhall::server {

using persistence::Verdict;

namespace {

// What is asked of the store, in Route::detail beside those of hall_sessions.cpp.
enum BlockedAsks : std::uint64_t { kFindToBlock = 64, kFindToUnblock, kChange, kTell, kTellAll };

}  // namespace

void Hall::change_blocked(Session& session, const pb::ClientMessage& message) {
  const std::uint64_t command = message.command_id();
  const bool blocks = message.has_block_player();
  const bool by_name = blocks ? message.block_player().has_name() : message.unblock_player().has_name();
  Route route{.to = Route::To::kSession, .id = {}, .session = session.id, .command_id = command};
  if (by_name) {
    const std::string& name = blocks ? message.block_player().name() : message.unblock_player().name();
    if (name.size() > kNameBytes)
      return refuse(session, command, refusal(pb::REFUSAL_CODE_PLAYER_UNKNOWN, "no player has this name", "name"));
    route.detail = blocks ? kFindToBlock : kFindToUnblock;
    return ask(route, persistence::FindName{.name_key = name_key(name)});
  }
  const auto other =
      id_from_bytes(blocks ? message.block_player().account_id() : message.unblock_player().account_id());
  if (!other || *other == session.account) {
    return refuse(
        session, command,
        refusal(pb::REFUSAL_CODE_FIELD_INVALID,
                other ? "nobody can block themselves" : "an account has 16 bytes, or name the player", "account_id"));
  }
  route.detail = kChange;
  ask(route, persistence::BlockPlayer{
                 .account = session.account, .other = *other, .blocked = blocks, .limit = kBlockedPerAccount});
}

void Hall::list_blocked(Session& session, std::uint64_t command_id) {
  ask({.to = Route::To::kSession, .id = {}, .session = session.id, .command_id = command_id, .detail = kTell},
      persistence::ListBlocked{.account = session.account});
}

void Hall::blocked_answered(Session& session, const Route& route, const persistence::Answer& answer) {
  switch (route.detail) {
    case kFindToBlock:
    case kFindToUnblock: {
      if (!answer.account || answer.account->id == session.account) {
        return refuse(session, route.command_id,
                      refusal(pb::REFUSAL_CODE_PLAYER_UNKNOWN, "no other player has this name", "name"));
      }
      Route change = route;
      change.detail = kChange;
      return ask(change, persistence::BlockPlayer{.account = session.account,
                                                  .other = answer.account->id,
                                                  .blocked = route.detail == kFindToBlock,
                                                  .limit = kBlockedPerAccount});
    }
    case kChange:
      if (answer.verdict == Verdict::kConflict) {
        const bool full = lobby_.blocks().count(session.account) >= kBlockedPerAccount;
        return refuse(session, route.command_id,
                      full ? refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                                     "you have blocked as many players as you may; unblock one first", "blocked")
                           : refusal(pb::REFUSAL_CODE_PLAYER_UNKNOWN, "there is no such player", "account_id"));
      }
      return ask({.to = Route::To::kSession,
                  .id = {},
                  .session = session.id,
                  .command_id = route.command_id,
                  .detail = kTellAll},
                 persistence::ListBlocked{.account = session.account});
    case kTell:
    case kTellAll: {
      know_blocked(session.account, answer);
      pb::ServerMessage reply;
      pb::BlockedPlayers& blocked = *reply.mutable_blocked_players();
      for (const persistence::Person& person : answer.lists().people) {
        pb::Player& player = *blocked.add_players();
        player.set_account_id(to_bytes(person.account));
        player.set_name(person.name);
      }
      post(session, 0, frame(route.command_id, reply));
      if (route.detail == kTellAll) out_.tell(session.account, frame(0, reply), session.id);
      return;
    }
    default:
      return;
  }
}

void Hall::know_blocked(const Id& account, const persistence::Answer& answer) {
  std::vector<Id> blocked;
  blocked.reserve(answer.lists().people.size());
  for (const persistence::Person& person : answer.lists().people) blocked.push_back(person.account);
  lobby_.blocks().set(account, std::move(blocked));
}

}  // namespace wyrmhall::server
