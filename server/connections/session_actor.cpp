#include "server/connections/session_actor.h"

#include "server/wire/frames.h"
#include "server/wire/message_arena.h"

namespace wyrmhall::server {
namespace {

// Whether it is about tables, or about who is who: what all servers of a store know together, and one of them for all.
bool is_for_lobby(const pb::ClientMessage& message) {
  using C = pb::ClientMessage;
  switch (message.command_case()) {
    case C::kAskWaiting:
    case C::kListTables:
    case C::kOpenTable:
    case C::kFindTable:
    case C::kTakeSeat:
    case C::kDeclineChallenge:
    case C::kLeaveTable:
    case C::kSeatBot:
    case C::kSetPart:
    case C::kBringHeroes:
    case C::kReady:
    case C::kReveal:
    case C::kRematch:
    case C::kSay:
    case C::kBlockPlayer:
    case C::kUnblockPlayer:
    case C::kListBlocked:
    case C::kFollowPlayer:
    case C::kUnfollowPlayer:
    case C::kListFollowed:
    case C::kRetireHero:
    case C::kListSignIns:
    case C::kRevokeSignIn:
    case C::kRevokeOtherSignIns:
    case C::kRename:
      return true;
    default:
      return false;
  }
}

}  // namespace

void SessionActor::received(Session& session, std::span<const std::uint8_t> bytes, Outbox& out) {
  if (session.stage == Session::Stage::kClosing) return;
  const bool early = session.stage != Session::Stage::kSignedIn;
  if (bytes.size() > (early ? kEarlyMessageBytes : kMessageBytes)) {
    return out.close(session.id, 1009,
                     early ? "before sign-in a message has at most 8 KiB" : "a message has at most 16 KiB");
  }
  const auto strike = [&](std::uint64_t command_id, pb::Refusal refused) {
    out.refuse(session.id, command_id, std::move(refused));
    if (++session.refused_in_a_row >= kRefusedInARow) {
      out.close(session.id, 1008, "too many refused messages in a row");
    }
  };
  // The message lives on the stack, as far as it fits there: nothing is allocated for a turn. It nests as deep as
  // protobuf lets any: a hundred levels.
  MessageArena<8192> arena;
  pb::ClientMessage& incoming = arena.make<pb::ClientMessage>();
  const bool whole = incoming.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
  const Timestamp now = core_.environment.clock.now();
  const CommandProperties properties = commands_.of(incoming);
  const auto too_fast = [&](std::string_view who, std::chrono::milliseconds wait) {
    out.pauses.push_back(session.id);
    strike(whole ? incoming.command_id() : 0, again_after(refusal(pb::REFUSAL_CODE_TOO_FAST, std::string(who)), wait));
  };
  if (!session.bucket.take(now, properties.cost)) {
    return too_fast("too many commands in too short a time", session.bucket.until(properties.cost));
  }
  if (!session.take_of_account(now, properties.cost)) {
    return too_fast("too many commands in too short a time, on all your connections together",
                    session.until_account_may(properties.cost));
  }
  if (!whole) {
    return strike(0, refusal(pb::REFUSAL_CODE_MALFORMED, "the frame is no ClientMessage of wyrmhall.v1"));
  }
  if (incoming.command_id() == 0) {
    return strike(0, refusal(pb::REFUSAL_CODE_MALFORMED, "a command has an id other than 0", "command_id"));
  }
  if (incoming.command_case() == pb::ClientMessage::COMMAND_NOT_SET) {
    return strike(incoming.command_id(),
                  refusal(pb::REFUSAL_CODE_UNKNOWN_COMMAND, "this server knows no such command"));
  }
  // What an action may have in it is for its game's adapter to judge.
  const bool unknown = incoming.has_act() ? has_own_unknown_fields(incoming) || has_own_unknown_fields(incoming.act())
                                          : has_unknown_fields(incoming);
  if (unknown) {
    return strike(incoming.command_id(),
                  refusal(pb::REFUSAL_CODE_FIELD_INVALID, "the command has a field that this server does not know"));
  }
  session.refused_in_a_row = 0;
  const bool only_reads = session.stage == Session::Stage::kSignedIn && session.read_only;
  if (only_reads && (properties.writes || incoming.has_say())) {
    return out.refuse(
        session.id, incoming.command_id(),
        refusal(pb::REFUSAL_CODE_READ_ONLY, "this token is for reading only: it changes and says nothing"));
  }
  if (!allowed_now(session, incoming.command_id(), properties, out)) return;
  if (is_for_lobby(incoming) && !play_.lobby.is_open()) {
    return play_.distant_lobby.command(session, incoming.command_id(), bytes, out);
  }
  command(session, incoming, properties.at, now, out);
}

void SessionActor::carry_out(Session& session, const pb::ClientMessage& message, Outbox& out) {
  const CommandProperties properties = commands_.of(message);
  if (!is_for_lobby(message) || !allowed_now(session, message.command_id(), properties, out)) return;
  command(session, message, properties.at, core_.environment.clock.now(), out);
}

// Whether what must come first has come, and the store has room for the command; otherwise it has been refused.
bool SessionActor::allowed_now(const Session& session, std::uint64_t command_id, const CommandProperties& command,
                               Outbox& out) const {
  if (command.needs == pb::COMMAND_NEEDS_NOTHING) return true;
  const auto no = [&](pb::Refusal refused) {
    out.refuse(session.id, command_id, std::move(refused));
    return false;
  };
  if (session.stage == Session::Stage::kNew) {
    out.close(session.id, 1002, "the first message must be Hello");
    return no(refusal(pb::REFUSAL_CODE_HELLO_FIRST, "the first message must be Hello"));
  }
  if (core_.store.size() >= kStoreQueue) return no(refusal(pb::REFUSAL_CODE_BUSY, "the server is busy; try again"));
  if (command.writes && core_.store.refuses() && !core_.store.may_retry(core_.environment.clock.now())) {
    return no(again_after(
        refusal(pb::REFUSAL_CODE_NO_STORE, "the disk refuses, so nothing is taken; what was shown is safe; try again"),
        kStoreRetry));
  }
  if (command.needs == pb::COMMAND_NEEDS_SIGN_IN && session.stage != Session::Stage::kSignedIn) {
    return no(refusal(pb::REFUSAL_CODE_SIGN_IN_FIRST, "sign in first"));
  }
  return true;
}

// What is carried out at a table or in a match waits its turn there.
void SessionActor::command(Session& session, const pb::ClientMessage& message, pb::CommandPlace at, Timestamp now,
                           Outbox& out) {
  switch (at) {
    case pb::COMMAND_PLACE_TABLE:
      return play_.lobby.command(session.sender(), message, out);
    case pb::COMMAND_PLACE_MATCH:
      return play_.channels.command(session, commands_.channel_of(message), message, now, out);
    default:
      return at_once(session, message, now, out);
  }
}

void SessionActor::at_once(Session& session, const pb::ClientMessage& message, Timestamp now, Outbox& out) {
  using C = pb::ClientMessage;
  switch (message.command_case()) {
    case C::kHello:
      return machines_.authentication.greet(session, message, out);
    case C::kSignIn:
      return machines_.authentication.sign_in(session, message, out);
    case C::kPing:
      return ping(session, message.command_id(), out);
    case C::kOpenTable:
    case C::kFindTable:
      return play_.lobby.command(session.sender(), message, out);
    case C::kListTables:
      return play_.lobby.list(session.sender(), message, play_.watchable.list(message.list_tables()), out);
    case C::kAskWaiting:
      return play_.lobby.tell_waiting(session.sender(), message.command_id(), out);
    case C::kRematch:
      return rematch(session, message, out);
    case C::kOpenMatch:
      return play_.channels.open(session, message, out);
    case C::kCloseMatch:
      return play_.channels.close(session, message, out);
    case C::kCloseChain:
      return play_.channels.close_chain(session, message, now, out);
    case C::kAskStory:
      return machines_.reports.ask_story(session, message, out);
    case C::kExport:
      return machines_.reports.export_record(session, message, out);
    case C::kAskLuck:
      return machines_.reports.ask_luck(session, message, out);
    case C::kAskReceipt:
      return machines_.reports.ask_receipt(session, message, out);
    case C::kListMatches:
      return Listings::matches(session, message, out);
    case C::kListNuggets:
      return Listings::nuggets(session, message, out);
    case C::kListRichest:
      return Listings::richest(session, message, out);
    case C::kListHighScores:
      return Listings::high_scores(session, message, out);
    case C::kBlockPlayer:
    case C::kUnblockPlayer:
    case C::kListBlocked:
    case C::kFollowPlayer:
    case C::kUnfollowPlayer:
    case C::kListFollowed:
      return machines_.relations.command(session, message, out);
    case C::kMakeHero:
    case C::kListHeroes:
    case C::kRetireHero:
    case C::kAskHeroStory:
    case C::kListFamousHeroes:
      return machines_.stable.command(session, message, out);
    case C::kSay:
      return machines_.remarks.say(session, message, now, out);
    default:
      return about_oneself(session, message, out);
  }
}

// How a player can be signed in, and what they are called.
void SessionActor::about_oneself(Session& session, const pb::ClientMessage& message, Outbox& out) {
  using C = pb::ClientMessage;
  switch (message.command_case()) {
    case C::kListSignIns:
    case C::kAddSignIn:
    case C::kNameSignIn:
    case C::kRevokeSignIn:
    case C::kRevokeOtherSignIns:
    case C::kRename:
      return machines_.identity.command(session, message, out);
    case C::kLookUpSignIn:
    case C::kConfirmSignIn:
      return machines_.codes.command(session, message, out);
    case C::kAskPasskeyChallenge:
      return machines_.members.challenge(session, message.command_id(), out);
    case C::kSetPassword:
    case C::kNewRecoveryCodes:
    case C::kAddPasskey:
    case C::kRemovePasskey:
    case C::kDeleteAccount:
    case C::kKeepAccount:
    case C::kAskMembership:
      return machines_.members.command(session, message, out);
    default:
      return out.refuse(session.id, message.command_id(),
                        refusal(pb::REFUSAL_CODE_UNKNOWN_COMMAND, "this server knows no such command"));
  }
}

void SessionActor::ping(const Session& session, std::uint64_t command_id, Outbox& out) {
  pb::ServerMessage reply;
  reply.mutable_pong();
  out.answer({session.id, command_id}, reply);
}

void SessionActor::rematch(const Session& session, const pb::ClientMessage& message, Outbox& out) {
  const Asker asker{session.id, message.command_id()};
  const auto match = id_from_bytes<MatchId>(message.rematch().match_id());
  if (!match) return out.refuse(asker, no_id("match_id"));
  out.ask(RematchOf{asker}, persistence::LoadMatch{.match = *match, .moves = false});
}

void SessionActor::answered(const RematchOf& wait, const RematchOf::Answer& answer, Outbox& out) const {
  const Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return;
  if (!answer.value) {
    return out.refuse(wait.asker, refusal(pb::REFUSAL_CODE_MATCH_UNKNOWN, "there is no such match", "match_id"));
  }
  play_.lobby.rematch(session->sender(), wait.asker.command_id, *answer.value, out);
}

}  // namespace wyrmhall::server
