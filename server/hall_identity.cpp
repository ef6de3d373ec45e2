// Who one is: the tokens by which a player can be signed in, and the name.
#include <algorithm>
#include <chrono>
#include <utility>

#include "server/frames.h"
#include "server/hall.h"
#include "server/names.h"
#include "server/secret_hash.h"
#include "server/sign_in_token.h"

namespace wyrmhall::server {

using persistence::Taken;
using persistence::Verdict;

namespace {

// What is asked of the store, in Route::detail beside those of hall_sessions.cpp and hall_blocked.cpp.
enum IdentityAsks : std::uint64_t {
  kTellSignIns = 128,
  kAddToken,
  kRevokeToken,
  kRevokeOtherTokens,
  kTakeName,
  kTouchToken
};

pb::Refusal too_many_renames(Micros wait) {
  pb::Refusal refused = refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                                "you have changed your name as often as you may for now; try again later", "renames");
  refused.set_retry_after_ms(
      static_cast<std::uint32_t>(std::clamp<Micros>(wait, 0, in_micros(kRenameMemory)) / 1000 + 1));
  return refused;
}

}  // namespace

void Hall::identity_command(Session& session, const pb::ClientMessage& message) {
  using C = pb::ClientMessage;
  const std::uint64_t id = message.command_id();
  Route route{.to = Route::To::kSession, .id = {}, .session = session.id, .command_id = id, .detail = kTellSignIns};
  const auto change = [&](IdentityAsks detail, IdentityChange about, persistence::Request&& request) {
    route.detail = detail;
    about.account = session.account;
    changes_[next_ticket_] = std::move(about);
    ask(route, std::move(request));
  };
  switch (message.command_case()) {
    case C::kAddSignIn: {
      std::string secret = make_token(environment_.entropy);
      const Micros now = environment_.clock.now();
      persistence::AddToken request{.account = session.account,
                                    .token = {.hash = hash_of(secret), .client = {}, .made_at = now, .used_at = now},
                                    .limit = kTokensPerAccount};
      return change(kAddToken, {.secret = std::move(secret), .name = {}}, std::move(request));
    }
    case C::kRevokeSignIn: {
      const auto hash = array_from<persistence::Hash>(message.revoke_sign_in().id());
      if (!hash) {
        return refuse(session, id, refusal(pb::REFUSAL_CODE_FIELD_INVALID, "a sign-in's id has 32 bytes", "id"));
      }
      return change(kRevokeToken, {.token = *hash, .secret = {}, .name = {}},
                    persistence::RevokeTokens{.account = session.account, .only = hash});
    }
    case C::kRevokeOtherSignIns:
      return change(kRevokeOtherTokens, {.token = session.token_hash, .secret = {}, .name = {}},
                    persistence::RevokeTokens{.account = session.account, .but = session.token_hash});
    case C::kRename: {
      const auto name = check_name(message.rename().name());
      if (!name) return refuse(session, id, refusal(name.error()));
      return change(kTakeName, {.secret = {}, .name = name->shown},
                    persistence::RenameAccount{.account = session.account,
                                               .name = name->shown,
                                               .name_key = name->key,
                                               .at = environment_.clock.now(),
                                               .most = kRenamesPerAccount,
                                               .within = in_micros(kRenameMemory)});
    }
    default:
      return ask(route, persistence::ListTokens{.account = session.account});
  }
}

bool Hall::identity_answered(const Route& route, const persistence::Answer& answer) {
  const std::uint64_t asked = route.detail & 0xFFU;
  if (asked < kTellSignIns || asked > kTouchToken) return false;
  const auto entry = changes_.find(answer.ticket);
  const IdentityChange change = entry == changes_.end() ? IdentityChange{} : std::move(entry->second);
  if (entry != changes_.end()) changes_.erase(entry);
  // What was changed holds for all connections of the player, also when the one that asked is gone.
  const bool kept = answer.verdict == Verdict::kKept;
  if (kept && asked == kRevokeOtherTokens) revoked(change.account, std::nullopt, change.token);
  if (kept && asked == kTakeName) renamed(change.account, change.name);
  Session* session = sessions_.find(route.session.number);
  const auto list = [&] {
    ask({.to = Route::To::kSession,
         .id = {},
         .session = route.session,
         .command_id = route.command_id,
         .detail = kTellSignIns},
        persistence::ListTokens{.account = change.account});
  };
  if (session != nullptr && answer.verdict == Verdict::kNotOwner) {
    refuse(*session, route.command_id, refusal(pb::REFUSAL_CODE_MOVED, "another server has taken over; connect again"));
  } else if (session != nullptr && answer.verdict == Verdict::kUnknown && asked != kTouchToken) {
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_NO_STORE, "the store does not answer; try again");
    refused.set_retry_after_ms(static_cast<std::uint32_t>(std::chrono::milliseconds(kStoreRetry).count()));
    refuse(*session, route.command_id, std::move(refused));
  } else if (session != nullptr && kept && (asked == kRevokeToken || asked == kRevokeOtherTokens)) {
    if (asked == kRevokeToken && change.token == session->token_hash) {
      pb::ServerMessage reply;
      reply.mutable_sign_ins()->set_most(kTokensPerAccount);
      post(*session, 0, frame(route.command_id, reply));
    } else {
      list();
    }
  } else if (session != nullptr && kept && asked == kTellSignIns) {
    tell_sign_ins(*session, route.command_id, answer);
  } else if (session != nullptr && kept && asked == kAddToken) {
    pb::ServerMessage reply;
    reply.mutable_sign_in_added()->set_token(change.secret);
    post(*session, 0, frame(route.command_id, reply));
  } else if (session != nullptr && asked == kAddToken) {
    refuse(
        *session, route.command_id,
        refusal(pb::REFUSAL_CODE_LIMIT_REACHED, "you have as many sign-ins as you may; revoke one first", "sign_ins"));
  } else if (session != nullptr && kept && asked == kTakeName) {
    pb::ServerMessage reply;
    reply.mutable_renamed()->mutable_player()->set_account_id(to_bytes(change.account));
    reply.mutable_renamed()->mutable_player()->set_name(change.name);
    post(*session, 0, frame(route.command_id, reply));
  } else if (session != nullptr && asked == kTakeName) {
    refuse(*session, route.command_id,
           answer.taken == Taken::kLimit
               ? too_many_renames(answer.number - environment_.clock.now())
               : refusal(pb::REFUSAL_CODE_NAME_TAKEN, "somebody has this name, or one that looks the same", "name"));
  }
  // Last, since it may close the connection that asked.
  if (kept && asked == kRevokeToken) revoked(change.account, change.token, std::nullopt);
  return true;
}

void Hall::tell_sign_ins(Session& session, std::uint64_t command_id, const persistence::Answer& answer) {
  pb::ServerMessage reply;
  pb::SignIns& to = *reply.mutable_sign_ins();
  to.set_most(kTokensPerAccount);
  for (const persistence::Token& token : answer.lists().tokens) {
    pb::SignInLine& line = *to.add_lines();
    line.set_id(token.hash.data(), token.hash.size());
    line.set_client(token.client);
    line.set_made_at_us(static_cast<std::uint64_t>(token.made_at));
    line.set_used_at_us(static_cast<std::uint64_t>(token.used_at));
    line.set_this_one(token.hash == session.token_hash);
    const auto here = std::ranges::count_if(sessions_.of(session.account), [&](std::uint64_t number) {
      return sessions_.find(number)->token_hash == token.hash;
    });
    line.set_connections(static_cast<std::uint32_t>(here));
  }
  post(session, 0, frame(command_id, reply));
}

// Somebody signs in by a token: noted now and then, so that connecting costs the disk nothing.
void Hall::note_use(const Session& session, const persistence::Answer& found) {
  const Micros now = environment_.clock.now();
  if (store_refuses_ || found.lists().tokens.empty() ||
      now - found.lists().tokens.front().used_at < in_micros(kTokenUseNoted))
    return;
  ask({.to = Route::To::kSession, .id = {}, .session = {}, .detail = kTouchToken},
      persistence::TouchToken{.hash = session.token_hash, .client = tame_client(session.client), .at = now});
}

// Who was here for long has used the token until now, which nothing was noted of.
void Hall::note_stay(const Session& session) {
  const Micros now = environment_.clock.now();
  if (session.account == Id{} || store_refuses_ || now - session.connected_at < in_micros(kTokenUseNoted)) return;
  ask({.to = Route::To::kSession, .id = {}, .session = {}, .detail = kTouchToken},
      persistence::TouchToken{.hash = session.token_hash, .client = tame_client(session.client), .at = now});
}

// An account has changed while what was read of it before may be on its way to somebody who signs in.
void Hall::look_again() {
  for (auto& [number, session] : sessions_.all()) {
    if (session.stage == Session::Stage::kSigningIn && session.account == Id{}) session.look_again = true;
  }
}

void Hall::renamed(const Id& account, const std::string& name) {
  look_again();
  pb::ServerMessage news;
  news.mutable_renamed()->mutable_player()->set_account_id(to_bytes(account));
  news.mutable_renamed()->mutable_player()->set_name(name);
  const std::string bytes = frame(0, news);
  for (auto& [number, session] : sessions_.all()) {
    if (session.account != account) continue;
    session.name = name;
    if (session.stage == Session::Stage::kSignedIn) post(session, 0, bytes);
  }
  lobby_.renamed(account, name, out_);
  flush();
}

void Hall::revoked(const Id& account, const std::optional<persistence::Hash>& only,
                   const std::optional<persistence::Hash>& but) {
  look_again();
  pb::ServerMessage notice;
  notice.mutable_notice()->set_kind(pb::NOTICE_KIND_SIGNED_OUT);
  const std::string bytes = frame(0, notice);
  for (auto& [number, session] : sessions_.all()) {
    const bool stays = only ? session.token_hash != *only : session.token_hash == but;
    if (session.account != account || stays || session.stage == Session::Stage::kClosing) continue;
    if (session.stage == Session::Stage::kSignedIn) post(session, 0, bytes);
    close(session, 1008, "this sign-in was revoked");
  }
}

}  // namespace wyrmhall::server
