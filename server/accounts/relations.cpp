#include "server/accounts/relations.h"

#include "server/core/names.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

using persistence::Relation;
using persistence::Verdict;

namespace {

// What a command wants.
struct Wish {
  Relation relation{};
  bool holds = true;
  bool by_name = false;
  const std::string& name;
  const std::string& account_id;
};

template <class Command>
Wish wish_of(const Command& ask, Relation relation, bool holds) {
  return {.relation = relation,
          .holds = holds,
          .by_name = ask.has_name(),
          .name = ask.name(),
          .account_id = ask.account_id()};
}

Wish wish_of(const pb::ClientMessage& message) {
  if (message.has_block_player()) return wish_of(message.block_player(), Relation::kBlocked, true);
  if (message.has_unblock_player()) return wish_of(message.unblock_player(), Relation::kBlocked, false);
  if (message.has_follow_player()) return wish_of(message.follow_player(), Relation::kFollowed, true);
  return wish_of(message.unfollow_player(), Relation::kFollowed, false);
}

std::uint32_t limit_of(Relation relation) {
  return relation == Relation::kBlocked ? kBlockedPerAccount : kFollowedPerAccount;
}

persistence::RelatePlayers change_of(const AccountId& account, const AccountId& other, Relation relation, bool holds) {
  return {.account = account, .other = other, .relation = relation, .holds = holds, .limit = limit_of(relation)};
}

void write(const persistence::Person& person, pb::Player& player) {
  player.set_account_id(to_bytes(person.account));
  player.set_name(person.name);
}

}  // namespace

void Relations::command(const Session& session, const pb::ClientMessage& message, Outbox& out) const {
  const Asker asker{session.id, message.command_id()};
  if (message.has_list_blocked() || message.has_list_followed()) {
    const Relation relation = message.has_list_blocked() ? Relation::kBlocked : Relation::kFollowed;
    return out.ask(RelatedList{.asker = asker, .relation = relation},
                   persistence::ListRelated{.account = session.account, .relation = relation});
  }
  const Wish wish = wish_of(message);
  if (wish.by_name) {
    if (wish.name.size() > kNameBytes) {
      return out.refuse(asker, refusal(pb::REFUSAL_CODE_PLAYER_UNKNOWN, "no player has this name", "name"));
    }
    return out.ask(PlayerToRelate{.asker = asker, .relation = wish.relation, .holds = wish.holds},
                   persistence::FindPlayers{.name_keys = {name_key(wish.name)}, .asked_by = session.account});
  }
  const auto other = id_from_bytes<AccountId>(wish.account_id);
  if (!other || *other == session.account) {
    return out.refuse(asker, refusal(pb::REFUSAL_CODE_FIELD_INVALID,
                                     other ? "this is your own account: name another player"
                                           : "an account has 16 bytes, or name the player",
                                     "account_id"));
  }
  out.ask(RelationKept{.asker = asker, .relation = wish.relation},
          change_of(session.account, *other, wish.relation, wish.holds));
}

void Relations::answered(const PlayerToRelate& wait, const PlayerToRelate::Answer& answer, Outbox& out) const {
  const Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return;
  if (answer.value.empty() || answer.value.front().person.account == session->account) {
    return out.refuse(wait.asker, refusal(pb::REFUSAL_CODE_PLAYER_UNKNOWN, "no other player has this name", "name"));
  }
  out.ask(RelationKept{.asker = wait.asker, .relation = wait.relation},
          change_of(session->account, answer.value.front().person.account, wait.relation, wait.holds));
}

void Relations::answered(const RelationKept& wait, const RelationKept::Answer& answer, Outbox& out) const {
  const Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return;
  if (answer.verdict == Verdict::kConflict && answer.conflict == persistence::Conflict::kLimit) {
    const bool blocks = wait.relation == Relation::kBlocked;
    return out.refuse(wait.asker,
                      blocks ? refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                                       "you have blocked as many players as you may; unblock one first", "blocked")
                             : refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                                       "you follow as many players as you may; unfollow one first", "followed"));
  }
  if (answer.verdict == Verdict::kConflict) {
    return out.refuse(wait.asker, refusal(pb::REFUSAL_CODE_PLAYER_UNKNOWN, "there is no such player", "account_id"));
  }
  out.ask(RelatedList{.asker = wait.asker, .relation = wait.relation, .to_all = true},
          persistence::ListRelated{.account = session->account, .relation = wait.relation});
}

bool Relations::is_online(const AccountId& account, const AccountId& other) const {
  return core_.sessions.is_there(other) && !lobby_.blocks().between(account, other);
}

void Relations::answered(const RelatedList& wait, const RelatedList::Answer& answer, Outbox& out) {
  const Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return;
  const bool blocks = wait.relation == Relation::kBlocked;
  if (blocks) lobby_.blocks().set(session->account, accounts_of(answer.value));
  pb::ServerMessage reply;
  if (blocks) reply.mutable_blocked_players();
  if (!blocks) reply.mutable_followed_players();
  for (const persistence::Person& person : answer.value) {
    if (blocks) {
      write(person, *reply.mutable_blocked_players()->add_players());
    } else {
      pb::FollowedPlayer& followed = *reply.mutable_followed_players()->add_players();
      write(person, *followed.mutable_player());
      followed.set_online(is_online(session->account, person.account));
    }
  }
  out.answer(wait.asker, reply);
  if (!wait.to_all) return;
  out.tell(session->account, frame(0, reply), session->id);
  if (blocks) lobby_.offers().blocks_changed(session->account, out);
}

std::vector<AccountId> accounts_of(std::span<const persistence::Person> people) {
  std::vector<AccountId> accounts;
  accounts.reserve(people.size());
  for (const persistence::Person& person : people) accounts.push_back(person.account);
  return accounts;
}

}  // namespace wyrmhall::server
