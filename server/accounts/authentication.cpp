#include "server/accounts/authentication.h"

#include <fmt/format.h>

#include "server/accounts/relations.h"
#include "server/accounts/secret_hash.h"
#include "server/accounts/sign_in_token.h"
#include "server/match/lists.h"
#include "server/wire/frames.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {
namespace {

constexpr std::uint32_t kProtocolVersion = 1;

}  // namespace

void Authentication::greet(Session& session, const pb::ClientMessage& message, Outbox& out) const {
  const pb::Hello& hello = message.hello();
  const Asker asker{session.id, message.command_id()};
  if (session.stage != Session::Stage::kNew) {
    return out.refuse(asker, refusal(pb::REFUSAL_CODE_HELLO_FIRST, "Hello comes once"));
  }
  if (hello.protocol_version() != kProtocolVersion) {
    pb::Refusal refused = refusal(
        pb::REFUSAL_CODE_WRONG_VERSION,
        fmt::format("this server speaks protocol version {}; please update", kProtocolVersion), "protocol_version");
    refused.set_given(hello.protocol_version());
    refused.set_lowest(kProtocolVersion);
    refused.set_highest(kProtocolVersion);
    out.refuse(asker, std::move(refused));
    return out.close(session.id, 1002, "wrong protocol version");
  }
  if (hello.client().size() > kClientNameBytes) {
    return out.refuse(asker, refusal(pb::REFUSAL_CODE_FIELD_INVALID, "a client's name has at most 64 bytes", "client"));
  }
  session.stage = Session::Stage::kGreeted;
  session.client = hello.client();
  pb::ServerMessage reply;
  pb::Welcome& welcome = *reply.mutable_welcome();
  welcome.set_server(core_.settings.server);
  for (const GameKind* kind : all_games()) *welcome.add_games() = kind->offer();
  welcome.set_message_limit_bytes(kMessageBytes);
  welcome.set_ping_seconds(static_cast<std::uint32_t>(kPingEvery.count()));
  const receipts::PublicKey& key = core_.environment.signing_key.public_key();
  welcome.set_receipt_key(key.data(), key.size());
  for (const receipts::PublicKey& older : core_.settings.older_keys)
    welcome.add_older_receipt_keys(older.data(), older.size());
  out.answer(asker, reply);
}

void Authentication::sign_in(Session& session, const pb::ClientMessage& message, Outbox& out) {
  const pb::SignIn& wanted = message.sign_in();
  const Asker asker{session.id, message.command_id()};
  if (session.stage != Session::Stage::kGreeted) {
    return out.refuse(asker, refusal(pb::REFUSAL_CODE_SIGNED_IN_ALREADY, "you have signed in already"));
  }
  session.token.clear();
  session.read_only = false;
  if (wanted.has_new_guest()) return admit_guest(session, message, out);
  if (wanted.has_confirmed()) return codes_.ask(session, message.command_id(), out);
  if (wanted.has_member() || wanted.has_passkey()) return members_.sign_in(session, message, out);
  if (!wanted.has_token()) {
    return out.refuse(asker, refusal(pb::REFUSAL_CODE_FIELD_INVALID,
                                     "sign in as a new guest, by a token, as a member, or by a code", "as"));
  }
  if (wanted.token().size() != kTokenBytes) {
    return out.refuse(asker, refusal(pb::REFUSAL_CODE_TOKEN_UNKNOWN, "a token has 32 bytes", "token"));
  }
  session.account = {};
  session.token_hash = hash_of(wanted.token());
  session.stage = Session::Stage::kSigningIn;
  out.ask(TokenOwner{asker}, persistence::FindAccount{.token_hash = session.token_hash});
}

void Authentication::answered(const TokenOwner& wait, TokenOwner::Answer& answer, Outbox& out) {
  Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return;
  if (std::exchange(session->look_again, false)) {
    return out.ask(wait, persistence::FindAccount{.token_hash = session->token_hash});
  }
  const auto& account = answer.value.account;
  if (!account || account->blocked_at) {
    session->sign_in_failed();
    return out.refuse(
        wait.asker, account
                        ? refusal(pb::REFUSAL_CODE_ACCOUNT_BLOCKED, "whoever runs this server has blocked this account")
                        : refusal(pb::REFUSAL_CODE_TOKEN_UNKNOWN, "this server knows no such token", "token"));
  }
  session->account = account->id;
  session->name = account->name;
  session->read_only = answer.value.token->read_only;
  identity_.note_use(*session, *answer.value.token, out);
  const Timestamp delete_at = account->delete_at.value_or(Timestamp{});
  out.ask(MatchesAtSignIn{.asker = wait.asker, .delete_at = delete_at},
          persistence::ListMatches{.account = session->account,
                                   .only_running = true,
                                   .with_blocked = true,
                                   .running_ids = kRunningRead,
                                   .before = {},
                                   .limit = kMatchesPerPage});
}

void Authentication::answered(const MatchesAtSignIn& wait, const MatchesAtSignIn::Answer& answer, Outbox& out) {
  Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return;
  signed_in(*session, wait.asker, AccessEvent::Kind::kSignedIn, answer.value, wait.delete_at, out);
}

void Authentication::signed_in(Session& session, const Asker& asker, AccessEvent::Kind kind,
                               const persistence::ListMatches::Answer& found, Timestamp delete_at, Outbox& out) {
  if (session.stage != Session::Stage::kSigningIn) return;
  Arrival arrival{.asker = asker,
                  .kind = kind,
                  .told = {},
                  .running = {all_in(found.running).begin(), all_in(found.running).end()},
                  .blocked = accounts_of(all_in(found.blocked))};
  arrival.told.mutable_player()->set_account_id(to_bytes(session.account));
  arrival.told.mutable_player()->set_name(session.name);
  if (delete_at != Timestamp{}) arrival.told.set_delete_at_us(wire_us(delete_at));
  for (const auto& line : found.lines) write_summary(line, *arrival.told.add_matches());
  if (!play_.lobby.is_open()) return play_.distant_lobby.admit(session, std::move(arrival), out);
  arrive(std::move(arrival), out);
}

void Authentication::arrive(Arrival arrival, Outbox& out) {
  Session* const session = core_.sessions.here(arrival.asker.session);
  if (session == nullptr) return;
  if (auto refused = enter(*session, arrival.running, arrival.blocked, arrival.resumes, arrival.told, out)) {
    session->sign_in_failed();
    return out.refuse(arrival.asker, *std::move(refused));
  }
  arrival.resumes ? tell_moved(*session, arrival, arrival.told, out) : finish(*session, arrival, out);
}

std::optional<pb::Refusal> Authentication::enter(Session& session, std::span<const MatchId> running,
                                                 std::vector<AccountId> blocked, bool resumes, pb::SignedIn& to,
                                                 Outbox& out) {
  const Limits& limits = core_.settings.limits;
  const std::vector<SessionId>& connected = core_.sessions.of(session.account);
  const bool known = session.stage == Session::Stage::kSignedIn;  // it is of this server, which has the lobby now
  // Those who are in stay in: a person with a copy of the token throws nobody out of a match.
  if (!resumes && connected.size() >= limits.sessions_per_account) {
    return again_after(
        refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                "you are connected as often as you may be; close one of the others first", "own_connections"),
        kSessionsFullRetry);
  }
  if (!play_.lobby.blocks().knows(session.account)) play_.lobby.blocks().set(session.account, std::move(blocked));
  const bool first = known || connected.empty();
  const bool was_there = !known && core_.sessions.is_there(session.account);
  if (!known) {
    core_.sessions.sign_in(session, session.account, session.name,
                           TokenBucket(limits.commands_per_second * kAccountConnections,
                                       limits.command_burst * kAccountConnections, core_.environment.clock.now()));
  }
  if (first) play_.running.came(session.account, running);
  if (!was_there && core_.sessions.is_there(session.account)) {
    play_.attendance.came(session.account, out);
    play_.lobby.came(session.account, session.address);
  }
  play_.lobby.tables_of(session.account, *to.mutable_tables());
  play_.lobby.offers().tell_at_sign_in(session.account, to);
  return std::nullopt;
}

void Authentication::finish(Session& session, const Arrival& arrival, Outbox& out) const {
  if (core_.settings.on_access) {
    core_.settings.on_access({.kind = arrival.kind, .from = *session.address, .account = session.account});
  }
  session.proof.reset();
  pb::ServerMessage reply;
  *reply.mutable_signed_in() = arrival.told;
  reply.mutable_signed_in()->set_token(std::exchange(session.token, {}));
  out.answer(arrival.asker, reply);
}

// --- Where another server has the lobby ---

void Authentication::admitted(Arrival arrival, const std::string& refusal, const std::string& signed_in, Outbox& out) {
  Session* const session = core_.sessions.here(arrival.asker.session);
  if (session == nullptr) return;
  if (!refusal.empty()) {
    pb::Refusal refused;
    refused.ParseFromString(refusal);
    session->sign_in_failed();
    return out.refuse(arrival.asker, std::move(refused));
  }
  pb::SignedIn known;
  known.ParseFromString(signed_in);
  if (arrival.resumes) return tell_moved(*session, arrival, known, out);
  if (session->stage != Session::Stage::kSigningIn) return;
  const Limits& limits = core_.settings.limits;
  if (core_.sessions.of(session->account).empty()) play_.running.came(session->account, arrival.running);
  core_.sessions.sign_in(*session, session->account, session->name,
                         TokenBucket(limits.commands_per_second * kAccountConnections,
                                     limits.command_burst * kAccountConnections, core_.environment.clock.now()));
  arrival.told.MergeFrom(known);
  finish(*session, arrival, out);
}

void Authentication::answered(const MatchesAtResume& wait, const MatchesAtResume::Answer& answer, Outbox& out) {
  Session* const session = core_.sessions.here(wait.asker.session);
  if (session == nullptr || session->stage != Session::Stage::kSignedIn) return;
  if (!answer.kept()) return play_.distant_lobby.resume_later(wait.asker.session.number);
  const persistence::ListMatches::Answer& found = answer.value;
  Arrival arrival{.asker = wait.asker,
                  .told = {},
                  .running = {all_in(found.running).begin(), all_in(found.running).end()},
                  .blocked = accounts_of(all_in(found.blocked)),
                  .resumes = true};
  // Those that have started meanwhile were not told.
  for (const MatchId& match : arrival.running) {
    if (!play_.running.plays(session->account, match)) play_.channels.starts(*session, match, out);
  }
  play_.running.came(session->account, arrival.running);
  if (!play_.lobby.is_open()) return play_.distant_lobby.admit(*session, std::move(arrival), out);
  arrive(std::move(arrival), out);
}

// Tables may have changed, and closed, while nobody had the lobby.
void Authentication::tell_moved(const Session& session, const Arrival& arrival, const pb::SignedIn& known,
                                Outbox& out) {
  pb::ServerMessage message;
  pb::LobbyMoved& moved = *message.mutable_lobby_moved();
  for (const pb::Table& table : known.tables()) {
    out.post(session.id, table_frame(0, table));
    moved.add_table_ids(table.table_id());
  }
  for (const MatchId& match : arrival.running) moved.add_match_ids(to_bytes(match));
  *moved.mutable_rematch_offers() = known.rematch_offers();
  *moved.mutable_challenges() = known.challenges();
  out.post(session.id, message.SerializeAsString());
}

}  // namespace wyrmhall::server
